/* Private directories and their removal. */
#include <time.h>
#include <sys/file.h>
#include <fcntl.h>
#include "core/base/tempdir.h"
#include "core/base/status.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void
test_removal (void)
{
  g_autoptr (GError) error = NULL;
  LsTempdir *directory = ls_tempdir_new (&error);
  g_autofree char *path = g_strdup (ls_tempdir_get_path (directory));
  g_autofree char *deep = g_build_filename (path, "a", "b", "c", NULL);
  g_autofree char *file = g_build_filename (deep, "file", NULL);
  g_autofree char *locked = g_build_filename (path, "a", NULL);
  struct stat info;

  g_assert_no_error (error);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0755), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  /* What an FMU leaves behind may lack any permission. */
  g_assert_cmpint (g_chmod (file, 0), ==, 0);
  g_assert_cmpint (g_chmod (deep, 0555), ==, 0);
  g_assert_cmpint (g_chmod (locked, 0), ==, 0);
  ls_tempdir_ref (directory);
  ls_tempdir_unref (directory);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR));
  ls_tempdir_unref (directory);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_links_are_not_followed (void)
{
  g_autoptr (LsTempdir) outside = ls_tempdir_new (NULL);
  LsTempdir *directory = ls_tempdir_new (NULL);
  g_autofree char *kept = g_build_filename (ls_tempdir_get_path (outside), "kept", NULL);
  g_autofree char *link = g_build_filename (ls_tempdir_get_path (directory), "link", NULL);
  g_autofree char *path = g_strdup (ls_tempdir_get_path (directory));

  g_assert_true (g_file_set_contents (kept, "x", 1, NULL));
  g_assert_cmpint (symlink (ls_tempdir_get_path (outside), link), ==, 0);
  ls_tempdir_unref (directory);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
}

/* A program that ends without dropping its references leaves nothing; a forked
 * child that ends leaves what belongs to its parent. */
static void
test_exit (void)
{
  static LsTempdir *directory;

  if (g_test_subprocess ())
    {
      pid_t child;
      int status;

      directory = ls_tempdir_new (NULL);
      child = fork ();
      if (child == 0)
        exit (0);
      waitpid (child, &status, 0);
      g_print ("folder=%s there=%d\n", ls_tempdir_get_path (directory),
               g_file_test (ls_tempdir_get_path (directory), G_FILE_TEST_IS_DIR));
      exit (0);
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*folder=*lockstep-* there=1*");
}

static void
test_exit_removes (void)
{
  static LsTempdir *directory; /* still held at exit */
  g_autoptr (LsTempdir) place = ls_tempdir_new (NULL);
  g_autoptr (GDir) dir = NULL;

  if (g_test_subprocess ())
    {
      directory = ls_tempdir_new (NULL);
      g_assert_true (g_str_has_prefix (ls_tempdir_get_path (directory), g_getenv ("TMPDIR")));
      exit (0);
    }
  g_setenv ("TMPDIR", ls_tempdir_get_path (place), TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_unsetenv ("TMPDIR");
  g_test_trap_assert_passed ();
  dir = g_dir_open (ls_tempdir_get_path (place), 0, NULL);
  g_assert_null (g_dir_read_name (dir));
}

/* A folder called @name in @place, changed an hour ago when @old. Returns: its path. */
static char *
make_left_over (LsTempdir *place, const char *name, gboolean old)
{
  char *path = g_build_filename (ls_tempdir_get_path (place), name, NULL);
  g_autofree char *file = g_build_filename (path, "file", NULL);
  struct timespec times[2] = { { .tv_sec = time (NULL) - 3600 }, { .tv_sec = time (NULL) - 3600 } };

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "text", -1, NULL));
  if (old)
    g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  return path;
}

/* What a killed process left goes; what a living one holds, or what is new, stays. */
static void
test_sweep (void)
{
  g_autoptr (LsTempdir) place = ls_tempdir_new (NULL);
  g_autofree char *dead = NULL, *held = NULL, *young = NULL, *foreign = NULL;
  int lock;

  if (g_test_subprocess ())
    {
      g_autoptr (LsTempdir) directory = ls_tempdir_new (NULL);

      g_assert_nonnull (directory);
      return;
    }
  dead = make_left_over (place, "lockstep-dead00", TRUE);
  held = make_left_over (place, "lockstep-held00", TRUE);
  young = make_left_over (place, "lockstep-young0", FALSE);
  foreign = make_left_over (place, "lockstep-of-others", TRUE);
  lock = open (held, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_assert_cmpint (flock (lock, LOCK_EX | LOCK_NB), ==, 0);
  g_setenv ("TMPDIR", ls_tempdir_get_path (place), TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_unsetenv ("TMPDIR");
  g_test_trap_assert_passed ();
  g_assert_false (g_file_test (dead, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (held, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (young, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
  close (lock);
}

static void
test_failure (void)
{
  g_autoptr (GError) error = NULL;

  if (g_test_subprocess ())
    {
      g_setenv ("TMPDIR", "/nonexistent/folder", TRUE);
      g_assert_null (ls_tempdir_new (&error));
      g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "/nonexistent/folder"));
      exit (0);
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/tempdir/removal", test_removal);
  g_test_add_func ("/base/tempdir/links-are-not-followed", test_links_are_not_followed);
  g_test_add_func ("/base/tempdir/exit", test_exit);
  g_test_add_func ("/base/tempdir/exit-removes", test_exit_removes);
  g_test_add_func ("/base/tempdir/sweep", test_sweep);
  g_test_add_func ("/base/tempdir/failure", test_failure);
  return g_test_run ();
}
