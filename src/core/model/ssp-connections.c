/* Connections of an SSP. Those through the connectors of nested systems are
 * followed to the output they start from. */
#include "core/model/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More systems in a row than this is a circle, or a document made to keep us busy. */
#define MAX_CHAIN 256u

/* A connector, of a component or of a system. */
typedef struct
{
  const LsSspElement *element;
  char *connector;
} Port;

/**
 * Edge: one Connection element.
 * @system: in whose Connections it stands
 * @used: it became part of the model
 */
typedef struct
{
  xmlNode *node;
  const LsSspElement *system;
  Port from, to;
  gboolean used;
} Edge;

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

static void
edge_free (gpointer data)
{
  Edge *edge = data;

  g_free (edge->from.connector);
  g_free (edge->to.connector);
  g_free (edge);
}

static Port
read_port (const LsSspElement *system,
           const xmlNode *node,
           const char *element_name,
           const char *connector_name)
{
  g_autofree char *element = ls_xml_get (node, element_name);
  Port port = { system, ls_xml_get (node, connector_name) };

  /* Empty stands for the system itself, too. */
  if (element != NULL && *element != '\0')
    port.element = g_hash_table_lookup (system->children, element);
  if (port.connector == NULL)
    port.connector = g_strdup ("");
  return port;
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

/* What @port is to a connection of @system: an input of the system itself is where values come
 * from. */
static Role
get_role (const Port *port, const LsSspElement *system)
{
  const LsVariable *variable = get_variable (port);
  LsCausality causality = LS_CAUSALITY_LOCAL;
  gpointer kind;

  if (variable != NULL)
    causality = variable->causality;
  else if (port->element != NULL && port->element->kinds != NULL
           && g_hash_table_lookup_extended (port->element->kinds, port->connector, NULL, &kind))
    causality = (LsCausality)GPOINTER_TO_INT (kind);
  if (causality != LS_CAUSALITY_INPUT && causality != LS_CAUSALITY_OUTPUT)
    return ROLE_UNKNOWN;
  return (causality == LS_CAUSALITY_OUTPUT) != (port->element == system) ? ROLE_SOURCE : ROLE_SINK;
}

/* Some programs write the ends in the order in which they were drawn. */
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

static gboolean
collect_edges (LsSspReader *self, const LsSspElement *system, GPtrArray *edges, GError **error)
{
  xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Connections"), "Connection");

  for (; node != NULL; node = ls_xml_next (node, "Connection"))
    {
      Edge *edge;

      if (edges->len >= LS_SSP_MAX_CONNECTIONS)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: has more than %u connections"),
                       self->name, LS_SSP_MAX_CONNECTIONS);
          return FALSE;
        }
      edge = g_new0 (Edge, 1);
      edge->node = node;
      edge->system = system;
      edge->from = read_port (system, node, "startElement", "startConnector");
      edge->to = read_port (system, node, "endElement", "endConnector");
      turn_edge (edge);
      g_ptr_array_add (edges, edge);
    }
  return TRUE;
}

/* Whether an SSP wants something done to values on their way. */
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

/* Says why an edge is left out. */
static void
leave_out (LsSspReader *self, const Edge *edge, const char *reason)
{
  g_autofree char *what = describe_edge (edge);

  ls_ssp_note (self, _ ("%s: the connection is left out: %s"), what, reason);
}

/* Why @port, of a component, cannot be an end with @causality, or %NULL when it can. */
static char *
explain_port (const Port *port, LsCausality causality)
{
  const LsVariable *variable = get_variable (port);
  const char *name = port->element->component->name;

  if (variable == NULL)
    return g_strdup_printf (_ ("%s has no variable “%s”"), name, port->connector);
  if (variable->causality == causality)
    return NULL;
  return g_strdup_printf (causality == LS_CAUSALITY_INPUT ? _ ("%s.%s is not an input")
                                                          : _ ("%s.%s is not an output"),
                          name, port->connector);
}

/* @kept: the edge of which the rest is kept for writing, or %NULL */
static void
take_connection (LsSspReader *self, const Edge *first, const Edge *last, const Edge *kept)
{
  LsConnection *connection = g_new0 (LsConnection, 1);

  connection->id = ls_model_take_id (self->model);
  connection->from = first->from.element->component->id;
  connection->output = g_strdup (first->from.connector);
  connection->to = last->to.element->component->id;
  connection->input = g_strdup (last->to.connector);
  connection->xml = kept != NULL ? ls_ssp_xml_dump (kept->node) : NULL;
  connection->factor = 1.0;
  if (kept != NULL)
    ls_ssp_read_transform (self, connection, kept->node);
  /* Points within a nested system mean nothing outside of it. */
  if (first == last && last->system == self->root)
    connection->points = ls_ssp_read_points (self, last->node);
  else
    connection->points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  ls_model_take_connection (self->model, connection);
}

typedef struct
{
  Edge *first;    /* (nullable): starts at a component */
  Edge *changing; /* (nullable): transforms values */
  guint n_changing;
} Chain;

/* Follows @last back through connectors of systems. */
static void
trace_back (Edge *last, GHashTable *by_end, Chain *chain)
{
  Edge *edge = last;

  *chain = (Chain){ NULL, NULL, 0 };
  for (guint i = 0; i < MAX_CHAIN; i++)
    {
      edge->used = TRUE;
      if (is_changing (edge->node))
        {
          chain->changing = edge;
          chain->n_changing++;
        }
      if (edge->from.element == NULL)
        return;
      if (edge->from.element->component != NULL)
        {
          chain->first = edge;
          return;
        }
      if (edge->from.element->children == NULL
          || (edge = g_hash_table_lookup (by_end, &edge->from)) == NULL)
        return;
    }
}

/* Why the chain that ends at @last is not a connection, or %NULL when it is one. */
static char *
explain_chain (const LsSspReader *self, const Chain *chain, const Edge *last)
{
  char *reason;

  if (chain->first == NULL)
    return g_strdup (_ ("it does not start at a component"));
  if (chain->n_changing > 1)
    return g_strdup (_ ("its values are transformed more than once"));
  if ((reason = explain_port (&last->to, LS_CAUSALITY_INPUT)) != NULL
      || (reason = explain_port (&chain->first->from, LS_CAUSALITY_OUTPUT)) != NULL)
    return reason;
  if (ls_model_find_source (self->model, last->to.element->component->id, last->to.connector)
      != NULL)
    return g_strdup (_ ("the input is fed already"));
  return NULL;
}

/* The edge ends at a component. */
static void
resolve_edge (LsSspReader *self, Edge *last, GHashTable *by_end)
{
  g_autofree char *reason = NULL;
  const Edge *kept;
  Chain chain;

  trace_back (last, by_end, &chain);
  if ((reason = explain_chain (self, &chain, last)) != NULL)
    {
      last->used = FALSE;
      leave_out (self, last, reason);
      return;
    }
  kept = chain.changing;
  if (kept == NULL && chain.first == last && last->system == self->root)
    kept = last;
  take_connection (self, chain.first, last, kept);
}

/* Whether the connection means something still when systems are gone: then it
 * stays in the document. */
static gboolean
can_stay (const LsSspReader *self, const Edge *edge)
{
  const LsSspElement *ends[] = { edge->from.element, edge->to.element };

  for (guint i = 0; i < 2; i++)
    if (ends[i] == NULL || (ends[i]->children != NULL && ends[i] != self->root))
      return FALSE;
  return TRUE;
}

gboolean
ls_ssp_read_connections (LsSspReader *self, GError **error)
{
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func (edge_free);
  g_autoptr (GHashTable) by_end = g_hash_table_new (port_hash, port_equal);

  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];

      if (element->children != NULL && !collect_edges (self, element, edges, error))
        return FALSE;
    }
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
    }
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = edges->pdata[i];

      if (edge->system == self->root && (edge->used || !can_stay (self, edge)))
        ls_ssp_xml_remove (edge->node);
    }
  return TRUE;
}
