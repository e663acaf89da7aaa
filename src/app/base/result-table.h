/* A list that shows the texts of a table. */
#pragma once

#include <gtk/gtk.h>
#include "core/text/table.h"

/**
 * ls_result_table_new:
 * @titles: of the @n columns
 * @name: accessible name
 * @height: at least, pixels
 * @view: (out): the #GtkTreeView in it
 *
 * Returns: a scrolled window
 */
GtkWidget *ls_result_table_new (
    const char *const titles[], guint n, const char *name, int height, GtkWidget **view);

/* @table: (nullable): its rows but the header, with powers of ten: ls_text_raise_exponents();
 * %NULL: none */
void ls_result_table_show (GtkWidget *view, const LsTable *table);
