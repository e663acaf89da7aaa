/* Results in a file for each component, as libcosim writes them; a part of a trace. */
#include "core/foreign/foreign-parts.h"
#include "core/record/trace-part.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define PREY "prey_20260101_120000_000001.csv"
#define PREDATOR "predator_20260101_120000_000031.csv"
#define LATER_PREY "prey_20260102_120000_000001.csv"
#define LATER_PREDATOR "predator_20260102_120000_000001.csv"

static const struct
{
  const char *name, *text;
} files[] = {
  { PREY, "Time,StepCount,population,mood\n0,0,1,good\n0.1,1,2,good\n0.2,2,3,bad\n" },
  /* Every second step, and it ends earlier. */
  { PREDATOR, "Time,StepCount,population\n0,0,10\n0.2,2,30\n" },
  { LATER_PREY, "Time,StepCount,population\n0,0,5\n" },
  { LATER_PREDATOR, "Time,StepCount,population\n0,0,6\n" },
  { "other.csv", "time,prey.population\n0,1\n" },
};

static char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("parts-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);

      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
    }
  return folder;
}

static void
remove_folder (const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
test_groups (void)
{
  g_autofree char *folder = make_folder ();
  static const char *const order[] = { LATER_PREY, "other.csv", PREY, PREDATOR, LATER_PREDATOR };
  static const char *const groups[]
      = { LATER_PREDATOR, LATER_PREY, NULL, "other.csv", NULL, PREY, PREDATOR, NULL };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) found = NULL;
  g_auto (GStrv) listed = NULL;
  guint at = 0;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    g_ptr_array_add (paths, g_build_filename (folder, order[i], NULL));
  g_ptr_array_add (paths, NULL);
  found = ls_foreign_group_parts ((const char *const *)paths->pdata);
  for (guint i = 0; i < found->len; i++, at++)
    for (char **path = found->pdata[i]; *path != NULL; path++)
      {
        g_autofree char *name = g_path_get_basename (*path);

        g_assert_cmpstr (name, ==, groups[at++]);
      }
  g_assert_cmpuint (at, ==, G_N_ELEMENTS (groups));
  listed = ls_foreign_list_parts (folder);
  g_assert_cmpuint (g_strv_length (listed), ==, 4);
  remove_folder (folder);
}

static void
test_merge (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *prey = g_build_filename (folder, PREY, NULL);
  g_autofree char *predator = g_build_filename (folder, PREDATOR, NULL);
  g_autofree char *later = g_build_filename (folder, LATER_PREY, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTrace) trace = NULL, none = NULL;
  gboolean interpolated;
  LsForeign info;

  trace = ls_foreign_read_parts ((const char *const[]){ prey, predator, NULL }, &info,
                                 &interpolated, &error);
  g_assert_no_error (error);
  g_assert_true (interpolated);
  g_assert_cmpstr (info.tool, ==, "libcosim");
  g_assert_null (info.component);
  g_assert_cmpuint (info.left_out->len, ==, 1);
  g_assert_cmpstr (info.left_out->pdata[0], ==, "prey.mood");
  ls_foreign_clear (&info);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 3);
  g_assert_cmpstr (ls_trace_get_name (trace, 1), ==, "prey.population");
  g_assert_cmpstr (ls_trace_get_name (trace, 2), ==, "predator.population");
  g_assert_cmpfloat (ls_trace_get (trace, 1, 1), ==, 2);
  /* Half way between 10 and 30, at 0.1 s of 0.2 s: rounding. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, 1), 20, 1e-12);
  g_assert_cmpfloat (ls_trace_get (trace, 2, 2), ==, 30);

  none = ls_foreign_read_parts ((const char *const[]){ prey, later, NULL }, &info, &interpolated,
                                &error);
  g_assert_null (none);
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "prey"));
  ls_foreign_clear (&info);
  remove_folder (folder);
}

/* Both rows at an event belong to what begins or ends there. */
static void
test_part (void)
{
  static const char *const names[] = { "a", "b" };
  static const double times[] = { 0, 1, 1, 2, 3, 3, 4 };
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, NULL);
  g_autoptr (LsTrace) part = NULL, all = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_assert_true (ls_trace_append (trace, (double[]){ times[i], i, 10.0 * i }));
  part = ls_trace_copy_part (trace, (const char *const[]){ "b", "none", "b", NULL }, 1, 3, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_columns (part), ==, 2);
  g_assert_cmpuint (ls_trace_get_n_rows (part), ==, 5);
  g_assert_cmpfloat (ls_trace_get (part, 1, 0), ==, 10);
  g_assert_cmpfloat (ls_trace_get (part, 1, 4), ==, 50);
  all = ls_trace_copy_part (trace, NULL, NAN, NAN, &error);
  g_assert_cmpuint (ls_trace_get_n_rows (all), ==, G_N_ELEMENTS (times));
  g_assert_null (ls_trace_copy_part (trace, NULL, 4.5, 5, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (
      ls_trace_copy_part (trace, (const char *const[]){ "none", NULL }, NAN, NAN, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/foreign-parts/groups", test_groups);
  g_test_add_func ("/core/record/foreign-parts/merge", test_merge);
  g_test_add_func ("/core/record/trace-part", test_part);
  return g_test_run ();
}
