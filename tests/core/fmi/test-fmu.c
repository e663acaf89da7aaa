/* FMU files: good ones, bad ones, and directories. Usage: test-fmu MODELS FMUS */
#include "core/base/tempdir.h"
#include "core/base/zip.h"
#include "core/fmi/instance.h"
#include "full.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const char *models;
static LsTempdir *scratch;

static char *
scratch_path (const char *name)
{
  return g_build_filename (ls_tempdir_get_path (scratch), name, NULL);
}

static LsFmu *
open_good (const char *path)
{
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

static void
test_open (void)
{
  g_autofree char *path = g_build_filename (models, "prey.fmu", NULL);
  g_autoptr (LsFmu) fmu = open_good (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = ls_fmu_get_resource_uri (fmu);
  g_autofree char *binary = NULL;
  g_auto (GStrv) platforms = ls_fmu_list_platforms (fmu);

  g_assert_cmpstr (ls_fmu_get_path (fmu), ==, path);
  g_assert_cmpstr (ls_fmu_get_description (fmu)->model_name, ==, "prey");
  g_assert_true (g_path_is_absolute (ls_fmu_get_directory (fmu)));
  g_assert_true (g_str_has_prefix (uri, "file:///") && g_str_has_suffix (uri, "/resources"));
  g_assert_true (g_strv_contains ((const char *const *)platforms, ls_fmu_get_platform ()));
  binary = ls_fmu_find_binary (fmu, &ls_fmu_get_description (fmu)->co_simulation, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (binary, G_FILE_TEST_IS_REGULAR));
}

/* The directory of an archive goes away with its last user. */
static void
test_life_time (void)
{
  g_autofree char *path = g_build_filename (models, "prey.fmu", NULL);
  LsFmu *fmu = open_good (path);
  g_autofree char *directory = g_strdup (ls_fmu_get_directory (fmu));
  g_autoptr (GError) error = NULL;
  LsInstance *instance = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error);

  g_assert_no_error (error);
  ls_fmu_unref (fmu);
  g_assert_true (g_file_test (directory, G_FILE_TEST_IS_DIR));
  ls_instance_free (instance);
  g_assert_false (g_file_test (directory, G_FILE_TEST_EXISTS));
}

/* Unpacks an example beside, with one change in its description.
 * Returns: (transfer full): the directory. */
static char *
unpack_changed (const char *name, const char *from, const char *to)
{
  g_autofree char *path = g_build_filename (models, "prey.fmu", NULL);
  char *directory = scratch_path (name);
  g_autofree char *xml = g_build_filename (directory, "modelDescription.xml", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  g_assert_true (ls_zip_extract (path, directory, &error));
  g_assert_true (g_file_get_contents (xml, &text, NULL, &error));
  changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, from, to, 0), >, 0);
  g_assert_true (g_file_set_contents (xml, changed->str, -1, &error));
  return directory;
}

/* A directory in place, with blanks and signs in its name. */
static void
test_directory (void)
{
  g_autofree char *directory = unpack_changed ("a b%#ä", "Prey of", "Prey in");
  g_autoptr (LsFmu) fmu = open_good (directory);
  g_autofree char *uri = ls_fmu_get_resource_uri (fmu);
  g_autoptr (GError) error = NULL;
  LsInstance *instance = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error);

  g_assert_no_error (error);
  ls_instance_free (instance);
  g_assert_true (g_str_has_suffix (uri, "/a%20b%25%23%C3%A4/resources"));
}

static void
test_once_per_process (void)
{
  g_autofree char *directory
      = unpack_changed ("once", "canBeInstantiatedOnlyOncePerProcess=\"false\"",
                        "canBeInstantiatedOnlyOncePerProcess=\"true\"");
  g_autoptr (LsFmu) fmu = open_good (directory);
  g_autoptr (LsFmu) again = open_good (directory);
  g_autoptr (GError) error = NULL;
  LsInstance *first = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "one", NULL, FALSE, &error);

  g_assert_no_error (error);
  g_assert_null (ls_instance_new (again, LS_KIND_CO_SIMULATION, "two", NULL, FALSE, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FMU);
  g_assert_nonnull (strstr (error->message, "can be instantiated only once per process"));
  g_clear_error (&error);
  ls_instance_free (first);
  first = ls_instance_new (again, LS_KIND_CO_SIMULATION, "two", NULL, FALSE, &error);
  g_assert_no_error (error);
  ls_instance_free (first);
}

static void
test_wrong_guid (void)
{
  g_autofree char *directory = unpack_changed ("guid", "guid=\"{", "guid=\"{0");
  g_autoptr (LsFmu) fmu = open_good (directory);
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FMU);
  /* What the FMU says about it is quoted. */
  g_assert_nonnull (strstr (error->message, "returned NULL: "));
}

static void
test_bad_identifier (void)
{
  g_autofree char *directory
      = unpack_changed ("identifier", "modelIdentifier=\"prey\"", "modelIdentifier=\"../../x\"");
  g_autoptr (LsFmu) fmu = open_good (directory);
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_BINARY);
  g_assert_nonnull (strstr (error->message, "“../../x” cannot be the name of a binary"));
}

static void
test_not_a_library (void)
{
  g_autofree char *directory = unpack_changed ("text", "Prey of", "Prey in");
  g_autofree char *binary
      = g_build_filename (directory, "binaries", ls_fmu_get_platform (), "prey.so", NULL);
  g_autoptr (LsFmu) fmu = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (binary, "no library", -1, &error));
  fmu = open_good (directory);
  g_assert_null (ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_BINARY);
  g_assert_nonnull (strstr (error->message, "prey.so"));
  g_clear_error (&error);

  g_assert_cmpint (g_unlink (binary), ==, 0);
  g_assert_null (ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error));
  g_assert_nonnull (strstr (error->message, "the binary prey.so is missing for this platform"));
}

static char *
write_archive (const char *name, const char *entry, const char *content)
{
  char *path = scratch_path (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsZipWriter) writer = ls_zip_writer_new (path, &error);

  g_assert_true (ls_zip_writer_add_data (writer, entry, content, strlen (content), &error));
  g_assert_true (ls_zip_writer_commit (writer, &error));
  return path;
}

static void
test_bad_archives (void)
{
  const struct
  {
    const char *name, *entry, *content, *message;
  } cases[] = {
    { "empty.fmu", "readme", "x", "there is no modelDescription.xml in it" },
    { "nested.fmu", "prey/modelDescription.xml", full_description, "there is no modelDescription" },
    { "broken.fmu", "modelDescription.xml", "<fmiModelDescription",
      "broken.fmu/modelDescription.xml:1:" },
    { "blank.fmu", "modelDescription.xml", "", "blank.fmu/modelDescription.xml" },
    { "root.fmu", "modelDescription.xml", "<html/>", "root.fmu/modelDescription.xml:1: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = write_archive (cases[i].name, cases[i].entry, cases[i].content);
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_fmu_open (path, &error));
      g_assert_true (g_str_has_prefix (error->message, path));
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("“%s” is not in “%s”", cases[i].message, error->message);
    }
}

static void
test_no_archive (void)
{
  g_autofree char *text = scratch_path ("text.fmu");
  g_autofree char *absent = scratch_path ("absent.fmu");
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (text, "this is no zip", -1, NULL));
  g_assert_null (ls_fmu_open (text, &error));
  g_assert_nonnull (strstr (error->message, text));
  g_clear_error (&error);
  g_assert_null (ls_fmu_open (absent, &error));
  g_assert_nonnull (strstr (error->message, absent));
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  models = argv[1];
  scratch = ls_tempdir_new (NULL);
  g_test_add_func ("/fmi/fmu/open", test_open);
  g_test_add_func ("/fmi/fmu/life-time", test_life_time);
  g_test_add_func ("/fmi/fmu/directory", test_directory);
  g_test_add_func ("/fmi/fmu/once-per-process", test_once_per_process);
  g_test_add_func ("/fmi/fmu/wrong-guid", test_wrong_guid);
  g_test_add_func ("/fmi/fmu/bad-identifier", test_bad_identifier);
  g_test_add_func ("/fmi/fmu/not-a-library", test_not_a_library);
  g_test_add_func ("/fmi/fmu/bad-archives", test_bad_archives);
  g_test_add_func ("/fmi/fmu/no-archive", test_no_archive);
  result = g_test_run ();
  ls_tempdir_unref (scratch);
  return result;
}
