/* Reading by another process: the same documents and archives as in this one, and what becomes of
 * files that end that process. */
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/base/xml-pack.h"
#include "core/base/xml.h"
#include "core/base/zip.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *const documents[] = {
  "<a/>",
  "<?xml version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"yes\"?>\n<!-- \xe4 --><a b='\xfc'/>\n"
  "<?after all?>",
  "<?xml version=\"1.0\" encoding=\"windows-1252\"?><a b='\x80 &#10; &lt;'>\x80</a>",
  "<a xmlns='urn:1' xmlns:p='urn:2' p:b='1' b='' xml:lang='de'><p:c/>text<b xmlns=''>&amp;\n"
  "  <![CDATA[<x>]]]]><![CDATA[>]]>more</b><!-- note --><?do it?>\n\n<c\n p:d='x'/></a>",
  "<!DOCTYPE a [<!ELEMENT a ANY> <!ATTLIST a b CDATA 'given'>]><a><a b='2'/></a>",
};

static char *
dump (xmlDoc *document)
{
  xmlChar *text;
  char *copy;
  int size;

  /* The document type is not part of what is read. */
  if (document->intSubset != NULL)
    {
      xmlDtd *type = document->intSubset;
      xmlUnlinkNode ((xmlNode *)type);
      xmlFreeDtd (type);
    }
  xmlDocDumpMemoryEnc (document, &text, &size, "UTF-8");
  copy = g_strndup ((const char *)text, (gsize)size);
  xmlFree (text);
  return copy;
}

static void
check_lines (const xmlNode *a, const xmlNode *b)
{
  for (; a != NULL || b != NULL; a = a->next, b = b->next)
    {
      g_assert_true (a != NULL && b != NULL);
      g_assert_cmpint (a->type, ==, b->type);
      g_assert_cmpint (xmlGetLineNo (a), ==, xmlGetLineNo (b));
      if (a->type == XML_ELEMENT_NODE)
        check_lines (a->children, b->children);
    }
}

static void
check_document (const char *text, gsize size)
{
  GError *errors[2] = { NULL };
  g_autoptr (xmlDoc) one = NULL, other = NULL;

  ls_reader_set_contained (FALSE);
  one = ls_xml_read_memory (text, size, "it", NULL, &errors[0]);
  ls_reader_set_contained (TRUE);
  other = ls_xml_read_memory (text, size, "it", NULL, &errors[1]);
  g_assert_cmpstr (errors[0] != NULL ? errors[0]->message : "", ==,
                   errors[1] != NULL ? errors[1]->message : "");
  g_assert_true ((one == NULL) == (other == NULL));
  if (one != NULL)
    {
      g_autofree char *a = dump (one), *b = dump (other);

      g_assert_cmpstr (a, ==, b);
      check_lines (one->children, other->children);
    }
  else
    g_assert_cmpint (errors[0]->code, ==, errors[1]->code);
  g_clear_error (&errors[0]);
  g_clear_error (&errors[1]);
}

static void
test_same_documents (void)
{
  g_autoptr (GString) tall = g_string_new ("<a>"), deep = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    for (gsize size = strlen (documents[i]); size > 0; size--)
      check_document (documents[i], size);
  for (guint i = 0; i < 70000; i++)
    g_string_append (tall, i % 1000 == 0 ? "\n<b>x</b>" : "\n");
  g_string_append (tall, "<c/></a>");
  check_document (tall->str, tall->len);
  for (guint i = 0; i < 300; i++)
    g_string_append (deep, "<d>");
  check_document (deep->str, deep->len);
}

/* Each byte of a packed document changed in turn: none is read past its end, none ends the program.
 */
static void
test_hostile_pack (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (xmlDoc) document = NULL;
      g_autoptr (GByteArray) packed = NULL;

      ls_reader_set_contained (FALSE);
      document = ls_xml_read_memory (documents[i], strlen (documents[i]), "it", NULL, NULL);
      packed = ls_xml_pack (document, "it", NULL);
      g_assert_nonnull (packed);
      for (guint at = 0; at < packed->len; at++)
        for (guint change = 0; change < 4; change++)
          {
            const guint8 values[] = { 0, 0xff, packed->data[at] ^ 1, packed->data[at] + 1 };
            g_autofree guint8 *bytes = g_memdup2 (packed->data, packed->len);
            g_autoptr (GBytes) changed = NULL, cut = NULL;
            g_autoptr (xmlDoc) read = NULL;

            bytes[at] = values[change];
            changed = g_bytes_new (bytes, packed->len);
            cut = g_bytes_new (packed->data, at);
            read = ls_xml_unpack (changed, "it");
            if (read != NULL)
              g_free (dump (read));
            g_assert_null (ls_xml_unpack (cut, "it"));
          }
    }
}

static void
write_archive (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsZipWriter) writer = ls_zip_writer_new (path, &error);

  g_assert_no_error (error);
  g_assert_true (ls_zip_writer_add_data (writer, "a.txt", "one", 3, &error));
  g_assert_true (ls_zip_writer_add_data (writer, "folder/b.txt", "", 0, &error));
  g_assert_true (ls_zip_writer_add_data (writer, "folder/inner/c.txt", "three", 5, &error));
  g_assert_true (ls_zip_writer_commit (writer, &error));
}

static void
test_same_archives (void)
{
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *archive = g_build_filename (ls_tempdir_get_path (folder), "a.zip", NULL);

  write_archive (archive);
  for (int contained = 0; contained < 2; contained++)
    {
      g_autofree char *target = g_strdup_printf ("%s/%d", ls_tempdir_get_path (folder), contained);
      g_autofree char *last = g_build_filename (target, "folder", "inner", "c.txt", NULL);
      g_autofree char *content = NULL, *text = NULL;
      g_auto (GStrv) names = NULL;
      g_autoptr (GError) error = NULL;
      gsize size;

      ls_reader_set_contained (contained);
      g_assert_cmpint (g_mkdir (target, 0700), ==, 0);
      g_assert_true (ls_zip_extract (archive, target, &error));
      g_assert_true (g_file_get_contents (last, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "three");
      names = ls_zip_list_folder (archive, "folder", &error);
      g_assert_cmpuint (g_strv_length (names), ==, 2);
      g_assert_cmpstr (names[1], ==, "inner");
      content = ls_zip_read_entry (archive, "a.txt", 100, &size, &error);
      g_assert_cmpstr (content, ==, "one");
      g_assert_null (ls_zip_read_entry (archive, "a.txt", 2, &size, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
      g_clear_error (&error);
      /* Not over what is there. */
      g_assert_false (ls_zip_extract (archive, target, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "a.txt"));
    }
}

static void
check_failure (const char *name, LsError code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", name);
  g_assert_null (ls_xml_read_memory ("<a/>", 4, name, NULL, &error));
  g_assert_error (error, LS_ERROR, (int)code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_failures (void)
{
  static const char none[] = "no valid answer";
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *archive = g_build_filename (ls_tempdir_get_path (folder), "outside.zip", NULL);
  g_autofree char *target = g_build_filename (ls_tempdir_get_path (folder), "in", NULL);
  g_autofree char *outside = g_build_filename (ls_tempdir_get_path (folder), "outside", NULL);

  ls_reader_set_contained (TRUE);
  ls_reader_set_program (TEST_UNRULY, 0.2);
  /* A sanitizer catches the signal and leaves. */
  check_failure ("crash.xml", LS_ERROR_READER,
                 LS_HAS_SANITIZER ? "crash.xml: the process that read it"
                                  : "crash.xml: the process that read it crashed (");
  check_failure ("hang.xml", LS_ERROR_READER, "hang.xml: reading it took more than");
  check_failure ("stop", LS_ERROR_READER, "stop: reading it took more than");
  check_failure ("kill", LS_ERROR_READER, "kill: ");
  check_failure ("leave-0", LS_ERROR_READER, "leave-0: the process that read it ended");
  check_failure ("leave-4", LS_ERROR_READER, "leave-4: there is not enough memory");
  check_failure ("leave-3", LS_ERROR_READER, "another version");
  check_failure ("garbage", LS_ERROR_READER, none);
  check_failure ("open", LS_ERROR_READER, none);
  check_failure ("other", LS_ERROR_READER, none);
  check_failure ("nothing", LS_ERROR_READER, none);
  check_failure ("kind", LS_ERROR_READER, none);
  check_failure ("code", LS_ERROR_FORMAT, "said so");
  write_archive (archive);
  g_assert_cmpint (g_mkdir (target, 0700), ==, 0);
  g_assert_false (ls_zip_extract (archive, target, &error));
  g_assert_cmpstr (error->message, ==, "denied");
  g_assert_false (g_file_test (outside, G_FILE_TEST_EXISTS));
  ls_reader_set_program ("/no/such/program", 0.2);
  check_failure ("it", LS_ERROR_READER, "/no/such/program");
  ls_reader_set_program (NULL, 30.0);
  check_document ("<a/>", 4);
}

/* A reader that gets no processor is waited for longer than one that works or sleeps: the same file
 * is read on a busy machine, too. */
static void
test_starved (void)
{
  ls_reader_set_contained (TRUE);
  ls_reader_set_program (TEST_UNRULY, 0.1);
  check_failure ("starve", LS_ERROR_FORMAT, "read at last");
  check_failure ("spin", LS_ERROR_READER, "spin: reading it took more than");
  ls_reader_set_program (NULL, 30.0);
}

/* Returns: the process that reads, the only child */
static int
find_reader (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int)getpid ());
  g_autofree char *text = NULL;

  check_document ("<a/>", 4);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return atoi (text);
}

/* Returns: the highest descriptor of a process */
static int
find_last_file (int process)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/fd", process);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;
  int last = -1;

  while ((name = g_dir_read_name (files)) != NULL)
    last = MAX (last, atoi (name));
  return last;
}

static void
test_rights (void)
{
  const int reader = find_reader ();
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", reader);
  g_autofree char *status = NULL;

  /* What it was given it closes after the answer; the kernel tells nobody of another's descriptors.
   */
  for (guint i = 0; i < 500 && find_last_file (reader) > LS_READER_FD; i++)
    g_usleep (10000);
  g_assert_cmpint (find_last_file (reader), ==, LS_READER_FD);
  g_assert_true (g_file_get_contents (path, &status, NULL, NULL));
  g_assert_nonnull (strstr (status, "NoNewPrivs:\t1"));
  if (strstr (status, "Seccomp:\t2") == NULL)
    g_test_skip ("this kernel filters no system calls");
}

/* Want of memory is an error of that file; the next one is read. */
static void
test_memory (void)
{
  const struct rlimit little = { 48 << 20, 48 << 20 };
  g_autoptr (GString) text = g_string_new ("<a>");
  g_autoptr (GError) error = NULL;

  if (LS_HAS_SANITIZER)
    {
      g_test_skip ("a sanitizer has an allocator of its own");
      return;
    }
  g_assert_cmpint (prlimit (find_reader (), RLIMIT_DATA, &little, NULL), ==, 0);
  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "<b/>");
  g_string_append (text, "</a>");
  g_assert_null (ls_xml_read_memory (text->str, text->len, "large.xml", NULL, &error));
  g_assert_nonnull (strstr (error->message, "large.xml"));
  ls_reader_set_program (NULL, 30.0);
  check_document ("<a/>", 4);
}

typedef struct
{
  guint n_failed; /* atomic */
} Crowd;

static gpointer
read_many (gpointer data)
{
  Crowd *crowd = data;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("name%u", i);
      g_autofree char *text = g_strdup_printf ("<a%u/>", i);
      g_autofree char *element = g_strdup_printf ("a%u", i);
      g_autoptr (xmlDoc) document = ls_xml_read_memory (text, strlen (text), name, element, NULL);

      if (document == NULL || g_strcmp0 ((const char *)document->URL, name) != 0)
        g_atomic_int_inc (&crowd->n_failed);
    }
  return NULL;
}

/* Threads get each what they asked for. */
static void
test_threads (void)
{
  Crowd crowd = { 0 };
  GThread *threads[8];

  ls_reader_set_contained (TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new (NULL, read_many, &crowd);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (crowd.n_failed, ==, 0);
}

/* What a start and an answer cost, told. */
static void
test_cost (void)
{
  gint64 begin, started;

  ls_reader_set_contained (TRUE);
  ls_reader_set_program (NULL, 30.0);
  begin = g_get_monotonic_time ();
  xmlFreeDoc (ls_xml_read_memory ("<a/>", 4, "it", NULL, NULL));
  started = g_get_monotonic_time ();
  for (guint i = 0; i < 1000; i++)
    xmlFreeDoc (ls_xml_read_memory ("<a/>", 4, "it", NULL, NULL));
  g_test_message ("start %.1f ms, an answer %.1f us", 1e-3 * (double)(started - begin),
                  1e-3 * (double)(g_get_monotonic_time () - started));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/reader/same-documents", test_same_documents);
  g_test_add_func ("/base/reader/hostile-pack", test_hostile_pack);
  g_test_add_func ("/base/reader/same-archives", test_same_archives);
  g_test_add_func ("/base/reader/failures", test_failures);
  g_test_add_func ("/base/reader/starved", test_starved);
  g_test_add_func ("/base/reader/rights", test_rights);
  g_test_add_func ("/base/reader/memory", test_memory);
  g_test_add_func ("/base/reader/threads", test_threads);
  g_test_add_func ("/base/reader/cost", test_cost);
  return g_test_run ();
}
