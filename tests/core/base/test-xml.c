/* XML: what is read, what is refused, and how it is said. */
#include "core/base/xml.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"

#include <math.h>
#include <string.h>

static const char document[]
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<!-- a comment -->\n"
      "<m:root xmlns:m=\"urn:m\" name=\"A &amp; B\" start=\" 1.5 \" low=\"-INF\" n=\"-7\"\n"
      "        flag=\"true\" off=\"0\" bad=\"1,5\" wide=\"9223372036854775808\">\n"
      "  text\n"
      "  <m:item id=\"1\"/>\n"
      "  <!-- between -->\n"
      "  <other/>\n"
      "  <m:item id=\"2\"><![CDATA[<raw>]]></m:item>\n"
      "</m:root>\n";

static xmlDoc *
read_text (const char *text, GError **error)
{
  return ls_xml_read_memory (text, strlen (text), "file name.xml", NULL, error);
}

static void
test_navigation (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (xmlDoc) doc = ls_xml_read_memory (document, strlen (document), "x", "root", &error);
  xmlNode *root, *item;

  g_assert_no_error (error);
  root = xmlDocGetRootElement (doc);
  g_assert_true (ls_xml_is (root, "root"));
  item = ls_xml_child (root, "item");
  g_assert_true (ls_xml_child (root, NULL) == item);
  g_assert_true (ls_xml_is (ls_xml_next (item, NULL), "other"));
  item = ls_xml_next (item, "item");
  g_assert_nonnull (item);
  g_assert_null (ls_xml_next (item, NULL));
  g_assert_null (ls_xml_child (item, NULL));
  g_assert_null (ls_xml_child (NULL, "item"));
  g_assert_false (ls_xml_is (NULL, "item"));
}

static void
test_attributes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (xmlDoc) doc = read_text (document, &error);
  xmlNode *root = xmlDocGetRootElement (doc);
  g_autofree char *name = ls_xml_get (root, "name");
  double real = 3;
  gint64 integer = 3;
  gboolean flag = FALSE, present = FALSE;

  g_assert_cmpstr (name, ==, "A & B");
  g_assert_null (ls_xml_get (root, "none"));
  g_assert_true (ls_xml_get_real (root, "none", &real, &present, &error) && !present);
  g_assert_cmpfloat (real, ==, 3);
  g_assert_true (ls_xml_get_real (root, "start", &real, &present, &error) && present);
  g_assert_cmpfloat (real, ==, 1.5);
  g_assert_true (ls_xml_get_real (root, "low", &real, NULL, &error));
  g_assert_true (isinf (real) && real < 0);
  g_assert_true (ls_xml_get_int64 (root, "n", &integer, NULL, &error));
  g_assert_cmpint (integer, ==, -7);
  g_assert_true (ls_xml_get_boolean (root, "flag", &flag, NULL, &error) && flag);
  g_assert_true (ls_xml_get_boolean (root, "off", &flag, NULL, &error) && !flag);
  g_assert_no_error (error);
}

static void
test_bad_attributes (void)
{
  g_autoptr (xmlDoc) doc = read_text (document, NULL);
  xmlNode *root = xmlDocGetRootElement (doc);
  GError *error = NULL;
  double real = 3;
  gint64 integer = 3;
  gboolean flag = FALSE;

  g_assert_false (ls_xml_get_real (root, "bad", &real, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, "file name.xml:"));
  g_assert_nonnull (strstr (error->message, "attribute bad: “1,5” is not a number"));
  g_clear_error (&error);
  g_assert_false (ls_xml_get_int64 (root, "wide", &integer, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  g_clear_error (&error);
  g_assert_false (ls_xml_get_int64 (root, "start", &integer, NULL, &error));
  g_clear_error (&error);
  g_assert_false (ls_xml_get_boolean (root, "n", &flag, NULL, &error));
  g_assert_nonnull (strstr (error->message, "neither true nor false"));
  g_clear_error (&error);
  g_assert_cmpfloat (real, ==, 3);
  g_assert_cmpint (integer, ==, 3);
}

static void
check_refused (const char *text, const char *root, LsError code, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_xml_read_memory (text, strlen (text), "x.xml", root, &error));
  g_assert_error (error, LS_ERROR, (int)code);
  if (!g_str_has_prefix (error->message, expected))
    g_error ("“%s” does not begin with “%s”", error->message, expected);
}

static void
test_refused (void)
{
  check_refused ("", NULL, LS_ERROR_FORMAT, "x.xml:1: the document is empty");
  check_refused ("hello", NULL, LS_ERROR_FORMAT, "x.xml:1: ");
  check_refused ("<a>\n<b>\n</a>", NULL, LS_ERROR_FORMAT, "x.xml:3: Opening and ending tag");
  check_refused ("<a>", NULL, LS_ERROR_FORMAT, "x.xml:1: ");
  check_refused ("<a x='1' x='2'/>", NULL, LS_ERROR_FORMAT, "x.xml:1: Attribute x redefined");
  check_refused ("<a>\n\xff\xfe</a>", NULL, LS_ERROR_FORMAT, "x.xml:2: ");
  check_refused ("<a>&x;</a>", NULL, LS_ERROR_FORMAT, "x.xml:1: Entity 'x' not defined");
  check_refused ("\n<a/>", "root", LS_ERROR_FORMAT, "x.xml:2: the root element is <a>, not <root>");
}

/* A small document must not become a large one, nor read another file. */
static void
test_entities (void)
{
  const char refused[] = "declares an entity";
  g_autofree char *at_2 = g_strdup_printf ("x.xml:2: %s", refused);
  g_autofree char *at_1 = g_strdup_printf ("x.xml:1: %s", refused);

  check_refused ("<!DOCTYPE a [\n<!ENTITY x 'lol'><!ENTITY y '&x;&x;&x;'>]><a>&y;</a>", NULL,
                 LS_ERROR_FORMAT, at_2);
  check_refused ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", NULL,
                 LS_ERROR_FORMAT, at_1);
  check_refused ("<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://localhost/x.dtd'>%p;]><a/>", NULL,
                 LS_ERROR_FORMAT, at_1);
  check_refused ("<!DOCTYPE a [<!NOTATION n SYSTEM 'n'><!ENTITY x SYSTEM 'f' NDATA n>]><a/>", NULL,
                 LS_ERROR_FORMAT, at_1);
}

/* A document type alone does no harm, and is not fetched. */
static void
test_document_type (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (xmlDoc) doc = read_text ("<!DOCTYPE a SYSTEM 'http://localhost:1/a.dtd'><a/>", &error);

  g_assert_no_error (error);
  g_assert_nonnull (doc);
}

static char *
nested (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, "<a>");
  for (guint i = 0; i < depth; i++)
    g_string_append (text, "</a>");
  return g_string_free (text, FALSE);
}

static void
test_bounds (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shallow = nested (200);
  g_autofree char *deep = nested (100000);
  g_autoptr (xmlDoc) doc = read_text (shallow, &error);

  g_assert_no_error (error);
  g_assert_nonnull (doc);
  check_refused (deep, NULL, LS_ERROR_LIMIT, "x.xml:1: elements are nested too deeply");
  /* The size is looked at first: nothing is read here. */
  g_assert_null (ls_xml_read_memory ("<a/>", (gsize)LS_XML_MAX_SIZE + 1, "x.xml", NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
}

static void
test_files (void)
{
  g_autoptr (LsTempdir) directory = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (directory), "ü 1.xml", NULL);
  g_autofree char *expected = g_strdup_printf ("%s:2: ", path);
  g_autoptr (GError) error = NULL;
  g_autoptr (xmlDoc) doc = NULL;

  g_assert_null (ls_xml_read (path, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, path));
  g_clear_error (&error);
  g_assert_null (ls_xml_read ("/", NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "<a>\n</b>", -1, NULL));
  g_assert_null (ls_xml_read (path, "a", &error));
  g_assert_true (g_str_has_prefix (error->message, expected));
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "<a>\n<b/></a>", -1, NULL));
  doc = ls_xml_read (path, "a", &error);
  g_assert_no_error (error);
  ls_xml_set_error (&error, ls_xml_child (xmlDocGetRootElement (doc), "b"), "wrong %d", 1);
  g_assert_true (g_str_has_prefix (error->message, expected));
}

/* The parser must never speak for itself. */
static void
test_silence (void)
{
  if (g_test_subprocess ())
    {
      test_refused ();
      test_entities ();
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("");
}

static gpointer
read_often (gpointer data G_GNUC_UNUSED)
{
  for (int i = 0; i < 300; i++)
    {
      test_refused ();
      test_attributes ();
    }
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_often, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* Damaged documents are read or refused with an error, quickly and without a crash. */
static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2026);
  gsize size = strlen (document);
  gint64 start = g_get_monotonic_time ();
  guint n_refused = 0;

  for (int i = 0; i < 2000; i++)
    {
      g_autofree char *text = g_memdup2 (document, size);
      g_autoptr (GError) error = NULL;
      g_autoptr (xmlDoc) doc = NULL;
      gsize length
          = g_rand_int_range (rand, 0, 4) == 0 ? (gsize)g_rand_int_range (rand, 0, size) : size;

      for (int n = g_rand_int_range (rand, 1, 6); n > 0; n--)
        text[g_rand_int_range (rand, 0, size)]
            = g_rand_boolean (rand) ? "<>&\"'/![]-%;"[g_rand_int_range (rand, 0, 12)]
                                    : (char)g_rand_int_range (rand, 0, 256);
      doc = ls_xml_read_memory (text, length, "x.xml", "root", &error);
      g_assert_true ((doc == NULL) == (error != NULL));
      n_refused += doc == NULL;
    }
  g_assert_cmpuint (n_refused, >, 500);
  /* A fraction of a second; the bound is for machines under load. */
  g_assert_cmpint (g_get_monotonic_time () - start, <, 60 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/xml/navigation", test_navigation);
  g_test_add_func ("/base/xml/attributes", test_attributes);
  g_test_add_func ("/base/xml/bad-attributes", test_bad_attributes);
  g_test_add_func ("/base/xml/refused", test_refused);
  g_test_add_func ("/base/xml/entities", test_entities);
  g_test_add_func ("/base/xml/document-type", test_document_type);
  g_test_add_func ("/base/xml/bounds", test_bounds);
  g_test_add_func ("/base/xml/files", test_files);
  g_test_add_func ("/base/xml/silence", test_silence);
  g_test_add_func ("/base/xml/threads", test_threads);
  g_test_add_func ("/base/xml/mutations", test_mutations);
  return g_test_run ();
}
