/* Shared libraries: those that load, and what is said of those that do not. */
#include "core/base/dylib.h"
#include "core/base/python-library.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void
test_load (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDylib) library = ls_dylib_open (TEST_LIBRARY, &error);
  int (*answer) (void);

  g_assert_no_error (error);
  answer = (int (*) (void))ls_dylib_find (library, "sample_answer");
  g_assert_nonnull (answer);
  g_assert_cmpint (answer (), ==, 42);
  g_assert_null (ls_dylib_find (library, "no_such_symbol"));
}

static void
check_fails (const char *path, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_dylib_open (path, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_BINARY);
  if (strstr (error->message, expected) == NULL || strstr (error->message, path) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
}

static void
check_bytes_fail (const char *data, gsize size, const char *expected)
{
  g_autoptr (LsTempdir) directory = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (directory), "x.so", NULL);

  g_assert_true (g_file_set_contents (path, data, size, NULL));
  check_fails (path, expected);
}

static void
test_foreign (void)
{
  check_fails ("/nonexistent/x.so", g_strerror (ENOENT));
  check_fails ("/tmp", "not a shared library");
  check_bytes_fail ("MZ\x90", 3, "a Windows library");
  check_bytes_fail ("\xcf\xfa\xed\xfe....", 8, "a macOS library");
  check_bytes_fail ("hello", 5, "not a shared library");
  check_bytes_fail ("", 0, "not a shared library");
  check_bytes_fail ("\177ELF", 4, "not a shared library");
}

static void
test_damaged (void)
{
  g_autofree char *data = NULL;
  gsize size;
  Elf64_Ehdr header;

  g_assert_true (g_file_get_contents (TEST_LIBRARY, &data, &size, NULL));
  check_bytes_fail (data, 100, "cannot be loaded");
  /* Of half a library the loader would map pages that are not there. */
  check_bytes_fail (data, size / 2, "cut off");
  memcpy (&header, data, sizeof header);
  header.e_machine = header.e_machine == EM_AARCH64 ? EM_X86_64 : EM_AARCH64;
  memcpy (data, &header, sizeof header);
  check_bytes_fail (data, size, header.e_machine == EM_AARCH64 ? "ARM (64 bit)" : "x86-64");
}

/* A library that needs one there is not: the message names that one. */
static void
test_missing_dependency (void)
{
  const char needed[] = "liblockstep-test-needed.so";
  g_autofree char *data = NULL;
  gsize size;
  char *name;

  g_assert_true (g_file_get_contents (TEST_NEEDY, &data, &size, NULL));
  while ((name = memmem (data, size, needed, strlen (needed))) != NULL)
    memcpy (name, "liblockstep-test-absent.so", strlen (needed));
  check_bytes_fail (data, size, "liblockstep-test-absent.so");
}

/* A library that uses Python's and names none gets this system's, in the version that is said; a
 * symbol that Python does not have is missed all the same. */
static void
test_python (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDylib) library = ls_dylib_open (TEST_PYTHON, &error);
  g_autoptr (LsDylib) other = ls_dylib_open (TEST_LIBRARY, NULL);
  const char *(*get_version) (void);
  const char *lent;
  guint major, minor, named;

  g_assert_null (ls_dylib_get_lent (other));
  check_fails (TEST_PYTHON_WRONG, "undefined symbol: PyLockstep_NoSuchSymbol");
  if (ls_python_library_load () == NULL)
    {
      check_fails (TEST_PYTHON, "libpython3, which is not installed");
      return;
    }
  g_assert_no_error (error);
  get_version = (const char *(*)(void))ls_dylib_find (library, "sample_version");
  lent = ls_dylib_get_lent (library);
  g_assert_cmpstr (lent, ==, ls_python_library_load ());
  g_assert_cmpint (sscanf (get_version (), "%u.%u.", &major, &minor), ==, 2);
  g_assert_cmpuint (major, ==, 3);
  g_assert_cmpint (sscanf (lent, "libpython3.%u.so", &named), ==, 1);
  g_assert_cmpuint (minor, ==, named);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/dylib/load", test_load);
  g_test_add_func ("/base/dylib/foreign", test_foreign);
  g_test_add_func ("/base/dylib/damaged", test_damaged);
  g_test_add_func ("/base/dylib/missing-dependency", test_missing_dependency);
  g_test_add_func ("/base/dylib/python", test_python);
  return g_test_run ();
}
