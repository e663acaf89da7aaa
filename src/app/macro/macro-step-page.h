/* One macro step, phase by phase: by hand or in slow motion. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"
#include "core/run/comparison.h"

#define LS_TYPE_MACRO_STEP_PAGE (ls_macro_step_page_get_type ())
G_DECLARE_FINAL_TYPE (LsMacroStepPage, ls_macro_step_page, LS, MACRO_STEP_PAGE, GtkBox)

/**
 * LsMacroStepPage:
 *
 * Signals:
 * "values-changed" (GHashTable *values): (nullable): id of a connection -> text of what is on it at
 *   the moment that is shown; none while the page is not seen
 */
void ls_macro_step_page_set_document (LsMacroStepPage *self, LsDocument *document);
/* The step of @method (as on the command line) at @time, s; computed as soon as the page is seen.
 */
void ls_macro_step_page_look (LsMacroStepPage *self, const char *method, double time);
/* The runs of the document as it is: what was set in them by hand is done here too. */
void ls_macro_step_page_set_comparison (LsMacroStepPage *self, LsComparison *comparison);
