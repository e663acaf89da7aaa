/* Values that can be changed while a run is under way: which one, a slider, an entry. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/comparison.h"

#define LS_TYPE_RUN_VALUES (ls_run_values_get_type ())
G_DECLARE_FINAL_TYPE (LsRunValues, ls_run_values, LS, RUN_VALUES, GtkBox)

GtkWidget *ls_run_values_new (void);
/* (nullable): a comparison that is under way; shown when there is something to change in it. */
void ls_run_values_set_comparison (LsRunValues *self, LsComparison *comparison);
