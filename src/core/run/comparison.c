#include "core/run/comparison-impl.h"

#include "core/run/worker.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The given signals, else those recorded with the experiment; without duplicates. */
static char **
choose_signals (LsModel *model, const char *const *signals)
{
  g_autoptr (LsExperiment) chosen = ls_experiment_new ();

  if (signals == NULL)
    return ls_model_list_recorded (model, ls_model_get_experiment (model));
  if (signals[0] == NULL)
    return g_new0 (char *, 1);
  for (guint i = 0; signals[i] != NULL; i++)
    g_ptr_array_add (chosen->signals, g_strdup (signals[i]));
  return ls_model_list_recorded (model, chosen);
}

static gboolean
make_runs (LsComparison *self,
           GPtrArray *methods,
           const double step_sizes[],
           guint n_step_sizes,
           GError **error)
{
  if (methods->len == 0 || n_step_sizes == 0)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("a comparison needs at least one method and one step size"));
      return FALSE;
    }
  for (guint i = 0; i < methods->len; i++)
    for (guint k = 0; k < n_step_sizes; k++)
      {
        LsRun *run = ls_run_new (self->model, g_ptr_array_index (methods, i), self->start_time,
                                 self->stop_time, step_sizes[k], (const char *const *)self->signals,
                                 error);
        if (run == NULL)
          return FALSE;
        g_ptr_array_add (self->runs, run);
      }
  return TRUE;
}

static LsComparison *
comparison_new (const LsModel *model, double start_time, double stop_time)
{
  LsComparison *self = g_new0 (LsComparison, 1);

  g_atomic_ref_count_init (&self->references);
  self->model = ls_model_copy (model);
  self->model_name = g_strdup (ls_model_get_name (model));
  self->start_time = start_time;
  self->stop_time = stop_time;
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_run_unref);
  return self;
}

static void
allocate_errors (LsComparison *self)
{
  self->divergences = g_new0 (char *, self->runs->len);
  self->errors = g_new (double, self->runs->len * self->n_signals);
  for (guint i = 0; i < self->runs->len * self->n_signals; i++)
    self->errors[i] = NAN;
}

LsComparison *
ls_comparison_new (const LsModel *model,
                   GPtrArray *methods,
                   const double step_sizes[],
                   guint n_step_sizes,
                   double start_time,
                   double stop_time,
                   const char *const *signals,
                   GError **error)
{
  g_return_val_if_fail (model != NULL && methods != NULL, NULL);

  g_autoptr (LsComparison) self = comparison_new (model, start_time, stop_time);

  self->n_methods = methods->len;
  self->n_step_sizes = n_step_sizes;
  self->signals = choose_signals (self->model, signals);
  self->n_signals = g_strv_length (self->signals);
  if (!make_runs (self, methods, step_sizes, n_step_sizes, error))
    return NULL;
  allocate_errors (self);
  return g_steal_pointer (&self);
}

/* Completed runs are shared: nothing of them changes any more. */
static LsRun *
resume_run (LsComparison *old, guint index, GError **error)
{
  LsRun *run = g_ptr_array_index (old->runs, index);

  return ls_comparison_is_done (old, index) ? ls_run_ref (run) : ls_run_new_resumed (run, error);
}

LsComparison *
ls_comparison_new_resumed (LsComparison *old, GError **error)
{
  g_return_val_if_fail (old != NULL, NULL);

  g_autoptr (LsComparison) self = comparison_new (old->model, old->start_time, old->stop_time);

  self->n_methods = old->n_methods;
  self->n_step_sizes = old->n_step_sizes;
  self->signals = g_strdupv (old->signals);
  self->n_signals = old->n_signals;
  self->wanted = old->wanted;
  self->reference_file = g_strdup (old->reference_file);
  self->estimate = old->estimate;
  for (guint i = 0; i < old->runs->len; i++)
    {
      LsRun *run = resume_run (old, i, error);

      if (run == NULL)
        return NULL;
      g_ptr_array_add (self->runs, run);
    }
  allocate_errors (self);
  return g_steal_pointer (&self);
}

void
ls_comparison_keep_checkpoints (LsComparison *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->runs->len; i++)
    ls_run_keep_checkpoints (g_ptr_array_index (self->runs, i));
}

LsComparison *
ls_comparison_ref (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
ls_comparison_unref (LsComparison *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  for (guint i = 0; self->divergences != NULL && i < self->runs->len; i++)
    g_free (self->divergences[i]);
  g_free (self->divergences);
  g_ptr_array_unref (self->runs);
  g_clear_pointer (&self->reference, ls_reference_free);
  g_clear_pointer (&self->model, ls_model_free);
  g_strfreev (self->signals);
  g_free (self->model_name);
  g_free (self->reference_file);
  g_free (self->reference_problem);
  g_free (self->reference_note);
  g_free (self->errors);
  g_free (self);
}

void
ls_comparison_set_estimate (LsComparison *self, double longest)
{
  g_return_if_fail (self != NULL && longest >= 0);

  self->estimate = longest;
}

void
ls_comparison_set_pace (LsComparison *self, double pace)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->runs->len; i++)
    ls_run_set_pace (self->runs->pdata[i], pace);
}

gboolean
ls_comparison_set_jobs (LsComparison *self, guint n, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (n > 0 && !ls_worker_is_possible ())
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("runs cannot be done in processes of their own by a program with threads"));
      return FALSE;
    }
  self->n_jobs = n;
  return TRUE;
}

guint
ls_comparison_get_n_methods (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_methods;
}

guint
ls_comparison_get_n_step_sizes (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_step_sizes;
}

guint
ls_comparison_get_n_runs (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->runs->len;
}

char *
ls_comparison_get_label (LsComparison *self, guint run)
{
  g_return_val_if_fail (self != NULL, NULL);

  double step_size = ls_run_get_step_size (ls_comparison_get_run (self, 0));

  for (guint i = 1; i < self->runs->len; i++)
    if (ls_run_get_step_size (ls_comparison_get_run (self, i)) != step_size)
      return ls_run_get_label (ls_comparison_get_run (self, run));
  return ls_run_get_name (ls_comparison_get_run (self, run));
}

LsRun *
ls_comparison_get_run (LsComparison *self, guint index)
{
  g_return_val_if_fail (index < self->runs->len, NULL);
  return g_ptr_array_index (self->runs, index);
}

const char *const *
ls_comparison_get_signals (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return (const char *const *)self->signals;
}

const LsModel *
ls_comparison_get_model (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->model;
}

const char *
ls_comparison_get_model_name (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->model_name;
}

void
ls_comparison_cancel (LsComparison *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->cancelled, 1);
  for (guint i = 0; i < self->runs->len; i++)
    ls_run_cancel (g_ptr_array_index (self->runs, i));
}

void
ls_comparison_pause (LsComparison *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->runs->len; i++)
    ls_run_pause (g_ptr_array_index (self->runs, i));
}

void
ls_comparison_continue (LsComparison *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->runs->len; i++)
    ls_run_continue (g_ptr_array_index (self->runs, i));
}

LsRun *
ls_comparison_get_paused (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->runs->len; i++)
    if (ls_run_is_paused (g_ptr_array_index (self->runs, i)))
      return g_ptr_array_index (self->runs, i);
  return NULL;
}

gboolean
ls_comparison_is_done (const LsComparison *self, guint run)
{
  LsRunResult result;
  gboolean done;

  ls_run_get_result (g_ptr_array_index (self->runs, run), &result);
  done = result.state == LS_RUN_DONE;
  ls_run_result_clear (&result);
  return done;
}

LsReference *
ls_comparison_get_reference (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_int_get (&self->ended) ? self->reference : NULL;
}

const char *
ls_comparison_get_reference_problem (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_int_get (&self->ended) ? self->reference_problem : NULL;
}

const char *
ls_comparison_get_reference_note (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_int_get (&self->ended) ? self->reference_note : NULL;
}

double
ls_comparison_get_error (LsComparison *self, guint run, guint signal)
{
  g_return_val_if_fail (run < self->runs->len && signal < self->n_signals, NAN);
  return g_atomic_int_get (&self->ended) ? self->errors[run * self->n_signals + signal] : NAN;
}

double
ls_comparison_get_estimate (LsComparison *self, guint run, guint signal)
{
  g_return_val_if_fail (run < self->runs->len && signal < self->n_signals, NAN);

  LsRun *record = g_ptr_array_index (self->runs, run);
  g_autoptr (LsErrorEstimate) estimate = ls_run_get_estimate (record, NULL);
  const int column = ls_trace_find (ls_run_get_trace (record), self->signals[signal]);

  return estimate != NULL && column > 0 ? estimate->percent[column - 1] : NAN;
}

gboolean
ls_comparison_has_estimates (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->runs->len; i++)
    for (guint k = 0; k < self->n_signals; k++)
      if (isfinite (ls_comparison_get_estimate (self, i, k)))
        return TRUE;
  return FALSE;
}

const char *
ls_comparison_get_divergence (LsComparison *self, guint run)
{
  g_return_val_if_fail (run < self->runs->len, NULL);
  return g_atomic_int_get (&self->ended) ? self->divergences[run] : NULL;
}

double
ls_comparison_get_uncertainty (LsComparison *self, guint signal)
{
  g_return_val_if_fail (self != NULL, NAN);

  LsReference *reference = ls_comparison_get_reference (self);

  return reference != NULL ? ls_reference_get_uncertainty (reference, signal) : NAN;
}

gboolean
ls_comparison_limits (LsComparison *self, guint signal, double error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  LsReference *reference = ls_comparison_get_reference (self);

  return reference != NULL && ls_reference_is_limiting (reference, signal, error);
}

gboolean
ls_comparison_is_limited (LsComparison *self, guint run, guint signal)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return ls_comparison_limits (self, signal, ls_comparison_get_error (self, run, signal));
}

gboolean
ls_comparison_get_order (LsComparison *self, guint method, guint signal, LsOrderFit *fit)
{
  LsReference *reference = ls_comparison_get_reference (self);
  const double own = reference != NULL ? ls_reference_get_error (reference, signal) : NAN;
  g_autofree double *steps = g_new (double, self->n_step_sizes);
  g_autofree double *errors = g_new (double, self->n_step_sizes);

  g_return_val_if_fail (method < self->n_methods, FALSE);
  for (guint k = 0; k < self->n_step_sizes; k++)
    {
      const guint run = method * self->n_step_sizes + k;
      steps[k] = ls_run_get_step_size (ls_comparison_get_run (self, run));
      errors[k] = ls_comparison_get_divergence (self, run) == NULL
                      ? ls_comparison_get_error (self, run, signal)
                      : INFINITY;
    }
  return ls_order_fit (steps, errors, self->n_step_sizes,
                       isfinite (own) ? LS_REFERENCE_LIMIT_FACTOR * own : 0, fit);
}
