#include "core/advice/advice.h"

#include "core/base/number.h"
#include "core/record/error-norms.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Level of the step that is given; the first step is 2^GIVEN_LEVEL times that. */
#define GIVEN_LEVEL 4u
#define MAX_LEVEL 12u
/* Of the runs that all methods are judged by first, and of the times of the reference. */
#define PILOT_LEVEL 3u
#define REFERENCE_LEVEL 5u
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

/* A method under trial: @trials by level; (nullable) */
typedef struct
{
  const LsSetting *setting;
  const LsModel *model; /* with the steps of @setting */
  guint n_saved;        /* steps that count as none, in each round of one step of every component */
  guint n_round;        /* steps in such a round */
  const LsTrial *trials[MAX_LEVEL + 1];
  double promise; /* cost that the pilot lets expect, s */
} Candidate;

typedef struct
{
  LsAdvice *advice;
  GPtrArray *trials;   /* to add to */
  const LsTrial *best; /* (nullable): the cheapest of @trials that keeps the error */
  double limit;        /* cost that what is tried has to stay below, s */
  double deadline;     /* since @begin, s */
  const LsModel *model;
  double start_time, stop_time, first_step; /* s */
  LsComparison *comparison;                 /* has the reference */
  LsLog *quiet;
  guint64 all_calls;
  double all_call_time; /* s */
  gint64 begin;         /* monotonic, µs */
  LsAdviceProgressFunc progress;
  gpointer user_data;
  const LsTrial *now; /* (nullable) */
  gboolean cancelled, late;
} Making;

const char *
ls_trial_state_id (LsTrialState state)
{
  static const char *const ids[] = { "keeps", "misses", "diverged", "failed", "cut-off" };

  return ids[state];
}

static void
trial_free (gpointer data)
{
  LsTrial *trial = data;

  ls_setting_free (trial->setting);
  g_free (trial->message);
  g_free (trial);
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

static double
get_spent (const Making *making)
{
  return 1e-6 * (double)(g_get_monotonic_time () - making->begin);
}

/* Whether to go on. */
static gboolean
tell (Making *making)
{
  const double spent = get_spent (making), budget = making->advice->budget;

  if (spent > making->deadline)
    making->late = TRUE;
  if (making->progress != NULL
      && !making->progress (fmin (spent / budget, 1), making->now, making->user_data))
    making->cancelled = TRUE;
  return !making->cancelled && !making->late;
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
get_step (const Making *making, guint level)
{
  return making->first_step * exp2 (-(double)level);
}

static gboolean
refuse_late (const Making *making, GError **error)
{
  char text[LS_NUMBER_SIZE];

  g_clear_error (error);
  if (making->cancelled)
    g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN,
                 _ ("%s s are too few for a reference: allow more time, a shorter run or a "
                    "longer step"),
                 ls_number_format_short (making->advice->budget, 4, text));
  return FALSE;
}

/* The reference at times that shorter steps have as well, by runs that need not be good. */
static gboolean
make_reference (Making *making, const char *const *signals, LsLog *log, GError **error)
{
  const double step = get_step (making, REFERENCE_LEVEL);
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  LsReference *reference;

  g_ptr_array_add (methods, ls_method_choice_new ("ni-jacobi"));
  g_ptr_array_add (methods, ls_method_choice_new ("missiles"));
  making->comparison = ls_comparison_new (making->model, methods, &step, 1, making->start_time,
                                          making->stop_time, signals, error);
  if (making->comparison == NULL)
    return FALSE;
  if (!ls_comparison_execute (making->comparison, log, compare_progress, making, error))
    return making->cancelled || making->late ? refuse_late (making, error) : FALSE;
  reference = ls_comparison_get_reference (making->comparison);
  if (reference == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("there is no reference: %s"),
                   ls_comparison_get_reference_problem (making->comparison));
      return FALSE;
    }
  making->advice->reference = g_strdup (ls_reference_get_description (reference));
  for (guint i = 0; ls_comparison_get_signals (making->comparison)[i] != NULL; i++)
    making->advice->uncertainty
        = fmax (making->advice->uncertainty, ls_comparison_get_uncertainty (making->comparison, i));
  return TRUE;
}

/* The greatest error of all signals, at the communication points that run and reference share: the
 * steps of one are a multiple of those of the other. @is_limited: (out): by the reference's own */
static double
measure (const Making *making, LsTrace *trace, guint level, gboolean *is_limited)
{
  LsTrace *reference = ls_reference_get_trace (ls_comparison_get_reference (making->comparison));
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
      limited = ls_comparison_limits (making->comparison, i - 1, figure);
    }
  *is_limited = limited;
  return worst;
}

static void
judge (Making *making, LsRun *run, LsTrial *trial, const GError *problem)
{
  LsAdvice *advice = making->advice;
  g_autofree char *divergence = problem == NULL ? ls_run_find_divergence (run) : NULL;

  if (problem != NULL)
    {
      trial->state = making->late ? LS_TRIAL_CUT_OFF : LS_TRIAL_FAILED;
      trial->message = g_strdup (problem->message);
      return;
    }
  trial->error = measure (making, ls_run_get_trace (run), trial->level, &trial->is_limited);
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
count (Making *making, const Candidate *candidate, LsRun *run, LsTrial *trial)
{
  LsRunResult result;

  ls_run_get_result (run, &result);
  trial->calls = result.counts.do_step + result.counts.linearisations
                 + result.counts.rollbacks * ls_model_get_n_components (making->model);
  trial->own_time = fmax (result.cpu_time - result.component_cpu_time, 0);
  making->all_calls += trial->calls;
  making->all_call_time += result.component_cpu_time;
  if (candidate->n_saved > 0)
    trial->calls -= result.counts.do_step / candidate->n_round * candidate->n_saved;
  ls_run_result_clear (&result);
}

/* By the mean time of all calls so far: steps of one component take about the same time, and a
 * single short run measures it badly. */
static void
set_costs (Making *making)
{
  LsAdvice *advice = making->advice;

  /* What is wished is compared with what was found, by the same measure. */
  if (making->trials == advice->trials)
    advice->call_time
        = making->all_calls > 0 ? making->all_call_time / (double)making->all_calls : 0;
  making->best = NULL;
  for (guint i = 0; i < making->trials->len; i++)
    {
      LsTrial *trial = making->trials->pdata[i];

      trial->cost = (double)trial->calls * advice->call_time + trial->own_time;
      if (trial->state == LS_TRIAL_KEEPS
          && (making->best == NULL || trial->cost < making->best->cost))
        making->best = trial;
    }
  if (making->best != NULL)
    making->limit = fmin (making->limit, making->best->cost);
}

/* Returns: %FALSE at the end of the budget, or if cancelled. */
static gboolean
try_level (Making *making, Candidate *candidate, guint level)
{
  const gint64 begin = g_get_monotonic_time ();
  g_autoptr (GError) problem = NULL;
  g_autoptr (LsRun) run = NULL;
  LsTrial *trial = g_new (LsTrial, 1);

  *trial = (LsTrial){ .setting = ls_setting_copy (candidate->setting),
                      .level = level,
                      .step_size = get_step (making, level),
                      .error = NAN };
  making->now = trial;
  if (tell (making))
    run = ls_run_new (candidate->model, candidate->setting->choice, making->start_time,
                      making->stop_time, trial->step_size,
                      ls_comparison_get_signals (making->comparison), &problem);
  if (run != NULL)
    {
      ls_run_execute (run, making->quiet, run_progress, making, &problem);
      count (making, candidate, run, trial);
    }
  if (run != NULL || problem != NULL)
    {
      judge (making, run, trial, problem);
      trial->wall_time = 1e-6 * (double)(g_get_monotonic_time () - begin);
      g_ptr_array_add (making->trials, trial);
      candidate->trials[level] = trial;
      set_costs (making);
    }
  else
    trial_free (trial);
  making->now = NULL;
  return !making->cancelled && !making->late;
}

/* The order between the last two levels with errors, else a guess. */
static double
observe_order (const Candidate *candidate)
{
  const LsTrial *last = NULL;
  double order = FIRST_GUESS;

  for (guint i = 0; i <= MAX_LEVEL; i++)
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
count_levels (const Making *making, const Candidate *candidate, const LsTrial *trial)
{
  const double wanted = making->advice->error_percent - making->advice->uncertainty;
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
    const Making *making, const Candidate *candidate, const LsTrial *trial, int low, int high)
{
  const int next = (int)trial->level + count_levels (making, candidate, trial);

  return CLAMP (next, low + 1, high - 1);
}

/* Whether a run is worth it and fits into the rest of the budget, as its cost and time are those of
 * @trial times the ratio of the steps. */
static gboolean
is_promising (Making *making, const LsTrial *trial, guint level)
{
  const double factor = exp2 ((double)level - (double)trial->level);

  if (making->limit < factor * trial->cost)
    return FALSE;
  if (get_spent (making) + factor * trial->wall_time <= making->deadline)
    return TRUE;
  if (making->trials == making->advice->trials)
    making->advice->is_complete = FALSE;
  return FALSE;
}

/* The longest step that keeps the error, unless it would be dearer than the best so far. */
static gboolean
search (Making *making, Candidate *candidate)
{
  const LsTrial *trial = candidate->trials[PILOT_LEVEL];
  int low = -1, high = MAX_LEVEL + 1;
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
      next = choose_level (making, candidate, trial, low, high);
      if (!is_promising (making, trial, (guint)next))
        return TRUE;
      if (!try_level (making, candidate, (guint)next))
        return FALSE;
      trial = candidate->trials[next];
    }
  return TRUE;
}

static int
compare_promises (gconstpointer a, gconstpointer b)
{
  const double x = ((const Candidate *)a)->promise, y = ((const Candidate *)b)->promise;

  return (x > y) - (x < y);
}

/* Whether a setting did about the same as one before, so that it matters little on this model. */
static gboolean
is_same (const Candidate candidates[], guint index)
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
drop (Making *making, Candidate *candidate)
{
  g_ptr_array_remove (making->trials, (gpointer)candidate->trials[PILOT_LEVEL]);
  candidate->trials[PILOT_LEVEL] = NULL;
  candidate->promise = INFINITY;
  set_costs (making);
}

/* Pilots, then the methods in the order of what they promise. @settings: element-type LsSetting */
static gboolean
try_all (Making *making, GPtrArray *settings)
{
  g_autofree Candidate *candidates = g_new0 (Candidate, settings->len + 1);
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_model_free);

  for (guint i = 0; i < settings->len; i++)
    {
      Candidate *candidate = &candidates[i];
      LsModel *model = ls_model_copy (making->model);

      g_ptr_array_add (models, model);
      candidate->setting = settings->pdata[i];
      candidate->model = model;
      ls_advice_apply (model, candidate->setting);
      if (!try_level (making, candidate, PILOT_LEVEL))
        return FALSE;
      if (is_same (candidates, i))
        {
          drop (making, candidate);
          continue;
        }
      candidate->promise
          = candidate->trials[PILOT_LEVEL]->cost
            * exp2 (count_levels (making, candidate, candidate->trials[PILOT_LEVEL]));
    }
  qsort (candidates, settings->len, sizeof *candidates, compare_promises);
  for (guint i = 0; i < settings->len; i++)
    if (!search (making, &candidates[i]))
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
try_wish (Making *making, LsWish *wish)
{
  g_autoptr (LsModel) model = ls_model_copy (making->model);
  g_auto (GStrv) methods = g_strsplit (wish->methods, ", ", -1);
  const guint n = ls_model_get_n_components (model);
  gboolean goes_on = TRUE;

  wish->way = ls_advice_grant (model, wish);
  for (guint i = 0; goes_on && methods[i] != NULL && wish->way != LS_WISH_NOT_TRIED; i++)
    {
      LsSetting setting = { .choice = ls_method_choice_new (methods[i]) };
      Candidate candidate = { .setting = &setting, .model = model };

      if (wish->way == LS_WISH_EMULATED)
        {
          candidate.n_saved = count_emulated (model, wish) * (LS_WISH_INNER_STEPS - 1);
          candidate.n_round = n + candidate.n_saved;
        }
      goes_on = try_level (making, &candidate, PILOT_LEVEL) && search (making, &candidate);
      ls_method_choice_free (setting.choice);
    }
  if (!goes_on)
    wish->way = LS_WISH_NOT_TRIED;
  return goes_on;
}

static void
take_best (const Making *making, LsWish *wish)
{
  const LsTrial *best = making->best;

  if (best == NULL || wish->way == LS_WISH_NOT_TRIED
      || (making->advice->best != NULL && !(best->cost < making->advice->best->cost)))
    return;
  wish->setting = ls_setting_copy (best->setting);
  wish->step_size = best->step_size;
  wish->error = best->error;
  wish->cost = best->cost;
  wish->calls = best->calls;
}

/* For at most as long as the search took, or %WISH_TIME. */
static void
try_wishes (Making *making)
{
  LsAdvice *advice = making->advice;
  gboolean goes_on = !making->late && !making->cancelled;

  advice->wishes = ls_advice_list_wishes (making->model);
  making->deadline
      = fmin (advice->budget, get_spent (making) + fmax (get_spent (making), WISH_TIME));
  for (guint i = 0; i < advice->wishes->len && goes_on; i++)
    {
      making->trials = g_ptr_array_new_with_free_func (trial_free);
      making->best = NULL;
      making->limit = advice->best != NULL ? advice->best->cost : INFINITY;
      goes_on = try_wish (making, advice->wishes->pdata[i]);
      take_best (making, advice->wishes->pdata[i]);
      g_ptr_array_unref (making->trials);
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
make (Making *making, const char *const *signals, LsLog *log, GError **error)
{
  g_autoptr (GPtrArray) settings = ls_advice_list_candidates (making->model);

  if (!make_reference (making, signals, log, error))
    return FALSE;
  making->trials = making->advice->trials;
  making->advice->inner = list_inner_names (making->model);
  making->limit = INFINITY;
  try_all (making, settings);
  making->advice->best = making->best;
  making->advice->is_complete &= !making->late;
  if (!making->cancelled)
    try_wishes (making);
  if (making->cancelled)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
      return FALSE;
    }
  making->advice->spent = get_spent (making);
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
  Making making = { .advice = self,
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

  self->trials = g_ptr_array_new_with_free_func (trial_free);
  self->error_percent = error_percent;
  self->budget = budget;
  self->is_complete = TRUE;
  while (making.first_step * MIN_STEPS > stop_time - start_time)
    making.first_step /= 2;
  done = make (&making, signals, log, error);
  ls_comparison_unref (making.comparison);
  return done ? g_steal_pointer (&self) : NULL;
}
