#include "core/advice/advice.h"

#include "core/advice/advice-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Level of the step that is given; the first step is 2^GIVEN_LEVEL times that. */
#define GIVEN_LEVEL 4u
/* Of the runs that all methods are judged by first. */
#define PILOT_LEVEL 3u
/* Minimum number of macro steps in a run. */
#define MIN_STEPS 4.0
/* Order of convergence until two errors tell it, and its bounds. */
#define FIRST_GUESS 2.0
#define MIN_ORDER 0.8
#define MAX_ORDER 5.0
#define MAX_JUMP 4
/* Difference of errors that is none, relative. */
#define SAME 0.1
/* Least time for what components lack, s. */
#define WISH_TIME 2.0
/* Failures that a shorter step is tried after. */
#define MAX_FAILURES 1u

const char *
ls_trial_state_id (LsTrialState state)
{
  static const char *const ids[] = { "keeps", "misses", "diverged", "failed", "cut-off" };

  return ids[state];
}

void
ls_advice_free (LsAdvice *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->trials);
  g_clear_pointer (&self->wishes, g_ptr_array_unref);
  g_strfreev (self->inner);
  g_free (self->reference);
  g_free (self);
}

/* The order between the last two levels with errors, else a guess. */
static double
observe_order (const LsCandidate *candidate)
{
  const LsTrial *last = NULL;
  double order = FIRST_GUESS;

  for (guint i = 0; i <= LS_TRIALS_MAX_LEVEL; i++)
    {
      const LsTrial *trial = candidate->trials[i];

      if (trial == NULL || trial->state > LS_TRIAL_MISSES || !(trial->error > 0))
        continue;
      if (last != NULL)
        order = log2 (last->error / trial->error) / (trial->level - last->level);
      last = trial;
    }
  return CLAMP (order, MIN_ORDER, MAX_ORDER);
}

/* Levels to go from a trial until the error is kept, by its order; negative: to longer steps. */
static int
count_levels (const LsTrials *self, const LsCandidate *candidate, const LsTrial *trial)
{
  const double wanted = self->advice->error_percent - self->advice->uncertainty;
  double levels;

  if (trial->state > LS_TRIAL_MISSES || !(wanted > 0))
    return 1;
  if (!(trial->error > 0))
    return -MAX_JUMP;
  levels = log2 (trial->error / wanted) / observe_order (candidate);
  return (int)CLAMP (ceil (levels), -MAX_JUMP, MAX_JUMP);
}

/* The next level between @low, which does not keep the error (-1: none), and @high, which does
 * (@n_levels: none). */
static int
choose_level (
    const LsTrials *self, const LsCandidate *candidate, const LsTrial *trial, int low, int high)
{
  const int next = (int)trial->level + count_levels (self, candidate, trial);

  return CLAMP (next, low + 1, high - 1);
}

/* Whether a run is worth it and fits into the rest of the budget, as its cost and time are those of
 * @trial times the ratio of the steps. */
static gboolean
is_promising (LsTrials *self, const LsTrial *trial, guint level)
{
  const double factor = exp2 ((double)level - (double)trial->level);

  if (self->limit < factor * trial->cost)
    return FALSE;
  if (ls_trials_get_spent (self) + factor * trial->wall_time <= self->deadline)
    return TRUE;
  if (self->trials == self->advice->trials)
    self->advice->is_complete = FALSE;
  return FALSE;
}

/* The longest step that keeps the error, unless it would be dearer than the best so far. */
static gboolean
search (LsTrials *self, LsCandidate *candidate)
{
  const LsTrial *trial = candidate->trials[PILOT_LEVEL];
  int low = -1, high = LS_TRIALS_MAX_LEVEL + 1;
  guint n_failed = 0;

  while (trial != NULL && trial->state != LS_TRIAL_CUT_OFF)
    {
      int next;

      if (trial->state == LS_TRIAL_KEEPS)
        high = (int)trial->level;
      else
        low = MAX (low, (int)trial->level);
      n_failed += trial->state == LS_TRIAL_FAILED;
      if (high - low < 2 || n_failed > MAX_FAILURES)
        return TRUE;
      next = choose_level (self, candidate, trial, low, high);
      if (!is_promising (self, trial, (guint)next))
        return TRUE;
      if (!ls_trials_run (self, candidate, (guint)next))
        return FALSE;
      trial = candidate->trials[next];
    }
  return TRUE;
}

static int
compare_promises (gconstpointer a, gconstpointer b)
{
  const double x = ((const LsCandidate *)a)->promise, y = ((const LsCandidate *)b)->promise;

  return (x > y) - (x < y);
}

/* Whether a setting did about the same as one before, so that it matters little on this model. */
static gboolean
is_same (const LsCandidate candidates[], guint index)
{
  const LsTrial *trial = candidates[index].trials[PILOT_LEVEL];

  for (guint i = 0; i < index; i++)
    {
      const LsTrial *other = candidates[i].trials[PILOT_LEVEL];

      if (other != NULL
          && strcmp (other->setting->choice->method, trial->setting->choice->method) == 0
          && trial->state <= LS_TRIAL_MISSES
          && fabs (other->error - trial->error) <= SAME * trial->error
          && other->calls == trial->calls)
        return TRUE;
    }
  return FALSE;
}

static void
drop (LsTrials *self, LsCandidate *candidate)
{
  g_ptr_array_remove (self->trials, (gpointer)candidate->trials[PILOT_LEVEL]);
  candidate->trials[PILOT_LEVEL] = NULL;
  candidate->promise = INFINITY;
  ls_trials_set_costs (self);
}

/* Pilots, then the methods in the order of what they promise. @settings: element-type LsSetting */
static gboolean
try_all (LsTrials *self, GPtrArray *settings)
{
  g_autofree LsCandidate *candidates = g_new0 (LsCandidate, settings->len + 1);
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_model_free);

  for (guint i = 0; i < settings->len; i++)
    {
      LsCandidate *candidate = &candidates[i];
      LsModel *model = ls_model_copy (self->model);

      g_ptr_array_add (models, model);
      candidate->setting = settings->pdata[i];
      candidate->model = model;
      ls_advice_apply (model, candidate->setting);
      if (!ls_trials_run (self, candidate, PILOT_LEVEL))
        return FALSE;
      if (is_same (candidates, i))
        {
          drop (self, candidate);
          continue;
        }
      candidate->promise = candidate->trials[PILOT_LEVEL]->cost
                           * exp2 (count_levels (self, candidate, candidate->trials[PILOT_LEVEL]));
    }
  qsort (candidates, settings->len, sizeof *candidates, compare_promises);
  for (guint i = 0; i < settings->len; i++)
    if (!search (self, &candidates[i]))
      return FALSE;
  return TRUE;
}

/* Components that have steps inside the macro step in place of polynomial inputs. */
static guint
count_emulated (const LsModel *model, const LsWish *wish)
{
  guint n = 0;

  for (guint i = 0; wish->components[i] != NULL; i++)
    n += ls_model_find_component_by_name (model, wish->components[i])->inner_steps != NULL;
  return n;
}

/* Looks for a setting that uses what is wished and is cheaper than all without it. */
static gboolean
try_wish (LsTrials *self, LsWish *wish)
{
  g_autoptr (LsModel) model = ls_model_copy (self->model);
  g_auto (GStrv) methods = g_strsplit (wish->methods, ", ", -1);
  const guint n = ls_model_get_n_components (model);
  gboolean goes_on = TRUE;

  wish->way = ls_advice_grant (model, wish);
  for (guint i = 0; goes_on && methods[i] != NULL && wish->way != LS_WISH_NOT_TRIED; i++)
    {
      LsSetting setting = { .choice = ls_method_choice_new (methods[i]) };
      LsCandidate candidate = { .setting = &setting, .model = model };

      if (wish->way == LS_WISH_EMULATED)
        {
          candidate.n_saved = count_emulated (model, wish) * (LS_WISH_INNER_STEPS - 1);
          candidate.n_round = n + candidate.n_saved;
        }
      goes_on = ls_trials_run (self, &candidate, PILOT_LEVEL) && search (self, &candidate);
      ls_method_choice_free (setting.choice);
    }
  if (!goes_on)
    wish->way = LS_WISH_NOT_TRIED;
  return goes_on;
}

static void
take_best (const LsTrials *self, LsWish *wish)
{
  const LsTrial *best = self->best;

  if (best == NULL || wish->way == LS_WISH_NOT_TRIED
      || (self->advice->best != NULL && !(best->cost < self->advice->best->cost)))
    return;
  wish->setting = ls_setting_copy (best->setting);
  wish->step_size = best->step_size;
  wish->error = best->error;
  wish->cost = best->cost;
  wish->calls = best->calls;
}

/* For at most as long as the search took, or %WISH_TIME. */
static void
try_wishes (LsTrials *self)
{
  LsAdvice *advice = self->advice;
  gboolean goes_on = !self->late && !self->cancelled;

  advice->wishes = ls_advice_list_wishes (self->model);
  self->deadline = fmin (advice->budget,
                         ls_trials_get_spent (self) + fmax (ls_trials_get_spent (self), WISH_TIME));
  for (guint i = 0; i < advice->wishes->len && goes_on; i++)
    {
      self->trials = g_ptr_array_new_with_free_func (ls_advice_trial_free);
      self->best = NULL;
      self->limit = advice->best != NULL ? advice->best->cost : INFINITY;
      goes_on = try_wish (self, advice->wishes->pdata[i]);
      take_best (self, advice->wishes->pdata[i]);
      g_ptr_array_unref (self->trials);
    }
}

/* (transfer full) */
static char **
list_inner_names (const LsModel *model)
{
  g_autoptr (GArray) ids = ls_advice_list_inner (model);
  char **names = g_new0 (char *, ids->len + 1);

  for (guint i = 0; i < ids->len; i++)
    names[i] = g_strdup (ls_model_find_component (model, g_array_index (ids, guint, i))->name);
  return names;
}

static gboolean
make (LsTrials *self, const char *const *signals, LsLog *log, GError **error)
{
  g_autoptr (GPtrArray) settings = ls_advice_list_candidates (self->model);

  if (!ls_trials_make_reference (self, signals, log, error))
    return FALSE;
  self->trials = self->advice->trials;
  self->advice->inner = list_inner_names (self->model);
  self->limit = INFINITY;
  try_all (self, settings);
  self->advice->best = self->best;
  self->advice->is_complete &= !self->late;
  if (!self->cancelled)
    try_wishes (self);
  if (self->cancelled)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
      return FALSE;
    }
  self->advice->spent = ls_trials_get_spent (self);
  return TRUE;
}

LsAdvice *
ls_advice_new (const LsModel *model,
               double start_time,
               double stop_time,
               double step_size,
               const char *const *signals,
               double error_percent,
               double budget,
               LsLog *log,
               LsAdviceProgressFunc progress,
               gpointer user_data,
               GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsAdvice) self = g_new0 (LsAdvice, 1);
  g_autoptr (LsLog) quiet = ls_log_new (NULL, NULL);
  LsTrials trials = { .advice = self,
                      .model = model,
                      .start_time = start_time,
                      .stop_time = stop_time,
                      .deadline = budget,
                      .first_step = step_size * exp2 (GIVEN_LEVEL),
                      .quiet = quiet,
                      .begin = g_get_monotonic_time (),
                      .progress = progress,
                      .user_data = user_data };
  gboolean done;

  self->trials = g_ptr_array_new_with_free_func (ls_advice_trial_free);
  self->error_percent = error_percent;
  self->budget = budget;
  self->is_complete = TRUE;
  while (trials.first_step * MIN_STEPS > stop_time - start_time)
    trials.first_step /= 2;
  done = make (&trials, signals, log, error);
  ls_comparison_unref (trials.comparison);
  return done ? g_steal_pointer (&self) : NULL;
}
