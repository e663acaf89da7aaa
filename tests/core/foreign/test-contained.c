/* Results read by another process: the same as in this one, and refusals in the same words. */
#include "core/base/csv.h"
#include "core/base/reader.h"
#include "core/base/tempdir.h"
#include "core/foreign/foreign.h"
#include "core/record/trace-pack.h"
#include "core/record/trace-writer.h"

#include <string.h>
#include <unistd.h>

static LsTempdir *folder;

static const struct
{
  const char *name, *text;
} files[] = {
  { "plain.csv", "time,a,b\n0,1,2\n0.5,3,\n1,4,5\n" },
  { "quoted.csv", "time,\"a \"\"b\"\"\",c\n0,1,2\n" },
  { "german.csv", "Zeit [ms];Temperatur [\xb0"
                  "C];Wort\n0;1,5;an\n1000;2,5;aus\n" },
  { "prey_20260101_120000_000001.csv", "Time,StepCount,population [Real 0 out]\n0,0,1\n1,1,2\n" },
  { "table.txt", "# a remark\n0 1\n1 2\n" },
  { "empty.csv", "" },
  { "names.csv", "time,a\n" },
  { "wrong.csv", "time,a\n0,x\n" },
  { "back.csv", "time,a\n1,1\n0,2\n" },
  { "binary.csv", "time,a\n\x01\x02\xff" },
  { "wide.csv", "\xff\xfet" },
  { "damaged.mat", "MATLAB 5.0 MAT-file" },
};

static void
same_error (const GError *one, const GError *other)
{
  g_assert_cmpstr (one != NULL ? one->message : "", ==, other != NULL ? other->message : "");
  g_assert_cmpint (one != NULL ? one->code : -1, ==, other != NULL ? other->code : -1);
}

static void
same_trace (LsTrace *one, LsTrace *other)
{
  g_assert_true ((one == NULL) == (other == NULL));
  if (one == NULL)
    return;
  g_assert_cmpuint (ls_trace_get_n_columns (one), ==, ls_trace_get_n_columns (other));
  g_assert_cmpuint (ls_trace_get_n_rows (one), ==, ls_trace_get_n_rows (other));
  for (guint i = 0; i < ls_trace_get_n_columns (one); i++)
    {
      g_assert_cmpstr (ls_trace_get_name (one, i), ==, ls_trace_get_name (other, i));
      g_assert_cmpstr (ls_trace_get_unit (one, i), ==, ls_trace_get_unit (other, i));
      for (gsize k = 0; k < ls_trace_get_n_rows (one); k++)
        {
          const double a = ls_trace_get (one, i, k), b = ls_trace_get (other, i, k);

          g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
        }
    }
}

static void
compare (const char *path, gboolean is_table)
{
  LsForeign infos[2];
  LsTrace *traces[2];
  g_autoptr (GError) one = NULL, other = NULL;
  char *words[2] = { NULL };

  g_test_message ("%s", path);
  for (int contained = 0; contained < 2; contained++)
    {
      GError **error = contained ? &other : &one;

      ls_reader_set_contained (contained);
      traces[contained] = is_table ? ls_foreign_read_table (path, &infos[contained], error)
                                   : ls_foreign_read (path, &infos[contained], error);
    }
  same_error (one, other);
  same_trace (traces[0], traces[1]);
  for (int i = 0; i < 2 && traces[0] != NULL; i++)
    words[i] = ls_foreign_describe (&infos[i]);
  g_assert_cmpstr (words[0], ==, words[1]);
  for (int i = 0; i < 2; i++)
    {
      ls_foreign_clear (&infos[i]);
      g_clear_pointer (&traces[i], ls_trace_unref);
    }
  g_free (words[0]);
  g_free (words[1]);
}

static char *
write_file (const char *name, const char *text)
{
  char *path = g_build_filename (ls_tempdir_get_path (folder), name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = write_file (files[i].name, files[i].text);

      compare (path, FALSE);
      compare (path, TRUE);
    }
  compare ("/no/such/file.csv", FALSE);
  compare ("/", FALSE);
}

static void
test_mat (void)
{
  const char *const names[] = { "a", "b" }, *const units[] = { "m", "" };
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, units);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "whole.mat", NULL);
  g_autofree char *cut = g_build_filename (ls_tempdir_get_path (folder), "cut.mat", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  for (guint i = 0; i < 1000; i++)
    {
      const double row[] = { 0.1 * i, 1.0 / (1.0 + i), -1.0 * i };

      g_assert_true (ls_trace_append (trace, row));
    }
  g_assert_true (ls_trace_write (trace, path, &error));
  compare (path, FALSE);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (cut, bytes, (gssize)size / 2, NULL));
  compare (cut, FALSE);
}

static void
test_csv (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = write_file (files[i].name, files[i].text);
      g_autoptr (GError) one = NULL, other = NULL;
      g_autoptr (LsCsvTable) first = NULL, second = NULL;

      ls_reader_set_contained (FALSE);
      first = ls_csv_read (path, &one);
      ls_reader_set_contained (TRUE);
      second = ls_csv_read (path, &other);
      same_error (one, other);
      g_assert_true ((first == NULL) == (second == NULL));
      if (first == NULL)
        continue;
      g_assert_cmpuint (first->n_columns, ==, second->n_columns);
      g_assert_cmpuint (first->n_rows, ==, second->n_rows);
      for (guint k = 0; k < first->n_columns; k++)
        {
          g_assert_cmpstr (first->names[k], ==, second->names[k]);
          g_assert_cmpmem (first->columns[k], 8 * first->n_rows, second->columns[k],
                           8 * second->n_rows);
        }
    }
}

static const double *
peek (gconstpointer user, guint column, gsize row, gsize *n)
{
  *n = 1;
  return (const double *)user + 3 * column + row;
}

/* Each byte changed: refused, or a table within its bytes. */
static void
test_hostile (void)
{
  static const double values[] = { 0.0, 1.0, 2.0, 3.0, 4.0, 5.0 };
  static const char *const texts[] = { "a", "m", "more" };
  const int area = ls_table_pack (texts, 3, 2, 3, peek, values);
  guint8 bytes[512];
  const gssize size = pread (area, bytes, sizeof bytes, 0);

  close (area);
  g_assert_cmpint (size, >, 0);
  for (gssize at = 0; at < size; at++)
    for (guint change = 1; change < 256; change++)
      {
        g_autofree guint8 *copy = g_memdup2 (bytes, (gsize)size);
        g_autoptr (GBytes) changed = NULL, cut = g_bytes_new (bytes, (gsize)at);
        g_autoptr (LsTrace) trace = NULL, none = NULL;
        LsTablePack table, other;
        g_autoptr (GError) error = NULL;
        guint more = 0;

        copy[at] ^= (guint8)change;
        changed = g_bytes_new (copy, (gsize)size);
        trace = ls_trace_unpack (changed, "it", &table, &more, &error);
        g_assert_true ((trace == NULL) == (error != NULL));
        g_assert_true (trace == NULL || more <= table.n_texts);
        ls_table_pack_clear (&table);
        none = ls_trace_unpack (cut, "it", &other, NULL, NULL);
        g_assert_null (none);
        ls_table_pack_clear (&other);
      }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = ls_tempdir_new (NULL);
  g_test_add_func ("/foreign/contained/text", test_text);
  g_test_add_func ("/foreign/contained/mat", test_mat);
  g_test_add_func ("/foreign/contained/csv", test_csv);
  g_test_add_func ("/foreign/contained/hostile", test_hostile);
  status = g_test_run ();
  ls_tempdir_unref (folder);
  return status;
}
