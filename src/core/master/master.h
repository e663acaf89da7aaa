/* The master: runs connected systems with a coupling method from start to stop time. */
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
  double                  tolerance; /* for fmi2SetupExperiment; NaN: undefined */
  /* Coupling tolerance, relative to the ranges of the outputs: enables step size control with
   * @step_size as maximum. 0 or NaN: all steps have @step_size. */
  double                  relative_tolerance;
  LsActivity             *activity; /* (nullable): from ls_activity_new_for(); a reference is held */
} LsMasterSettings;

/* %FALSE with %LS_ERROR_ARGUMENT if a time or step size is not finite, negative or zero, or the
 * step size exceeds the interval. */
gboolean  ls_master_check_settings (const LsMasterSettings *settings, GError **error);

/**
 * ls_master_new:
 *
 * Instantiates every component, initialises them in feed-through order (inputs and outputs agree at
 * the start time; unsolvable algebraic loops are an error that names their signals), and prepares
 * the method.
 */
LsMaster *ls_master_new (const LsModel *model, const LsMasterSettings *settings, LsLog *log, GError **error);
void      ls_master_free (LsMaster *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMaster, ls_master_free)

double    ls_master_get_time (const LsMaster *self);
/* Time since the start, s: equally precise for any start time. Samples, events and observers use
 * it. */
double    ls_master_get_elapsed (const LsMaster *self);
gboolean  ls_master_is_done (const LsMaster *self);
/* One macro step; the last one is shortened to end at the stop time. On failure sets an error with
 * component, call and time; the reached time is unchanged. */
gboolean  ls_master_step (LsMaster *self, GError **error);
/* Number of macro steps of the whole run; with step size control, of those done so far. */
guint64   ls_master_get_n_steps (const LsMaster *self);
void      ls_master_get_counts (const LsMaster *self, LsCounts *counts);
/* The same without a copy; borrowed, updated in every step. */
const LsCounts *ls_master_peek_counts (const LsMaster *self);
/* Returns: (transfer full): element-type LsLoopReport: the algebraic loops so far. */
GPtrArray *ls_master_list_loops (const LsMaster *self);
/* Largest input-output mismatch at the start time, relative to nominal plus value. */
double    ls_master_get_start_residual (const LsMaster *self);
/* Residual of the iteration in the last macro step, scaled like its eps; NaN without iteration. */
double    ls_master_get_residual (const LsMaster *self);
/* Length of the last macro step, s; exactly the step size if it differs by rounding only. */
double    ls_master_get_last_step (const LsMaster *self);

/* @step_observer: (nullable): borrowed; observes the steps of the components from now on. Call
 * between macro steps. */
void      ls_master_set_step_observer (LsMaster *self, const LsStepObserver *step_observer);

/* Processor time of the threads of the run beside this one, s. */
double    ls_master_get_cpu_time (const LsMaster *self);
/* Measures the time of component calls while @clock is not %NULL; call between macro steps. */
void      ls_master_set_clock (LsMaster *self, LsCallClock *clock);

/* Selects the signals of ls_master_read(); %FALSE with %LS_ERROR_MODEL. */
gboolean  ls_master_set_signals (LsMaster *self, const char *const *signals, GError **error);
/* For methods with samples within macro steps; @observe may call ls_master_read(). */
void      ls_master_set_observer (LsMaster *self, LsObserveFunc observe, gpointer user_data);
/* @values: one per signal, at the reached time. */
gboolean  ls_master_read (LsMaster *self, double values[], GError **error);
/* Appends a sample at the reached time to @trace, which has a column per signal. */
gboolean  ls_master_record (LsMaster *self, LsTrace *trace, GError **error);
/* Before @row is appended to @trace: keeps integers of 64 bits exactly, where they are those of the
 * reached time or of the row before. */
void      ls_master_note_integers (LsMaster *self, LsTrace *trace, const double row[]);
/* Whether components reported events in the last macro step. */
gboolean  ls_master_has_events (const LsMaster *self);
/**
 * ls_master_list_event_rows:
 * @start, @stop: time and signals at the beginning and at the end of the last macro step
 *
 * Left and right limits at each event of the last macro step, as two rows of time and signals with
 * the same time, s. Signals of the component with the event have the values at the event. Other
 * signals are interpolated linearly between known values before and after, or held if discrete.
 * Events of several components at the same time are merged. @start and @stop are the limits at the
 * ends of the step.
 *
 * Returns: (transfer full): element-type double: rows one after the other, in the order of time
 */
GArray   *ls_master_list_event_rows (LsMaster *self, const double start[], const double stop[]);
/**
 * ls_master_set_value:
 * @signal: "component.variable": an unconnected input or a tunable parameter
 * @value: rounded for other types than Real; 0 or 1 for Boolean
 *
 * Call between macro steps. The method restarts as after a discontinuity.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT and the reason if the variable cannot be changed;
 * %LS_ERROR_RUN if the component fails.
 */
gboolean  ls_master_set_value (LsMaster *self, const char *signal, double value, GError **error);
/* After a failed step: (nullable): the component that requested the end of the simulation. @time:
 * (out): the time it reached, s */
const char *ls_master_get_ended (const LsMaster *self, double *time);
/* Terminates all components. */
gboolean  ls_master_finish (LsMaster *self, GError **error);
