/* A button that shows a parameter and opens a searchable list. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_PARAMETER_BUTTON (ls_parameter_button_get_type ())
G_DECLARE_FINAL_TYPE (LsParameterButton, ls_parameter_button, LS, PARAMETER_BUTTON, GtkMenuButton)

/**
 * LsParameterButton:
 *
 * Signals:
 * "changed": the user chose another parameter
 */
/* @names: (element-type utf8): all parameters; copied. A chosen parameter that is not in @names
 * is cleared. */
void ls_parameter_button_set_names (LsParameterButton *self, GPtrArray *names);
/* Makes it a button that adds: it shows @prompt always, and the list, called @list, has no row "none".
 * Before ls_parameter_button_set_names(). */
void ls_parameter_button_set_prompt (LsParameterButton *self, const char *prompt, const char *list);
/* (nullable): "left.c" */
const char *ls_parameter_button_get_active (LsParameterButton *self);
