#include "core/base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

static void
set_attributes (posix_spawnattr_t *attributes)
{
  sigset_t none, all;

  sigemptyset (&none);
  sigfillset (&all);
  posix_spawnattr_init (attributes);
  posix_spawnattr_setflags (attributes,
                            POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup (attributes, 0);
  posix_spawnattr_setsigmask (attributes, &none);
  posix_spawnattr_setsigdefault (attributes, &all);
}

int
ls_spawn (pid_t *pid,
          const char *program,
          char *const arguments[],
          char *const environment[],
          const int fds[],
          guint n_fds)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int status;

  g_return_val_if_fail (pid != NULL && program != NULL && fds != NULL, EINVAL);
  posix_spawn_file_actions_init (&actions);
  for (guint i = 0; i < n_fds; i++)
    if (fds[i] >= 0)
      posix_spawn_file_actions_adddup2 (&actions, fds[i], (int)i);
    else
      posix_spawn_file_actions_addopen (&actions, (int)i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY,
                                        0);
  posix_spawn_file_actions_addclosefrom_np (&actions, (int)n_fds);
  set_attributes (&attributes);
  status = posix_spawn (pid, program, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  return status;
}
