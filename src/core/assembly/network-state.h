/* The state of a run: its systems, their values, and what accompanies them. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/assembly/jump-detector.h"
#include "core/assembly/rollback-log.h"
#include "core/assembly/step-control.h"
#include "core/assembly/step-estimate.h"
#include "core/base/state-memory.h"
#include "core/record/activity.h"

/* Maximum number of recorded discontinuity times. */
#define LS_MAX_DISCONTINUITIES 16u

/* Call counts of a run: @do_step counts each system, @rollbacks once for all systems rolled back
 * together. */
typedef struct
{
  guint64 macro_steps, do_step, rollbacks, linearisations, iterations, rejected_steps;
  double linearisation_error; /* greatest relative error accepted by reusing matrices */
  guint64 time_derivatives;   /* evaluations of partial time derivatives of components */
  guint64 discontinuities;    /* number of restarts of the method */
  double discontinuity_times[LS_MAX_DISCONTINUITIES]; /* of the first ones, s */
  guint64 requantisations; /* of states, by methods that schedule states individually */
  guint64 evaluations;     /* of derivatives of components, by these methods */
  double swings, drift;    /* with a tolerance: see ls_step_control_get_swings(), ..._drift() */
} LsCounts;

/* Kind of a point to record within a macro step. */
typedef enum
{
  LS_OBSERVE_BEFORE, /* store the values: an event may follow at this time */
  LS_OBSERVE_POINT,  /* record the values; discard the stored ones */
  LS_OBSERVE_EVENT,  /* record the stored values and, at the same time, the current ones */
  LS_OBSERVE_LIMIT   /* record only the stored values, at the end of a macro step with an event there */
} LsObservation;

/* Called with all systems at @time, s, and their values in the network. Returns: %FALSE when
 * recording fails. */
typedef gboolean (*LsObserveFunc) (LsObservation what, double time, gpointer user_data);

/**
 * LsNetwork:
 * @systems: @n_systems, components in model order
 * @batch: (nullable): batch items of @systems, where all of them support batched stepping
 * @in_offset, @out_offset: first global index of each system's inputs and outputs, @n_systems + 1
 * entries
 * @n_in, @n_out: totals
 * @source: for every global input the global output connected to it, or -1 (Ω by columns)
 * @u: inputs at the reached time (an unconnected input keeps its start value)
 * @y, @dy: outputs and their time derivatives at the reached time; derivatives NaN where unknown
 * @origin: start of the run, s; all times are relative to it
 * @time: reached time, s; @stop_time: of the run, s
 * @end_time: end of the current macro step, s; @time + h up to rounding
 * @restarted: TRUE on the first step and after a discontinuity: no history is valid
 * @discontinuity: set when a value jumped within or at the end of the current step: the next one
 *   restarts
 * @initialise: (nullable): until ls_network_start()
 * @has_loops: there are algebraic loops
 * @balance: (nullable): deficits of inputs; see core/assembly/balance.h
 * @end_outputs: (nullable): corrects outputs at the ends of steps; see core/assembly/end-outputs.h
 * @given: n_in x (%LS_SYSTEM_MAX_DEGREE + 1): work array: inputs as they were given, with either of
 *   these two
 * @control: (nullable): step size control, with a tolerance; created before methods are prepared
 * @estimate: (nullable): error estimate of @control; @ranges, @errors, @surprises (n_out): its work
 *   arrays
 * @corrected: (nullable): @n_systems, with a tolerance: systems whose outputs
 *   ls_network_correct_outputs() corrects; @ends (n_in): its work array
 * @rollback_log: (nullable): rolls back rejected and discarded steps, where all systems support rollback
 * @jump_detector: detects jumps of outputs that no component reports
 * @ends_at_ticks: steps of some systems end at ticks: ls_system_end_at_ticks()
 * @can_shorten: steps may have any length
 * @next_step: set by a step: required length of the next step, or of its repetition, s; 0: any
 * @failed: index of the system whose call failed last
 * @residual: for iterated methods: residual at the end of the current step in the norm of their
 *   convergence tolerance eps, so at most eps for a converged step; set by step(). NaN for other
 *   methods. Iterations and rejected steps of a macro step are the increments of @counts, including
 *   those of rejected attempts
 * @step_observer: (nullable): observer of this step; borrowed
 * @crew: (nullable): threads; see core/assembly/crew.h. @clock: (nullable): of calls, while a step
 *   is timed. @problem: (nullable): of a step that an FMU has ended by exit() on another thread
 * @assembly: of the model
 * @activity: (nullable): record of events, created by ls_activity_new_for()
 * @observe, @observe_data: (nullable): for methods with values inside macro steps
 */
typedef struct
{
  guint n_systems;
  LsSystem **systems;
  LsBatchItem *batch;
  guint *in_offset, *out_offset;
  guint n_in, n_out;
  int *source;
  double *u, *y, *dy;
  double origin, time, end_time, stop_time;
  gboolean restarted, discontinuity;
  gboolean has_loops;
  struct LsInitialise *initialise;
  gboolean has_reported; /* a warning that the error does not fall with the step */
  struct LsBalance *balance;
  struct LsEndOutputs *end_outputs;
  double *given;
  LsStepControl *control;
  LsStepEstimate *estimate;
  double *ranges, *errors, *surprises;
  gboolean *corrected;
  double *ends;
  LsRollbackLog *rollback_log;
  LsJumpDetector *jump_detector;
  gboolean ends_at_ticks;
  gboolean detects_jumps; /* the method uses the jump detector */
  gboolean rejected;      /* the current step was rejected by error control */
  guint order;            /* order of the error of the last step */
  gboolean can_shorten;
  double next_step;
  guint failed;
  double residual;
  LsModel *known; /* (nullable): ls_model_copy_known(): the assembly borrows from its FMUs */
  LsAssembly *assembly;
  LsActivity *activity;
  LsObserveFunc observe;
  gpointer observe_data;
  LsLog *log;
  LsCounts counts;
  const LsStepObserver *step_observer;
  struct LsCrew *crew;
  LsCallClock *clock;
  GError *problem;
} LsNetwork;
