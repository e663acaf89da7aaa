#include "core/helper/own-sandbox.h"

#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/helper/helper-impl.h"
#include "core/helper/isolation.h"
#include "host/host.h"
#include "host/sandbox.h"
#include "host/sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

const HostRequest *host_request;
HostResponse *host_response;

struct LsOwnSandbox
{
  HostRequest *request;   /* private */
  HostResponse *response; /* shared by both processes */
  LsTempdir *scratch;     /* (nullable): not needed with the right to all files */
};

/* @shared: also after a fork. Zeroed; memory only where it is written to. */
static gpointer
map_pages (gsize size, int shared)
{
  gpointer pages = mmap (NULL, size, PROT_READ | PROT_WRITE, shared | MAP_ANONYMOUS, -1, 0);

  return pages != MAP_FAILED ? pages : NULL;
}

gboolean
ls_own_sandbox_is_possible (const GPtrArray *digests)
{
  g_return_val_if_fail (digests != NULL, FALSE);

  for (guint i = 0; i < digests->len; i++)
    {
      g_autoptr (LsPermission) permission = ls_permissions_find (digests->pdata[i]);

      if (permission != NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_folders (LsOwnSandbox *self, const char *writable, GError **error)
{
  HostRequest *request = self->request;

  if ((request->permissions & (HOST_ALLOW_ALL | HOST_ALLOW_FILES)) != 0)
    return TRUE;
  if ((self->scratch = ls_tempdir_new (error)) == NULL)
    return FALSE;
  g_strlcpy (request->scratch, ls_tempdir_get_path (self->scratch), sizeof request->scratch);
  ls_isolation_pack_folders (request->folders, sizeof request->folders);
  /* One less: an empty text follows. */
  if (writable != NULL
      && g_strlcpy (request->writable, writable, sizeof request->writable - 1)
             >= sizeof request->writable - 1)
    return ls_fail (error, LS_ERROR_FILE, _ ("no process for an FMU: %s: %s"), writable,
                    g_strerror (ENAMETOOLONG));
  return TRUE;
}

LsOwnSandbox *
ls_own_sandbox_new (const char *writable, GError **error)
{
  g_autoptr (LsOwnSandbox) self = g_new0 (LsOwnSandbox, 1);

  self->request = map_pages (sizeof *self->request, MAP_PRIVATE);
  self->response = map_pages (sizeof *self->response, MAP_SHARED);
  if (self->request == NULL || self->response == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("no process for an FMU: %s: %s"), "mmap",
                   g_strerror (errno));
      return NULL;
    }
  self->request->memory_limit = ls_isolation_get_memory_limit ();
  self->request->permissions = ls_isolation_get_permissions ();
  return set_folders (self, writable, error) ? g_steal_pointer (&self) : NULL;
}

void
ls_own_sandbox_free (LsOwnSandbox *self)
{
  if (self == NULL)
    return;
  if (self->request != NULL)
    munmap (self->request, sizeof *self->request);
  if (self->response != NULL)
    munmap (self->response, sizeof *self->response);
  g_clear_pointer (&self->scratch, ls_tempdir_unref);
  g_free (self);
}

/* Files that are open already, as the table of the runs is, are beyond the sandbox. */
static void
close_others (int kept)
{
  const int first = STDERR_FILENO + 1;

  if (kept > first)
    close_range ((guint)first, (guint)kept - 1, 0);
  close_range ((guint)MAX (first, kept + 1), G_MAXUINT, 0);
}

/* What FMUs print would stand in the output of the program, and what the user types is not for
 * them. Sanitizers are heard. */
static void
drop_input_and_output (void)
{
  const int nowhere = open ("/dev/null", O_RDWR | O_CLOEXEC);

  if (nowhere < 0)
    return;
  dup2 (nowhere, STDIN_FILENO);
  dup2 (nowhere, STDOUT_FILENO);
  if (!HOST_SANITIZED)
    dup2 (nowhere, STDERR_FILENO);
  close (nowhere);
}

void
ls_own_sandbox_enter (LsOwnSandbox *self, int kept)
{
  g_return_if_fail (self != NULL && host_request == NULL);

  const char *scratch = self->request->scratch;

  host_request = self->request;
  host_response = self->response;
  ls_isolation_set (LS_ISOLATION_NONE);
  setlocale (LC_NUMERIC, "C");
  g_setenv ("LC_ALL", "C", TRUE);
  close_others (kept);
  drop_input_and_output ();
  /* As in a helper: the program itself takes too large a file for an error. */
  signal (SIGXFSZ, SIG_DFL);
  if (*scratch != '\0')
    {
      g_setenv ("HOME", scratch, TRUE);
      g_setenv ("TMPDIR", scratch, TRUE);
      /* Files that an FMU writes without a path would otherwise be refused: no less safe. */
      if (chdir (scratch) != 0)
        errno = 0;
    }
  host_sandbox_enter ();
}

void
ls_own_sandbox_beat (LsOwnSandbox *self)
{
  g_return_if_fail (self != NULL);

  __atomic_fetch_add (&self->response->word, 1, __ATOMIC_RELAXED);
}

guint32
ls_own_sandbox_count_beats (const LsOwnSandbox *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return __atomic_load_n (&self->response->word, __ATOMIC_RELAXED);
}
