/* One macro step as a picture: inputs, integrations, outputs, residual, phase by phase. */
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
 * LsMacroView: how far it is told.
 * @round: of the rounds of the step
 * @share: of the phase, 0 to 1
 * @first: of the components in sight
 */
typedef struct
{
  guint round;
  LsMacroPhase phase;
  double share;
  guint first;
} LsMacroView;

/* All of it. */
LsMacroView ls_macro_view_get_last (const LsMacroStep *step);
/* To the next phase, or the one before. %FALSE at the ends, where nothing changes. */
gboolean ls_macro_view_move (LsMacroView *self, const LsMacroStep *step, int direction);

void ls_macro_step_draw (const LsMacroStep *step,
                         const LsMacroView *view,
                         cairo_t *cr,
                         double width,
                         double height,
                         const LsTheme *theme);
/* How many components are in sight at a time in a picture of that @height; @cr: for the size of
 * text. */
guint ls_macro_step_get_n_rows (const LsMacroStep *step,
                                cairo_t *cr,
                                double height,
                                const LsTheme *theme);
/* Returns: (transfer full): "Round 1 of 3: ...": what the phase is about, one line */
char *ls_macro_step_get_phase_text (const LsMacroStep *step, const LsMacroView *view);
/* Returns: (transfer full): what is to be seen, with the numbers, for those who do not see it */
char *ls_macro_step_describe (const LsMacroStep *step, const LsMacroView *view);

/**
 * ls_macro_step_get_estimate:
 *
 * Of the last round, where components are integrated: what the estimator of its component had
 * foretold of @output at last.
 *
 * Returns: NaN where nothing did, and in other rounds
 */
double ls_macro_step_get_estimate (const LsMacroStep *step, guint round, guint output);
/**
 * ls_macro_step_get_wire_text:
 * @input: global, of the wire that feeds it
 *
 * Returns: (transfer full) (nullable): what is on the wire at that moment: the input that the
 * component is told, then the output that came, then by how much they differ; %NULL for nothing
 */
char *ls_macro_step_get_wire_text (const LsMacroStep *step, const LsMacroView *view, guint input);
