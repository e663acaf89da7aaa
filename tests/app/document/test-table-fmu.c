/* Tables of files of strangers: made where the data of the user are, read by another process, and
 * gone after a month. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>
#include "app/document/table-fmu.h"
#include "core/base/reader.h"
#include "core/base/tempdir.h"

static char *
write_table (const char *name, const char *text)
{
  char *path = g_build_filename (g_get_user_cache_dir (), name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (g_get_user_cache_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* A folder of @days ago with a table. */
static char *
make_old (const char *name, int days)
{
  char *folder = g_build_filename (g_get_user_data_dir (), "lockstep", "tables", name, NULL);
  g_autofree char *file = g_build_filename (folder, "table.fmu", NULL);
  const gint64 when = g_get_real_time () / G_USEC_PER_SEC - (gint64)days * 24 * 3600;
  const struct utimbuf times = { when, when };

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "old", -1, NULL));
  g_assert_cmpint (g_utime (folder, (struct utimbuf *)&times), ==, 0);
  return folder;
}

static void
test_age (void)
{
  g_autofree char *file = write_table ("forces.csv", "time,force\n0,1\n1,2\n");
  g_autofree char *old = make_old ("old", 31), *recent = make_old ("recent", 29);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTableFmu) made = ls_table_fmu_make (file, &error);

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (made->path, g_get_user_data_dir ()));
  g_assert_true (g_file_test (made->path, G_FILE_TEST_IS_REGULAR));
  g_assert_nonnull (ls_fmu_get_description (made->fmu));
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (recent, G_FILE_TEST_IS_DIR));
}

static void
refuse (const char *file, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_table_fmu_make (file, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, words) == NULL || strstr (error->message, file) == NULL)
    g_error ("“%s” lacks “%s”", error->message, words);
}

/* A pipe that nobody writes to would never end, and a file of any size would not fit. */
static void
test_strange (void)
{
  g_autofree char *pipe = write_table ("pipe.csv", ""), *large = write_table ("large.csv", "");

  g_unlink (pipe);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  refuse (pipe, "is not a regular file");
  g_assert_cmpint (truncate (large, ((off_t)1 << 30) + 1), ==, 0);
  refuse (large, "is larger than 1024 MiB");
  refuse ("/nowhere/forces.csv", "No such file");
}

/* What the reader dies of is an error here. */
static void
test_contained (void)
{
  g_autofree char *file = write_table ("crash.csv", "time,force\n0,1\n1,2\n");

  ls_reader_set_contained (TRUE);
  ls_reader_set_program (UNRULY_READER, 10);
  refuse (file, "crashed");
  ls_reader_set_program (NULL, 0);
  ls_reader_set_contained (FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/table-fmu/age", test_age);
  g_test_add_func ("/table-fmu/strange", test_strange);
  g_test_add_func ("/table-fmu/contained", test_contained);
  return g_test_run ();
}
