/* Comma-separated values: one header line, numbers in the C locale. */
#pragma once

#include "core/base/integer.h"

/**
 * LsCsvTable:
 * @names: column names, @n_columns
 * @columns: @n_columns arrays of @n_rows numbers; an empty field is NaN
 * @rests: (nullable): as @columns, what integers from %LS_INTEGER_LIMIT on are more than these
 * numbers; NaN where the text is none
 */
typedef struct
{
  guint    n_columns;
  gsize    n_rows;
  char   **names;
  double **columns;
  double **rests;
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

/* Returns: whether the text there is an integer, and which: as ls_integer_parse(); below
 * %LS_INTEGER_LIMIT also with an exponent. */
gboolean ls_csv_table_get_integer (const LsCsvTable *self, guint column, gsize row, LsInteger *value);

/* Appends @field to @line, quoted when it holds a comma, quote or newline. */
void ls_csv_append_field (GString *line, const char *field);
/* Returns: (transfer full) (element-type char *): the fields of a line; a quoted one may hold commas and
 * doubled quotes, but no line end */
GPtrArray *ls_csv_split (const char *line);
