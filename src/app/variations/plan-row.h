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
/* Its widgets stay, and do nothing any more. */
void ls_plan_row_free (LsPlanRow *row);
/* Returns: (transfer full): what is typed, as on the command line */
char *ls_plan_row_get_text (const LsPlanRow *row);
/* Whether the plan has what the row was made of, or committed last; something else may be typed. */
gboolean ls_plan_row_is_shown (const LsPlanRow *row);
/* (nullable): why what is typed cannot be used */
const char *ls_plan_row_get_problem (const LsPlanRow *row);
