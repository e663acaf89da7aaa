/* The plan of a variation, edited: parameters and their ranges, measures, sample. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_PLAN_EDITOR (ls_plan_editor_get_type ())
G_DECLARE_FINAL_TYPE (LsPlanEditor, ls_plan_editor, LS, PLAN_EDITOR, GtkBox)

/* Every valid edit is one of the document. */
void ls_plan_editor_set_document (LsPlanEditor *self, LsDocument *document);
/* (nullable): why what is typed cannot be used */
const char *ls_plan_editor_get_problem (LsPlanEditor *self);
