#include "core/fmi/remote.h"

#include "core/base/python-library.h"
#include "core/base/status.h"
#include "core/fmi/guard.h"
#include "core/helper/containment.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define WARNING 1

/* ---- Settings of an instance ---------------------------------------------------------- */

void
ls_remote_on_mended (gpointer user)
{
  ls_floating_point_warn (user);
}

void
ls_remote_on_warned (gpointer user, const char *call)
{
  LsInstance *self = user;
  const char *now = self->call;

  self->call = call;
  ls_instance_judge (self, WARNING);
  self->call = now;
}

void
ls_remote_on_denied (gpointer user, const char *said)
{
  const LsInstance *self = user;

  ls_log_write (self->log, LS_LOG_WARNING, self->name, self->call, self->time, "%s", said);
}

double
ls_remote_get_time (gpointer user)
{
  const LsInstance *self = user;

  return self->origin + self->time;
}

char *
ls_remote_make_digest (gpointer user)
{
  const LsInstance *self = user;

  return ls_fmu_make_digest (self->fmu);
}

char *
ls_remote_take_message (gpointer user)
{
  const LsInstance *self = user;

  return ls_messages_take (self->messages);
}

/* ---- Death -------------------------------------------------------------------------------- */

/* Kept with the messages, for reports. */
static void
tell_output (const LsInstance *self)
{
  const char *printed = self->remote->helper->printed;

  if (printed != NULL && *printed != '\0')
    /* Translators: lines of text. */
    ls_log_write (self->log, LS_LOG_INFO, self->name, NULL, NAN,
                  _ ("last output of its process:\n%s"), printed);
}

static const char *
name_culprit (const LsInstance *self)
{
  const LsRemote *culprit = self->remote->helper->culprit;

  return culprit != NULL ? culprit->name : NULL;
}

static void
note_fault (const LsInstance *self)
{
  ls_log_set_fault (self->log, ls_remote_get_error (self->remote), name_culprit (self));
  if (self->remote->helper->is_doubtful)
    ls_log_doubt_culprit (self->log);
}

static void
report_death (LsInstance *self)
{
  LsHelper *helper = self->remote->helper;

  self->stage = LS_STAGE_FATAL;
  self->has_left = TRUE;
  if (helper->death == NULL || helper->told == self->log)
    return;
  helper->told = self->log;
  ls_log_write (self->log, LS_LOG_ERROR, name_culprit (self), NULL, NAN, "%s", helper->death);
  tell_output (self);
  note_fault (self);
}

static void
set_death (LsInstance *self, GError **error)
{
  const char *death = self->remote->helper->death;

  self->stage = LS_STAGE_FATAL;
  self->has_left = TRUE;
  g_clear_error (error);
  g_set_error_literal (error, LS_ERROR, ls_remote_get_error (self->remote),
                       death != NULL ? death : _ ("cancelled"));
  if (death != NULL)
    note_fault (self);
}

static gboolean
judge_death (LsInstance *self, GError **error)
{
  if (self->remote == NULL || !ls_remote_is_dead (self->remote))
    return FALSE;
  if (error != NULL)
    set_death (self, error);
  else
    report_death (self);
  return TRUE;
}

/* ---- Loading ------------------------------------------------------------------------------ */

/* @path: of the binary. Python's library is tried if symbols of it are missing. @lent: (out)
 * (transfer full): it, if it was taken */
static gboolean
load (LsRemote *self, const char *path, char **lent, GError **error)
{
  g_autofree char *said = NULL;
  gboolean has_python = FALSE;

  if (!ls_dylib_check (path, error))
    return FALSE;
  said = ls_remote_load (self, path, NULL);
  if (said != NULL && !ls_remote_is_dead (self) && ls_python_library_is_missed (said))
    {
      g_auto (GStrv) candidates = ls_python_library_list_names ();

      for (guint i = 0; candidates[i] != NULL && !has_python; i++)
        {
          g_autofree char *reason = ls_remote_load (self, path, candidates[i]);

          has_python = reason == NULL || !g_str_has_prefix (reason, candidates[i]);
          if (!has_python)
            continue;
          *lent = g_strdup (candidates[i]);
          g_free (said);
          said = g_steal_pointer (&reason);
        }
    }
  if (said != NULL && !ls_remote_is_dead (self))
    ls_dylib_set_error (path, said, has_python, error);
  return said == NULL;
}

static LsRemote *
join (LsInstance *self, gsize needs, GError **error)
{
  g_autofree char *file = g_path_get_basename (ls_fmu_get_path (self->fmu));

  return ls_remote_new (self->remote_class, self, self->name, file,
                        ls_fmu_get_directory (self->fmu), needs,
                        self->interface->can_be_instantiated_only_once_per_process, error);
}

gboolean
ls_remote_open (LsInstance *self,
                gsize needs,
                const char *const names[],
                guint n,
                const char *path,
                const char *file,
                GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *lent = NULL, *gaps = NULL;

  self->judge_death = judge_death;
  if ((self->remote = join (self, needs, error)) == NULL)
    return FALSE;
  if (!load (self->remote, path, &lent, &problem))
    {
      if (ls_remote_is_dead (self->remote))
        set_death (self, error);
      else if (g_error_matches (problem, LS_ERROR, LS_ERROR_BINARY))
        ls_instance_set_load_error (self, path, problem, error);
      else
        g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  ls_instance_say_lent (self, file, lent);
  if ((gaps = ls_remote_describe_gaps (self->remote)) != NULL)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", gaps);
  ls_remote_find (self->remote, names, n);
  return TRUE;
}

void
ls_remote_fill (const LsRemote *self, gconstpointer remote_table, gpointer table, guint n)
{
  for (guint i = 0; i < n; i++)
    if (self->functions[i] != 0)
      memcpy ((char *)table + i * sizeof (gpointer),
              (const char *)remote_table + i * sizeof (gpointer), sizeof (gpointer));
}

void
ls_remote_close (LsInstance *instance)
{
  LsRemote *self = g_steal_pointer (&instance->remote);
  g_autofree char *death = NULL;
  gboolean was_dead;

  if (self == NULL)
    return;
  was_dead = instance->stage == LS_STAGE_FATAL;
  if (self->library != 0 && !was_dead && ls_remote_make_room (self, 0, 0))
    {
      ls_call_begin (self, HOST_UNLOAD, 0);
      ls_call_value (self, self->library);
      ls_call_end (self, "dlclose");
      ls_remote_flush (self, NULL);
    }
  if (!was_dead && self->helper->death != NULL && self->helper->told != instance->log)
    death = g_strdup (self->helper->death);
  if (death != NULL)
    g_free (ls_remote_free (self));
  else
    death = ls_remote_free (self);
  if (death != NULL && !was_dead)
    ls_log_write (instance->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", death);
}

/* ---- A look into a library, which says nothing but by its initialisers --------------------- */

static void
ignore_message (gpointer user,
                HostMessageKind kind,
                int status,
                double value,
                const char *category,
                const char *text)
{
  (void)user, (void)kind, (void)status, (void)value, (void)category, (void)text;
}

static double
get_no_time (gpointer user G_GNUC_UNUSED)
{
  return NAN;
}

static gboolean
look_remotely (LsFmu *fmu,
               const char *path,
               const char *const names[],
               guint n,
               gboolean found[],
               GError **error)
{
  static const LsRemoteClass klass = { .receive = ignore_message, .get_time = get_no_time };
  g_autofree char *file = g_path_get_basename (ls_fmu_get_path (fmu));
  g_autofree char *lent = NULL;
  LsRemote *self = ls_remote_new (&klass, NULL, file, file, ls_fmu_get_directory (fmu), 1u << 16,
                                  FALSE, error);
  gboolean loads;

  if (self == NULL)
    return FALSE;
  loads = load (self, path, &lent, NULL);
  if (loads)
    ls_remote_find (self, names, n);
  for (guint i = 0; loads && i < n; i++)
    found[i] = self->functions[i] != 0;
  g_free (ls_remote_free (self));
  return loads;
}

gboolean *
ls_remote_look_into (LsFmu *fmu, const char *path, const char *const names[], guint n)
{
  g_autofree gboolean *found = g_new0 (gboolean, n);
  g_autoptr (LsDylib) library = NULL;
  g_autoptr (GError) problem = NULL;

  if (ls_isolation_get () != LS_ISOLATION_NONE)
    {
      if (look_remotely (fmu, path, names, n, found, &problem))
        return g_steal_pointer (&found);
      if (!g_error_matches (problem, LS_ERROR, LS_ERROR_SYSTEM)
          || !ls_isolation_fall_back (problem->message))
        return NULL;
    }
  if ((library = ls_dylib_open (path, NULL)) == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    found[i] = ls_dylib_find (library, names[i]) != NULL;
  return g_steal_pointer (&found);
}
