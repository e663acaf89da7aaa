/* The document of an SSP: what was read, with the model put in. */
#include "core/base/number.h"
#include "core/model/ssp-write-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *const ls_ssp_root_order[]
    = { "System",      "Enumerations", "Units",     "DefaultExperiment",
        "Annotations", "MetaData",     "Signature", NULL };
const char *const ls_ssp_system_order[]
    = { "Connectors",     "ElementGeometry",   "ParameterBindings", "MetaData",
        "Signature",      "Elements",          "Connections",       "SignalDictionaries",
        "SystemGeometry", "GraphicalElements", "Annotations",       NULL };
const char *const ls_ssp_component_order[] = { "Connectors", "ElementGeometry", "ParameterBindings",
                                               "MetaData",   "Signature",       "Annotations",
                                               NULL };
const char *const ls_ssp_connection_order[] = { "LinearTransformation",
                                                "BooleanMappingTransformation",
                                                "IntegerMappingTransformation",
                                                "EnumerationMappingTransformation",
                                                "ConnectionGeometry",
                                                "Annotations",
                                                NULL };

static void
open_document (LsSspWriter *self)
{
  xmlNode *root;

  if (self->model->origin != NULL && self->model->origin->skeleton != NULL)
    {
      self->doc = xmlCopyDoc (self->model->origin->skeleton, 1);
      root = xmlDocGetRootElement (self->doc);
    }
  else
    {
      self->doc = xmlNewDoc ((const xmlChar *)"1.0");
      root = xmlNewDocNode (self->doc, NULL, (const xmlChar *)"SystemStructureDescription", NULL);
      xmlDocSetRootElement (self->doc, root);
      xmlSetNs (root, ls_ssp_xml_namespace (self->doc, LS_SSD_HREF, "ssd"));
    }
  ls_ssp_xml_namespace (self->doc, LS_SSC_HREF, "ssc");
  ls_ssp_xml_namespace (self->doc, LS_SSV_HREF, "ssv");
  self->scale = self->model->origin != NULL ? self->model->origin->scale : 1.0;
}

static void
write_head (LsSspWriter *self)
{
  xmlNode *root = xmlDocGetRootElement (self->doc);
  g_autofree char *version = ls_xml_get (root, "version");

  /* A document of version 2.0 may hold elements that 1.0 does not have. */
  if (version == NULL || (!g_str_has_prefix (version, "1.") && !g_str_has_prefix (version, "2.")))
    ls_ssp_xml_set (root, "version", "1.0");
  ls_ssp_xml_set (root, "name", self->model->name);
  ls_ssp_xml_set (root, "generationTool", "Lockstep " LS_VERSION);
  /* The same model gives the same bytes: no date. */
  ls_ssp_xml_set (root, "generationDateAndTime", NULL);
  self->system = ls_ssp_xml_ensure (root, LS_SSD_HREF, "System", ls_ssp_root_order);
  if (ls_ssp_xml_has (self->system, "name", NULL) || ls_ssp_xml_has (self->system, "name", ""))
    ls_ssp_xml_set (self->system, "name", "system");
}

/* Ids are unique in a document; a copied component has that of its original. */
static void
drop_double_ids (xmlNode *node, GHashTable *ids)
{
  g_autofree char *id = ls_xml_get (node, "id");

  if (id != NULL && !g_hash_table_add (ids, g_steal_pointer (&id)))
    ls_ssp_xml_set (node, "id", NULL);
  for (xmlNode *child = ls_xml_child (node, NULL); child != NULL; child = ls_xml_next (child, NULL))
    if (!ls_xml_is (child, "Annotation"))
      drop_double_ids (child, ids);
}

static char *
dump_document (const LsSspWriter *self, GError **error)
{
  g_autoptr (xmlDoc) read_back = NULL;
  g_autoptr (GError) local_error = NULL;
  xmlChar *memory = NULL;
  char *text;
  int size = 0;

  xmlDocDumpFormatMemoryEnc (self->doc, &memory, &size, "UTF-8", 1);
  text = g_strndup ((const char *)memory, (gsize)size);
  xmlFree (memory);
  /* Names come from everywhere; what cannot be read again must not replace what could be. */
  read_back = ls_xml_read_memory (text, strlen (text), "SystemStructure.ssd", NULL, &local_error);
  if (read_back != NULL)
    return text;
  g_free (text);
  g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("The model cannot be written as XML: %s"),
               local_error->message);
  return NULL;
}

char *
ls_ssp_write_document (const LsModel *model, GHashTable *sources, GError **error)
{
  LsSspWriter writer = { .model = model, .sources = sources };
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *text;

  open_document (&writer);
  write_head (&writer);
  ls_ssp_write_systems (&writer);
  ls_ssp_write_experiment (&writer);
  drop_double_ids (xmlDocGetRootElement (writer.doc), ids);
  text = dump_document (&writer, error);
  xmlFreeDoc (writer.doc);
  return text;
}
