/* Solvers beside each other on one component: what each takes, and how wrong it is. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* For a component with an interface for Model Exchange, alone, with its start values. The dialog
 * destroys itself; runs that are under way then end. */
GtkWidget *ls_compare_solvers_show (GtkWindow *parent, LsDocument *document, guint component);
