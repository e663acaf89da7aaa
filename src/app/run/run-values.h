/* Changes values during a run: choice of the variable, slider, entry. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/comparison.h"

#define LS_TYPE_RUN_VALUES (ls_run_values_get_type ())
G_DECLARE_FINAL_TYPE (LsRunValues, ls_run_values, LS, RUN_VALUES, GtkBox)

GtkWidget *ls_run_values_new (void);
/* @comparison: (nullable): in progress; the widget is visible if it has changeable values */
void ls_run_values_set_comparison (LsRunValues *self, LsComparison *comparison);
