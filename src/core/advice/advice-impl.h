/* Runs of settings with shorter and shorter steps, judged by one reference, under a budget of time. */
#pragma once

#include "core/advice/advice.h"

/* Level 0 has the first step; each further level half the step of the one before. */
#define LS_TRIALS_MAX_LEVEL 12u

/* A setting under trial: @trials by level; (nullable) */
typedef struct
{
  const LsSetting *setting;
  const LsModel *model; /* with the steps of @setting */
  guint n_saved;        /* steps that count as none, in each round of one step of every component */
  guint n_round;        /* steps in such a round */
  const LsTrial *trials[LS_TRIALS_MAX_LEVEL + 1];
  double promise; /* cost that the pilot lets expect, s */
} LsCandidate;

/* What is asked for, what was found so far, and what is left of the budget. */
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
} LsTrials;

/* @trial: LsTrial */
void ls_advice_trial_free (gpointer trial);
/* Time since the beginning, s. */
double ls_trials_get_spent (const LsTrials *self);
/* The reference at times that shorter steps have as well, by runs that need not be good.
 * @signals: (nullable): %NULL-terminated; those of the model if %NULL. Returns: %FALSE with an error:
 * it cannot be had, not within the budget, or it was cancelled */
gboolean ls_trials_make_reference (LsTrials *self,
                                   const char *const *signals,
                                   LsLog *log,
                                   GError **error);
/* Runs a candidate at a level and judges it; after it all costs are set anew. Returns: %FALSE at the
 * end of the budget, or if cancelled. */
gboolean ls_trials_run (LsTrials *self, LsCandidate *candidate, guint level);
/* Costs of all trials and the best of them, by the mean time of all calls so far: steps of one component
 * take about the same time, and a single short run measures it badly. */
void ls_trials_set_costs (LsTrials *self);
