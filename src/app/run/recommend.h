/* The dialog that recommends a coupling method and a step. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Searches on a worker thread for the cheapest setting that keeps an error, and makes it that of the
 * document, which can be undone. The dialog destroys itself; a search is cancelled then. */
GtkWidget *ls_recommend_show (GtkWindow *parent, LsDocument *document);
