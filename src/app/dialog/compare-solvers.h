/* Compares the cost and error of solvers for one component. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Runs a component with a Model Exchange interface alone, with its start values. The dialog
 * destroys itself; active runs are cancelled then. */
GtkWidget *ls_compare_solvers_show (GtkWindow *parent, LsDocument *document, guint component);
