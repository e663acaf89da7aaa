/* Shows a stability map; a cell can be selected by pointer or keys. */
#pragma once

#include <gtk/gtk.h>
#include "present/stability.h"

#define LS_TYPE_STABILITY_AREA (ls_stability_area_get_type ())
G_DECLARE_FINAL_TYPE (LsStabilityArea, ls_stability_area, LS, STABILITY_AREA, GtkDrawingArea)

/**
 * LsStabilityArea:
 *
 * Signals: "cell-changed": another cell, or none, is selected; "cell-activated": double click or Return.
 */

/* @stability: (nullable): borrowed until the next call; %NULL shows @text (nullable) instead.
 * @step_size, @value: of the model, for a mark; NaN for none */
void ls_stability_area_show (LsStabilityArea *self,
                             const LsStability *stability,
                             const LsStabilityLook *look,
                             double step_size,
                             double value,
                             const char *text);
/* %FALSE without a selected cell. @value: 0 without a parameter */
gboolean
ls_stability_area_get_cell (LsStabilityArea *self, guint *method, guint *value, guint *step);
