/* Dialog of the error budget: own errors of the components, coupling error. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Computes an error budget of a run of the document on a worker thread and shows it as bars and as a
 * table. @project: (nullable): begins the names of exported files. The dialog destroys itself; the work
 * is cancelled then. */
GtkWidget *ls_budget_show (GtkWindow *parent, LsDocument *document, const char *project);
