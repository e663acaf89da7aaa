/* Writes the document of an SSP: the document that was read, updated from the model. */
#include "core/base/number.h"
#include "core/base/xml-keep.h"
#include "core/ssp/ssp-write-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *const ls_ssp_root_order[]
    = { "System",   "Enumerations", "Units",       "DefaultExperiment",
        "MetaData", "Signature",    "Annotations", NULL };
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

/* The recursion depth is that of the document, which is limited. */
static void
list_elements (xmlNode *node, GPtrArray *list)
{
  g_ptr_array_add (list, node);
  node->_private = GUINT_TO_POINTER (list->len);
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    list_elements (node, list);
}

/* Whether the document that was read can be updated, and need not be written anew. */
static gboolean
begins_with_origin (const LsModel *model)
{
  const LsOrigin *origin = model->origin;

  return origin != NULL && origin->document != NULL && origin->baseline != NULL
         && (origin->is_standard || ls_model_equal (model, origin->baseline));
}

static void
open_document (LsSspWriter *self)
{
  xmlNode *root;

  self->scale = self->model->origin != NULL ? self->model->origin->scale : 1.0;
  if (begins_with_origin (self->model))
    {
      self->base = self->model->origin->baseline;
      self->doc = ls_xml_take_out (self->model->origin->document);
      self->found = g_ptr_array_new ();
      list_elements (xmlDocGetRootElement (self->doc), self->found);
      return;
    }
  self->doc = xmlNewDoc ((const xmlChar *)"1.0");
  root = xmlNewDocNode (self->doc, NULL, (const xmlChar *)"SystemStructureDescription", NULL);
  xmlDocSetRootElement (self->doc, root);
  xmlSetNs (root, ls_ssp_xml_namespace (self->doc, LS_SSD_HREF, "ssd"));
  ls_ssp_xml_namespace (self->doc, LS_SSC_HREF, "ssc");
  ls_ssp_xml_namespace (self->doc, LS_SSV_HREF, "ssv");
}

static void
write_head (LsSspWriter *self)
{
  xmlNode *root = xmlDocGetRootElement (self->doc);

  if (self->base == NULL || !g_str_equal (self->base->name, self->model->name))
    ls_ssp_xml_set (root, "name", self->model->name);
  if (self->base != NULL)
    {
      self->system = ls_xml_child (root, "System");
      return;
    }
  ls_ssp_xml_set (root, "version", "1.0");
  /* No date, so that a model always gives identical files. */
  ls_ssp_xml_set (root, "generationTool", "Lockstep " LS_VERSION);
  self->system = ls_ssp_xml_add (root, LS_SSD_HREF, "System");
  ls_ssp_xml_set (self->system, "name", "system");
}

static gboolean
is_meta (const xmlNode *node)
{
  return ls_xml_is (node, "MetaData") || ls_xml_is (node, "Signature")
         || ls_xml_is (node, "Content");
}

/* Replaces references to files next to the document by their names in the archive. */
static void
write_parts (LsSspWriter *self, xmlNode *node)
{
  static const char *const elements[]
      = { "ParameterBinding", "ParameterMapping", "SignalDictionary", "MetaData", "Signature" };

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (ls_xml_is (node, elements[i]))
      {
        g_autofree char *source = ls_xml_get (node, "source");
        const char *uri = source != NULL ? g_hash_table_lookup (self->parts, source) : NULL;

        if (uri == NULL || g_str_equal (uri, source))
          continue;
        ls_ssp_xml_set (node, "source", uri);
        /* Meta data with another source is no longer what was read. */
        for (xmlNode *outer = node; is_meta (outer); outer = outer->parent)
          outer->_private = NULL;
      }
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    write_parts (self, node);
}

static void
list_ids (const xmlNode *node, GHashTable *ids)
{
  char *id = node->_private != NULL ? ls_xml_get (node, "id") : NULL;

  if (id != NULL)
    g_hash_table_add (ids, id);
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    list_ids (node, ids);
}

/* Ids are unique in a document, but a copied component has the id of its original. */
static void
drop_double_ids (xmlNode *node, GHashTable *ids)
{
  g_autofree char *id = node->_private == NULL ? ls_xml_get (node, "id") : NULL;

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

  xmlDocDumpFormatMemoryEnc (self->doc, &memory, &size, "UTF-8", self->base == NULL);
  text = ls_ssp_restore_kept (self, g_strndup ((const char *)memory, (gsize)size));
  xmlFree (memory);
  /* Names come from many sources: a file that cannot be read back must not replace a valid one. */
  read_back = ls_xml_read_own (text, "SystemStructure.ssd", NULL, &local_error);
  if (read_back != NULL)
    return text;
  g_free (text);
  return ls_fail_null (error, LS_ERROR_MODEL, _ ("The model cannot be written as XML: %s"),
                       local_error->message);
}

char *
ls_ssp_write_document (const LsModel *model, GHashTable *sources, GHashTable *parts, GError **error)
{
  LsSspWriter writer = { .model = model, .sources = sources, .parts = parts };
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) components = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) wires = g_hash_table_new (NULL, NULL);
  xmlNode *root;
  char *text;

  writer.components = components;
  writer.wires = wires;
  open_document (&writer);
  writer.is_2 = ls_ssp_write_needs_2 (&writer);
  root = xmlDocGetRootElement (writer.doc);
  write_head (&writer);
  ls_ssp_write_systems (&writer);
  ls_ssp_write_experiment (&writer);
  ls_ssp_write_bonds (&writer);
  if (parts != NULL)
    write_parts (&writer, root);
  list_ids (root, ids);
  drop_double_ids (root, ids);
  ls_ssp_write_version (&writer);
  if (writer.base != NULL)
    ls_ssp_xml_indent_added (root);
  ls_ssp_mark_kept (&writer);
  text = dump_document (&writer, error);
  g_clear_pointer (&writer.found, g_ptr_array_unref);
  xmlFreeDoc (writer.doc);
  return text;
}
