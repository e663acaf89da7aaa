/* Writes documents that use all of a standard, as seeds.
 *
 * Usage: documents FOLDER */
#include "../ssp/schema-documents.h"
#include "full.h"

#include <glib.h>
#include <string.h>

static void
write_document (const char *folder, const char *target, const char *name, const char *text)
{
  g_autofree char *place = g_build_filename (folder, target, NULL);
  g_autofree char *path = g_build_filename (place, name, NULL);
  g_autoptr (GError) error = NULL;

  if (g_mkdir_with_parents (place, 0755) != 0
      || !g_file_set_contents (path, text, (gssize)strlen (text), &error))
    g_error ("%s: %s", path, error != NULL ? error->message : "cannot be made");
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    g_error ("Usage: %s FOLDER", argv[0]);
  write_document (argv[1], "description", "full2.xml", full_description);
  write_document (argv[1], "description", "full3.xml", fmi_3);
  write_document (argv[1], "ssd", "full1.ssd", ssp_1);
  write_document (argv[1], "ssd", "full2.ssd", ssp_2);
  write_document (argv[1], "values", "empty.ssv", set_1);
  write_document (argv[1], "description", "terminals.xml", terminals);
  write_document (argv[1], "description", "build.xml", build);
  return 0;
}
