#include "core/advice/advice-impl.h"

#include "core/base/number.h"
#include "core/record/error-norms.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Of the times of the reference. */
#define REFERENCE_LEVEL 5u

void
ls_advice_trial_free (gpointer data)
{
  LsTrial *trial = data;

  ls_setting_free (trial->setting);
  g_free (trial->message);
  g_free (trial);
}

double
ls_trials_get_spent (const LsTrials *self)
{
  return 1e-6 * (double)(g_get_monotonic_time () - self->begin);
}

/* Whether to go on. */
static gboolean
tell (LsTrials *self)
{
  const double spent = ls_trials_get_spent (self), budget = self->advice->budget;

  if (spent > self->deadline)
    self->late = TRUE;
  if (self->progress != NULL
      && !self->progress (fmin (spent / budget, 1), self->now, self->user_data))
    self->cancelled = TRUE;
  return !self->cancelled && !self->late;
}

static void
compare_progress (LsComparison *comparison,
                  G_GNUC_UNUSED LsComparisonStage stage,
                  G_GNUC_UNUSED guint run,
                  G_GNUC_UNUSED double fraction,
                  gpointer user_data)
{
  if (!tell (user_data))
    ls_comparison_cancel (comparison);
}

static void
run_progress (LsRun *run, gpointer user_data)
{
  if (!tell (user_data))
    ls_run_cancel (run);
}

static double
get_step (const LsTrials *self, guint level)
{
  return self->first_step * exp2 (-(double)level);
}

static gboolean
refuse_late (const LsTrials *self, GError **error)
{
  char text[LS_NUMBER_SIZE];

  g_clear_error (error);
  if (self->cancelled)
    g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN,
                 _ ("%s s are too few for a reference: allow more time, a shorter run or a "
                    "longer step"),
                 ls_number_format_short (self->advice->budget, 4, text));
  return FALSE;
}

gboolean
ls_trials_make_reference (LsTrials *self, const char *const *signals, LsLog *log, GError **error)
{
  const double step = get_step (self, REFERENCE_LEVEL);
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  LsReference *reference;

  g_ptr_array_add (methods, ls_method_choice_new ("ni-jacobi"));
  g_ptr_array_add (methods, ls_method_choice_new ("missiles"));
  self->comparison = ls_comparison_new (self->model, methods, &step, 1, self->start_time,
                                        self->stop_time, signals, error);
  if (self->comparison == NULL)
    return FALSE;
  if (!ls_comparison_execute (self->comparison, log, compare_progress, self, error))
    return self->cancelled || self->late ? refuse_late (self, error) : FALSE;
  reference = ls_comparison_get_reference (self->comparison);
  if (reference == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("there is no reference: %s"),
                   ls_comparison_get_reference_problem (self->comparison));
      return FALSE;
    }
  self->advice->reference = g_strdup (ls_reference_get_description (reference));
  for (guint i = 0; ls_comparison_get_signals (self->comparison)[i] != NULL; i++)
    self->advice->uncertainty
        = fmax (self->advice->uncertainty, ls_comparison_get_uncertainty (self->comparison, i));
  return TRUE;
}

/* The greatest error of all signals, at the communication points that run and reference share: the
 * steps of one are a multiple of those of the other. @is_limited: (out): by the reference's own */
static double
measure (const LsTrials *self, LsTrace *trace, guint level, gboolean *is_limited)
{
  LsTrace *reference = ls_reference_get_trace (ls_comparison_get_reference (self->comparison));
  const guint n = ls_trace_get_n_columns (reference) - 1;
  const gboolean is_finer = level > REFERENCE_LEVEL;
  gboolean limited = FALSE;
  double worst = 0;

  for (guint i = 1; i <= n; i++)
    {
      double figure;

      if (!ls_measure_error (is_finer ? reference : trace, i, is_finer ? trace : reference, i,
                             &figure, NULL))
        return NAN;
      if (i > 1 && !(figure > worst))
        continue;
      worst = figure;
      limited = ls_comparison_limits (self->comparison, i - 1, figure);
    }
  *is_limited = limited;
  return worst;
}

static void
judge (LsTrials *self, LsRun *run, LsTrial *trial, const GError *problem)
{
  LsAdvice *advice = self->advice;
  g_autofree char *divergence = problem == NULL ? ls_run_find_divergence (run) : NULL;

  if (problem != NULL)
    {
      trial->state = self->late ? LS_TRIAL_CUT_OFF : LS_TRIAL_FAILED;
      trial->message = g_strdup (problem->message);
      return;
    }
  trial->error = measure (self, ls_run_get_trace (run), trial->level, &trial->is_limited);
  if (divergence != NULL || !isfinite (trial->error))
    {
      trial->state = LS_TRIAL_DIVERGED;
      trial->message = g_steal_pointer (&divergence);
    }
  else
    trial->state = trial->error + advice->uncertainty <= advice->error_percent ? LS_TRIAL_KEEPS
                                                                               : LS_TRIAL_MISSES;
}

static void
count (LsTrials *self, const LsCandidate *candidate, LsRun *run, LsTrial *trial)
{
  LsRunResult result;

  ls_run_get_result (run, &result);
  trial->calls = result.counts.do_step + result.counts.linearisations
                 + result.counts.rollbacks * ls_model_get_n_components (self->model);
  trial->own_time = fmax (result.cpu_time - result.component_cpu_time, 0);
  self->all_calls += trial->calls;
  self->all_call_time += result.component_cpu_time;
  if (candidate->n_saved > 0)
    trial->calls -= result.counts.do_step / candidate->n_round * candidate->n_saved;
  ls_run_result_clear (&result);
}

void
ls_trials_set_costs (LsTrials *self)
{
  LsAdvice *advice = self->advice;

  /* What is wished is compared with what was found, by the same measure. */
  if (self->trials == advice->trials)
    advice->call_time = self->all_calls > 0 ? self->all_call_time / (double)self->all_calls : 0;
  self->best = NULL;
  for (guint i = 0; i < self->trials->len; i++)
    {
      LsTrial *trial = self->trials->pdata[i];

      trial->cost = (double)trial->calls * advice->call_time + trial->own_time;
      if (trial->state == LS_TRIAL_KEEPS && (self->best == NULL || trial->cost < self->best->cost))
        self->best = trial;
    }
  if (self->best != NULL)
    self->limit = fmin (self->limit, self->best->cost);
}

gboolean
ls_trials_run (LsTrials *self, LsCandidate *candidate, guint level)
{
  const gint64 begin = g_get_monotonic_time ();
  g_autoptr (GError) problem = NULL;
  g_autoptr (LsRun) run = NULL;
  LsTrial *trial = g_new (LsTrial, 1);

  *trial = (LsTrial){ .setting = ls_setting_copy (candidate->setting),
                      .level = level,
                      .step_size = get_step (self, level),
                      .error = NAN };
  self->now = trial;
  if (tell (self))
    run = ls_run_new (candidate->model, candidate->setting->choice, self->start_time,
                      self->stop_time, trial->step_size,
                      ls_comparison_get_signals (self->comparison), &problem);
  if (run != NULL)
    {
      ls_run_execute (run, self->quiet, run_progress, self, &problem);
      count (self, candidate, run, trial);
    }
  if (run != NULL || problem != NULL)
    {
      judge (self, run, trial, problem);
      trial->wall_time = 1e-6 * (double)(g_get_monotonic_time () - begin);
      g_ptr_array_add (self->trials, trial);
      candidate->trials[level] = trial;
      ls_trials_set_costs (self);
    }
  else
    ls_advice_trial_free (trial);
  self->now = NULL;
  return !self->cancelled && !self->late;
}
