/* One macro step, phase by phase: manually or in slow motion. */
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
 * "values-changed" (GHashTable *values): (nullable): id of a connection -> text of its value in the phase
 *   shown; %NULL while the page is hidden
 */
void ls_macro_step_page_set_document (LsMacroStepPage *self, LsDocument *document);
/* Shows the step of @method (syntax of the command line) at @time, s; computed when the page is
 * visible. */
void ls_macro_step_page_look (LsMacroStepPage *self, const char *method, double time);
/* @comparison: runs of the present document; their manual changes of values are applied here
 * too */
void ls_macro_step_page_set_comparison (LsMacroStepPage *self, LsComparison *comparison);
/* @brief: hides the speed of the animation, where there is little room */
void ls_macro_step_page_set_brief (LsMacroStepPage *self, gboolean brief);
