#include "core/run/run.h"

#include "core/run/bond-recorder.h"
#include "core/run/divergence.h"
#include "core/run/error-estimate.h"
#include "core/run/run-impl.h"

#include "core/base/language.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_TRACE_SIZE 1e12 /* bytes, more than the memory of any current machine */

static void
change_clear (gpointer change)
{
  g_free (((LsRunChange *)change)->signal);
}

GArray *
ls_run_changes_new (void)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LsRunChange));

  g_array_set_clear_func (changes, change_clear);
  return changes;
}

GArray *
ls_run_changes_copy (const GArray *changes)
{
  GArray *copy = ls_run_changes_new ();

  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      LsRunChange change = g_array_index (changes, LsRunChange, i);

      change.signal = g_strdup (change.signal);
      g_array_append_val (copy, change);
    }
  return copy;
}

const char *
ls_run_state_id (LsRunState state)
{
  static const char *const ids[] = { "waiting", "running", "done", "cancelled", "failed" };

  g_return_val_if_fail ((guint)state < G_N_ELEMENTS (ids), "failed");
  return ids[state];
}

LsMasterSettings
ls_run_make_settings (const LsRun *self)
{
  return (LsMasterSettings){ .method = self->method,
                             .options = self->options,
                             .start_time = self->start_time,
                             .stop_time = self->stop_time,
                             .step_size = self->step_size,
                             .tolerance = NAN,
                             .relative_tolerance = self->tolerance,
                             .activity = self->activity };
}

guint
ls_run_get_n_components (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return ls_model_get_n_components (self->model);
}

/* The capabilities of a component in this run, whose macro step may be a step of its own. */
static LsSystemInfo *
make_info (const LsRun *self, const LsComponent *component, GError **error)
{
  LsComponent *copy = ls_component_copy (component);
  LsSystemInfo *info;

  copy->macro_step = self->step_size;
  info = ls_system_info_new (copy, error);
  ls_component_free (copy);
  return info;
}

char *
ls_run_explain_component (const LsRun *self, guint index, const char **name)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsComponent *component = ls_model_get_component (self->model, index);
  LsSystemInfo *info = make_info (self, component, NULL);
  char *instead;

  *name = component->name;
  if (info == NULL)
    return NULL;
  instead = ls_coupling_method_explain_options (self->method, info, self->options, NULL);
  ls_system_info_free (info);
  return instead;
}

/* Every component must have the capabilities required by the method; named components must exist.
 */
static gboolean
check_components (const LsRun *self, GError **error)
{
  const guint n = ls_model_get_n_components (self->model);
  g_autofree const char **names = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const LsComponent *component = ls_model_get_component (self->model, i);
      gboolean possible = TRUE;
      g_autofree char *reason = NULL;
      LsSystemInfo *info = make_info (self, component, error);

      if (info == NULL)
        return FALSE;
      names[i] = component->name;
      reason = ls_coupling_method_explain_options (self->method, info, self->options, &possible);
      ls_system_info_free (info);
      if (!possible)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s cannot run component “%s”: %s"),
                       ls_coupling_method_get_name (self->method), component->name,
                       reason != NULL ? reason : _ ("it lacks a capability"));
          return FALSE;
        }
    }
  return ls_coupling_method_check_options (self->method, self->options, names, error);
}

/* A far too small step size is an error here, before memory runs out. */
static gboolean
check_size (const LsRun *self, GError **error)
{
  const double steps = ceil ((self->stop_time - self->start_time) / self->step_size);
  const double size = sizeof (double) * steps * (1 + g_strv_length (self->signals));

  if (size <= MAX_TRACE_SIZE)
    return ls_trace_check_room (steps, g_strv_length (self->signals), error);
  g_set_error (error, LS_ERROR, LS_ERROR_LIMIT,
               _ ("%.4g macro steps of %g s would record %.3g TB; a run may record %g TB"), steps,
               self->step_size, 1e-12 * size, 1e-12 * MAX_TRACE_SIZE);
  return FALSE;
}

static const char *const step_columns[LS_N_STEP_COLUMNS]
    = { "step_size", "iterations", "residual", "rejected_steps" };
static const char *const step_units[LS_N_STEP_COLUMNS] = { "s", "1", "1", "1" };

static gboolean
make_trace (LsRun *self, GError **error)
{
  const guint n = g_strv_length (self->signals);
  g_autofree const char **units = g_new0 (const char *, n + 1);
  g_autoptr (GArray) bonds = ls_model_list_bonds (self->model);

  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = NULL;
      if (!ls_model_find_signal (self->model, self->signals[i], NULL, &variable, error))
        return FALSE;
      if (variable->type == LS_TYPE_STRING)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("signal “%s” is text, not a number"),
                       self->signals[i]);
          return FALSE;
        }
      units[i] = variable->unit_name != NULL ? variable->unit_name : "";
    }
  self->trace = ls_trace_new (n, (const char *const *)self->signals, units);
  ls_trace_set_origin (self->trace, self->start_time);
  ls_trace_set_grid (self->trace, 0.0, self->step_size);
  self->steps = ls_trace_new (LS_N_STEP_COLUMNS, step_columns, step_units);
  ls_trace_set_origin (self->steps, self->start_time);
  self->bonds = ls_bond_trace_new (self->model, bonds);
  ls_trace_set_origin (self->bonds, self->start_time);
  return TRUE;
}

/* Remarks known before the run are part of its messages. */
static void
add_remarks (LsRun *self)
{
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (self->model);

  for (guint i = 0; i < remarks->len; i++)
    ls_log_book_add (self->book, &(LsLogEntry){ LS_LOG_INFO, NULL, NULL, NAN, remarks->pdata[i] });
}

LsRun *
ls_run_new (const LsModel *model,
            const LsMethodChoice *choice,
            double start_time,
            double stop_time,
            double step_size,
            const char *const *signals,
            GError **error)
{
  g_return_val_if_fail (model != NULL && choice != NULL, NULL);

  g_autoptr (LsRun) self = g_new0 (LsRun, 1);
  LsMasterSettings settings;

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  sem_init (&self->requested, 0, 0);
  self->book = ls_log_book_new ();
  self->result.fault = self->result.culprit = -1;
  self->changes = ls_run_changes_new ();
  self->taken = ls_run_changes_new ();
  self->model = ls_model_copy (model);
  self->choice = ls_method_choice_copy (choice);
  self->start_time = start_time;
  self->stop_time = stop_time;
  self->step_size = step_size;
  self->method = ls_coupling_method_find (choice->method, error);
  if (self->method == NULL)
    return NULL;
  self->options = ls_coupling_method_read_options (choice, error);
  if (self->options == NULL)
    return NULL;
  settings = ls_run_make_settings (self);
  if (!ls_master_check_settings (&settings, error) || !ls_model_check (self->model, error)
      || !check_components (self, error))
    return NULL;
  self->signals
      = signals != NULL ? g_strdupv ((char **)signals) : ls_model_list_output_signals (self->model);
  self->activity
      = ls_activity_new_for (self->model, ls_coupling_method_is_asynchronous (self->method));
  add_remarks (self);
  return check_size (self, error) && make_trace (self, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
ls_run_set_tolerance (LsRun *self, double tolerance, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  LsMasterSettings settings = ls_run_make_settings (self);

  settings.relative_tolerance = tolerance;
  if (!ls_master_check_settings (&settings, error))
    return FALSE;
  self->tolerance = tolerance;
  ls_trace_set_grid (self->trace, 0.0, tolerance > 0.0 ? INFINITY : self->step_size);
  return TRUE;
}

void
ls_run_set_pace (LsRun *self, double pace)
{
  g_return_if_fail (self != NULL && pace >= 0 && isfinite (pace));

  self->pace = pace;
  if (pace == 0 || self->late != NULL)
    return;
  self->late = ls_trace_new (1, (const char *const[]){ "lateness" }, (const char *const[]){ "s" });
  ls_trace_set_origin (self->late, self->start_time);
}

LsTrace *
ls_run_get_late (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->late;
}

double
ls_run_get_pace (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->pace;
}

double
ls_run_get_tolerance (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NAN);
  return self->tolerance;
}

void
ls_run_checkpoint_unref (LsRunCheckpoint *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  g_bytes_unref (self->master);
  g_free (self->event_counts);
  g_free (self);
}

LsRun *
ls_run_ref (LsRun *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
ls_run_unref (LsRun *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  ls_run_result_clear (&self->result);
  g_clear_pointer (&self->trace, ls_trace_unref);
  g_clear_pointer (&self->steps, ls_trace_unref);
  g_clear_pointer (&self->bonds, ls_trace_unref);
  g_clear_pointer (&self->late, ls_trace_unref);
  g_clear_pointer (&self->activity, ls_activity_unref);
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  ls_error_estimate_free (self->estimate);
  g_free (self->no_estimate);
  ls_run_unref (self->before);
  ls_run_checkpoint_unref (self->checkpoint);
  g_free (self->no_checkpoint);
  ls_log_book_unref (self->book);
  g_strfreev (self->signals);
  g_clear_pointer (&self->options, ls_options_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  g_clear_pointer (&self->model, ls_model_free);
  g_array_unref (self->changes);
  g_array_unref (self->taken);
  g_mutex_clear (&self->lock);
  sem_destroy (&self->requested);
  g_free (self);
}

const LsModel *
ls_run_get_model (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->model;
}

const LsMethodChoice *
ls_run_get_choice (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->choice;
}

double
ls_run_get_start_time (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NAN);
  return self->start_time;
}

double
ls_run_get_stop_time (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NAN);
  return self->stop_time;
}

double
ls_run_get_step_size (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NAN);
  return self->step_size;
}

LsTrace *
ls_run_get_trace (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->trace;
}

LsTrace *
ls_run_get_steps (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->steps;
}

LsTrace *
ls_run_get_bonds (LsRun *self)
{
  return self->bonds;
}

LsActivity *
ls_run_get_activity (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->activity;
}

gboolean
ls_run_is_discrete (const LsRun *self, const char *signal)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (signal != NULL, FALSE);

  const LsVariable *variable = NULL;

  if (!ls_model_find_signal (self->model, signal, NULL, &variable, NULL))
    return FALSE;
  return variable->variability == LS_VARIABILITY_DISCRETE || variable->type != LS_TYPE_REAL;
}

char *
ls_run_describe_divergence (const LsRun *self,
                            guint index,
                            const LsTrace *reference,
                            guint reference_column,
                            double error_percent)
{
  const LsVariable *variable = NULL;
  double nominal = 1.0;

  g_return_val_if_fail (self != NULL, NULL);
  if (ls_model_find_signal (self->model, ls_trace_get_name (self->trace, index), NULL, &variable,
                            NULL))
    nominal = variable->nominal;
  if (!ls_divergence_can_be (variable, reference, error_percent))
    return NULL;
  return ls_divergence_describe (self->trace, index, nominal, reference, reference_column,
                                 error_percent);
}

char *
ls_run_find_divergence (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *said = NULL;

  for (guint i = 1; i < ls_trace_get_n_columns (self->trace) && said == NULL; i++)
    said = ls_run_describe_divergence (self, i, NULL, 0, NAN);
  return said;
}

char *
ls_run_explain_tolerance (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *said = NULL;
  LsRunResult result;

  ls_run_get_result (self, &result);
  if (result.state == LS_RUN_DONE && self->tolerance > 0.0)
    said = ls_step_control_explain_swings (self->tolerance, result.counts.swings,
                                           result.counts.drift);
  ls_run_result_clear (&result);
  return said;
}

/* Read from the trace without a lock. */
double
ls_run_get_time (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NAN);

  const gsize n = ls_trace_get_n_rows (self->trace);

  return n > 0 ? ls_trace_get (self->trace, 0, n - 1) : self->start_time;
}

void
ls_run_get_result (LsRun *self, LsRunResult *result)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (result != NULL);

  g_mutex_lock (&self->lock);
  *result = self->result;
  result->message = g_strdup (self->result.message);
  g_mutex_unlock (&self->lock);
}

LsLogBook *
ls_run_get_book (LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->book;
}

void
ls_run_adopt_loops (LsRun *self, GPtrArray *loops)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  self->loops = loops;
  g_mutex_unlock (&self->lock);
}

void
ls_run_adopt_estimate (LsRun *self, LsErrorEstimate *estimate, const char *why)
{
  g_mutex_lock (&self->lock);
  ls_error_estimate_free (self->estimate);
  self->estimate = estimate;
  g_free (self->no_estimate);
  self->no_estimate = g_strdup (why);
  g_mutex_unlock (&self->lock);
}

LsErrorEstimate *
ls_run_get_estimate (LsRun *self, char **why)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsErrorEstimate *copy;

  g_mutex_lock (&self->lock);
  copy = self->estimate != NULL ? ls_error_estimate_copy (self->estimate) : NULL;
  if (why != NULL)
    *why = g_strdup (self->no_estimate);
  g_mutex_unlock (&self->lock);
  return copy;
}

GPtrArray *
ls_run_list_loops (LsRun *self)
{
  GPtrArray *loops;

  g_return_val_if_fail (self != NULL, NULL);
  g_mutex_lock (&self->lock);
  loops = self->loops != NULL ? g_ptr_array_ref (self->loops) : g_ptr_array_new ();
  g_mutex_unlock (&self->lock);
  return loops;
}

void
ls_run_adopt_result (LsRun *self, LsRunResult *result)
{
  g_assert (result != &self->result);
  g_mutex_lock (&self->lock);
  g_free (self->result.message);
  self->result = *result;
  g_mutex_unlock (&self->lock);
  result->message = NULL;
}

void
ls_run_result_clear (LsRunResult *result)
{
  g_clear_pointer (&result->message, g_free);
}
void
ls_run_set_recorded_func (LsRun *self, LsRunProgressFunc recorded, gpointer user_data)
{
  g_return_if_fail (self != NULL);

  self->recorded = recorded;
  self->recorded_data = user_data;
}
char *
ls_run_get_name (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return ls_coupling_method_make_name (self->method, self->options);
}

char *
ls_run_get_label (const LsRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *name = ls_run_get_name (self);
  char step[LS_NUMBER_SIZE], tolerance[LS_NUMBER_SIZE];

  if (self->tolerance > 0.0)
    /* Translators: name of the method with options, relative tolerance, step size in seconds. */
    return g_strdup_printf (_ ("%s, tolerance %s, h ≤ %s s"), name,
                            ls_number_localise (ls_number_format (self->tolerance, tolerance)),
                            ls_number_localise (ls_number_format (self->step_size, step)));
  /* Translators: name of the method with options, step size in seconds. */
  return g_strdup_printf (_ ("%s, h = %s s"), name,
                          ls_number_localise (ls_number_format (self->step_size, step)));
}
