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

/* New names of the components that were read and are still there: old -> new. */
static GHashTable *
map_names (const LsModel *model)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < model->components->len; i++)
    {
      LsComponent *component = model->components->pdata[i];
      g_autoptr (xmlDoc) doc = NULL;
      char *old;

      if (component->xml == NULL)
        continue;
      doc = ls_xml_read_memory (component->xml, strlen (component->xml), "Component", NULL, NULL);
      old = doc != NULL ? ls_xml_get (xmlDocGetRootElement (doc), "name") : NULL;
      if (old != NULL && !g_hash_table_contains (names, old))
        g_hash_table_insert (names, old, component->name);
      else
        g_free (old);
    }
  return names;
}

static gboolean
is_other_element (const xmlNode *elements, const char *name)
{
  for (const xmlNode *node = ls_xml_child (elements, NULL); node != NULL;
       node = ls_xml_next (node, NULL))
    if (!ls_xml_is (node, "Component") && ls_ssp_xml_has (node, "name", name))
      return TRUE;
  return FALSE;
}

/* A connection that this program does not understand goes with its components. */
static gboolean
follow_rename (xmlNode *node, const char *attribute, const xmlNode *elements, GHashTable *names)
{
  g_autofree char *old = ls_xml_get (node, attribute);
  const char *name;

  if (old == NULL || *old == '\0' || is_other_element (elements, old))
    return TRUE;
  if ((name = g_hash_table_lookup (names, old)) == NULL)
    return FALSE;
  ls_ssp_xml_set (node, attribute, name);
  return TRUE;
}

static void
follow_renames (const xmlNode *elements, xmlNode *connections, GHashTable *names)
{
  xmlNode *next;

  for (xmlNode *node = ls_xml_child (connections, "Connection"); node != NULL; node = next)
    {
      next = ls_xml_next (node, "Connection");
      if (!follow_rename (node, "startElement", elements, names)
          || !follow_rename (node, "endElement", elements, names))
        ls_ssp_xml_remove (node);
    }
}

/* "old.parameter" becomes "new.parameter". */
static void
rename_parameter (xmlNode *parameter, GHashTable *names)
{
  g_autofree char *text = ls_xml_get (parameter, "name");

  for (const char *point = text != NULL ? strchr (text, '.') : NULL; point != NULL;
       point = strchr (point + 1, '.'))
    {
      g_autofree char *old = g_strndup (text, (gsize)(point - text));
      const char *name = g_hash_table_lookup (names, old);
      g_autofree char *renamed = NULL;

      if (name == NULL)
        continue;
      renamed = g_strconcat (name, point, NULL);
      ls_ssp_xml_set (parameter, "name", renamed);
      return;
    }
}

static void
rename_parameters (const xmlNode *bindings, GHashTable *names)
{
  const xmlNode *node = ls_xml_child (bindings, "ParameterBinding");

  for (; node != NULL; node = ls_xml_next (node, "ParameterBinding"))
    {
      const xmlNode *set = ls_xml_child (ls_xml_child (node, "ParameterValues"), "ParameterSet");
      xmlNode *parameter = ls_xml_child (ls_xml_child (set, "Parameters"), "Parameter");

      /* A mapping names its own targets; the prefix is part of the names by now. */
      if (ls_xml_child (node, "ParameterMapping") != NULL)
        continue;
      for (; parameter != NULL; parameter = ls_xml_next (parameter, "Parameter"))
        rename_parameter (parameter, names);
    }
}

static void
write_connection (LsSspWriter *self, xmlNode *connections, const LsConnection *connection)
{
  const LsComponent *from = ls_model_find_component (self->model, connection->from);
  const LsComponent *to = ls_model_find_component (self->model, connection->to);
  xmlNode *node = NULL;

  if (connection->xml != NULL)
    node = ls_ssp_xml_paste (connections, connection->xml, "Connection");
  if (node == NULL)
    node = ls_ssp_xml_add (connections, LS_SSD_HREF, "Connection");
  ls_ssp_xml_set (node, "startElement", from->name);
  ls_ssp_xml_set (node, "startConnector", connection->output);
  ls_ssp_xml_set (node, "endElement", to->name);
  ls_ssp_xml_set (node, "endConnector", connection->input);
  ls_ssp_write_transform (self, node, connection);
  ls_ssp_write_points (self, node, connection->points);
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

static void
remove_empty (xmlNode *node)
{
  if (ls_xml_child (node, NULL) == NULL)
    ls_ssp_xml_remove (node);
}

/* The parts of the model stand before what this program does not understand. */
static void
move_to_end (xmlNode *parent, xmlNode *first_own)
{
  xmlNode *next;

  for (xmlNode *node = parent->children; node != NULL && node != first_own; node = next)
    {
      next = node->next;
      xmlUnlinkNode (node);
      xmlAddChild (parent, node);
    }
}

static void
write_system (LsSspWriter *self)
{
  const LsModel *model = self->model;
  xmlNode *elements
      = ls_ssp_xml_ensure (self->system, LS_SSD_HREF, "Elements", ls_ssp_system_order);
  xmlNode *connections
      = ls_ssp_xml_ensure (self->system, LS_SSD_HREF, "Connections", ls_ssp_system_order);
  const xmlNode *bindings = ls_xml_child (self->system, "ParameterBindings");
  xmlNode *last_element = elements->last, *last_connection;

  if (connections->children != NULL || bindings != NULL)
    {
      g_autoptr (GHashTable) names = map_names (model);

      follow_renames (elements, connections, names);
      rename_parameters (bindings, names);
    }
  last_connection = connections->last;
  for (guint i = 0; i < model->components->len; i++)
    ls_ssp_write_component (self, elements, model->components->pdata[i]);
  for (guint i = 0; i < model->connections->len; i++)
    write_connection (self, connections, model->connections->pdata[i]);
  if (last_element != NULL && last_element->next != NULL)
    move_to_end (elements, last_element->next);
  if (last_connection != NULL && last_connection->next != NULL)
    move_to_end (connections, last_connection->next);
  remove_empty (elements);
  remove_empty (connections);
  ls_ssp_write_notes (self, self->system);
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
  write_system (&writer);
  ls_ssp_write_experiment (&writer);
  drop_double_ids (xmlDocGetRootElement (writer.doc), ids);
  text = dump_document (&writer, error);
  xmlFreeDoc (writer.doc);
  return text;
}
