/* What all tables and figures have in common on the terminal and on paper. */
#pragma once

#include "cli/reproduce/papers.h"

#include "core/record/trace.h"
#include "core/text/table.h"
#include "draw/chart.h"
#include "draw/figure.h"

void ls_show_table (const LsTable *table);
/* Row 0, translated. */
void ls_show_set_heads (LsTable *table, const char *const heads[]);
void ls_show_title (const LsPublished *published);
/* What the paper says, and what has to be known. */
void ls_show_remarks (const LsPublished *published);
/* Nothing where no file is wanted. Takes the title. */
gboolean ls_show_export_figure (const LsReproduction *self, LsFigure *figure, GError **error);
gboolean ls_show_export_chart (const LsReproduction *self, LsChart *chart, GError **error);
/* Rows of the time range alone, where there is one. (transfer full) */
LsTrace *ls_show_cut (LsTrace *trace, double from, double to);
