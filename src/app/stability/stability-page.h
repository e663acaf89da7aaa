/* The stability explorer: for which steps, and values of a parameter, the methods are stable. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_STABILITY_PAGE (ls_stability_page_get_type ())
G_DECLARE_FINAL_TYPE (LsStabilityPage, ls_stability_page, LS, STABILITY_PAGE, GtkBox)

/**
 * LsStabilityPage:
 *
 * Computes while it is to be seen, and again after every edit.
 * Signal "case-opened": the document has the step and value that were chosen, to be run.
 */
void ls_stability_page_set_document (LsStabilityPage *self, LsDocument *document);
/* No more work for a window that closes. */
void ls_stability_page_stop (LsStabilityPage *self);
