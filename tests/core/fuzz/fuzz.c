/* Files for targets that read files. */
#include "fuzz.h"

#include "core/base/tempdir.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char fuzz_description[]
    = "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\" instantiationToken=\"t\">"
      "<CoSimulation modelIdentifier=\"m\"/>"
      "<UnitDefinitions><Unit name=\"N/m\"><BaseUnit kg=\"1\" s=\"-2\"/></Unit></UnitDefinitions>"
      "<TypeDefinitions><EnumerationType name=\"Mode\"><Item name=\"off\" value=\"0\"/>"
      "<Item name=\"on\" value=\"1\"/></EnumerationType></TypeDefinitions><ModelVariables>"
      "<Float64 name=\"a\" valueReference=\"1\" causality=\"input\" start=\"0\"/>"
      "<Float64 name=\"b\" valueReference=\"2\" causality=\"output\">"
      "<Alias name=\"other\"/></Float64>"
      "<Float64 name=\"c\" valueReference=\"3\" causality=\"output\"><Dimension start=\"2\"/>"
      "</Float64>"
      "<Float64 name=\"d\" valueReference=\"4\" causality=\"input\" start=\"1 2\">"
      "<Dimension start=\"2\"/></Float64>"
      "<UInt64 name=\"size\" valueReference=\"5\" causality=\"structuralParameter\""
      " variability=\"fixed\" start=\"2\"/>"
      "<Float64 name=\"e\" valueReference=\"6\" causality=\"parameter\" variability=\"fixed\""
      " start=\"1\"><Dimension valueReference=\"5\"/></Float64>"
      "<Float64 name=\"k\" valueReference=\"7\" causality=\"parameter\" variability=\"fixed\""
      " start=\"1\" unit=\"N/m\"/>"
      "<Int32 name=\"n\" valueReference=\"8\" causality=\"parameter\" variability=\"fixed\""
      " start=\"1\"/>"
      "<Boolean name=\"on\" valueReference=\"9\" causality=\"parameter\" variability=\"fixed\""
      " start=\"true\"/>"
      "<String name=\"text\" valueReference=\"10\" causality=\"parameter\" variability=\"fixed\">"
      "<Start value=\"x\"/></String>"
      "<Enumeration name=\"mode\" valueReference=\"11\" causality=\"parameter\""
      " variability=\"fixed\" declaredType=\"Mode\" start=\"0\"/>"
      "</ModelVariables><ModelStructure><Output valueReference=\"2\"/><Output "
      "valueReference=\"3\"/>"
      "</ModelStructure></fmiModelDescription>";

static LsTempdir *folder;
static GHashTable *paths; /* name -> path */

/* What GLib calls critical is a fault, too. */
int
LLVMFuzzerInitialize (int *argc G_GNUC_UNUSED, char ***argv G_GNUC_UNUSED)
{
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  return 0;
}

static void
leave (void)
{
  g_clear_pointer (&paths, g_hash_table_unref);
  g_clear_pointer (&folder, ls_tempdir_unref);
}

const char *
fuzz_folder (void)
{
  if (folder == NULL)
    {
      /* Files in memory are written ten times as fast. */
      if (g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR))
        g_setenv ("TMPDIR", "/dev/shm", FALSE);
      folder = ls_tempdir_new (NULL);
      g_assert_nonnull (folder);
      paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      atexit (leave);
    }
  return ls_tempdir_get_path (folder);
}

const char *
fuzz_write (const char *name, const void *data, gsize size)
{
  const char *root = fuzz_folder ();
  char *path = g_hash_table_lookup (paths, name);
  int file;

  if (path == NULL)
    {
      g_autofree char *parent = NULL;

      path = g_build_filename (root, name, NULL);
      g_hash_table_insert (paths, g_strdup (name), path);
      parent = g_path_get_dirname (path);
      g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
    }
  file = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (write (file, data, size), ==, (gssize)size);
  close (file);
  return path;
}

void
fuzz_need_fmu (void)
{
  static gboolean is_written;

  if (!is_written)
    fuzz_write ("resources/m.fmu/modelDescription.xml", fuzz_description,
                strlen (fuzz_description));
  is_written = TRUE;
}
