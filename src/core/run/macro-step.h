/* One macro step seen from within: inputs, integrations, outputs, iteration by iteration. */
#pragma once

#include "core/coupling/coupling.h"
#include "core/model/model.h"

/* Inner points of a trajectory, ends included. */
#define LS_MACRO_STEP_POINTS 17u

typedef enum
{
  LS_MACRO_STEP_NOT, /* not in this round */
  LS_MACRO_STEP_INTEGRATED,
  LS_MACRO_STEP_ESTIMATED /* by the linearised component in its place */
} LsMacroStepKind;

/* How the beginning of a step was come to. */
typedef enum
{
  LS_MACRO_WAY_AGAIN,   /* from the start of the run */
  LS_MACRO_WAY_ON,      /* on from where the components were */
  LS_MACRO_WAY_RESTORED /* back by restored states of the components, and on from there */
} LsMacroWay;

/**
 * LsMacroStepRound: all systems once.
 * @h: s
 * @kinds: n_systems
 * @u: n_in x 4: coefficients of the inputs over tau on [0, @h]
 * @y: n_out: outputs at the end; NaN for systems that are not in it
 * @inner: n_out x %LS_MACRO_STEP_POINTS: outputs on the way; NaN where it is not known
 * @residual: greatest difference between an input at the end and the output that feeds it, over the
 *   nominal value of the output
 */
typedef struct
{
  double h;
  LsMacroStepKind *kinds;
  double *u, *y, *inner;
  double residual;
} LsMacroStepRound;

/**
 * LsMacroStep:
 * @time, @h: beginning and length of the step that was taken at last, s
 * @index: how many were before it; @n_steps: of the whole run where that is known, else 0
 * @method: id; @name: of method and options, translated
 * @names: n_systems; @inputs, @outputs: "component.variable"; %NULL-terminated all
 * @units: n_out, (nullable) each
 * @in_system, @out_system: which system an input or output is of
 * @source: n_in: the output that feeds it, or -1
 * @y_start, @y_end: n_out; at both ends of the step
 * @rounds: element-type LsMacroStepRound, at least one
 * @n_matrix: unknowns of the linear system of MISSILES, 0 where there is none or it is large
 * @matrix: @n_matrix x @n_matrix, row-major; @condition: of it
 * @residual: what the iteration left, as its eps measures; NaN where nothing iterates
 * @way: that led to it; @reason: (nullable): why states cannot be restored, a clause
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
  GPtrArray *rounds;
  guint n_matrix;
  double *matrix;
  double condition;
  double residual;
  LsMacroWay way;
  char *reason;
} LsMacroStep;

/* Whether to go on; @fraction of the way, 0 to 1 */
typedef gboolean (*LsMacroStepProgressFunc) (double fraction, gpointer user_data);

/**
 * ls_macro_step_compute:
 * @choice: copied
 * @step: macro step, s
 * @time: within the step that is wanted, or at its beginning, s
 * @progress: (nullable)
 *
 * Runs @model from @start to there, looks at that step, and runs it once more for what is within
 * it: there every system is integrated in small pieces with the same inputs. A system without
 * rollback is so for the last round alone.
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

/* Value of an input of a round at @share of it, 0 to 1. */
double ls_macro_step_get_input (const LsMacroStepRound *round, guint input, double share);
