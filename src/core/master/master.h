/* The master: systems, wiring and a coupling method, from start to stop time. */
#pragma once

#include "core/assembly/activity-sources.h"
#include "core/assembly/loop.h"
#include "core/coupling/coupling-impl.h"

/**
 * LsMaster:
 *
 * Created, used and freed on one thread.
 */
typedef struct LsMaster LsMaster;

typedef struct
{
  const LsCouplingMethod *method;
  const LsOptions        *options; /* read by ls_master_new() only */
  double                  start_time, stop_time, step_size; /* s */
  double                  tolerance; /* for fmi2SetupExperiment; NaN: not given */
  /* Of the coupling, relative to the ranges of the outputs: steps are chosen by it, @step_size is the
   * longest one. 0 or NaN: all steps have @step_size. */
  double                  relative_tolerance;
  LsActivity             *activity; /* (nullable): by ls_activity_new_for(), kept by reference */
} LsMasterSettings;

/* %FALSE with %LS_ERROR_ARGUMENT when a time or step is not finite, negative, zero, or longer than the interval. */
gboolean  ls_master_check_settings (const LsMasterSettings *settings, GError **error);

/**
 * ls_master_new:
 *
 * Instantiates every component, initialises them in feed-through order (inputs
 * and outputs agree at the start time; algebraic loops are solved, or it is an
 * error that names their signals), and prepares the method.
 */
LsMaster *ls_master_new (const LsModel *model, const LsMasterSettings *settings, LsLog *log, GError **error);
void      ls_master_free (LsMaster *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMaster, ls_master_free)

double    ls_master_get_time (const LsMaster *self);
/* The same, from the start on, s: as good at any start time. Rows and events count time so, and so does
 * who observes. */
double    ls_master_get_elapsed (const LsMaster *self);
gboolean  ls_master_is_done (const LsMaster *self);
/* One macro step; the last one is shortened to end at the stop time. On failure
 * an error with component, call and time; the time reached so far stays. */
gboolean  ls_master_step (LsMaster *self, GError **error);
/* Number of macro steps of the whole run; of those so far where they are chosen by a tolerance. */
guint64   ls_master_get_n_steps (const LsMaster *self);
void      ls_master_get_counts (const LsMaster *self, LsCounts *counts);
/* The same without a copy, for every step; borrowed, changes with every step. */
const LsCounts *ls_master_peek_counts (const LsMaster *self);
/* Returns: (transfer full): element-type LsLoopReport: the algebraic loops so far. */
GPtrArray *ls_master_list_loops (const LsMaster *self);
/* Greatest difference over a connection at the start time, relative to nominal and value. */
double    ls_master_get_start_residual (const LsMaster *self);
/* What the iteration of the last macro step left, as its eps measures; NaN where none was. */
double    ls_master_get_residual (const LsMaster *self);
/* Length of the last macro step, s: the step size itself where it differs by rounding only. */
double    ls_master_get_last_step (const LsMaster *self);

/* @step_observer: (nullable): borrowed; told of what happens within the steps from now on. Between macro
 * steps only. */
void      ls_master_set_step_observer (LsMaster *self, const LsStepObserver *step_observer);

/* Times the calls of all components while @clock is set (not %NULL); between macro steps only. */
void      ls_master_set_clock (LsMaster *self, LsCallClock *clock);

/* Which signals ls_master_read() gives; %FALSE with %LS_ERROR_MODEL. */
gboolean  ls_master_set_signals (LsMaster *self, const char *const *signals, GError **error);
/* For methods that can tell values between the ends of macro steps; @observe may call
 * ls_master_read(). */
void      ls_master_set_observer (LsMaster *self, LsObserveFunc observe, gpointer user_data);
/* @values: one per signal, at the reached time. */
gboolean  ls_master_read (LsMaster *self, double values[], GError **error);
/* Appends a row of the reached time and these values to @trace, which has a column for each. */
gboolean  ls_master_record (LsMaster *self, LsTrace *trace, GError **error);
/* Whether components had events in the last macro step that they tell of. */
gboolean  ls_master_has_events (const LsMaster *self);
/**
 * ls_master_list_event_rows:
 * @start, @stop: time and signals at the beginning and at the end of the last macro step
 *
 * Both limits at each event of it, as rows of time and signals: one after the other, with the same
 * time, s. All signals of the component that has the event are those of the event; others are on
 * the straight line between what is known of them before and after, or held where they are not
 * continuous. Events of several components at one time are one. @start and @stop stand for the limits
 * at the ends.
 *
 * Returns: (transfer full): element-type double: rows one after the other, in the order of time
 */
GArray   *ls_master_list_event_rows (LsMaster *self, const double start[], const double stop[]);
/**
 * ls_master_set_value:
 * @signal: "component.variable": an input that nothing feeds, or a tunable parameter
 * @value: for what is not Real rounded, 0 and 1 for Boolean
 *
 * Between macro steps. The method restarts as after a discontinuity.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT when it cannot be changed, saying why; %LS_ERROR_RUN when
 * the component refuses.
 */
gboolean  ls_master_set_value (LsMaster *self, const char *signal, double value, GError **error);
/* After a step that failed: (nullable): the component that asks for the end of the simulation. @time:
 * (out): up to which it has come, s */
const char *ls_master_get_ended (const LsMaster *self, double *time);
/* Ends the life cycle of all components. */
gboolean  ls_master_finish (LsMaster *self, GError **error);
