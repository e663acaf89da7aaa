/* A table of texts, formatted for a terminal, as Markdown or LaTeX. */
#pragma once

#include <glib.h>

/* @cells: row-major, owned; row 0 is the header; @n_left: number of leading text columns,
 * left-aligned */
typedef struct
{
  guint n_columns, n_rows, n_left;
  char **cells;
} LsTable;

LsTable *ls_table_new (guint n_columns, guint n_rows, guint n_left);
void ls_table_free (LsTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTable, ls_table_free)

/* @text: (transfer full) */
void ls_table_set (LsTable *self, guint row, guint column, char *text);
/* @mark followed by the number with @digits digits; a dash if it is not finite. */
void ls_table_set_number (
    LsTable *self, guint row, guint column, const char *mark, double value, int digits);
void ls_table_append_text (const LsTable *self, GString *out);
void ls_table_append_markdown (const LsTable *self, GString *out);
/* A LaTeX tabular environment using booktabs. */
void ls_table_append_latex (const LsTable *self, GString *out);
