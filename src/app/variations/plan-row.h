/* A parameter or a measure of the plan, edited in a row: valid edits are those of the document, others
 * are marked with the reason. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

typedef struct LsPlanRow LsPlanRow;

/* @list: a box that the widgets are appended to, and which owns them; @index: in the plan of @document,
 * which has to live as long */
LsPlanRow *ls_plan_row_new_parameter (LsDocument *document, GtkWidget *list, guint index);
LsPlanRow *ls_plan_row_new_measure (LsDocument *document, GtkWidget *list, guint index);
/* After its widgets. */
void ls_plan_row_free (LsPlanRow *row);
/* Returns: (transfer full): what is typed, as on the command line */
char *ls_plan_row_get_text (const LsPlanRow *row);
/* Whether that is what the plan has. */
gboolean ls_plan_row_is_shown (const LsPlanRow *row);
/* (nullable): why what is typed cannot be used */
const char *ls_plan_row_get_problem (const LsPlanRow *row);
