/* Settings of a run: methods, step size, stop time. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_RUN_BAR (ls_run_bar_get_type ())
G_DECLARE_FINAL_TYPE (LsRunBar, ls_run_bar, LS, RUN_BAR, GtkBox)

/* Signal "validity-changed". */
void ls_run_bar_set_document (LsRunBar *self, LsDocument *document);
/* Applies text that is typed but not confirmed. Returns: %FALSE if it is invalid. */
gboolean ls_run_bar_commit (LsRunBar *self);
/* (nullable): error message for invalid settings, a sentence */
const char *ls_run_bar_get_problem (LsRunBar *self);
/* Of the next run; 0: as fast as possible */
double ls_run_bar_get_pace (LsRunBar *self);
/* @brief: hides the notes on the origin of the values */
void ls_run_bar_set_brief (LsRunBar *self, gboolean brief);
/* Opens the list of methods. */
void ls_run_bar_show_methods (LsRunBar *self);
