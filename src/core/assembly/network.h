/* The wired components of a run: their values, their connections, and one step of all of them. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/assembly/jump-detector.h"
#include "core/assembly/rollback-log.h"
#include "core/assembly/step-control.h"
#include "core/assembly/step-estimate.h"
#include "core/base/state-memory.h"
#include "core/record/activity.h"

/* So many times of discontinuities are kept. */
#define LS_MAX_DISCONTINUITIES 16u

/* What was called how often, over a run: @do_step of each system, @rollbacks once for all that go
 * back together. */
typedef struct
{
  guint64 macro_steps, do_step, rollbacks, linearisations, iterations, rejected_steps;
  double linearisation_error; /* greatest that was let pass by keeping matrices, relative */
  guint64 time_derivatives;   /* how often a component was asked for its dependence on time */
  guint64 discontinuities;    /* after which the method has begun anew */
  double discontinuity_times[LS_MAX_DISCONTINUITIES]; /* of the first ones, s */
  guint64 requantisations; /* of states, by methods that schedule them one by one */
  guint64 evaluations;     /* of derivatives of components, by these */
  double swings, drift;    /* by a tolerance: see ls_step_control_get_swings(), ..._drift() */
} LsCounts;

/* What is there to be recorded in the middle of a macro step. */
typedef enum
{
  LS_OBSERVE_BEFORE, /* values to keep: there may be an event at this time */
  LS_OBSERVE_POINT,  /* values to record; what was kept is not wanted */
  LS_OBSERVE_EVENT,  /* what was kept and, at the same time, the values of now */
  LS_OBSERVE_LIMIT   /* what was kept alone, at the end of a macro step that has an event there */
} LsObservation;

/* All systems are at @time, s, their values in the network. Returns: %FALSE when it cannot be
 * recorded. */
typedef gboolean (*LsObserveFunc) (LsObservation what, double time, gpointer user_data);

/**
 * LsNetwork:
 * @systems: @n_systems, components in model order
 * @lanes: (nullable): of @systems, where all of them can step in lanes
 * @in_offset, @out_offset: first global index of each system's inputs and outputs, @n_systems + 1
 * entries
 * @n_in, @n_out: totals
 * @source: for every global input the global output that feeds it, or -1 (Ω by columns)
 * @u: inputs at the reached time (an input that nothing feeds keeps its start value)
 * @y, @dy: outputs and their slopes at the reached time; slopes NaN where unknown
 * @origin: start of the run, s; all times are counted from it on
 * @time: reached time, s; @stop_time: of the run, s
 * @end_time: where the present macro step ends, s; @time + h up to rounding
 * @restarted: TRUE on the first step and after a discontinuity: no history may be used
 * @discontinuity: set when something jumped inside or at the end of the present step: the next one
 *   restarts
 * @initialise: for ls_network_find_slopes(); borrowed
 * @has_loops: outputs depend on each other without delay: algebraic loops
 * @control: (nullable): chooses the step where a tolerance is given; made before methods are
 * prepared
 * @estimate: (nullable): beside it, what steps are judged by; @ranges, @errors, @surprises (n_out):
 *   its work arrays
 * @corrected: (nullable): @n_systems, with a tolerance: those that ls_network_correct_outputs() is for;
 *   @ends (n_in): its work array
 * @history: (nullable): by which a refused step is rolled back, where all systems can
 * @watch: sees jumps of outputs that nothing reports
 * @can_shorten: a step may have any length
 * @next_step: set by a step: how long the next one, or this one once more, has to be, s; 0: as it
 *   likes
 * @failed: the system whose call failed last
 * @residual: for methods that iterate: what was left at the end of the present step, in the measure
 *   that their eps is held against, so that a converged step has at most eps; step() writes it. NaN
 *   for methods that never do. Iterations and refused steps of a macro step are what @counts has
 *   grown by, those of refused attempts included
 * @step_observer: (nullable): somebody who looks at this step; borrowed
 * @assembly: of the model
 * @activity: (nullable): what has events when, made by ls_activity_new_for()
 * @observe, @observe_data: (nullable): for methods that know more than the ends of macro steps
 */
typedef struct
{
  guint n_systems;
  LsSystem **systems;
  LsBatchItem *lanes;
  guint *in_offset, *out_offset;
  guint n_in, n_out;
  int *source;
  double *u, *y, *dy;
  double origin, time, end_time, stop_time;
  gboolean restarted, discontinuity;
  gboolean has_loops;
  struct LsInitialise *initialise;
  gboolean has_reported; /* that the error does not fall with the step */
  LsStepControl *control;
  LsStepEstimate *estimate;
  double *ranges, *errors, *surprises;
  gboolean *corrected;
  double *ends;
  LsRollbackLog *history;
  LsJumpDetector *watch;
  gboolean has_watched; /* the method watches */
  gboolean refused;     /* the present step, by the tolerance */
  guint order;          /* that errors of the last step went by */
  gboolean can_shorten;
  double next_step;
  guint failed;
  double residual;
  const LsAssembly *assembly;
  LsActivity *activity;
  LsObserveFunc observe;
  gpointer observe_data;
  LsLog *log;
  LsCounts counts;
  const LsStepObserver *step_observer;
} LsNetwork;

/* @gathered (n_in) = what the sources have in @values (n_out); entries without a source are left as
 * they are. */
void ls_network_gather (const LsNetwork *self, const double values[], double gathered[]);
/* Makes @y what @y of the network is, and the other way round: both are of n_out + 1 and freed by
 * g_free(), so that nothing has to be copied. */
void ls_network_exchange_outputs (LsNetwork *self, double **y);
/* Steps every system once with polynomials @u (n_in x (@degree + 1)) and fills @y, @dy
 * (n_out; @dy may be %NULL); counts; checks that outputs are finite (names the variable).
 * On %LS_RETRY all systems are back at the beginning where they can be (@history). */
LsStatus ls_network_step (LsNetwork *self,
                          double h,
                          guint degree,
                          const double u[],
                          double y[],
                          double dy[],
                          gboolean *event);

/* ls_network_step() with inputs held, @u: n_in, and values of outputs alone, at less cost: for
 * methods that never take other steps. */
LsStatus ls_network_hold (LsNetwork *self, double h, const double u[], double y[]);

/**
 * ls_network_find_slopes:
 * @h: of the coming step, s; differences reach over a small part of it
 * @known: (out): whether @dy of all outputs that feed something is what it is now
 *
 * Where no step has led to, at the start and after events: slopes of outputs that are consistent
 * over all connections, loops included. From f and the derivatives of outputs with respect to
 * states, inputs and time, or from derivatives of outputs that the component gives. A system of
 * linear equations where outputs follow inputs directly.
 *
 * Returns: other than %LS_OK when a component fails
 */
LsStatus ls_network_find_slopes (LsNetwork *self, double h, gboolean *known);

/* The parts of ls_network_step(), for methods that step one system after the other: begin, each
 * system once in any order, end. Arrays and their sizes as there. */
LsStatus ls_network_begin (LsNetwork *self);
/* Sets @event where something happened, else leaves it. */
LsStatus ls_network_step_system (LsNetwork *self,
                                 guint system,
                                 double h,
                                 guint degree,
                                 const double u[],
                                 double y[],
                                 double dy[],
                                 gboolean *event);
/* After a step of @system that ls_network_step_system() has not taken, arguments as there: of one that
 * is @corrected, outputs become those with its inputs at the end of the step, not with what it has
 * held of them on it. That lags by half a step: an error of first order where an input goes through to
 * an output. */
LsStatus ls_network_correct_outputs (
    LsNetwork *self, guint system, double h, guint degree, const double u[], double y[]);
/* @status: what the systems gave, %LS_OK when all did; what the method has to return is returned.
 */
LsStatus
ls_network_end (LsNetwork *self, LsStatus status, double h, guint degree, const double u[]);

/**
 * ls_network_judge:
 * @worth: a step of all systems that has just been taken, all of them at its end; y_start may be
 *   %NULL for @self->y
 * @can_undo: the method goes back itself; else @history does, where there is one
 *
 * To be called by the methods that estimate, before they make the step final; without a tolerance
 * it does nothing. Returns: %LS_RETRY when the step has to be taken again, for step() to return:
 * the method has to be as before it; without @can_undo the systems have been rolled back.
 */
LsStatus ls_network_judge (LsNetwork *self, const LsStepWorth *worth, gboolean can_undo);

/* How many times the residual of an iteration the values may be off: what I - dg/dv is inverted with in
 * the worst algebraic loop at the start. 1 where there are none. */
double ls_network_get_amplification (const LsNetwork *self);
/* To what an iteration has to settle, relative: @eps, or less where a tolerance asks for less. */
double ls_network_get_eps (const LsNetwork *self, double eps);

/**
 * ls_network_watch:
 * @y: outputs at the end of a step of all systems that has just been taken
 * @errors: (n_out): by how much they differ from what their past foretold; 0 where nothing did
 * @can_undo: the method goes back itself; else @history does, where there is one
 *
 * To be called by the methods that build on the past, before they make the step final and before
 * ls_network_accept(). Sets @discontinuity where an output has jumped. Returns: %LS_RETRY, for
 * step() to return, when the step has to be taken again to find where: the method has to be as
 * before it; without @can_undo the systems have been rolled back.
 */
LsStatus ls_network_watch (
    LsNetwork *self, double h, const double y[], const double errors[], gboolean can_undo);
