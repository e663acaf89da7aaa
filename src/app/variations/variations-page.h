/* Variations: many runs of the model with other parameters, reduced to measures. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_VARIATIONS_PAGE (ls_variations_page_get_type ())
G_DECLARE_FINAL_TYPE (LsVariationsPage, ls_variations_page, LS, VARIATIONS_PAGE, GtkBox)

/* The plan is part of the document; rows are made anew while the page is mapped. */
void ls_variations_page_set_document (LsVariationsPage *self, LsDocument *document);
/* Ends the runs when the window closes; rows that are done stay in their file. */
void ls_variations_page_stop (LsVariationsPage *self);
