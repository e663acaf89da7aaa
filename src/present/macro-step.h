/* Plot of one macro step: inputs, integrations, outputs, residual, by phases. */
#pragma once

#include <cairo.h>
#include "core/run/macro-step.h"
#include "draw/theme.h"

typedef enum
{
  LS_MACRO_PHASE_INPUTS,
  LS_MACRO_PHASE_INTEGRATE,
  LS_MACRO_PHASE_OUTPUTS,
  LS_MACRO_PHASE_RESIDUAL,
  LS_N_MACRO_PHASES
} LsMacroPhase;

/**
 * LsMacroView: the displayed moment of the step.
 * @iteration: index of the iteration
 * @share: fraction of the phase, 0 to 1
 * @first: first visible component
 */
typedef struct
{
  guint iteration;
  LsMacroPhase phase;
  double share;
  guint first;
} LsMacroView;

/* View at the end of the step. */
LsMacroView ls_macro_view_get_last (const LsMacroStep *step);
/* Moves to the next or previous phase. %FALSE at the ends, without change. */
gboolean ls_macro_view_move (LsMacroView *self, const LsMacroStep *step, int direction);

void ls_macro_step_draw (const LsMacroStep *step,
                         const LsMacroView *view,
                         cairo_t *cr,
                         double width,
                         double height,
                         const LsTheme *theme);
/* Number of components visible at once in a plot of that @height; @cr: for the text size. */
guint ls_macro_step_get_n_rows (const LsMacroStep *step,
                                cairo_t *cr,
                                double height,
                                const LsTheme *theme);
/* Returns: (transfer full): "Round 1 of 3: ...": one line about the phase */
char *ls_macro_step_get_phase_text (const LsMacroStep *step, const LsMacroView *view);
/* Returns: (transfer full): description in sentences with numbers, for screen readers */
char *ls_macro_step_describe (const LsMacroStep *step, const LsMacroView *view);

/**
 * ls_macro_step_get_estimate:
 *
 * The last estimate of @output by the estimator of its component before the integration in the last
 * iteration.
 *
 * Returns: NaN without estimate, and in other iterations
 */
double ls_macro_step_get_estimate (const LsMacroStep *step, guint iteration, guint output);
/**
 * ls_macro_step_get_wire_text:
 * @input: global index; selects its wire
 *
 * Returns: (transfer full) (nullable): text at the wire in the current phase: the applied input,
 * then the computed output, then their difference; %NULL for none
 */
char *ls_macro_step_get_wire_text (const LsMacroStep *step, const LsMacroView *view, guint input);
