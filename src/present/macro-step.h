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
 */
typedef struct
{
  guint round;
  LsMacroPhase phase;
  double share;
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
/* Returns: (transfer full): "Round 1 of 3: ...": what the phase is about, one line */
char *ls_macro_step_get_phase_text (const LsMacroStep *step, const LsMacroView *view);
/* Returns: (transfer full): what is to be seen, with the numbers, for those who do not see it */
char *ls_macro_step_describe (const LsMacroStep *step, const LsMacroView *view);
