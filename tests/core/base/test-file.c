/* Files written beside and renamed. */
#include "core/base/file.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  LsTempdir *directory;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  fixture->directory = ls_tempdir_new (NULL);
  g_assert_nonnull (fixture->directory);
  fixture->path = g_build_filename (ls_tempdir_get_path (fixture->directory), "result.csv", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_free (fixture->path);
  ls_tempdir_unref (fixture->directory);
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static guint
count_files (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (ls_tempdir_get_path (fixture->directory), 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_commit (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  LsFileWriter *writer;

  g_assert_true (ls_file_write (fixture->path, "old", 3, &error));
  writer = ls_file_writer_new (fixture->path, &error);
  g_assert_no_error (error);
  fputs ("new", ls_file_writer_get_stream (writer));
  fflush (ls_file_writer_get_stream (writer));
  assert_content (fixture->path, "old");
  assert_content (ls_file_writer_get_temporary (writer), "new");
  g_assert_true (ls_file_writer_commit (writer, &error));
  ls_file_writer_free (writer);
  assert_content (fixture->path, "new");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

static void
test_abandon (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  LsFileWriter *writer;

  g_assert_true (ls_file_write (fixture->path, "old", 3, &error));
  writer = ls_file_writer_new (fixture->path, &error);
  fputs ("new", ls_file_writer_get_stream (writer));
  ls_file_writer_free (writer);
  assert_content (fixture->path, "old");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

/* Libraries that write by name may put another file in place of the temporary one. */
static void
test_replaced_temporary (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFileWriter) writer = ls_file_writer_new (fixture->path, &error);

  g_assert_no_error (error);
  g_assert_true (
      g_file_set_contents (ls_file_writer_get_temporary (writer), "by a library", -1, &error));
  g_assert_true (ls_file_writer_commit (writer, &error));
  assert_content (fixture->path, "by a library");
}

static void
test_permissions (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  struct stat info;
  mode_t mask = umask (022);

  g_assert_true (ls_file_write (fixture->path, "a", 1, &error));
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0644);
  g_assert_cmpint (g_chmod (fixture->path, 0640), ==, 0);
  g_assert_true (ls_file_write (fixture->path, "b", 1, &error));
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0640);
  umask (mask);
}

static void
test_links (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char *directory = ls_tempdir_get_path (fixture->directory);
  g_autofree char *link = g_build_filename (directory, "link", NULL);
  g_autofree char *circle = g_build_filename (directory, "circle", NULL);
  g_autoptr (GError) error = NULL;

  /* First it leads nowhere, then to a file. */
  g_assert_cmpint (symlink ("result.csv", link), ==, 0);
  for (int i = 0; i < 2; i++)
    {
      g_assert_true (ls_file_write (link, i == 0 ? "a" : "b", 1, &error));
      assert_content (fixture->path, i == 0 ? "a" : "b");
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
    }
  g_assert_cmpint (symlink ("circle", circle), ==, 0);
  g_assert_false (ls_file_write (circle, "a", 1, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
}

static void
check_unwritable (const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_file_write (path, "a", 1, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, path));
}

static void
test_unwritable (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char *directory = ls_tempdir_get_path (fixture->directory);
  g_autofree char *under_file = NULL;

  check_unwritable ("/nonexistent/folder/file.csv");
  check_unwritable (directory);
  check_unwritable ("/proc/lockstep.csv");
  g_assert_true (ls_file_write (fixture->path, "a", 1, NULL));
  under_file = g_build_filename (fixture->path, "x", NULL);
  check_unwritable (under_file);
  if (geteuid () == 0)
    {
      g_test_message ("root may write everywhere: permissions are not tested");
      return;
    }
  g_assert_cmpint (g_chmod (fixture->path, 0444), ==, 0);
  check_unwritable (fixture->path);
  g_assert_cmpint (g_chmod (fixture->path, 0644), ==, 0);
  g_assert_cmpint (g_chmod (directory, 0555), ==, 0);
  check_unwritable (fixture->path);
  g_assert_cmpint (g_chmod (directory, 0755), ==, 0);
  assert_content (fixture->path, "a");
}

static char *
leave_behind (Fixture *fixture, const char *name, time_t age)
{
  char *path = g_build_filename (ls_tempdir_get_path (fixture->directory), name, NULL);
  const struct timespec times[] = { { time (NULL) - age, 0 }, { time (NULL) - age, 0 } };

  g_assert_true (g_file_set_contents (path, "half", -1, NULL));
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  return path;
}

/* What a process that was killed while it wrote has left goes; what is new, in use or of others
 * stays. */
static void
test_sweep (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *old = leave_behind (fixture, ".lockstep-abcdef", 2 * 3600);
  g_autofree char *fresh = leave_behind (fixture, ".lockstep-ghijkl", 60);
  g_autofree char *held = leave_behind (fixture, ".lockstep-mnopqr", 2 * 3600);
  g_autofree char *other = leave_behind (fixture, ".lockstep-results", 2 * 3600);
  g_autofree char *zip = leave_behind (fixture, ".lockstep-abcdef.Xy12Zw", 2 * 3600);
  g_autofree char *fresh_zip = leave_behind (fixture, ".lockstep-abcdef.Xy12Zv", 60);
  g_autofree char *held_zip = leave_behind (fixture, ".lockstep-mnopqr.Xy12Zw", 2 * 3600);
  g_autofree char *other_zip = leave_behind (fixture, ".lockstep-abcdef.csv.gz", 2 * 3600);
  int lock = open (held, O_RDONLY | O_CLOEXEC);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (flock (lock, LOCK_EX | LOCK_NB), ==, 0);
  ls_file_write (fixture->path, "a", 1, &error);
  g_assert_no_error (error);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (fresh, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (held, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (zip, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (fresh_zip, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (held_zip, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (other_zip, G_FILE_TEST_EXISTS));
  close (lock);
}

/* /dev/full takes nothing: the message names it, and the device stays what it is. */
static void
test_full_disk (Fixture *fixture G_GNUC_UNUSED, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  struct stat info;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  g_assert_false (ls_file_write ("/dev/full", "a", 1, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "/dev/full"));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  g_assert_cmpint (g_stat ("/dev/full", &info), ==, 0);
  g_assert_true (S_ISCHR (info.st_mode));
}

/* A file system that stops taking bytes half way: the old file stays whole. */
static void
test_half_written (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *large = g_strnfill (1 << 20, 'x');
  g_autoptr (GError) error = NULL;
  struct rlimit before, limit;

  g_assert_true (ls_file_write (fixture->path, "old", 3, &error));
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = before;
  limit.rlim_cur = 100000;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_false (ls_file_write (fixture->path, large, 1 << 20, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  assert_content (fixture->path, "old");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

static void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (name, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/base/file/commit", test_commit);
  add ("/base/file/abandon", test_abandon);
  add ("/base/file/replaced-temporary", test_replaced_temporary);
  add ("/base/file/permissions", test_permissions);
  add ("/base/file/links", test_links);
  add ("/base/file/unwritable", test_unwritable);
  add ("/base/file/full-disk", test_full_disk);
  add ("/base/file/sweep", test_sweep);
  add ("/base/file/half-written", test_half_written);
  return g_test_run ();
}
