/* Stability explorer: macro steps and values of a parameter for which the methods are stable. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_STABILITY_PAGE (ls_stability_page_get_type ())
G_DECLARE_FINAL_TYPE (LsStabilityPage, ls_stability_page, LS, STABILITY_PAGE, GtkBox)

/**
 * LsStabilityPage:
 *
 * Computes while it is mapped, and again after every edit.
 * Signal "case-opened": step and value of the selected cell were applied to the document, to be run.
 */
void ls_stability_page_set_document (LsStabilityPage *self, LsDocument *document);
/* Cancels the work when the window closes. */
void ls_stability_page_stop (LsStabilityPage *self);
