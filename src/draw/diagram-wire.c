/* Wires of a diagram: connections to wires, and routing. */
#include <string.h>

#include "draw/diagram-impl.h"

/* Number of wires to be routed, and of those with points set by the user, from which on it is done
 * in haste. */
#define MANY_WIRES 150

void
ls_wire_free (gpointer wire)
{
  LsWire *self = wire;

  g_free (self->output);
  g_free (self->input);
  g_clear_pointer (&self->others, g_array_unref);
  g_array_unref (self->points);
  g_array_unref (self->hops);
  g_clear_pointer (&self->dots, g_array_unref);
  g_free (self);
}

LsNode *
ls_diagram_find_node (const LsDiagram *self, guint id)
{
  return g_hash_table_lookup (self->nodes_by_id, GUINT_TO_POINTER (id));
}

LsWire *
ls_diagram_find_wire (const LsDiagram *self, guint id)
{
  return g_hash_table_lookup (self->wires_by_id, GUINT_TO_POINTER (id));
}

void
ls_diagram_register_wire (LsDiagram *self, const LsWire *wire, int count)
{
  ls_router_add_wire (self->router, (const LsPoint *)(void *)wire->points->data, wire->points->len,
                      count);
}

void
ls_diagram_register_node (LsDiagram *self, const LsNode *node, int count)
{
  /* Wires may cross text notes. */
  if (node->kind == LS_NODE_NOTE)
    return;
  ls_router_add_block (self->router, &node->rect, count);
  for (guint i = 0; i < node->ports->len; i++)
    ls_router_add_tip (self->router, &g_array_index (node->ports, LsPort, i).tip, count);
}

static guint
output_hash (gconstpointer key)
{
  const LsWire *wire = key;

  return wire->from * 31 + g_str_hash (wire->output);
}

static gboolean
output_equal (gconstpointer a, gconstpointer b)
{
  const LsWire *x = a, *y = b;

  return x->from == y->from && strcmp (x->output, y->output) == 0;
}

GHashTable *
ls_nets_new (void)
{
  return g_hash_table_new_full (output_hash, output_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
}

/* Item at an end of an edge, or 0. */
static guint
item_of_end (const LsDiagram *self, guint component, guint subsystem, const char *connector)
{
  const GPtrArray *connectors;

  if (component != 0)
    return component;
  if (subsystem != self->system)
    return LS_ITEM_SUBSYSTEM | subsystem;
  connectors = ls_model_get_connectors (self->model, self->system);
  for (guint i = 0; i < connectors->len; i++)
    if (g_str_equal (((const LsConnector *)connectors->pdata[i])->name, connector))
      return LS_ITEM_CONNECTOR | i;
  return 0;
}

guint
ls_diagram_get_source (const LsDiagram *self, const LsEdge *edge)
{
  return item_of_end (self, edge->from_component, edge->from_subsystem, edge->from_connector);
}

guint
ls_diagram_get_sink (const LsDiagram *self, const LsEdge *edge)
{
  return item_of_end (self, edge->to_component, edge->to_subsystem, edge->to_connector);
}

static gboolean
set_end (LsDiagram *self, guint component, const char *variable, gboolean input, LsRouteEnd *end)
{
  const LsNode *node = ls_diagram_find_node (self, component);
  const LsPort *port = node != NULL ? ls_node_find_port (node, variable, input) : NULL;

  if (port == NULL)
    return FALSE;
  *end = (LsRouteEnd){ port->tip, port->dx, port->dy };
  return TRUE;
}

/* Bends of the connection, if the wire represents the whole connection. */
static const GArray *
get_bends (const LsDiagram *self, guint id)
{
  const LsConnection *connection = ls_model_find_connection (self->model, id);

  if (connection == NULL || connection->hops != NULL || connection->points == NULL
      || connection->points->len == 0)
    return NULL;
  return connection->points;
}

static LsWire *
wire_new (LsDiagram *self, guint id, const LsEdge *edge)
{
  LsWire *wire = g_new0 (LsWire, 1);

  wire->id = id;
  wire->from = ls_diagram_get_source (self, edge);
  wire->to = ls_diagram_get_sink (self, edge);
  wire->output = g_strdup (edge->from_connector);
  wire->input = g_strdup (edge->to_connector);
  wire->points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  wire->hops = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  set_end (self, wire->from, wire->output, FALSE, &wire->start);
  set_end (self, wire->to, wire->input, TRUE, &wire->end);
  wire->manual = get_bends (self, id) != NULL;
  return wire;
}

static gboolean
is_same_end (const LsRouteEnd *a, const LsRouteEnd *b)
{
  return a->tip.x == b->tip.x && a->tip.y == b->tip.y && a->dx == b->dx && a->dy == b->dy;
}

gboolean
ls_wire_is_hit (const LsWire *wire, const GArray *rects)
{
  for (guint i = 0; i < rects->len; i++)
    {
      LsRect rect = g_array_index (rects, LsRect, i);

      if (ls_route_crosses_rect ((const LsPoint *)(void *)wire->points->data, wire->points->len,
                                 &rect))
        return TRUE;
    }
  return FALSE;
}

static gboolean
can_keep (LsDiagram *self, const LsWire *old, const LsEdge *edge, const LsDiagramChange *change)
{
  LsRouteEnd start, end;

  return !old->manual && get_bends (self, old->id) == NULL
         && old->from == ls_diagram_get_source (self, edge)
         && old->to == ls_diagram_get_sink (self, edge)
         && strcmp (old->output, edge->from_connector) == 0
         && strcmp (old->input, edge->to_connector) == 0
         && set_end (self, old->from, old->output, FALSE, &start)
         && set_end (self, old->to, old->input, TRUE, &end) && is_same_end (&old->start, &start)
         && is_same_end (&old->end, &end) && !ls_wire_is_hit (old, change->occupied);
}

/* Adds a corner between two points that are not on a horizontal or vertical line. */
static void
go_to (GArray *points, LsPoint to, gboolean horizontal_first)
{
  LsPoint last = g_array_index (points, LsPoint, points->len - 1);

  if (last.x != to.x && last.y != to.y)
    {
      LsPoint corner = horizontal_first ? (LsPoint){ to.x, last.y } : (LsPoint){ last.x, to.y };

      g_array_append_val (points, corner);
    }
  g_array_append_val (points, to);
}

/* Route through the points set by the user. */
static void
lay_by_hand (LsWire *wire, const GArray *hand)
{
  g_array_set_size (wire->points, 0);
  g_array_append_val (wire->points, wire->start.tip);
  for (guint i = 0; i < hand->len; i++)
    {
      guint n = wire->points->len;
      /* Continues in the direction of arrival, so that the corner is an outer one. */
      gboolean horizontal = n < 2 ? wire->start.dx != 0
                                  : g_array_index (wire->points, LsPoint, n - 1).y
                                        != g_array_index (wire->points, LsPoint, n - 2).y;

      go_to (wire->points, g_array_index (hand, LsPoint, i), horizontal);
    }
  go_to (wire->points, wire->end.tip, wire->end.dx == 0);
  ls_route_simplify (wire->points);
}

/* Of @net, those that lie already. */
static GPtrArray *
list_siblings (const GPtrArray *net, const LsWire *wire)
{
  GPtrArray *siblings = g_ptr_array_new ();

  for (guint i = 0; i < net->len; i++)
    {
      LsWire *other = g_ptr_array_index (net, i);

      if (other != wire && other->routed)
        g_ptr_array_add (siblings, other);
    }
  return siblings;
}

/* Removes wires of the same output from the router during the search. */
static void
lay_automatically (LsDiagram *self, LsWire *wire)
{
  g_autoptr (GPtrArray) siblings = list_siblings (wire->net, wire);
  g_autoptr (GPtrArray) points = g_ptr_array_new ();

  for (guint i = 0; i < siblings->len; i++)
    {
      LsWire *sibling = g_ptr_array_index (siblings, i);

      ls_diagram_register_wire (self, sibling, -1);
      g_ptr_array_add (points, sibling->points);
    }
  g_array_unref (wire->points);
  wire->points = ls_router_find (self->router, &wire->start, &wire->end, points);
  for (guint i = 0; i < siblings->len; i++)
    ls_diagram_register_wire (self, g_ptr_array_index (siblings, i), 1);
}

/* Hash of the ends of an edge, to find a wire that several connections share. */
static guint
edge_hash (gconstpointer key)
{
  const LsEdge *edge = key;

  return edge->from_component * 31 + edge->to_component * 7 + edge->from_subsystem * 3
         + edge->to_subsystem + g_str_hash (edge->from_connector)
         + 5 * g_str_hash (edge->to_connector);
}

static gboolean
edge_equal (gconstpointer a, gconstpointer b)
{
  const LsEdge *x = a, *y = b;

  return x->from_component == y->from_component && x->from_subsystem == y->from_subsystem
         && x->to_component == y->to_component && x->to_subsystem == y->to_subsystem
         && strcmp (x->from_connector, y->from_connector) == 0
         && strcmp (x->to_connector, y->to_connector) == 0;
}

static void
add_to_bundle (LsWire *wire, guint connection)
{
  if (connection == 0 || wire->id == connection)
    return;
  if (wire->others == NULL)
    wire->others = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (wire->others, connection);
}

/* Returns: whether @name is an element of an array; it becomes that of the array's port. */
static gboolean
fold_end (const LsDiagram *self, guint component, const char **name)
{
  const LsNode *node = ls_diagram_find_node (self, component);
  const char *whole
      = node != NULL && node->elements != NULL ? g_hash_table_lookup (node->elements, *name) : NULL;

  if (whole != NULL)
    *name = whole;
  return whole != NULL;
}

static gboolean
is_terminal (const LsDiagram *self, guint component, const char *port)
{
  const LsComponent *record = ls_model_find_component (self->model, component);
  const LsVariable *variable = record != NULL ? ls_component_find_port (record, port) : NULL;

  return variable != NULL && ls_variable_is_terminal (variable);
}

/* Returns: (nullable): the wire that the connection shares. One between terminals carries
 * connections in both directions and goes as the first of them does. */
static LsWire *
find_shared (const LsDiagram *self, const LsEdge *edge, GHashTable *bundles)
{
  const LsEdge back = { .from_component = edge->to_component,
                        .from_subsystem = edge->to_subsystem,
                        .from_connector = edge->to_connector,
                        .to_component = edge->from_component,
                        .to_subsystem = edge->from_subsystem,
                        .to_connector = edge->from_connector };
  LsWire *wire = g_hash_table_lookup (bundles, edge);

  if (wire == NULL && is_terminal (self, edge->from_component, edge->from_connector)
      && is_terminal (self, edge->to_component, edge->to_connector))
    wire = g_hash_table_lookup (bundles, &back);
  return wire;
}

static void
add_wire (LsDiagram *self,
          guint index,
          const LsDiagramChange *change,
          GHashTable *bundles,
          GHashTable *used)
{
  LsEdge *edge = &g_array_index (self->edges, LsEdge, index);
  const gboolean from_array = fold_end (self, edge->from_component, &edge->from_connector);
  const gboolean to_array = fold_end (self, edge->to_component, &edge->to_connector);
  /* Connections through a system, and those of arrays, can share a wire. */
  const gboolean alone
      = edge->from_component != 0 && edge->to_component != 0 && !from_array && !to_array;
  LsWire *wire;
  guint id = edge->connection;

  wire = alone ? NULL : find_shared (self, edge, bundles);
  if (wire != NULL)
    {
      add_to_bundle (wire, edge->connection);
      return;
    }
  if (ls_diagram_find_node (self, ls_diagram_get_source (self, edge)) == NULL
      || ls_diagram_find_node (self, ls_diagram_get_sink (self, edge)) == NULL)
    return;
  /* A connection may occur more than once. */
  if (id == 0 || !g_hash_table_add (used, GUINT_TO_POINTER (id)))
    id = LS_WIRE_LOOSE | index;
  wire = ls_diagram_find_wire (self, id);
  if (wire == NULL || !can_keep (self, wire, edge, change))
    wire = wire_new (self, id, edge);
  g_clear_pointer (&wire->others, g_array_unref);
  wire->is_array = from_array || to_array;
  g_ptr_array_add (self->wires, wire);
  if (!alone)
    g_hash_table_insert (bundles, (gpointer)edge, wire);
}

static GPtrArray *
get_net (LsDiagram *self, LsWire *wire)
{
  GPtrArray *net = g_hash_table_lookup (self->nets, wire);

  if (net == NULL)
    {
      net = g_ptr_array_new ();
      g_hash_table_insert (self->nets, wire, net);
    }
  return net;
}

static void
add_to_node (const LsDiagram *self, guint item, LsWire *wire)
{
  const LsNode *node = ls_diagram_find_node (self, item);

  if (node != NULL)
    g_ptr_array_add (node->wires, wire);
}

static gboolean
is_plain (const LsWire *wire)
{
  return (wire->id & LS_WIRE_LOOSE) == 0 && wire->others == NULL && !wire->is_array
         && LS_ITEM_IS_COMPONENT (wire->from) && LS_ITEM_IS_COMPONENT (wire->to);
}

/* Lists of wires by id, output and block. */
static void
index_wires (LsDiagram *self)
{
  g_hash_table_remove_all (self->wires_by_id);
  g_hash_table_remove_all (self->nets);
  g_array_set_size (self->connections, 0);
  self->n_manual = 0;
  self->is_plain = TRUE;
  for (guint i = 0; i < self->nodes->len; i++)
    g_ptr_array_set_size (((LsNode *)g_ptr_array_index (self->nodes, i))->wires, 0);
  for (guint i = self->wires->len; i-- > 0;)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      for (guint k = 0; wire->others != NULL && k < wire->others->len; k++)
        g_hash_table_insert (self->wires_by_id,
                             GUINT_TO_POINTER (g_array_index (wire->others, guint, k)), wire);
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      wire->index = i;
      wire->net = get_net (self, wire);
      g_ptr_array_add (wire->net, wire);
      add_to_node (self, wire->from, wire);
      if (wire->to != wire->from)
        add_to_node (self, wire->to, wire);
      self->n_manual += wire->manual;
      self->is_plain = self->is_plain && is_plain (wire);
      g_hash_table_insert (self->wires_by_id, GUINT_TO_POINTER (wire->id), wire);
      if (!(wire->id & LS_WIRE_LOOSE))
        g_array_append_val (self->connections, wire->id);
    }
}

void
ls_diagram_build_wires (LsDiagram *self, LsDiagramChange *change)
{
  g_autoptr (GHashTable) bundles = g_hash_table_new (edge_hash, edge_equal);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);

  change->old_wires = self->wires;
  self->wires = g_ptr_array_new_with_free_func (ls_wire_free);
  for (guint i = 0; i < self->edges->len; i++)
    add_wire (self, i, change, bundles, used);
  index_wires (self);
  for (guint i = 0; i < change->old_wires->len; i++)
    {
      LsWire *old = g_ptr_array_index (change->old_wires, i);

      if (ls_diagram_find_wire (self, old->id) == old)
        g_ptr_array_index (change->old_wires, i) = NULL;
      else
        ls_diagram_register_wire (self, old, -1);
    }
}

static void
add_laid (LsDiagram *self, LsWire *wire)
{
  wire->routed = wire->fresh = TRUE;
  ls_diagram_register_wire (self, wire, 1);
}

/* Wires with user points first, since the others are routed beside them. */
void
ls_diagram_lay_wires (LsDiagram *self, const GPtrArray *wires)
{
  guint n = self->n_manual;

  for (guint i = 0; i < wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (wires, i);

      n += !wire->routed && !wire->manual;
    }
  ls_router_set_haste (self->router, n > MANY_WIRES);
  for (guint i = 0; i < wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (wires, i);

      if (!wire->manual || wire->routed)
        continue;
      lay_by_hand (wire, get_bends (self, wire->id));
      add_laid (self, wire);
    }
  for (guint i = 0; i < wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (wires, i);

      if (wire->routed)
        continue;
      lay_automatically (self, wire);
      add_laid (self, wire);
    }
}

/* ---- Single wires ---- */

gboolean
ls_diagram_renew_wire (LsDiagram *self, LsWire *wire)
{
  const gboolean was_manual = wire->manual;
  LsRouteEnd start, end;

  set_end (self, wire->from, wire->output, FALSE, &start);
  set_end (self, wire->to, wire->input, TRUE, &end);
  wire->manual = get_bends (self, wire->id) != NULL;
  self->n_manual += (guint)wire->manual - (guint)was_manual;
  if (is_same_end (&wire->start, &start) && is_same_end (&wire->end, &end) && !wire->manual
      && !was_manual)
    return FALSE;
  wire->start = start;
  wire->end = end;
  return TRUE;
}

/* Inserts a wire into one of the lists in order. */
static void
insert_ordered (GPtrArray *wires, LsWire *wire)
{
  guint at = wires->len;

  while (at > 0 && ((const LsWire *)g_ptr_array_index (wires, at - 1))->index > wire->index)
    at--;
  g_ptr_array_insert (wires, (gint)at, wire);
}

static void
renumber (LsDiagram *self, guint from)
{
  for (guint i = from; i < self->wires->len; i++)
    ((LsWire *)g_ptr_array_index (self->wires, i))->index = i;
}

LsWire *
ls_diagram_insert_wire (LsDiagram *self, const LsConnection *connection, guint index)
{
  const LsEdge edge = { .connection = connection->id,
                        .from_component = connection->from,
                        .from_connector = connection->output,
                        .to_component = connection->to,
                        .to_connector = connection->input };
  const LsNode *from = ls_diagram_find_node (self, connection->from);
  const LsNode *to = ls_diagram_find_node (self, connection->to);
  LsWire *wire = wire_new (self, connection->id, &edge);

  g_ptr_array_insert (self->wires, (gint)index, wire);
  renumber (self, index);
  wire->net = get_net (self, wire);
  insert_ordered (wire->net, wire);
  insert_ordered (from->wires, wire);
  if (from != to)
    insert_ordered (to->wires, wire);
  self->n_manual += wire->manual;
  g_hash_table_insert (self->wires_by_id, GUINT_TO_POINTER (wire->id), wire);
  g_array_insert_val (self->connections, index, wire->id);
  return wire;
}

/* The net is listed by one of its wires. */
static void
drop_from_net (LsDiagram *self, LsWire *wire)
{
  GPtrArray *net = wire->net;

  g_ptr_array_ref (net);
  g_hash_table_remove (self->nets, wire);
  g_ptr_array_remove (net, wire);
  if (net->len > 0)
    g_hash_table_insert (self->nets, g_ptr_array_index (net, 0), net);
  else
    g_ptr_array_unref (net);
}

void
ls_diagram_remove_wire (LsDiagram *self, LsWire *wire)
{
  const LsNode *ends[]
      = { ls_diagram_find_node (self, wire->from), ls_diagram_find_node (self, wire->to) };

  drop_from_net (self, wire);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (ends[i] != NULL)
      g_ptr_array_remove (ends[i]->wires, wire);
  self->n_manual -= wire->manual;
  g_hash_table_remove (self->wires_by_id, GUINT_TO_POINTER (wire->id));
  g_array_remove_index (self->connections, wire->index);
  g_ptr_array_steal_index (self->wires, wire->index);
  renumber (self, wire->index);
}
