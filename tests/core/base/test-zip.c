/* Archives: what is written is read back. */
#include "core/base/status.h"
#include "core/base/zip.h"
#include "zip-unit.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

static void
write_archive (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsZipWriter) writer = ls_zip_writer_new (fixture->path, &error);
  g_autofree char *source = g_build_filename (fixture->target, "source", NULL);

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (source, "from a file", -1, NULL));
  g_assert_true (ls_zip_writer_add_data (writer, "a.txt", "hello", 5, &error));
  g_assert_true (ls_zip_writer_add_data (writer, "empty", NULL, 0, &error));
  g_assert_true (ls_zip_writer_add_file (writer, "folder/ü/b.txt", source, &error));
  /* The file was opened when it was added. */
  g_assert_cmpint (g_unlink (source), ==, 0);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (ls_zip_writer_commit (writer, &error));
  g_assert_no_error (error);
}

static void
assert_content (Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->target, name, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_round_trip (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  write_archive (fixture);
  g_assert_true (ls_zip_extract (fixture->path, fixture->target, &error));
  g_assert_no_error (error);
  assert_content (fixture, "a.txt", "hello");
  assert_content (fixture, "empty", "");
  assert_content (fixture, "folder/ü/b.txt", "from a file");
  /* A second time: nothing is overwritten. */
  g_assert_false (ls_zip_extract (fixture->path, fixture->target, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
}

static void
test_read_entry (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize size = 0;

  write_archive (fixture);
  text = ls_zip_read_entry (fixture->path, "folder/ü/b.txt", 11, &size, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "from a file");
  g_assert_cmpuint (size, ==, 11);
  g_assert_null (ls_zip_read_entry (fixture->path, "folder/ü/b.txt", 10, &size, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (ls_zip_read_entry (fixture->path, "none", 10, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "“none”"));
  g_assert_nonnull (strstr (error->message, fixture->path));
}

static void
test_abandon (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  LsZipWriter *writer;
  g_autofree char *text = NULL;
  const char *base = ls_tempdir_get_path (fixture->directory);
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  write_archive (fixture);
  writer = ls_zip_writer_new (fixture->path, &error);
  g_assert_true (ls_zip_writer_add_data (writer, "other", "x", 1, &error));
  ls_zip_writer_free (writer);
  text = ls_zip_read_entry (fixture->path, "a.txt", 100, NULL, &error);
  g_assert_cmpstr (text, ==, "hello");
  for (dir = g_dir_open (base, 0, NULL); g_dir_read_name (dir) != NULL;)
    n++;
  g_assert_cmpuint (n, ==, 2);
}

static void
test_writer_errors (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char *const names[] = { "", "/a", "../a", "a/../b", "c:/a", "a\\b", "a\nb" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LsZipWriter) writer = ls_zip_writer_new (fixture->path, &error);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_false (ls_zip_writer_add_data (writer, names[i], "x", 1, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
      g_clear_error (&error);
    }
  g_assert_true (ls_zip_writer_add_data (writer, "a", "x", 1, &error));
  g_assert_false (ls_zip_writer_add_data (writer, "a", "x", 1, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  g_clear_error (&error);
  g_assert_false (ls_zip_writer_add_file (writer, "b", "/nonexistent", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "/nonexistent"));
  g_clear_error (&error);
  g_assert_null (ls_zip_writer_new ("/nonexistent/x.ssp", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ls_zip_writer_new ("/dev/null", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
}

/* Programs among the resources stay programs; nothing else of the mode is kept. */
static void
test_modes (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  int code;
  zip_t *zip = zip_open (fixture->path, ZIP_CREATE, &code);
  g_autofree char *program = g_build_filename (fixture->target, "run", NULL);
  g_autofree char *plain = g_build_filename (fixture->target, "plain", NULL);
  struct stat info;
  mode_t mask = umask (022);

  zip_file_add (zip, "run", zip_source_buffer (zip, "x", 1, 0), 0);
  zip_file_set_external_attributes (zip, 0, 0, ZIP_OPSYS_UNIX, (S_IFREG | 06755u) << 16);
  zip_file_add (zip, "plain", zip_source_buffer (zip, "x", 1, 0), 0);
  zip_file_set_external_attributes (zip, 1, 0, ZIP_OPSYS_UNIX, (S_IFREG | 0600u) << 16);
  g_assert_cmpint (zip_close (zip), ==, 0);
  g_assert_true (ls_zip_extract (fixture->path, fixture->target, NULL));
  g_assert_cmpint (g_stat (program, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0755);
  g_assert_cmpint (g_stat (plain, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0644);
  umask (mask);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/base/zip/round-trip", test_round_trip);
  add ("/base/zip/read-entry", test_read_entry);
  add ("/base/zip/abandon", test_abandon);
  add ("/base/zip/writer-errors", test_writer_errors);
  add ("/base/zip/modes", test_modes);
  return g_test_run ();
}
