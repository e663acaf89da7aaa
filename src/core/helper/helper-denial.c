/* What the sandbox of a helper has denied. */
#include "core/helper/helper-impl.h"

#include <glib/gi18n-lib.h>

static char *
describe (const LsHelper *self, const LsRemote *remote, HostDenial what)
{
  char path[sizeof self->response->denied_path];

  memcpy (path, self->response->denied_path, sizeof path);
  path[sizeof path - 1] = '\0';
  for (char *c = path; *c != '\0'; c++)
    *c = g_ascii_iscntrl (*c) ? '?' : *c;
  switch (what)
    {
    case HOST_DENIED_NETWORK:
      return g_strdup_printf (_ ("%s wants to use the network, which is denied"), remote->file);
    case HOST_DENIED_PROGRAM:
      return g_strdup_printf (_ ("%s wants to start a program, which is denied"), remote->file);
    case HOST_DENIED_FILE:
      {
        g_autofree char *shown = g_utf8_make_valid (path, -1);

        return g_strdup_printf (_ ("%s wants to open the file %s, which is denied"), remote->file,
                                shown);
      }
    case HOST_DENIED_PROCESS:
      return g_strdup_printf (_ ("%s wants to act on another process, which is denied"),
                              remote->file);
    default:
      return g_strdup_printf (_ ("%s wants to change the system, which is denied"), remote->file);
    }
}

/* How it can be allowed: to this FMU, or to all of a run. */
static char *
describe_way (const LsRemote *remote, HostDenial what, char *said)
{
  static const char *const names[HOST_N_DENIALS] = { [HOST_DENIED_NETWORK] = "network",
                                                     [HOST_DENIED_PROGRAM] = "programs",
                                                     [HOST_DENIED_FILE] = "files" };
  g_autofree char *own = said, *digest = NULL;

  if (names[what] == NULL)
    return g_steal_pointer (&own);
  if (remote->klass->make_digest == NULL
      || (digest = remote->klass->make_digest (remote->user)) == NULL)
    return g_strdup_printf ("%s; --allow=%s", own, names[what]);
  /* Translators: what was denied, digest of the FMU, permission, permission. */
  return g_strdup_printf (
      _ ("%s; “lockstep allow %s %s” allows it to this FMU, --allow=%s to all of "
         "a run"),
      own, digest, names[what], names[what]);
}

void
ls_helper_tell_denials (LsHelper *self)
{
  const guint32 denied = __atomic_load_n (&self->response->denied, __ATOMIC_ACQUIRE);
  const guint32 fresh = denied & ~self->denied;
  LsRemote *remote = self->n_calls > 0
                         ? self->calls[MIN (self->response->current, self->n_calls - 1)].owner
                         : NULL;

  if (remote == NULL || remote->klass->denied == NULL)
    return;
  self->denied = denied;
  for (guint i = 0; i < HOST_N_DENIALS; i++)
    if ((fresh & 1u << i) != 0)
      {
        g_autofree char *said
            = describe_way (remote, (HostDenial)i, describe (self, remote, (HostDenial)i));

        remote->klass->denied (remote->user, said);
      }
}
