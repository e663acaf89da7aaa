/* Journals cut off at any byte give all their whole rows. */
#include "core/record/journal.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static void
test_cut (void)
{
  static const char *const names[] = { "a.x", "b, c.y" };
  g_autofree char *folder = g_dir_make_tmp ("journal-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, NULL);
  LsJournal *journal = ls_journal_new (path, trace, NULL);
  gsize size;

  g_assert_nonnull (journal);
  for (guint i = 0; i < 20; i++)
    {
      g_assert_true (
          ls_trace_append (trace, (double[]){ 0.1 * i, exp (i), i == 3 ? NAN : -1.0 / (i + 1) }));
      if (i % 7 == 0)
        g_assert_true (ls_journal_update (journal));
    }
  g_assert_true (ls_journal_update (journal));
  ls_journal_free (journal);
  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  for (gsize cut = strcspn (text, "\n") + 1; cut <= size; cut++)
    {
      g_autoptr (LsTrace) back = NULL;
      gsize n_lines = 0;

      for (gsize i = 0; i < cut; i++)
        n_lines += text[i] == '\n';
      g_assert_true (g_file_set_contents (path, text, (gssize)cut, NULL));
      back = ls_journal_recover (path, NULL);
      g_assert_nonnull (back);
      g_assert_cmpuint (ls_trace_get_n_rows (back), ==, n_lines - 1);
      for (gsize i = 0; i + 1 < n_lines; i++)
        {
          g_assert_cmpfloat (ls_trace_get (back, 1, i), ==, ls_trace_get (trace, 1, i));
          g_assert_true (i == 3 ? isnan (ls_trace_get (back, 2, i))
                                : ls_trace_get (back, 2, i) == ls_trace_get (trace, 2, i));
        }
    }
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/journal/cut", test_cut);
  return g_test_run ();
}
