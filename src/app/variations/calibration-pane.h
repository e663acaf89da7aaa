/* Calibration: the parameters of the plan of variations fitted to measured signals. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_CALIBRATION_PANE (ls_calibration_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsCalibrationPane, ls_calibration_pane, LS, CALIBRATION_PANE, GtkBox)

/* Follows it until the end. */
void ls_calibration_pane_set_document (LsCalibrationPane *self, LsDocument *document);
/* Ends the fit when the window closes. */
void ls_calibration_pane_stop (LsCalibrationPane *self);
