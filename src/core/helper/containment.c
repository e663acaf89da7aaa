#include "core/helper/containment.h"

#include "core/helper/helper-impl.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <sys/utsname.h>

/* Each by any of the parts of the sandbox. Landlock lets no program be executed either. */
static const struct
{
  const char *name, *label;
  guint parts;
} kinds[LS_N_CONTAINMENTS] = {
  { "files", N_ ("files"), HOST_HOLDS_FILES },
  { "network", N_ ("network"), HOST_HOLDS_CALLS },
  { "programs", N_ ("programs"), HOST_HOLDS_CALLS | HOST_HOLDS_FILES },
  { "processes", N_ ("other processes"), HOST_HOLDS_CALLS | HOST_HOLDS_SIGNALS },
};

typedef struct
{
  guint holds;
  GError *error;
} Probe;

static gpointer
probe (gpointer data)
{
  Probe *self = data;
  LsHelper *helper = ls_helper_start (0, 0, NULL, &self->error);

  if (helper == NULL)
    return self;
  self->holds = helper->response->sandbox;
  g_free (ls_helper_stop (helper));
  return self;
}

gboolean
ls_containment_probe (guint *holds, GError **error)
{
  static GOnce once = G_ONCE_INIT;
  static Probe result;

  if (ls_helper_get_containment (holds))
    return TRUE;
  g_once (&once, probe, &result);
  *holds = result.holds;
  if (result.error != NULL)
    g_propagate_error (error, g_error_copy (result.error));
  return result.error == NULL;
}

const char *
ls_containment_get_name (guint kind)
{
  g_return_val_if_fail (kind < LS_N_CONTAINMENTS, NULL);

  return kinds[kind].name;
}

gboolean
ls_containment_holds (guint holds, guint kind)
{
  g_return_val_if_fail (kind < LS_N_CONTAINMENTS, FALSE);

  return (holds & kinds[kind].parts) != 0;
}

/* Those that are held back, or those that are not. */
static char *
list_kinds (guint holds, gboolean held)
{
  const char *labels[LS_N_CONTAINMENTS + 1] = { NULL };
  guint n = 0;

  for (guint i = 0; i < LS_N_CONTAINMENTS; i++)
    if (ls_containment_holds (holds, i) == held)
      labels[n++] = _ (kinds[i].label);
  return n > 0 ? g_strjoinv (", ", (char **)labels) : NULL;
}

char *
ls_containment_describe (guint holds)
{
  g_autofree char *held = list_kinds (holds, TRUE);
  g_autofree char *gaps = list_kinds (holds, FALSE);
  struct utsname system;

  if (gaps == NULL)
    return g_strdup_printf (_ ("FMUs contained: %s"), held);
  if (uname (&system) != 0)
    system.release[0] = '\0';
  if (held == NULL)
    /* Translators: version of the kernel. */
    return g_strdup_printf (_ ("FMUs not contained (Linux %s)"), system.release);
  /* Translators: what is held back, what is not, version of the kernel. */
  return g_strdup_printf (_ ("FMUs contained: %s; not contained: %s (Linux %s)"), held, gaps,
                          system.release);
}

/* Returns: (transfer full) (nullable): names of what all FMUs may do; %NULL: nothing more */
static char *
list_allowed (guint permissions)
{
  const char *names[32 + 1] = { NULL };
  guint n = 0;

  for (guint bit = 0; bit < 32; bit++)
    if ((permissions & 1u << bit) != 0
        && (names[n] = ls_isolation_name_permission (1u << bit)) != NULL)
      n++;
  return n > 0 ? g_strjoinv (", ", (char **)names) : NULL;
}

char *
ls_containment_describe_runs (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *allowed = NULL, *text = NULL;
  guint holds;

  if (ls_isolation_get_gap () != NULL)
    return g_strdup (ls_isolation_get_gap ());
  if (ls_isolation_get () == LS_ISOLATION_NONE)
    return g_strdup (_ ("FMUs run in this process, not contained"));
  if (!ls_containment_probe (&holds, &error))
    return g_strdup_printf (_ ("FMUs run in this process, not contained: %s"), error->message);
  if ((ls_isolation_get_permissions () & HOST_ALLOW_ALL) != 0)
    return g_strdup (_ ("FMUs not contained, as requested"));
  text = ls_containment_describe (holds);
  if ((allowed = list_allowed (ls_isolation_get_permissions ())) == NULL)
    return g_steal_pointer (&text);
  /* Translators: what holds, words of the option --allow. */
  return g_strdup_printf (_ ("%s; allowed: %s"), text, allowed);
}

char *
ls_containment_describe_gaps (guint holds)
{
  g_autofree char *gaps = list_kinds (holds, FALSE);

  return gaps != NULL ? g_strdup_printf (_ ("not restricted for FMUs on this system: %s"), gaps)
                      : NULL;
}

char *
ls_remote_describe_gaps (const LsRemote *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if ((self->helper->request->permissions & HOST_ALLOW_ALL) != 0)
    return NULL;
  return ls_containment_describe_gaps (self->helper->response->sandbox);
}
