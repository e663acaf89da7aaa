/* Schema faults of an SSP: of its document and of the documents it refers to. */
#include "core/ssp/ssp-read-impl.h"
#include "core/ssp/ssp-schema.h"

#include <glib/gi18n-lib.h>

/* Limit for all documents together, against excessive memory use. */
#define MAX_FAULTS 10000u

/* @seen: paths of documents already checked */
typedef struct
{
  const LsSspReader *reader;
  GPtrArray *remarks;
  GHashTable *seen;
} Survey;

/* @document: (nullable): its name, unless it is the document of the model */
static void
add_faults (Survey *self, const xmlDoc *doc, const char *data, gsize size, const char *document)
{
  g_autoptr (GPtrArray) faults
      = ls_ssp_check_document (doc, data, size, MAX_FAULTS - self->remarks->len);

  for (guint i = 0; faults != NULL && i < faults->len; i++)
    {
      const LsSchemaFault *fault = faults->pdata[i];
      LsRemark *remark = g_new0 (LsRemark, 1);

      remark->schema = TRUE;
      if (document == NULL)
        {
          remark->line = fault->line;
          remark->text = g_strdup_printf ("%s: %s", fault->subject, fault->text);
        }
      else
        remark->text
            = g_strdup_printf ("%s:%u: %s: %s", document, fault->line, fault->subject, fault->text);
      g_ptr_array_add (self->remarks, remark);
    }
}

/* Unreadable files are skipped: they are reported where they are used. That may succeed where the
 * process that reads them failed here. */
static void
check_file (Survey *self, const char *uri)
{
  g_autofree char *path = ls_ssp_resolve (self->reader, uri, NULL);
  g_autofree char *data = NULL;
  g_autoptr (xmlDoc) doc = NULL;
  g_autoptr (GError) error = NULL;
  gsize size = 0;

  if (path == NULL || !g_hash_table_add (self->seen, g_strdup (path))
      || !ls_xml_load (path, &data, &size, NULL))
    return;
  doc = ls_xml_read_memory (data, size, uri, NULL, &error);
  if (doc != NULL)
    add_faults (self, doc, data, size, uri);
  else if (g_error_matches (error, LS_ERROR, LS_ERROR_READER))
    {
      LsRemark *remark = g_new0 (LsRemark, 1);

      remark->error = TRUE;
      remark->text = g_strdup (error->message);
      g_ptr_array_add (self->remarks, remark);
    }
}

static gboolean
names_document (const xmlNode *node)
{
  return (ls_xml_is (node, "ParameterBinding") || ls_xml_is (node, "ParameterMapping")
          || ls_xml_is (node, "SignalDictionary"))
         && (ls_ssp_xml_has (node, "sourceBase", NULL)
             || ls_ssp_xml_has (node, "sourceBase", "SSD"));
}

/* The recursion depth is that of the document, which is limited. */
static void
check_named (Survey *self, const xmlNode *node)
{
  g_autofree char *uri = names_document (node) ? ls_xml_get (node, "source") : NULL;

  if (uri != NULL && *uri != '\0')
    check_file (self, uri);
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    if (!ls_xml_is (node, "Annotations"))
      check_named (self, node);
}

GPtrArray *
ls_ssp_survey (const LsSspReader *reader, const char *data, gsize size)
{
  GPtrArray *remarks = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_remark_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Survey self = { reader, remarks, seen };

  add_faults (&self, reader->doc, data, size, NULL);
  check_named (&self, xmlDocGetRootElement (reader->doc));
  return remarks;
}
