/* From where a parameter has its value, when not from a person: a calculated one of another
 * component. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Returns: (transfer full): what feeds @variable of @component, "solid.mass"; %NULL when nothing
 * does. */
char *ls_parameter_source_get (LsDocument *document, guint component, const char *variable);
/* Whether there is something to choose from, or to let go. */
gboolean
ls_parameter_source_is_possible (LsDocument *document, guint component, const char *variable);
/* A button with a menu of the calculated parameters that fit. @document: borrowed for as long as
 * the button lives. */
GtkWidget *
ls_parameter_source_button_new (LsDocument *document, guint component, const char *variable);
