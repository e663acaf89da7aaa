/* Source of a parameter value: a calculated parameter of another component. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Returns: (transfer full): the source of @variable of @component, "solid.mass"; %NULL if it is
 * unconnected */
char *ls_parameter_source_get (LsDocument *document, guint component, const char *variable);
/* Whether there is a source to choose or to disconnect. */
gboolean
ls_parameter_source_is_possible (LsDocument *document, guint component, const char *variable);
/* A button with a menu of compatible calculated parameters. @document: borrowed during the life
 * of the button */
GtkWidget *
ls_parameter_source_button_new (LsDocument *document, guint component, const char *variable);
