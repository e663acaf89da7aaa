/* What is wrong with a model that was opened. */
#pragma once

#include "app/window/frame.h"

/* Into Messages: schema violations, settings of other tools, missing FMUs. */
void ls_model_problems_list (const LsFrame *self);
/* Warns about omitted items, for which the command line refuses to run. The bar stays until it is
 * closed or the model is replaced.
 * @bar: (inout) (nullable): the one shown, %NULL once it is gone; it lives as long as the window */
void ls_model_problems_show_left_out (const LsFrame *self, GtkWidget **bar);
