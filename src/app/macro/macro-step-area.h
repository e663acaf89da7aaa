/* The picture of a macro step on screen, told phase by phase; components that there is no room for
 * are scrolled to. */
#pragma once

#include <gtk/gtk.h>
#include "present/macro-step.h"

#define LS_TYPE_MACRO_STEP_AREA (ls_macro_step_area_get_type ())
G_DECLARE_FINAL_TYPE (LsMacroStepArea, ls_macro_step_area, LS, MACRO_STEP_AREA, GtkBox)

/**
 * LsMacroStepArea:
 *
 * Signals: "view-changed": another moment of the step is shown, or another step.
 */

/* From its first phase on. @step: (transfer full) (nullable): without one, @problem (nullable) says
 * why, or that it is being computed. */
void ls_macro_step_area_set_step (LsMacroStepArea *self, LsMacroStep *step, const char *problem);
/* Returns: (transfer none) (nullable) */
const LsMacroStep *ls_macro_step_area_get_step (LsMacroStepArea *self);
const LsMacroView *ls_macro_step_area_get_view (LsMacroStepArea *self);

/* Whether there is a phase before (@direction -1) or after (1) what is shown. */
gboolean ls_macro_step_area_can_move (LsMacroStepArea *self, int direction);
void ls_macro_step_area_move (LsMacroStepArea *self, int direction);
/* To the very beginning of the step, nothing told. */
void ls_macro_step_area_restart (LsMacroStepArea *self);
/* On by @share of a phase. Returns: %FALSE when the end was reached */
gboolean ls_macro_step_area_advance (LsMacroStepArea *self, double share);
