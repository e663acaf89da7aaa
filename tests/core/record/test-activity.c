/* Events of sources: counted all, kept up to a limit, written. */
#include "core/record/activity.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *const names[] = { "a.x", "b \"2\", c", NULL };

static void
test_limit (void)
{
  g_autoptr (LsActivity) activity = ls_activity_new (names);
  LsTrace *trace = ls_activity_get_trace (activity);

  ls_activity_set_limit (activity, 5);
  for (guint i = 0; i < 9; i++)
    ls_activity_add (activity, i % 3 == 0, 0.5 * i);
  g_assert_cmpuint (ls_activity_get_n (activity), ==, 2);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 5);
  g_assert_cmpfloat (ls_trace_get (trace, 0, 4), ==, 2.0);
  g_assert_cmpuint (ls_activity_get_count (activity, 0), ==, 6);
  g_assert_cmpuint (ls_activity_get_count (activity, 1), ==, 3);
  g_assert_cmpuint (ls_activity_get_total (activity), ==, 9);
}

/* A row that names no source is left out: it may come from another process. */
static void
test_adopt (void)
{
  g_autoptr (LsActivity) activity = ls_activity_new (names);

  ls_activity_add_row (activity, (const double[]){ 1.0, 1.0 });
  ls_activity_add_row (activity, (const double[]){ 1.0, 2.0 });
  ls_activity_add_row (activity, (const double[]){ 1.0, -1.0 });
  ls_activity_set_counts (activity, (const guint64[]){ 7, 8 });
  g_assert_cmpuint (ls_trace_get_n_rows (ls_activity_get_trace (activity)), ==, 1);
  g_assert_cmpuint (ls_activity_get_total (activity), ==, 15);
}

static void
test_file (void)
{
  g_autoptr (LsActivity) activity = ls_activity_new (names);
  g_autofree char *folder = g_dir_make_tmp ("activity-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "events.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  ls_activity_add (activity, 0, 0.1);
  ls_activity_add (activity, 1, 0.30000000000000004);
  g_assert_true (ls_activity_write_csv (activity, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "time,source\n0.1,a.x\n0.30000000000000004,\"b \"\"2\"\", c\"\n");
  g_unlink (path);
  g_rmdir (folder);
  g_assert_false (ls_activity_write_csv (activity, "/nowhere/events.csv", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "/nowhere/events.csv"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/activity/limit", test_limit);
  g_test_add_func ("/core/record/activity/adopt", test_adopt);
  g_test_add_func ("/core/record/activity/file", test_file);
  return g_test_run ();
}
