#include "core/base/table-pack.h"

#include "core/base/reader.h"

#include <string.h>

#define MAGIC G_GUINT64_CONSTANT (0x31454c424154534c) /* "LSTABLE1" */

/* Followed by the texts, each with its null, up to a multiple of 8 bytes; then the numbers. */
typedef struct
{
  guint64 magic, n_texts, n_columns, n_rows, text_size;
} Head;

static gboolean
write_columns (int area, guint n_columns, gsize n_rows, LsTablePeek peek, gconstpointer user)
{
  for (guint i = 0; i < n_columns; i++)
    for (gsize row = 0, n = 0; row < n_rows; row += n)
      {
        const double *values = peek (user, i, row, &n);

        n = MIN (n, n_rows - row);
        if (!ls_reader_write_area (area, values, n * sizeof *values))
          return FALSE;
      }
  return TRUE;
}

int
ls_table_pack (const char *const texts[],
               guint n_texts,
               guint n_columns,
               gsize n_rows,
               LsTablePeek peek,
               gconstpointer user)
{
  g_autoptr (GString) all = g_string_new (NULL);
  Head head = { MAGIC, n_texts, n_columns, n_rows, 0 };
  const int area = ls_reader_begin_area ();

  for (guint i = 0; i < n_texts; i++)
    g_string_append_len (all, texts[i], (gssize)strlen (texts[i]) + 1);
  while (all->len % sizeof (double) != 0)
    g_string_append_c (all, '\0');
  head.text_size = all->len;
  return ls_reader_end_area (area, area >= 0 && ls_reader_write_area (area, &head, sizeof head)
                                       && ls_reader_write_area (area, all->str, all->len)
                                       && write_columns (area, n_columns, n_rows, peek, user));
}

static gboolean
find_texts (LsTablePack *self, const char *at, gsize left)
{
  self->texts = g_new0 (const char *, self->n_texts + 1);
  for (guint i = 0; i < self->n_texts; i++)
    {
      const char *end = memchr (at, '\0', left);

      if (end == NULL || !g_utf8_validate (at, end - at, NULL))
        return FALSE;
      self->texts[i] = at;
      left -= (gsize)(end + 1 - at);
      at = end + 1;
    }
  return TRUE;
}

gboolean
ls_table_unpack (GBytes *bytes, guint n_texts, LsTablePack *table)
{
  Head head;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  *table = (LsTablePack){ 0 };
  if (size < sizeof head)
    return FALSE;
  memcpy (&head, data, sizeof head);
  size -= sizeof head;
  if (head.magic != MAGIC || head.text_size > size || head.n_texts > head.text_size
      || head.text_size % sizeof (double) != 0 || (n_texts != G_MAXUINT && head.n_texts != n_texts))
    return FALSE;
  size -= head.text_size;
  if (head.n_columns > G_MAXUINT
      || (head.n_columns > 0 && head.n_rows > size / sizeof (double) / head.n_columns)
      || head.n_columns * head.n_rows * sizeof (double) != size)
    return FALSE;
  table->n_texts = (guint)head.n_texts;
  table->n_columns = (guint)head.n_columns;
  table->n_rows = head.n_rows;
  table->values = (const double *)(const void *)(data + sizeof head + head.text_size);
  return find_texts (table, data + sizeof head, head.text_size);
}

void
ls_table_pack_clear (LsTablePack *self)
{
  g_clear_pointer (&self->texts, g_free);
}
