/* Advice: the cheapest coupling method and step that keep an error. */
#pragma once

#include "core/advice/candidates.h"
#include "core/run/comparison.h"

typedef enum
{
  LS_TRIAL_KEEPS,  /* the error, with the uncertainty of the reference */
  LS_TRIAL_MISSES,
  LS_TRIAL_DIVERGED,
  LS_TRIAL_FAILED,
  LS_TRIAL_CUT_OFF /* at the end of the budget */
} LsTrialState;

/* "keeps", "misses", "diverged", "failed", "cut-off" */
const char *ls_trial_state_id (LsTrialState state);

/**
 * LsTrial: one run.
 * @level: of the step sizes tried, each half of the one before
 * @step_size: s
 * @error: the greatest of all signals, %; NaN if unknown; @is_limited: by the own error of the
 *   reference, see ls_reference_is_limiting()
 * @calls: steps and linearisations of components, and states restored
 * @own_time: CPU time outside the components, s; @wall_time: of the run with all around it, s
 * @cost: @calls times the mean CPU time of a call in all trials, plus @own_time, s
 * @message: (nullable): why it failed
 */
typedef struct
{
  LsSetting *setting;
  guint level;
  double step_size, error, own_time, wall_time, cost;
  guint64 calls;
  gboolean is_limited;
  LsTrialState state;
  char *message;
} LsTrial;

/**
 * LsAdvice:
 * @trials: element-type LsTrial, in the order of execution
 * @best: (nullable): the cheapest that keeps the error, in @trials
 * @wishes: element-type LsWish
 * @inner: names of the components that take the steps of a setting inside the macro step
 * @error_percent: that is to be kept; @uncertainty: of the reference, greatest of all signals, %; 0:
 *   none
 * @reference: its description
 * @call_time: mean CPU time of a call, s; @spent, @budget: time, s
 * @is_complete: nothing was left out for want of time
 */
typedef struct
{
  GPtrArray *trials;
  const LsTrial *best;
  GPtrArray *wishes;
  char **inner;
  double error_percent, uncertainty, call_time, spent, budget;
  char *reference;
  gboolean is_complete;
} LsAdvice;

/* @trial: (nullable): the run that begins. Returns: %TRUE to continue. @fraction: part of the
 * budget used, 0 to 1 */
typedef gboolean (*LsAdviceProgressFunc) (double fraction, const LsTrial *trial, gpointer user_data);

/**
 * ls_advice_new:
 * @step_size: about the step to expect, s: those tried are from 16 times as much to a 256th
 * @signals: (nullable): as for ls_comparison_new()
 * @error_percent: to be kept in each of @signals, with the error figure of ls_measure_error()
 * @budget: time for all runs with the reference, s
 * @log: (nullable)
 *
 * Makes the reference, runs every method once with twice @step_size, and with those that promise to be
 * cheap looks for the longest step that keeps the error: by the observed order of convergence, and
 * then step by step. A method is given up where it would be dearer than what was found. Then the
 * same, for at most as long again, with each thing that a component lacks and can be given in a run
 * (ls_advice_grant()): what that would save.
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_RUN without a reference, %LS_ERROR_CANCELLED
 */
LsAdvice *ls_advice_new (const LsModel *model, double start_time, double stop_time, double step_size,
                         const char *const *signals, double error_percent, double budget, LsLog *log,
                         LsAdviceProgressFunc progress, gpointer user_data, GError **error);
void ls_advice_free (LsAdvice *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAdvice, ls_advice_free)
