/* Writes documents that use all of a standard, as seeds.
 *
 * Usage: documents FOLDER */
#include "../ssp/schema-documents.h"
#include "full.h"

#include "core/base/table-pack.h"
#include "core/base/xml-pack.h"
#include "core/base/xml.h"
#include "core/text/markup-pack.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

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

/* As the process that reads files gives it. */
static void
write_answer (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, "answer", name, NULL);
  g_autoptr (xmlDoc) document = ls_xml_read_own (text, name, NULL, NULL);
  g_autoptr (GByteArray) bytes = ls_xml_pack (document, name, NULL);

  write_document (folder, "answer", name, "");
  if (!g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, NULL))
    g_error ("%s cannot be made", path);
}

static void
write_markup (const char *folder)
{
  static const char text[] = "---\ntitle: It\n---\n# Head *x*\n\nText `code` [a](b) $x_1$\n- item\n"
                             "> quote\n```button Go\nrun\n```\n![p](f.png)\n$$ y $$\n---\n"
                             "| a | b |\n| --- | ---: |\n| 1 | **2** |\n```\n";
  g_autoptr (LsMarkup) markup = ls_markup_parse (text);
  g_autoptr (GBytes) bytes = ls_markup_pack (markup);
  g_autofree char *path = g_build_filename (folder, "answer", "markup", NULL);

  if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes),
                            NULL))
    g_error ("%s cannot be made", path);
}

static const double *
peek (gconstpointer user, guint column, gsize row, gsize *n)
{
  *n = 1;
  return (const double *)user + 3 * column + row;
}

static void
write_table (const char *folder)
{
  static const double values[] = { 0.0, 1.0, 2.0, 3.0, 4.0, 5.0 };
  static const char *const texts[] = { "x", "m", "more" };
  const int area = ls_table_pack (texts, 3, 2, 3, peek, values);
  g_autofree char *path = g_build_filename (folder, "answer", "table", NULL);
  char bytes[512];
  const gssize size = pread (area, bytes, sizeof bytes, 0);

  if (size < 0 || !g_file_set_contents (path, bytes, size, NULL))
    g_error ("%s cannot be made", path);
  close (area);
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    g_error ("Usage: %s FOLDER", argv[0]);
  write_document (argv[1], "description", "full1.xml", fmi_1);
  write_document (argv[1], "description", "full2.xml", full_description);
  write_document (argv[1], "description", "full3.xml", fmi_3);
  write_document (argv[1], "ssd", "full1.ssd", ssp_1);
  write_document (argv[1], "ssd", "full2.ssd", ssp_2);
  write_document (argv[1], "values", "empty.ssv", set_1);
  write_document (argv[1], "description", "terminals.xml", terminals);
  write_document (argv[1], "description", "build.xml", build);
  write_answer (argv[1], "description", full_description);
  write_answer (argv[1], "ssd", ssp_2);
  write_answer (
      argv[1], "parts",
      "<?xml version='1.0' standalone='yes'?><!--a--><p:a xmlns:p='urn:p' xmlns='urn:n' p:b='c'>"
      "<![CDATA[x]]>&lt;<?do it?><d xml:lang='e'/></p:a>");
  write_table (argv[1]);
  write_markup (argv[1]);
  return 0;
}
