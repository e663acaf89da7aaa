/* Details of one macro step: inputs, integrations and outputs of each iteration. */
#pragma once

#include "core/coupling/coupling.h"
#include "core/model/model.h"

/* Points of a trajectory inside a step, ends included. */
#define LS_MACRO_STEP_POINTS 17u

typedef enum
{
  LS_MACRO_STEP_NOT, /* not part of this iteration */
  LS_MACRO_STEP_INTEGRATED,
  LS_MACRO_STEP_ESTIMATED /* linearised component instead */
} LsMacroStepKind;

/* How the start of a step was reached. */
typedef enum
{
  LS_MACRO_START_RERUN,     /* new run from the start time */
  LS_MACRO_START_CONTINUED, /* continued from the current time */
  LS_MACRO_START_RESTORED   /* rollback of the components, then continued */
} LsMacroStart;

/**
 * LsMacroStepIteration: one iteration over the systems.
 * @h: s
 * @kinds: n_systems
 * @u: n_in x 4: coefficients of the inputs over tau on [0, @h]
 * @y: n_out: outputs at the end; NaN for systems not part of it
 * @inner: n_out x %LS_MACRO_STEP_POINTS: outputs inside the step; NaN if unknown
 * @residual: largest input-output mismatch at the end, relative to the nominal of the output
 */
typedef struct
{
  double h;
  LsMacroStepKind *kinds;
  double *u, *y, *inner;
  double residual;
} LsMacroStepIteration;

/**
 * LsMacroStep:
 * @time, @h: start and length of the accepted step, s
 * @index: number of steps before it; @n_steps: of the whole run if known, else 0
 * @method: id; @name: of method and options, translated
 * @names: n_systems; @inputs, @outputs: "component.variable"; %NULL-terminated all
 * @units: n_out, (nullable) each
 * @in_system, @out_system: system of each input or output
 * @source: n_in: source output of each input, or -1
 * @y_start, @y_end: n_out; at the start and end of the step
 * @iterations: element-type LsMacroStepIteration, at least one
 * @n_matrix: unknowns of the linear system of MISSILES, 0 without such a system or if it is large
 * @matrix: @n_matrix x @n_matrix, row-major; @condition: its condition number
 * @residual: residual of the iteration, scaled like its eps; NaN without iteration
 * @way: how its start was reached; @reason: (nullable): why rollback is not supported, a clause
 */
typedef struct
{
  double time, h;
  guint64 index, n_steps;
  char *method, *name;
  guint n_systems, n_in, n_out;
  char **names, **inputs, **outputs, **units;
  guint *in_system, *out_system;
  int *source;
  double *y_start, *y_end;
  GPtrArray *iterations;
  guint n_matrix;
  double *matrix;
  double condition;
  double residual;
  LsMacroStart way;
  char *reason;
} LsMacroStep;

/* Returns: whether to continue; @fraction: of the work, 0 to 1 */
typedef gboolean (*LsMacroStepProgressFunc) (double fraction, gpointer user_data);

/**
 * ls_macro_step_compute:
 * @choice: copied
 * @step: macro step, s
 * @time: time inside the requested step or at its start, s
 * @progress: (nullable)
 *
 * Runs @model from @start to that step and records it, then repeats the step with the same inputs
 * in small substeps to compute the trajectories inside; for systems without rollback only in the
 * last iteration.
 *
 * Returns: %NULL with %LS_ERROR_ARGUMENT, %LS_ERROR_RUN, %LS_ERROR_CANCELLED
 */
LsMacroStep *ls_macro_step_compute (const LsModel *model,
                                    const LsMethodChoice *choice,
                                    double start,
                                    double stop,
                                    double step,
                                    double time,
                                    LsMacroStepProgressFunc progress,
                                    gpointer user_data,
                                    GError **error);
void ls_macro_step_free (LsMacroStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMacroStep, ls_macro_step_free)

/* Value of an input in an iteration at the fraction @share of the step, 0 to 1. */
double ls_macro_step_get_input (const LsMacroStepIteration *iteration, guint input, double share);
