/* A button that shows a parameter, and opens a list of all with an entry that searches it. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_PARAMETER_BUTTON (ls_parameter_button_get_type ())
G_DECLARE_FINAL_TYPE (LsParameterButton, ls_parameter_button, LS, PARAMETER_BUTTON, GtkMenuButton)

/**
 * LsParameterButton:
 *
 * Signals:
 * "changed": another one was chosen by hand
 */
/* @names: (element-type utf8): all that can be chosen; copied. One that is chosen and not among
 * them is chosen no more. */
void ls_parameter_button_set_names (LsParameterButton *self, GPtrArray *names);
/* (nullable): "left.c" */
const char *ls_parameter_button_get_active (LsParameterButton *self);
