/* What is seen of a variation: the table or a plot, and which columns it has. */
#pragma once

#include <gtk/gtk.h>
#include "app/variations/variation-job.h"
#include "draw/spread.h"

#define LS_TYPE_VARIATION_VIEWS (ls_variation_views_get_type ())
G_DECLARE_FINAL_TYPE (LsVariationViews, ls_variation_views, LS, VARIATION_VIEWS, GtkBox)

/* Signal "changed": another view or other columns were chosen. */
/* Lists the columns of another variation. */
void ls_variation_views_show (LsVariationViews *self, const LsVariation *variation);
gboolean ls_variation_views_is_table (LsVariationViews *self);
/* Returns: (transfer full) (nullable): %NULL with a sentence why there is no plot. @placeholder: (out) */
LsSpread *
ls_variation_views_make (LsVariationViews *self, LsVariationJob *job, const char **placeholder);
