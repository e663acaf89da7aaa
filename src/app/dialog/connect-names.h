/* Dialog that lists connections suggested by names and makes the chosen ones. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Shows the dialog, which destroys itself on a response. All connections are one undo step. */
GtkWidget *ls_connect_names_show (GtkWindow *parent, LsDocument *document);
