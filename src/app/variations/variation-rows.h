/* The runs of a variation as a table: values, measures, state. */
#pragma once

#include <gtk/gtk.h>
#include "core/vary/variation.h"

#define LS_TYPE_VARIATION_ROWS (ls_variation_rows_get_type ())
G_DECLARE_FINAL_TYPE (LsVariationRows, ls_variation_rows, LS, VARIATION_ROWS, GtkTreeView)

/* Signal "chosen": another run was selected. A click on a heading sorts. */
/* @variation: (nullable): borrowed until the next call */
void ls_variation_rows_show (LsVariationRows *self, LsVariation *variation);
/* After rows have ended. */
void ls_variation_rows_update (LsVariationRows *self);
/* Row of the sample; -1: none */
int ls_variation_rows_get_chosen (LsVariationRows *self);
/* Returns: (transfer full): a run with all its numbers, in a line */
char *ls_variation_rows_describe (const LsVariation *variation, guint row);
void ls_variation_rows_choose (LsVariationRows *self, int row);
