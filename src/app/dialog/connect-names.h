/* Asks which of the connections that names suggest are wanted, and makes them. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Shown; it destroys itself when it is answered. All connections are one step to undo. */
GtkWidget *ls_connect_names_show (GtkWindow *parent, LsDocument *document);
