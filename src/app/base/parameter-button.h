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
/* Returns: (transfer full) (element-type utf8): all parameters that can be chosen, which may be many
 * thousands. */
typedef GPtrArray *(*LsNamesFunc) (gpointer user_data);
/* To be called once. @list: called when the list opens, and when a choice is looked up in it */
void ls_parameter_button_set_source (LsParameterButton *self, LsNamesFunc list, gpointer user_data);
/* The names may be others now; a chosen parameter that is not among them is cleared. */
void ls_parameter_button_update (LsParameterButton *self);
/* Makes it a button that adds: it shows @prompt always, and the list, called @list, has no row "none".
 * Before the list opens. */
void ls_parameter_button_set_prompt (LsParameterButton *self, const char *prompt, const char *list);
/* (nullable): "left.c" */
const char *ls_parameter_button_get_active (LsParameterButton *self);
