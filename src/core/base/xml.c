/* XML by libxml2: no network access, no entities, no messages printed by the parser. */
#include "core/base/xml.h"
#include "core/base/number.h"
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/xml-pack.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *XmlErrorPointer;
#else
typedef xmlErrorPtr XmlErrorPointer;
#endif

/* Errors during the parsing of one document. */
typedef struct
{
  const char *name; /* of the document, for messages */
  GError *error;    /* the first one; later ones are mostly consequences */
} Reading;

static void
fail (Reading *reading, LsError code, int line, const char *message)
{
  g_autofree char *valid = NULL;

  if (reading->error != NULL)
    return;
  valid = g_utf8_make_valid (message, -1);
  g_strchomp (valid);
  g_set_error (&reading->error, LS_ERROR, code, "%s:%d: %s", reading->name, line, valid);
}

static void
on_error (void *user_data, XmlErrorPointer problem)
{
  xmlParserCtxt *context = user_data;
  int line = MAX (problem->line, 1);

  if (problem->level < XML_ERR_ERROR)
    return;
  if (context->nodeNr > (int)xmlParserMaxDepth)
    fail (context->_private, LS_ERROR_LIMIT, line, _ ("elements are nested too deeply"));
  else
    fail (context->_private, LS_ERROR_FORMAT, line,
          problem->message != NULL ? problem->message : _ ("not well-formed"));
}

/* Rejects entities: they can expand a small document to a huge one, or read other files. */
static void
refuse_entity (xmlParserCtxt *context)
{
  fail (context->_private, LS_ERROR_FORMAT, MAX (xmlSAX2GetLineNumber (context), 1),
        _ ("declares an entity, which is not accepted"));
  xmlStopParser (context);
}

static void
on_entity (void *user_data,
           const xmlChar *name G_GNUC_UNUSED,
           int type G_GNUC_UNUSED,
           const xmlChar *public_id G_GNUC_UNUSED,
           const xmlChar *system_id G_GNUC_UNUSED,
           xmlChar *content G_GNUC_UNUSED)
{
  refuse_entity (user_data);
}

static void
on_unparsed_entity (void *user_data,
                    const xmlChar *name G_GNUC_UNUSED,
                    const xmlChar *public_id G_GNUC_UNUSED,
                    const xmlChar *system_id G_GNUC_UNUSED,
                    const xmlChar *notation G_GNUC_UNUSED)
{
  refuse_entity (user_data);
}

static xmlDoc *
parse (Reading *reading, const char *data, gsize size)
{
  static gsize initialised = 0;
  xmlParserCtxt *context;
  xmlDoc *document;

  if (g_once_init_enter (&initialised))
    {
      xmlInitParser ();
      g_once_init_leave (&initialised, 1);
    }
  context = xmlNewParserCtxt ();
  if (context == NULL)
    g_error ("out of memory");
  context->_private = reading;
  context->sax->serror = on_error;
  context->sax->entityDecl = on_entity;
  context->sax->unparsedEntityDecl = on_unparsed_entity;
  document = xmlCtxtReadMemory (context, data, (int)size, reading->name, NULL,
                                XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT);
  if (document != NULL && (!context->wellFormed || reading->error != NULL))
    g_clear_pointer (&document, xmlFreeDoc);
  xmlFreeParserCtxt (context);
  if (document == NULL)
    fail (reading, LS_ERROR_FORMAT, 1, _ ("not well-formed"));
  return document;
}

static gboolean
check_root (Reading *reading, const xmlDoc *document, const char *root)
{
  const xmlNode *node = xmlDocGetRootElement (document);
  g_autofree char *message = NULL;

  if (node == NULL)
    fail (reading, LS_ERROR_FORMAT, 1, _ ("there is no element"));
  else if (root != NULL && !ls_xml_is (node, root))
    {
      message = g_strdup_printf (_ ("the root element is <%s>, not <%s>"), node->name, root);
      fail (reading, LS_ERROR_FORMAT, (int)xmlGetLineNo (node), message);
    }
  return reading->error == NULL;
}

/* By the reader. */
static xmlDoc *
parse_contained (const char *data, gsize size, const char *name, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_XML, .name = name, .size = size };
  g_autoptr (GBytes) answer = NULL;
  xmlDoc *document;

  if ((task.file = ls_reader_make_area (data, size)) < 0)
    return ls_fail_null (error, LS_ERROR_FILE, "%s: %s", name, g_strerror (errno));
  answer = ls_reader_ask (&task, error);
  close (task.file);
  if (answer == NULL)
    return NULL;
  document = ls_xml_unpack (answer, name);
  return document != NULL ? document : ls_reader_refuse (name, error);
}

static xmlDoc *
read_document (const char *data,
               gsize size,
               const char *name,
               const char *root,
               gboolean contained,
               GError **error)
{
  g_autoptr (xmlDoc) document = NULL;
  Reading reading = { name, NULL };

  g_return_val_if_fail (name != NULL && (data != NULL || size == 0), NULL);
  if (size > LS_XML_MAX_SIZE)
    return ls_fail_null (error, LS_ERROR_LIMIT, _ ("%s: is larger than %u MiB"), name,
                         LS_XML_MAX_SIZE >> 20);
  if (size == 0)
    fail (&reading, LS_ERROR_FORMAT, 1, _ ("the document is empty"));
  else
    document = contained ? parse_contained (data, size, name, &reading.error)
                         : parse (&reading, data, size);
  if (document != NULL)
    check_root (&reading, document, root);
  if (reading.error != NULL)
    {
      g_propagate_error (error, reading.error);
      return NULL;
    }
  /* The parser stores an escaped URI here; messages use the name as given. */
  if (document->URL != NULL)
    xmlFree ((xmlChar *)document->URL);
  document->URL = xmlStrdup ((const xmlChar *)name);
  return g_steal_pointer (&document);
}

xmlDoc *
ls_xml_read_memory (
    const char *data, gsize size, const char *name, const char *root, GError **error)
{
  return read_document (data, size, name, root, ls_reader_is_contained (), error);
}

xmlDoc *
ls_xml_read_own (const char *text, const char *name, const char *root, GError **error)
{
  return read_document (text, strlen (text), name, root, FALSE, error);
}

gboolean
ls_xml_load (const char *path, char **data, gsize *size, GError **error)
{
  struct stat info;

  g_return_val_if_fail (path != NULL, FALSE);
  if (stat (path, &info) != 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  else if (!S_ISREG (info.st_mode))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
  else if (info.st_size > (goffset)LS_XML_MAX_SIZE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than %u MiB"), path,
                 LS_XML_MAX_SIZE >> 20);
  else
    {
      g_autoptr (GError) local_error = NULL;

      if (g_file_get_contents (path, data, size, &local_error))
        return TRUE;
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s", local_error->message);
    }
  return FALSE;
}

xmlDoc *
ls_xml_read (const char *path, const char *root, GError **error)
{
  g_autofree char *data = NULL;
  gsize size = 0;

  g_return_val_if_fail (path != NULL, NULL);
  if (!ls_xml_load (path, &data, &size, error))
    return NULL;
  return ls_xml_read_memory (data, size, path, root, error);
}

gboolean
ls_xml_is (const xmlNode *node, const char *name)
{
  return node != NULL && node->type == XML_ELEMENT_NODE
         && (name == NULL || strcmp ((const char *)node->name, name) == 0);
}

static xmlNode *
find_from (xmlNode *node, const char *name)
{
  while (node != NULL && !ls_xml_is (node, name))
    node = node->next;
  return node;
}

xmlNode *
ls_xml_child (const xmlNode *parent, const char *name)
{
  return parent != NULL ? find_from (parent->children, name) : NULL;
}

xmlNode *
ls_xml_next (const xmlNode *node, const char *name)
{
  return node != NULL ? find_from (node->next, name) : NULL;
}

char *
ls_xml_get (const xmlNode *node, const char *name)
{
  xmlChar *text;
  char *copy;

  if (node == NULL)
    return NULL;
  text = xmlGetNoNsProp ((xmlNode *)node, (const xmlChar *)name);
  copy = g_strdup ((const char *)text);
  xmlFree (text);
  return copy;
}

/* The text of a typed attribute without the white space around it, or NULL. */
static char *
get_stripped (const xmlNode *node, const char *name, gboolean *present)
{
  char *text = ls_xml_get (node, name);

  if (present != NULL)
    *present = text != NULL;
  return text != NULL ? g_strstrip (text) : NULL;
}

static gboolean
parse_real (const char *text, double *value)
{
  if (strcmp (text, "INF") == 0 || strcmp (text, "+INF") == 0)
    *value = INFINITY;
  else if (strcmp (text, "-INF") == 0)
    *value = -INFINITY;
  else if (strcmp (text, "NaN") == 0)
    *value = NAN;
  else
    return ls_number_parse (text, value);
  return TRUE;
}

gboolean
ls_xml_get_real (
    const xmlNode *node, const char *name, double *value, gboolean *present, GError **error)
{
  g_return_val_if_fail (name != NULL, FALSE);

  g_autofree char *text = get_stripped (node, name, present);

  if (text == NULL || parse_real (text, value))
    return TRUE;
  ls_xml_set_error (error, node, _ ("attribute %s: “%s” is not a number"), name, text);
  return FALSE;
}

static gboolean
parse_int64 (const char *text, gint64 *value)
{
  char *end;
  gint64 parsed;

  /* An empty text, or white space after the sign, is not a number. */
  if (!g_ascii_isdigit (text[*text == '-' || *text == '+']))
    return FALSE;
  errno = 0;
  parsed = g_ascii_strtoll (text, &end, 10);
  if (errno != 0 || *end != '\0')
    return FALSE;
  *value = parsed;
  return TRUE;
}

gboolean
ls_xml_get_int64 (
    const xmlNode *node, const char *name, gint64 *value, gboolean *present, GError **error)
{
  g_return_val_if_fail (name != NULL, FALSE);

  g_autofree char *text = get_stripped (node, name, present);

  if (text == NULL || parse_int64 (text, value))
    return TRUE;
  ls_xml_set_error (error, node, _ ("attribute %s: “%s” is not an integer"), name, text);
  return FALSE;
}

gboolean
ls_xml_get_boolean (
    const xmlNode *node, const char *name, gboolean *value, gboolean *present, GError **error)
{
  g_return_val_if_fail (name != NULL, FALSE);

  g_autofree char *text = get_stripped (node, name, present);

  if (text == NULL)
    return TRUE;
  if (strcmp (text, "true") == 0 || strcmp (text, "1") == 0)
    *value = TRUE;
  else if (strcmp (text, "false") == 0 || strcmp (text, "0") == 0)
    *value = FALSE;
  else
    {
      ls_xml_set_error (error, node, _ ("attribute %s: “%s” is neither true nor false"), name,
                        text);
      return FALSE;
    }
  return TRUE;
}

void
ls_xml_set_error (GError **error, const xmlNode *node, const char *format, ...)
{
  g_return_if_fail (format != NULL);

  g_autofree char *message = NULL;
  const char *name = node != NULL && node->doc != NULL ? (const char *)node->doc->URL : NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, "%s:%ld: %s", name != NULL ? name : "XML",
               node != NULL ? xmlGetLineNo (node) : 0L, message);
}
