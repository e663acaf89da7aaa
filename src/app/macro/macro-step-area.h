/* Shows a macro step phase by phase; scrolls components that do not fit. */
#pragma once

#include <gtk/gtk.h>
#include "present/macro-step.h"

#define LS_TYPE_MACRO_STEP_AREA (ls_macro_step_area_get_type ())
G_DECLARE_FINAL_TYPE (LsMacroStepArea, ls_macro_step_area, LS, MACRO_STEP_AREA, GtkBox)

/**
 * LsMacroStepArea:
 *
 * Signals: "view-changed": another phase, or another macro step, is shown.
 */

/* Shows the first phase. @step: (transfer full) (nullable): without one, @problem is shown
 * (nullable: the computation is in progress). */
void ls_macro_step_area_set_step (LsMacroStepArea *self, LsMacroStep *step, const char *problem);
/* Returns: (transfer none) (nullable) */
const LsMacroStep *ls_macro_step_area_get_step (LsMacroStepArea *self);
const LsMacroView *ls_macro_step_area_get_view (LsMacroStepArea *self);

/* Whether there is a phase before (@direction -1) or after (1) the present one. */
gboolean ls_macro_step_area_can_move (LsMacroStepArea *self, int direction);
/* Goes to the phase in which inputs and computed outputs are seen together. */
void ls_macro_step_area_show_outputs (LsMacroStepArea *self);
void ls_macro_step_area_move (LsMacroStepArea *self, int direction);
/* Goes to the beginning of the step, before the first phase. */
void ls_macro_step_area_restart (LsMacroStepArea *self);
/* Advances by the fraction @share of a phase. Returns: %FALSE at the end */
gboolean ls_macro_step_area_advance (LsMacroStepArea *self, double share);
