/* Connections of an SSP. Those through the connectors of nested systems are traced back to the
 * output at which they start. */
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A chain through more systems is a cycle, or a malicious document. */
#define MAX_CHAIN 256u

/**
 * Edge: one Connection element, or one pair of elements of the arrays that it connects.
 * @used: it is part of a connection of the model
 */
typedef LsSspEdge Edge;
typedef LsSspPort Port;

static guint
port_hash (gconstpointer key)
{
  const Port *port = key;

  return g_direct_hash (port->element) * 31u ^ g_str_hash (port->connector);
}

static gboolean
port_equal (gconstpointer a, gconstpointer b)
{
  const Port *x = a, *y = b;

  return x->element == y->element && g_str_equal (x->connector, y->connector);
}

static const LsVariable *
get_variable (const Port *port)
{
  if (port->element == NULL || port->element->component == NULL)
    return NULL;
  return ls_component_find_variable (port->element->component, port->connector);
}

typedef enum
{
  ROLE_UNKNOWN,
  ROLE_SOURCE,
  ROLE_SINK
} Role;

/* Role of @port in a connection of @system: an input of the system itself is a source. */
static Role
get_role (const Port *port, const LsSspElement *system)
{
  const LsVariable *variable = get_variable (port);
  LsCausality causality = LS_CAUSALITY_LOCAL;
  gpointer kind;

  if (variable != NULL)
    causality = variable->causality;
  else if (port->element != NULL && port->element->kinds != NULL
           && g_hash_table_lookup_extended (port->element->kinds, port->declared, NULL, &kind))
    causality = (LsCausality)GPOINTER_TO_INT (kind);
  if (causality == LS_CAUSALITY_LOCAL || causality == LS_CAUSALITY_INDEPENDENT)
    return ROLE_UNKNOWN;
  return (causality == LS_CAUSALITY_OUTPUT || causality == LS_CAUSALITY_CALCULATED_PARAMETER)
                 != (port->element == system)
             ? ROLE_SOURCE
             : ROLE_SINK;
}

/* Some programs write the two ends in the order in which they were drawn. */
static void
turn_edge (Edge *edge)
{
  Port port = edge->from;

  if (get_role (&edge->from, edge->system) != ROLE_SINK
      || get_role (&edge->to, edge->system) != ROLE_SOURCE)
    return;
  edge->from = edge->to;
  edge->to = port;
}

/* Whether the connection has a transformation other than the identity. */
static gboolean
is_changing (const xmlNode *connection)
{
  const xmlNode *node = ls_xml_child (connection, NULL);
  double factor = 1.0, offset = 0.0;

  for (; node != NULL; node = ls_xml_next (node, NULL))
    {
      if (g_str_has_suffix ((const char *)node->name, "MappingTransformation"))
        return TRUE;
      if (ls_xml_is (node, "LinearTransformation"))
        return !ls_xml_get_real (node, "factor", &factor, NULL, NULL)
               || !ls_xml_get_real (node, "offset", &offset, NULL, NULL) || factor != 1.0
               || offset != 0.0;
    }
  return FALSE;
}

static char *
describe_edge (const Edge *edge)
{
  g_autofree char *start = ls_xml_get (edge->node, "startElement");
  g_autofree char *end = ls_xml_get (edge->node, "endElement");

  return g_strdup_printf ("%s.%s → %s.%s", start != NULL && *start != '\0' ? start : _ ("system"),
                          edge->from.connector, end != NULL && *end != '\0' ? end : _ ("system"),
                          edge->to.connector);
}

/* Reports why an edge is left out. */
static void
leave_out (LsSspReader *self, const Edge *edge, const char *reason)
{
  g_autofree char *what = describe_edge (edge);

  if (self->left_out != edge->node)
    ls_ssp_log_error (self, edge->node, _ ("%s: the connection is left out: %s"), what, reason);
  self->left_out = edge->node;
}

/* Makes an edge of each pair of elements of @whole. */
static void
expand_edge (LsSspReader *self, const Edge *whole, GHashTable *shapes, GPtrArray *edges)
{
  g_autoptr (GPtrArray) from = ls_ssp_list_ends (&whole->from, shapes);
  g_autoptr (GPtrArray) to = ls_ssp_list_ends (&whole->to, shapes);

  if (from == NULL || to == NULL)
    {
      g_autofree char *reason
          = g_strdup_printf (_ ("“%s” is not an element of the array “%s”"),
                             from == NULL ? whole->from.written : whole->to.written,
                             from == NULL ? whole->from.declared : whole->to.declared);

      leave_out (self, whole, reason);
      return;
    }
  if (from->len != to->len || !ls_ssp_fit (&whole->from, &whole->to, shapes))
    {
      leave_out (self, whole, _ ("the sizes differ"));
      return;
    }
  for (guint i = 0; i < from->len; i++)
    {
      Edge *edge = g_new0 (Edge, 1);

      edge->node = whole->node;
      edge->system = whole->system;
      edge->from = (Port){ whole->from.element, g_strdup (whole->from.declared),
                           g_strdup (whole->from.written), g_strdup (from->pdata[i]) };
      edge->to = (Port){ whole->to.element, g_strdup (whole->to.declared),
                         g_strdup (whole->to.written), g_strdup (to->pdata[i]) };
      turn_edge (edge);
      g_ptr_array_add (edges, edge);
    }
}

/* Reads the Connection elements of all systems, those of arrays element by element. */
static gboolean
collect_edges (LsSspReader *self, GPtrArray *edges, GError **error)
{
  g_autoptr (GPtrArray) wholes = ls_ssp_list_edges (self);
  g_autoptr (GHashTable) shapes = ls_ssp_find_shapes (wholes);

  for (guint i = 0; i < wholes->len; i++)
    {
      expand_edge (self, wholes->pdata[i], shapes, edges);
      if (edges->len > LS_SSP_MAX_CONNECTIONS)
        return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: has more than %u connections"), self->name,
                        LS_SSP_MAX_CONNECTIONS);
    }
  return TRUE;
}

static char *
explain_missing (const Port *port)
{
  return g_strdup_printf (_ ("%s has no variable “%s”"), port->element->component->name,
                          port->connector);
}

/* Returns: (transfer full) (nullable): the reason why two ports of components cannot be connected;
 * %NULL: they can. */
static char *
explain_ports (const Port *from, const Port *to)
{
  const LsVariable *output = get_variable (from), *input = get_variable (to);

  if (input == NULL || output == NULL)
    return explain_missing (input == NULL ? to : from);
  if (ls_variables_fit (output, input))
    return NULL;
  if (!ls_variable_is_source (output))
    return g_strdup_printf (_ ("%s.%s is not an output"), from->element->component->name,
                            from->connector);
  return g_strdup_printf (_ ("%s.%s is not an input"), to->element->component->name, to->connector);
}

/**
 * Chain: the edges of one connection.
 * @edges: element-type Edge, in backward order
 * @complete: the first edge starts at a component
 */
typedef struct
{
  GPtrArray *edges;
  gboolean complete;
  guint n_changing;
} Chain;

static guint
get_subsystem (const LsSspElement *element)
{
  return element->subsystem != NULL ? element->subsystem->id : 0;
}

/* Every edge but the last ends at a connector of a system: one hop each. */
static GArray *
make_hops (const Chain *chain)
{
  GArray *hops = ls_hops_new ();

  for (guint i = chain->edges->len; i-- > 1;)
    {
      const Edge *edge = chain->edges->pdata[i];
      LsHop hop = { get_subsystem (edge->to.element), g_strdup (edge->to.connector),
                    ls_ssp_xml_dump (edge->node) };

      g_array_append_val (hops, hop);
    }
  return hops;
}

/* Composes all edges: conversion of units first, then the transformations in order. */
static void
read_transforms (LsSspReader *self, LsConnection *connection, const Chain *chain)
{
  gboolean keep_units = FALSE;
  double factor = 1.0, offset = 0.0;

  for (guint i = chain->edges->len; i-- > 0;)
    {
      const Edge *edge = chain->edges->pdata[i];

      connection->factor = 1.0;
      connection->offset = 0.0;
      ls_ssp_read_transform (self, connection, edge->node);
      keep_units |= connection->keep_units;
      offset = connection->factor * offset + connection->offset;
      factor *= connection->factor;
    }
  connection->factor = factor;
  connection->offset = offset;
  connection->keep_units = keep_units;
  if (connection->map != NULL && chain->n_changing > 1)
    {
      g_clear_pointer (&connection->map, g_array_unref);
      g_free (connection->transformation);
      connection->transformation = g_strdup (_ ("more than one, with a table of values"));
    }
}

static void
take_connection (LsSspReader *self, const Chain *chain)
{
  LsConnection *connection = g_new0 (LsConnection, 1);
  const Edge *last = chain->edges->pdata[0];
  const Edge *first = chain->edges->pdata[chain->edges->len - 1];

  connection->id = ls_model_take_id (self->model);
  connection->from = first->from.element->component->id;
  connection->output = g_strdup (first->from.connector);
  connection->to = last->to.element->component->id;
  connection->input = g_strdup (last->to.connector);
  connection->line = (guint)xmlGetLineNo (last->node);
  connection->xml = ls_ssp_xml_dump (last->node);
  read_transforms (self, connection, chain);
  if (first != last)
    connection->hops = make_hops (chain);
  /* The points of longer chains stay with the single edges. */
  if (first == last)
    connection->points = ls_ssp_read_points (self, last->node, last->system->subsystem);
  else
    connection->points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  ls_model_take_connection (self->model, connection);
}

/* Traces @last back through connectors of systems. */
static void
trace_back (Edge *last, GHashTable *by_end, Chain *chain)
{
  Edge *edge = last;

  for (guint i = 0; i < MAX_CHAIN; i++)
    {
      g_ptr_array_add (chain->edges, edge);
      chain->n_changing += is_changing (edge->node) ? 1 : 0;
      if (edge->from.element == NULL)
        return;
      if (edge->from.element->component != NULL)
        {
          chain->complete = TRUE;
          return;
        }
      if (edge->from.element->children == NULL
          || (edge = g_hash_table_lookup (by_end, &edge->from)) == NULL)
        return;
    }
}

static gboolean
is_dictionary (const LsSspElement *element)
{
  return element != NULL && ls_xml_is (element->node, "SignalDictionaryReference");
}

static char *
explain_dictionary (const LsSspElement *element)
{
  return g_strdup_printf (_ ("“%s” refers to a signal dictionary, which is not supported"),
                          element->name);
}

/* Returns: (transfer full) (nullable): the reason why the chain is no connection; %NULL: it is
 * one. */
static char *
explain_chain (const LsSspReader *self, const Chain *chain)
{
  const Edge *last = chain->edges->pdata[0];
  const Edge *first = chain->edges->pdata[chain->edges->len - 1];
  char *reason;

  if (is_dictionary (first->from.element))
    return explain_dictionary (first->from.element);
  if (!chain->complete)
    return g_strdup (_ ("it does not start at a component"));
  if ((reason = explain_ports (&first->from, &last->to)) != NULL)
    return reason;
  if (ls_model_find_source (self->model, last->to.element->component->id, last->to.connector)
      != NULL)
    return g_strdup (_ ("the input is connected already"));
  return NULL;
}

static gboolean
is_open (const LsSspReader *self, const Chain *chain)
{
  const Edge *first = chain->edges->pdata[chain->edges->len - 1];

  return !chain->complete && first->from.element == self->root;
}

static void
note_open (LsSspReader *self, const Edge *edge, const char *reason)
{
  g_autofree char *what = describe_edge (edge);

  ls_ssp_note (self, edge->node, _ ("%s: the connection is left out: %s"), what, reason);
}

/* What is only written to a dictionary is missing nowhere: those that read it are errors. The other
 * way round, the ends may have been written in any order. */
static void
refuse_dictionary (LsSspReader *self, const Edge *edge)
{
  g_autofree char *reason = explain_dictionary (edge->to.element);

  if (get_role (&edge->from, edge->system) == ROLE_SINK)
    leave_out (self, edge, reason);
  else
    note_open (self, edge, reason);
}

/* Makes the edge, which ends at a component, and its predecessors a connection. */
static void
resolve_edge (LsSspReader *self, Edge *last, GHashTable *by_end)
{
  Chain chain = { g_ptr_array_new (), FALSE, 0 };
  g_autofree char *reason = NULL;

  trace_back (last, by_end, &chain);
  reason = explain_chain (self, &chain);
  /* Unconnected inputs of the top-level system are not an error. */
  if (reason != NULL && is_open (self, &chain))
    note_open (self, last, reason);
  else if (reason != NULL)
    leave_out (self, last, reason);
  else
    {
      for (guint i = 0; i < chain.edges->len; i++)
        ((Edge *)chain.edges->pdata[i])->used = TRUE;
      take_connection (self, &chain);
    }
  g_ptr_array_unref (chain.edges);
}

static gboolean
is_end (const LsSspElement *element)
{
  return element != NULL && (element->component != NULL || element->children != NULL);
}

/* Edges that are not part of a connection stay in the file, and are shown. */
static void
keep_piece (LsSspReader *self, const Edge *edge)
{
  LsPiece *piece;

  if (edge->used || !is_end (edge->from.element) || !is_end (edge->to.element))
    return;
  /* A second source of an input, or incompatible ports, are errors, which are already reported. */
  if (edge->to.element->component != NULL
      && (edge->from.element->component != NULL
          || ls_model_find_source (self->model, edge->to.element->component->id, edge->to.connector)
                 != NULL))
    return;
  piece = g_new0 (LsPiece, 1);
  if (edge->from.element->component != NULL)
    piece->from_component = edge->from.element->component->id;
  else
    piece->from_subsystem = get_subsystem (edge->from.element);
  if (edge->to.element->component != NULL)
    piece->to_component = edge->to.element->component->id;
  else
    piece->to_subsystem = get_subsystem (edge->to.element);
  piece->from_connector = g_strdup (edge->from.written);
  piece->to_connector = g_strdup (edge->to.written);
  g_ptr_array_add (self->model->pieces, piece);
}

static void
remove_node (gpointer node, G_GNUC_UNUSED gpointer value, G_GNUC_UNUSED gpointer data)
{
  ls_ssp_xml_remove (node);
}

/* What became of the edges: a Connection stays in the document where no element of it is used. */
static void
settle (LsSspReader *self, const GPtrArray *edges)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL);
  const xmlNode *kept = NULL;

  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = edges->pdata[i];

      if (edge->used || edge->from.element == NULL || edge->to.element == NULL)
        g_hash_table_add (gone, edge->node);
    }
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = edges->pdata[i];

      if (edge->node != kept && !g_hash_table_contains (gone, edge->node))
        keep_piece (self, edge);
      kept = edge->node;
    }
  /* Only now: pieces look at what is connected. */
  g_hash_table_foreach (gone, remove_node, NULL);
}

gboolean
ls_ssp_read_connections (LsSspReader *self, GError **error)
{
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func (ls_ssp_edge_free);
  g_autoptr (GHashTable) by_end = g_hash_table_new (port_hash, port_equal);

  if (!collect_edges (self, edges, error))
    return FALSE;
  for (guint i = 0; i < edges->len; i++)
    {
      Edge *edge = edges->pdata[i];

      if (edge->to.element != NULL && !g_hash_table_contains (by_end, &edge->to))
        g_hash_table_insert (by_end, &edge->to, edge);
    }
  for (guint i = 0; i < edges->len; i++)
    {
      Edge *edge = edges->pdata[i];

      if (edge->to.element == NULL)
        leave_out (self, edge, _ ("the file has no such element"));
      else if (edge->to.element->component != NULL)
        resolve_edge (self, edge, by_end);
      else if (is_dictionary (edge->to.element))
        refuse_dictionary (self, edge);
    }
  settle (self, edges);
  return TRUE;
}
