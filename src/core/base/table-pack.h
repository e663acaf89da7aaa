/* Columns of numbers with texts, as bytes that another process can give. */
#pragma once

#include <glib.h>

/* The numbers of @column that are contiguous in memory from @row on; @n: (out): how many, above 0. */
typedef const double *(*LsTablePeek) (gconstpointer user, guint column, gsize row, gsize *n);

/* Returns: a descriptor of a sealed area, or -1 with errno. @texts: @n_texts of them, none %NULL */
int ls_table_pack (const char *const texts[], guint n_texts, guint n_columns, gsize n_rows,
                   LsTablePeek peek, gconstpointer user);

/**
 * LsTablePack:
 * @texts: valid UTF-8; @values: column after column; both in the bytes
 */
typedef struct
{
  guint n_texts, n_columns;
  gsize n_rows;
  const char **texts;
  const double *values;
} LsTablePack;

/* Returns: %FALSE if the bytes are no table of @n_texts (%G_MAXUINT: any number of) texts. Clear in
 * any case; @bytes have to stay. */
gboolean ls_table_unpack (GBytes *bytes, guint n_texts, LsTablePack *table);
void     ls_table_pack_clear (LsTablePack *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsTablePack, ls_table_pack_clear)
