/* The tree of systems: components and pieces of connections at their places in it. */
#include "core/model/ssp-write-impl.h"

#include <math.h>
#include <string.h>

/**
 * Node: a system in the document being written.
 * @node: (nullable): made when the first thing in it is written
 * @last_element, @last_connection: of what this program does not understand; it stands behind the
 * rest
 * @pieces: set of texts, the pieces of connections that are there
 */
typedef struct
{
  xmlNode *node, *elements, *connections;
  xmlNode *last_element, *last_connection;
  GHashTable *pieces;
} Node;

/* @nodes: by id of the subsystem; 0 is the top level */
typedef struct
{
  LsSspWriter *writer;
  Node *nodes;
} Tree;

/* New names of the components that were read and are still there: old -> new. */
static GHashTable *
map_names (const LsModel *model, guint subsystem)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < model->components->len; i++)
    {
      LsComponent *component = model->components->pdata[i];
      g_autoptr (xmlDoc) doc = NULL;
      char *old;

      if (component->xml == NULL || component->subsystem != subsystem)
        continue;
      doc = ls_xml_read_memory (component->xml, strlen (component->xml), "Component", NULL, NULL);
      old = doc != NULL ? ls_xml_get (xmlDocGetRootElement (doc), "name") : NULL;
      if (old != NULL && !g_hash_table_contains (names, old))
        g_hash_table_insert (names, old, (char *)ls_model_get_local_name (model, component));
      else
        g_free (old);
    }
  return names;
}

static gboolean
is_other_element (const LsModel *model, guint system, const xmlNode *elements, const char *name)
{
  for (guint i = 0; i < model->subsystems->len; i++)
    {
      const LsSubsystem *subsystem = model->subsystems->pdata[i];

      if (subsystem->parent == system && !subsystem->removed && g_str_equal (subsystem->name, name))
        return TRUE;
    }
  for (const xmlNode *node = ls_xml_child (elements, NULL); node != NULL;
       node = ls_xml_next (node, NULL))
    if (!ls_xml_is (node, "Component") && ls_ssp_xml_has (node, "name", name))
      return TRUE;
  return FALSE;
}

/* A connection that this program does not understand goes with its components. */
static gboolean
follow_rename (const LsModel *model,
               guint system,
               xmlNode *node,
               const char *attribute,
               const xmlNode *elements,
               GHashTable *names)
{
  g_autofree char *old = ls_xml_get (node, attribute);
  const char *name;

  if (old == NULL || *old == '\0' || is_other_element (model, system, elements, old))
    return TRUE;
  if ((name = g_hash_table_lookup (names, old)) == NULL)
    return FALSE;
  ls_ssp_xml_set (node, attribute, name);
  return TRUE;
}

static void
follow_renames (const LsModel *model,
                guint system,
                const xmlNode *elements,
                xmlNode *connections,
                GHashTable *names)
{
  xmlNode *next;

  for (xmlNode *node = ls_xml_child (connections, "Connection"); node != NULL; node = next)
    {
      next = ls_xml_next (node, "Connection");
      if (!follow_rename (model, system, node, "startElement", elements, names)
          || !follow_rename (model, system, node, "endElement", elements, names))
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
open_node (Tree *self, guint id, xmlNode *system)
{
  Node *node = &self->nodes[id];
  const xmlNode *bindings = ls_xml_child (system, "ParameterBindings");

  node->node = system;
  node->elements = ls_ssp_xml_ensure (system, LS_SSD_HREF, "Elements", ls_ssp_system_order);
  node->connections = ls_ssp_xml_ensure (system, LS_SSD_HREF, "Connections", ls_ssp_system_order);
  if (node->connections->children != NULL || bindings != NULL)
    {
      g_autoptr (GHashTable) names = map_names (self->writer->model, id);

      follow_renames (self->writer->model, id, node->elements, node->connections, names);
      rename_parameters (bindings, names);
    }
  node->last_element = node->elements->last;
  node->last_connection = node->connections->last;
  node->pieces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
write_place (LsSspWriter *self, xmlNode *node, const LsSubsystem *subsystem)
{
  const LsComponent block = { .x = subsystem->x,
                              .y = subsystem->y,
                              .width = subsystem->width,
                              .height = subsystem->height,
                              .rotation = subsystem->rotation,
                              .flip = subsystem->flip };

  if (!(subsystem->width > 0.0))
    return;
  ls_ssp_xml_ensure (node, LS_SSD_HREF, "ElementGeometry", ls_ssp_system_order);
  ls_ssp_write_geometry (self, node, &block);
}

/* The system @id, made with those around it. */
static Node *
get_node (Tree *self, guint id)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (self->writer->model, id);
  xmlNode *parent, *node = NULL;

  if (self->nodes[id].node != NULL || subsystem == NULL)
    return &self->nodes[id];
  parent = get_node (self, subsystem->parent)->elements;
  if (subsystem->xml != NULL)
    node = ls_ssp_xml_paste (parent, subsystem->xml, "System");
  if (node == NULL)
    node = ls_ssp_xml_add (parent, LS_SSD_HREF, "System");
  ls_ssp_xml_strip (node);
  ls_ssp_xml_set (node, "name", subsystem->name);
  write_place (self->writer, node, subsystem);
  open_node (self, id, node);
  return &self->nodes[id];
}

/* One end of a piece: a component, or a connector of the system @subsystem. */
typedef struct
{
  const LsComponent *component;
  guint subsystem;
  const char *connector;
} End;

static guint
get_place (const End *end)
{
  return end->component != NULL ? end->component->subsystem : end->subsystem;
}

/* A connector that a connection goes through is declared. */
static void
declare_connector (Tree *self, const End *end, const LsVariable *variable, LsCausality causality)
{
  xmlNode *system = get_node (self, end->subsystem)->node;
  xmlNode *connectors = ls_ssp_xml_ensure (system, LS_SSD_HREF, "Connectors", ls_ssp_system_order);
  xmlNode *child = ls_xml_child (connectors, "Connector");

  for (; child != NULL; child = ls_xml_next (child, "Connector"))
    if (ls_ssp_xml_has (child, "name", end->connector))
      return;
  child = ls_ssp_xml_add (connectors, LS_SSD_HREF, "Connector");
  ls_ssp_xml_set (child, "name", end->connector);
  ls_ssp_xml_set (child, "kind", ls_causality_name (causality));
  if (variable != NULL && variable->type != LS_TYPE_ENUMERATION)
    ls_ssp_xml_add (child, LS_SSC_HREF, ls_type_name (variable->type));
}

/* Name of the element in @system that @end is a connector of, or %NULL for @system itself. */
static const char *
name_end (const Tree *self, const End *end, guint system)
{
  const LsModel *model = self->writer->model;

  if (end->component != NULL)
    return ls_model_get_local_name (model, end->component);
  return end->subsystem != system ? ls_model_find_subsystem (model, end->subsystem)->name : NULL;
}

static gboolean
has_end (const xmlNode *node, const char *attribute, const char *value)
{
  g_autofree char *text = ls_xml_get (node, attribute);

  return g_strcmp0 (text != NULL ? text : "", value != NULL ? value : "") == 0;
}

static gboolean
is_loose (const LsModel *model, const End *from, const End *to)
{
  for (guint i = 0; i < model->pieces->len; i++)
    {
      const LsPiece *piece = model->pieces->pdata[i];

      if (piece->from_component == (from->component != NULL ? from->component->id : 0)
          && piece->to_component == (to->component != NULL ? to->component->id : 0)
          && (from->component != NULL || piece->from_subsystem == from->subsystem)
          && (to->component != NULL || piece->to_subsystem == to->subsystem)
          && g_str_equal (piece->from_connector, from->connector)
          && g_str_equal (piece->to_connector, to->connector))
        return TRUE;
    }
  return FALSE;
}

/* One that led nowhere and is now part of a connection. */
static xmlNode *
find_piece (
    xmlNode *connections, const char *start, const char *output, const char *end, const char *input)
{
  xmlNode *node = ls_xml_child (connections, "Connection");

  while (node != NULL
         && !(has_end (node, "startElement", start) && has_end (node, "startConnector", output)
              && has_end (node, "endElement", end) && has_end (node, "endConnector", input)))
    node = ls_xml_next (node, "Connection");
  return node;
}

/* Returns: (nullable): the piece, or %NULL when another connection has written it. */
static xmlNode *
write_piece (Tree *self, const End *from, const End *to, const char *xml)
{
  guint id = ls_edge_find_system (self->writer->model, get_place (from), from->component != NULL,
                                  get_place (to), to->component != NULL);
  Node *system = get_node (self, id);
  const char *start = name_end (self, from, id), *end = name_end (self, to, id);
  char *key = g_strjoin ("\n", start != NULL ? start : "", from->connector, end != NULL ? end : "",
                         to->connector, NULL);
  xmlNode *node = NULL;

  if (!g_hash_table_add (system->pieces, key))
    return NULL;
  if (is_loose (self->writer->model, from, to))
    node = find_piece (system->connections, start, from->connector, end, to->connector);
  if (node == NULL && xml != NULL)
    node = ls_ssp_xml_paste (system->connections, xml, "Connection");
  if (node == NULL)
    node = ls_ssp_xml_add (system->connections, LS_SSD_HREF, "Connection");
  ls_ssp_xml_set (node, "startElement", start);
  ls_ssp_xml_set (node, "startConnector", from->connector);
  ls_ssp_xml_set (node, "endElement", end);
  ls_ssp_xml_set (node, "endConnector", to->connector);
  return node;
}

/* What is left for the last piece of a connection, when those before have factors of their own. */
static void
subtract_transform (LsConnection *left, const LsConnection *before)
{
  if (before->factor == 0.0 || (before->factor == 1.0 && before->offset == 0.0))
    return;
  left->factor /= before->factor;
  left->offset -= left->factor * before->offset;
  if (fabs (left->factor - 1.0) < 1e-12 && fabs (left->offset) < 1e-12)
    {
      left->factor = 1.0;
      left->offset = 0.0;
    }
}

static void
write_connection (Tree *self, const LsConnection *connection)
{
  LsSspWriter *writer = self->writer;
  const LsComponent *source = ls_model_find_component (writer->model, connection->from);
  const LsComponent *sink = ls_model_find_component (writer->model, connection->to);
  const LsVariable *variable = ls_component_find_variable (source, connection->output);
  g_autoptr (GArray) hops = ls_connection_make_hops (writer->model, connection);
  LsConnection left = *connection, before = { .factor = 1.0 };
  End from = { source, 0, connection->output };
  const End to = { sink, 0, connection->input };
  xmlNode *node;

  for (guint i = 0; i < hops->len; i++)
    {
      const LsHop *hop = &g_array_index (hops, LsHop, i);
      const End next = { NULL, hop->subsystem, hop->connector };
      gboolean inside = ls_model_is_within (writer->model, sink->subsystem, hop->subsystem);

      declare_connector (self, &next, variable, inside ? LS_CAUSALITY_INPUT : LS_CAUSALITY_OUTPUT);
      write_piece (self, &from, &next, hop->xml);
      if (hop->xml != NULL)
        ls_ssp_add_transform (&before, hop->xml);
      from = next;
    }
  node = write_piece (self, &from, &to, connection->xml);
  if (node == NULL)
    return;
  subtract_transform (&left, &before);
  ls_ssp_write_transform (writer, node, &left);
  if (hops->len == 0)
    ls_ssp_write_points (writer, node, connection->points,
                         ls_model_find_subsystem (writer->model, source->subsystem));
}

static gboolean
is_removed (const LsModel *model, guint id)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (model, id);

  for (; subsystem != NULL; subsystem = ls_model_find_subsystem (model, subsystem->parent))
    if (subsystem->removed)
      return TRUE;
  return FALSE;
}

/* One that is part of a connection is there already. */
static void
write_loose_piece (Tree *self, const LsPiece *piece)
{
  const LsModel *model = self->writer->model;
  const End from = { ls_model_find_component (model, piece->from_component), piece->from_subsystem,
                     piece->from_connector };
  const End to = { ls_model_find_component (model, piece->to_component), piece->to_subsystem,
                   piece->to_connector };

  if ((piece->from_component != 0 && from.component == NULL)
      || (piece->to_component != 0 && to.component == NULL)
      || is_removed (model, piece->from_subsystem) || is_removed (model, piece->to_subsystem))
    return;
  write_piece (self, &from, &to, piece->xml);
}

/* Those within others come first: they make those around them empty. */
static void
close_node (Tree *self, guint id)
{
  Node *node = &self->nodes[id];

  if (node->last_element != NULL && node->last_element->next != NULL)
    move_to_end (node->elements, node->last_element->next);
  if (node->last_connection != NULL && node->last_connection->next != NULL)
    move_to_end (node->connections, node->last_connection->next);
  remove_empty (node->elements);
  remove_empty (node->connections);
  ls_ssp_write_notes (self->writer, node->node, id);
  g_hash_table_unref (node->pieces);
}

void
ls_ssp_write_systems (LsSspWriter *self)
{
  const LsModel *model = self->model;
  Tree tree = { self, g_new0 (Node, model->subsystems->len + 1) };

  open_node (&tree, 0, self->system);
  for (guint i = 0; i < model->components->len; i++)
    {
      const LsComponent *component = model->components->pdata[i];

      ls_ssp_write_component (self, get_node (&tree, component->subsystem)->elements, component);
    }
  for (guint i = 0; i < model->subsystems->len; i++)
    if (!is_removed (model, i + 1))
      get_node (&tree, i + 1);
  for (guint i = 0; i < model->connections->len; i++)
    write_connection (&tree, model->connections->pdata[i]);
  for (guint i = 0; i < model->pieces->len; i++)
    write_loose_piece (&tree, model->pieces->pdata[i]);
  for (guint i = model->subsystems->len + 1; i-- > 0;)
    if (tree.nodes[i].node != NULL)
      close_node (&tree, i);
  g_free (tree.nodes);
}
