/* Comma-separated values: one header line, numbers in the C locale. */
#pragma once

#include <glib.h>

/**
 * LsCsvTable:
 * @names: column names, @n_columns
 * @columns: @n_columns arrays of @n_rows numbers; an empty field is NaN
 */
typedef struct
{
  guint    n_columns;
  gsize    n_rows;
  char   **names;
  double **columns;
} LsCsvTable;

/**
 * ls_csv_read:
 * @path: a file; quoted fields, CRLF and a UTF-8 byte order mark are supported
 *
 * Returns: (transfer full): the table, or %NULL with an error that names file,
 * line and column (%LS_ERROR_FILE, %LS_ERROR_FORMAT, %LS_ERROR_LIMIT beyond 1 GiB).
 */
LsCsvTable *ls_csv_read (const char *path, GError **error);
void        ls_csv_table_free (LsCsvTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCsvTable, ls_csv_table_free)

/* Returns: as ls_table_pack(), for another process */
int         ls_csv_table_pack (const LsCsvTable *self);

/* Returns: index of the column @name, or -1. */
int ls_csv_table_find (const LsCsvTable *self, const char *name);

/* Appends @field to @line, quoted when it holds a comma, quote or newline. */
void ls_csv_append_field (GString *line, const char *field);
