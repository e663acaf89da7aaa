/* Instances over a shared library, of all FMI versions: loading, statuses, end. */
#include "core/fmi/instance-binary.h"

#include "core/fmi/guard.h"
#include "core/helper/helper.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Existing instances of FMUs that allow only one per process: identifier and GUID. Abandoned
 * instances remain in the table. */
static GMutex once_lock;
static GHashTable *once_taken;

static char *
once_key (const LsInstance *self)
{
  return g_strconcat (self->interface->model_identifier, " ",
                      ls_fmu_get_description (self->fmu)->guid, NULL);
}

gboolean
ls_instance_take_once (LsInstance *self, GError **error)
{
  g_autofree char *key = once_key (self);
  gboolean taken;

  /* In a helper process it is alone. */
  if (!self->interface->can_be_instantiated_only_once_per_process || self->remote != NULL)
    return TRUE;
  g_mutex_lock (&once_lock);
  if (once_taken == NULL)
    once_taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  taken = g_hash_table_contains (once_taken, key);
  if (!taken)
    g_hash_table_add (once_taken, g_steal_pointer (&key));
  g_mutex_unlock (&once_lock);
  self->once = !taken;
  if (taken)
    g_set_error (error, LS_ERROR, LS_ERROR_FMU,
                 _ ("%s: %s can be instantiated only once per process and is so already"),
                 self->name, ls_fmu_get_path (self->fmu));
  return !taken;
}

static void
once_release (LsInstance *self)
{
  g_autofree char *key = once_key (self);

  if (!self->once)
    return;
  g_mutex_lock (&once_lock);
  g_hash_table_remove (once_taken, key);
  g_mutex_unlock (&once_lock);
}

void
ls_instance_init (
    LsInstance *self, const LsInstanceKind *kind, LsFmu *fmu, const char *name, LsLog *log)
{
  const LsDescription *description = ls_fmu_get_description (fmu);

  self->kind = kind;
  self->fmu = ls_fmu_ref (fmu);
  self->name = g_strdup (name);
  self->log = log != NULL ? ls_log_ref (log) : NULL;
  self->time = NAN;
  self->event_time = INFINITY;
  self->stage = LS_STAGE_INSTANTIATED;
  self->interface = kind->kind == LS_KIND_CO_SIMULATION ? &description->co_simulation
                                                        : &description->model_exchange;
  self->messages = ls_messages_new (description, log);
  ls_messages_know (self);
  if (self->is_here)
    ls_surroundings_enter ();
}

/* The message names the path of the binary inside the FMU: the temporary folder may be removed by
 * the time the message is read. */
void
ls_instance_set_load_error (LsInstance *self,
                            const char *path,
                            const GError *problem,
                            GError **error)
{
  LsFmu *fmu = self->fmu;
  const char *directory = ls_fmu_get_directory (fmu);
  const char *inside = path, *reason = problem->message;

  if (g_str_has_prefix (path, directory))
    inside = path + strlen (directory) + 1;
  if (g_str_has_prefix (reason, path) && g_str_has_prefix (reason + strlen (path), ": "))
    reason += strlen (path) + 2;
  g_set_error (error, problem->domain, problem->code, "%s: %s: %s", ls_fmu_get_path (fmu), inside,
               reason);
}

static void
say_other_name (LsInstance *self, const char *name)
{
  g_autofree char *wanted = g_strconcat (self->interface->model_identifier, ".so", NULL);

  if (!g_str_equal (name, wanted))
    ls_log_write (self->log, LS_LOG_WARNING, self->name, NULL, NAN,
                  _ ("the binary %s, named by the attribute modelIdentifier, is missing; %s is "
                     "used instead"),
                  wanted, name);
}

void
ls_instance_say_lent (LsInstance *self, const char *name, const char *lent)
{
  if (lent != NULL)
    ls_log_write (self->log, LS_LOG_WARNING, self->name, NULL, NAN,
                  _ ("the binary %s uses Python's library and names none; %s is used"), name, lent);
}

char *
ls_instance_find_library (LsInstance *self, char **name, GError **error)
{
  char *path = ls_fmu_find_binary (self->fmu, self->interface, error);

  if (path == NULL)
    return NULL;
  *name = g_path_get_basename (path);
  /* Loading a library runs its initialisers. */
  self->call = "dlopen";
  say_other_name (self, *name);
  return path;
}

gboolean
ls_instance_open_library (LsInstance *self, const char *path, const char *name, GError **error)
{
  g_autoptr (GError) problem = NULL;

  ls_instance_note_call (self);
  ls_guard_watch ();
  if ((self->library = ls_dylib_open (path, &problem)) == NULL)
    {
      ls_instance_set_load_error (self, path, problem, error);
      return FALSE;
    }
  ls_guard_watch ();
  ls_instance_say_lent (self, name, ls_dylib_get_lent (self->library));
  return TRUE;
}

/* Copied through memory, as ISO C has no cast from object to function pointers. */
void
ls_instance_find_functions (
    LsInstance *self, const char *prefix, const LsFunction functions[], guint n, gpointer table)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *symbol = g_strconcat (prefix, functions[i].name, NULL);
      gpointer address = ls_dylib_find (self->library, symbol);

      memcpy ((char *)table + functions[i].offset, &address, sizeof address);
    }
}

gboolean
ls_functions_have (const LsFunction functions[], guint n, gconstpointer table, const char *name)
{
  gpointer address = NULL;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (functions[i].name, name))
      memcpy (&address, (const char *)table + functions[i].offset, sizeof address);
  return address != NULL;
}

gboolean
ls_instance_has_function (const LsInstance *self,
                          const LsFunction functions[],
                          guint n,
                          gconstpointer table,
                          const char *name)
{
  for (guint i = 0; self->remote != NULL && i < n; i++)
    if (g_str_equal (functions[i].name, name))
      return self->remote->functions[i] != 0;
  return ls_functions_have (functions, n, table, name);
}

void
ls_instance_set_lack_error (
    LsInstance *self, const char *file, const char *prefix, const char *name, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_BINARY, _ ("%s: the binary %s lacks the function %s%s"),
               ls_fmu_get_path (self->fmu), file, prefix, name);
}

gboolean
ls_instance_require (LsInstance *self,
                     const char *prefix,
                     const LsFunction functions[],
                     guint n,
                     gconstpointer table,
                     const char *const *names,
                     const char *file,
                     GError **error)
{
  for (; *names != NULL; names++)
    if (!ls_instance_has_function (self, functions, n, table, *names))
      {
        ls_instance_set_lack_error (self, file, prefix, *names, error);
        return FALSE;
      }
  return TRUE;
}

void
ls_instance_set_null_error (LsInstance *self, const char *function, GError **error)
{
  g_autofree char *said = ls_messages_take (self->messages);
  const char *hint = "";

  if (self->judge_death != NULL && self->judge_death (self, error))
    return;
  if (self->interface->needs_execution_tool)
    hint = _ (" (it needs the tool it was exported from to be installed)");
  g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("%s of %s returned NULL%s%s%s"), function,
               ls_fmu_get_path (self->fmu), hint, said != NULL ? ": " : "",
               said != NULL ? said : "");
}

const char *
ls_instance_get_call (const LsInstance *self)
{
  return self->call;
}

const char *
ls_instance_status_name (const LsInstance *self, int status, char buffer[static 24])
{
  static const char *const names[] = { "OK", "Warning", "Discard", "Error", "Fatal", "Pending" };
  const char version = self->kind->fmi_version[0];
  const int n = version == '3' ? 5 : (int)G_N_ELEMENTS (names);
  const char digit[] = { version, '\0' };

  if (status < 0 || status >= n)
    return "an unknown status";
  g_snprintf (buffer, 24, "fmi%s%s", version == '1' ? "" : digit, names[status]);
  return buffer;
}

LsStatus
ls_instance_judge (LsInstance *self, int status)
{
  g_autofree char *said = NULL;
  const gboolean warning = status == 1, discard = status == 2;
  char name[24];

  if (self->judge_death != NULL && self->judge_death (self, NULL))
    return LS_STOP;
  said = ls_messages_take (self->messages);
  ls_log_write (self->log, warning || discard ? LS_LOG_WARNING : LS_LOG_ERROR, self->name,
                self->call, self->time, "%s %s%s%s", _ ("returned"),
                ls_instance_status_name (self, status, name), said != NULL ? ": " : "",
                said != NULL ? said : "");
  if (warning)
    return LS_OK;
  if (discard)
    return LS_RETRY;
  /* Values that are no status indicate a corrupted FMU, too. */
  self->stage = status == 3 || (status == 5 && self->kind->fmi_version[0] != '3') ? LS_STAGE_ERROR
                                                                                  : LS_STAGE_FATAL;
  return LS_STOP;
}

LsStatus
ls_instance_miss (LsInstance *self)
{
  ls_log_write (self->log, LS_LOG_ERROR, self->name, self->call, self->time,
                _ ("the binary of the FMU lacks this function"));
  return LS_STOP;
}

LsStatus
ls_instance_refuse_step (LsInstance *self, double h)
{
  ls_log_write (self->log, LS_LOG_ERROR, self->name, self->call, self->time,
                _ ("a step of %g s is below the resolution of time there, %.2g s"), h,
                nextafter (self->clock, INFINITY) - self->clock);
  return LS_STOP;
}

LsStatus
ls_instance_end_simulation (LsInstance *self)
{
  self->has_ended = TRUE;
  ls_log_write (self->log, self->may_end ? LS_LOG_INFO : LS_LOG_ERROR, self->name, self->call,
                self->time, _ ("the FMU asks to end the simulation"));
  return LS_STOP;
}

/* Code of the FMU may still run on its own threads. */
void
ls_instance_abandon (LsInstance *self)
{
  static GSList *abandoned;

  ls_guard_mend ();
  ls_surroundings_leave ();
  g_clear_pointer (&self->library, ls_dylib_give_up);
  ls_messages_detach (self->messages);
  g_clear_pointer (&self->log, ls_log_unref);
  self->interface = NULL;
  g_clear_pointer (&self->fmu, ls_fmu_unref);
  g_mutex_lock (&once_lock);
  abandoned = g_slist_prepend (abandoned, self);
  g_mutex_unlock (&once_lock);
}

void
ls_instance_say_abandoned (LsInstance *self)
{
  if (self->stage == LS_STAGE_FATAL && !self->has_left)
    ls_log_write (self->log, LS_LOG_WARNING, self->name, self->call, self->time,
                  _ ("the FMU is not freed after a fatal error, as the standard demands"));
}

void
ls_instance_release (LsInstance *self)
{
  once_release (self);
  g_clear_pointer (&self->library, ls_dylib_close);
  if (self->is_here)
    {
      ls_guard_mend ();
      ls_surroundings_leave ();
    }
  ls_messages_forget (self);
  ls_messages_free (self->messages);
  g_clear_pointer (&self->log, ls_log_unref);
  g_free (self->name);
  g_clear_pointer (&self->rounded, g_hash_table_unref);
  g_free (self->values);
  ls_fmu_unref (self->fmu);
  g_free (self);
}

double
ls_instance_get_clock (const LsInstance *self, double time)
{
  const double clock = self->origin + time;

  return G_UNLIKELY (self->origin != 0.0)
                 && fabs (clock - self->event_time) <= 2.0 * DBL_EPSILON * fabs (clock)
             ? self->event_time
             : clock;
}

void
ls_instance_settle_nominals (const LsInstance *self, gboolean failed, double nominals[])
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);

  for (guint i = 0; i < description->derivatives.n; i++)
    {
      const LsVariable *derivative
          = &description->variables[description->derivatives.items[i].variable];

      if (failed)
        nominals[i] = description->variables[derivative->derivative_of].nominal;
      nominals[i] = fabs (nominals[i]);
      if (!isfinite (nominals[i]) || nominals[i] == 0)
        nominals[i] = 1;
    }
}
