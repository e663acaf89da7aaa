/* Updates after small changes: only what they touch is routed again, so that a drag in a large
 * diagram takes as long as in a small one. The result is that of a whole update. */
#include "core/model/subsystem-links.h"
#include "draw/diagram-impl.h"

#include <string.h>

/* Margin of the extents, canvas units. */
#define MARGIN 40.0
/* More changed connections than these are left to a whole update. */
#define MANY_CHANGES 100

/* ---- Extents ---- */

static void
include (LsBounds *all, double x, double y)
{
  all->left = MIN (all->left, x);
  all->top = MIN (all->top, y);
  all->right = MAX (all->right, x);
  all->bottom = MAX (all->bottom, y);
}

static void
include_node (LsBounds *all, const LsNode *node)
{
  include (all, node->rect.x, node->rect.y);
  include (all, node->rect.x + node->rect.width, node->rect.y + node->rect.height);
}

static void
include_wire (LsBounds *all, const LsWire *wire)
{
  for (guint k = 0; k < wire->points->len; k++)
    {
      const LsPoint *point = &g_array_index (wire->points, LsPoint, k);

      include (all, point->x, point->y);
    }
}

static LsRect
get_rect (const LsBounds *bounds, double margin)
{
  return (LsRect){ bounds->left - margin, bounds->top - margin,
                   bounds->right - bounds->left + 2 * margin,
                   bounds->bottom - bounds->top + 2 * margin };
}

static LsBounds
find_node_bounds (const LsDiagram *self)
{
  LsBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint i = 0; i < self->nodes->len; i++)
    include_node (&all, g_ptr_array_index (self->nodes, i));
  return self->nodes->len > 0 ? all : (LsBounds){ 0, 0, 1, 1 };
}

LsRect
ls_diagram_get_area (const LsDiagram *self)
{
  const LsBounds bounds = find_node_bounds (self);

  return get_rect (&bounds, 0);
}

void
ls_diagram_find_extents (LsDiagram *self)
{
  self->bounds = find_node_bounds (self);
  for (guint i = 0; i < self->wires->len; i++)
    include_wire (&self->bounds, g_ptr_array_index (self->wires, i));
  self->extents = get_rect (&self->bounds, MARGIN);
}

/* ---- What a change touches ---- */

/* @nodes: new in their places, LsNode; @wires: to be routed, LsWire; @crossed: whose hops may
 * change;
 * @nets: whose branching points may change, arrays of LsWire; @shrunk: something at the border of
 * the extents is gone */
typedef struct
{
  LsDiagram *diagram;
  GPtrArray *nodes, *wires, *crossed, *nets;
  gboolean shrunk;
} Local;

static void
local_init (Local *self, LsDiagram *diagram)
{
  *self = (Local){ .diagram = diagram,
                   .nodes = g_ptr_array_new (),
                   .wires = g_ptr_array_new (),
                   .crossed = g_ptr_array_new (),
                   .nets = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref) };
}

static void
local_clear (Local *self)
{
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->wires);
  g_ptr_array_unref (self->crossed);
  g_ptr_array_unref (self->nets);
}

static void
leave_border (Local *self, const LsBounds *gone)
{
  const LsBounds *all = &self->diagram->bounds;

  self->shrunk = self->shrunk || gone->left <= all->left || gone->top <= all->top
                 || gone->right >= all->right || gone->bottom >= all->bottom;
}

/* The route of the wire is no more. */
static void
take_up (Local *self, LsWire *wire)
{
  LsBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  ls_diagram_find_crossed (self->diagram, wire, self->crossed);
  include_wire (&bounds, wire);
  leave_border (self, &bounds);
  ls_index_remove_wire (&self->diagram->index, wire);
  ls_diagram_register_wire (self->diagram, wire, -1);
}

/* A net is listed once for each of its wires in a row. */
static void
touch_net (Local *self, const LsWire *wire)
{
  const guint n = self->nets->len;

  if (n == 0 || g_ptr_array_index (self->nets, n - 1) != wire->net)
    g_ptr_array_add (self->nets, g_ptr_array_ref (wire->net));
}

static int
compare_wires (gconstpointer a, gconstpointer b)
{
  const LsWire *x = *(LsWire *const *)a, *y = *(LsWire *const *)b;

  return x->index < y->index ? -1 : x->index > y->index;
}

/* Routes @wires, and brings everything up to date that depends on routes and places. */
static void
lay (Local *self)
{
  LsDiagram *diagram = self->diagram;
  gboolean inside = TRUE;

  g_ptr_array_sort (self->wires, compare_wires);
  ls_diagram_lay_wires (diagram, self->wires);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (self->nodes, i);

      include_node (&diagram->bounds, node);
      inside = ls_index_add_node (&diagram->index, node) && inside;
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      include_wire (&diagram->bounds, wire);
      inside = ls_index_add_wire (&diagram->index, wire) && inside;
      touch_net (self, wire);
    }
  diagram->extents = get_rect (&diagram->bounds, MARGIN);
  if (self->shrunk)
    ls_diagram_find_extents (diagram);
  if (!inside)
    ls_index_build (diagram);
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      ls_diagram_find_crossed (diagram, wire, self->crossed);
      wire->fresh = FALSE;
    }
  ls_diagram_find_hops (diagram, self->crossed);
  for (guint i = 0; i < self->nets->len; i++)
    ls_diagram_find_dots (g_ptr_array_index (self->nets, i));
}

/* ---- Blocks moved ---- */

/* Wires stay as they were, and labels if they have the same room. Returns: %FALSE, with nothing
 * done, if the ports are others */
static gboolean
take_over (LsNode *self, LsNode *old)
{
  const gboolean same_room = self->sideways == old->sideways && self->rect.width == old->rect.width
                             && self->rect.height == old->rect.height;

  if (self->ports->len != old->ports->len)
    return FALSE;
  for (guint i = 0; i < self->ports->len; i++)
    if (strcmp (g_array_index (self->ports, LsPort, i).name,
                g_array_index (old->ports, LsPort, i).name)
        != 0)
      return FALSE;
  for (guint i = 0; i < self->ports->len; i++)
    {
      LsPort *port = &g_array_index (self->ports, LsPort, i);
      LsPort *before = &g_array_index (old->ports, LsPort, i);

      port->connected = before->connected;
      port->n_fed = before->n_fed;
      if (same_room)
        port->label = g_steal_pointer (&before->label);
    }
  self->index = old->index;
  g_ptr_array_unref (self->wires);
  self->wires = g_ptr_array_ref (old->wires);
  return TRUE;
}

static void
add_wire (Local *self, LsWire *wire)
{
  wire->routed = FALSE;
  g_ptr_array_add (self->wires, wire);
}

/* Those whose ends or bends have changed. */
static void
add_wires_of (Local *self, const LsNode *node)
{
  for (guint i = 0; i < node->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (node->wires, i);

      if (wire->routed && ls_diagram_renew_wire (self->diagram, wire))
        add_wire (self, wire);
    }
}

typedef struct
{
  Local *local;
  GArray *occupied;
} Way;

static void
see_in_way (const LsIndexEntry *entry, gpointer user_data)
{
  const Way *way = user_data;
  LsWire *wire = entry->item;

  if (entry->piece >= 0 && wire->routed && !wire->manual && ls_wire_is_hit (wire, way->occupied))
    add_wire (way->local, wire);
}

/* Wires that @node lies on. */
static void
add_wires_in_way (Local *self, const LsNode *node)
{
  g_autoptr (GArray) occupied = g_array_new (FALSE, FALSE, sizeof (LsRect));
  Way way = { self, occupied };

  if (node->kind == LS_NODE_NOTE)
    return;
  g_array_append_val (occupied, node->rect);
  ls_index_foreach (&self->diagram->index, &node->rect, see_in_way, &way);
}

/* @node takes the place of @old, which is freed. Returns: whether it lies elsewhere */
static gboolean
exchange (Local *self, LsNode *node, LsNode *old)
{
  LsDiagram *diagram = self->diagram;
  const LsBounds gone
      = { old->rect.x, old->rect.y, old->rect.x + old->rect.width, old->rect.y + old->rect.height };
  const gboolean elsewhere = !ls_node_is_at (node, old);

  leave_border (self, &gone);
  ls_index_remove_node (&diagram->index, old);
  ls_diagram_register_node (diagram, old, -1);
  ls_diagram_register_node (diagram, node, 1);
  g_ptr_array_index (diagram->nodes, node->index) = node;
  g_hash_table_insert (diagram->nodes_by_id, GUINT_TO_POINTER (node->id), node);
  g_ptr_array_add (self->nodes, node);
  ls_node_free (old);
  return elsewhere;
}

/* @nodes: (element-type LsNode) (transfer full): with everything of those with their ids but the
 * place */
static void
put_in_place (LsDiagram *self, GPtrArray *nodes)
{
  g_autoptr (GPtrArray) elsewhere = g_ptr_array_new ();
  Local local;

  local_init (&local, self);
  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      if (exchange (&local, node, ls_diagram_find_node (self, node->id)))
        g_ptr_array_add (elsewhere, node);
    }
  for (guint i = 0; i < nodes->len; i++)
    add_wires_of (&local, g_ptr_array_index (nodes, i));
  for (guint i = 0; i < elsewhere->len; i++)
    add_wires_in_way (&local, g_ptr_array_index (elsewhere, i));
  for (guint i = 0; i < local.wires->len; i++)
    take_up (&local, g_ptr_array_index (local.wires, i));
  lay (&local);
  local_clear (&local);
}

/* Returns: (transfer full) (nullable): the item as it is now; %NULL if not only its place is new */
static LsNode *
make_moved (const LsDiagram *self, LsNode *old)
{
  LsNode *node = ls_node_new (self->model, self->system, old->id);

  if (ls_router_has_room (self->router, &node->rect) && take_over (node, old))
    return node;
  ls_node_free (node);
  return NULL;
}

gboolean
ls_diagram_move_item (LsDiagram *self, guint item)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  LsNode *old = ls_diagram_find_node (self, item);
  LsNode *node = old != NULL ? make_moved (self, old) : NULL;

  if (node == NULL)
    return FALSE;
  g_ptr_array_add (nodes, node);
  put_in_place (self, nodes);
  return TRUE;
}

/* ---- Connections ---- */

/* Whether each connection is a wire of its own between two components. */
static gboolean
is_plain (const LsDiagram *self)
{
  g_autoptr (GPtrArray) pieces = ls_model_copy_pieces (self->model);

  return self->system == 0 && self->is_plain && pieces->len == 0
         && ls_model_get_n_subsystems (self->model) == 0;
}

/* Whether the ports of a component are those of its FMU, one for each variable. */
static gboolean
has_plain_ports (const LsDiagram *self, guint item)
{
  const LsNode *node = ls_diagram_find_node (self, item);

  if (node == NULL || node->elements != NULL)
    return FALSE;
  for (guint i = 0; i < node->ports->len; i++)
    if (g_array_index (node->ports, LsPort, i).variable == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
can_insert (const LsDiagram *self, const LsConnection *connection)
{
  return connection->hops == NULL && has_plain_ports (self, connection->from)
         && has_plain_ports (self, connection->to)
         && ls_node_find_port (ls_diagram_find_node (self, connection->from), connection->output,
                               FALSE)
                != NULL
         && ls_node_find_port (ls_diagram_find_node (self, connection->to), connection->input, TRUE)
                != NULL;
}

/* @gone: LsWire without a connection; @come: guint, places of connections without a wire, in order
 */
typedef struct
{
  GPtrArray *gone;
  GArray *come;
} Difference;

/* Returns: %FALSE if the order has changed, or too much */
static gboolean
find_difference (const LsDiagram *self, Difference *result)
{
  const guint n_wires = self->wires->len, n = ls_model_get_n_connections (self->model);
  guint i = 0, k = 0;

  while ((i < n_wires || k < n) && result->gone->len + result->come->len <= MANY_CHANGES)
    {
      LsWire *wire = i < n_wires ? g_ptr_array_index (self->wires, i) : NULL;
      const LsConnection *connection = k < n ? ls_model_get_connection (self->model, k) : NULL;

      if (wire != NULL && connection != NULL && wire->id == connection->id)
        {
          i++;
          k++;
        }
      else if (wire != NULL && ls_model_find_connection (self->model, wire->id) == NULL)
        {
          g_ptr_array_add (result->gone, wire);
          i++;
        }
      else if (connection != NULL && ls_diagram_find_wire (self, connection->id) == NULL)
        {
          g_array_append_val (result->come, k);
          k++;
        }
      else
        return FALSE;
    }
  return i == n_wires && k == n;
}

static gboolean
can_change (const LsDiagram *self, const Difference *difference)
{
  for (guint i = 0; i < difference->gone->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (difference->gone, i);

      if (!has_plain_ports (self, wire->from) || !has_plain_ports (self, wire->to))
        return FALSE;
    }
  for (guint i = 0; i < difference->come->len; i++)
    if (!can_insert (self, ls_model_get_connection (self->model,
                                                    g_array_index (difference->come, guint, i))))
      return FALSE;
  return TRUE;
}

/* Finds out again which ports of the component have wires. */
static void
connect_ports (const LsDiagram *self, guint item)
{
  const LsNode *node = ls_diagram_find_node (self, item);

  for (guint i = 0; i < node->ports->len; i++)
    {
      LsPort *port = &g_array_index (node->ports, LsPort, i);

      port->connected = FALSE;
      port->n_fed = 0;
    }
  for (guint i = 0; i < node->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (node->wires, i);

      if (wire->from == item)
        ls_port_connect (ls_node_find_port (node, wire->output, FALSE), FALSE);
      if (wire->to == item)
        ls_port_connect (ls_node_find_port (node, wire->input, TRUE), TRUE);
    }
}

static void
remove_wires (Local *self, const GPtrArray *wires)
{
  /* None of them is listed as crossed. */
  for (guint i = 0; i < wires->len; i++)
    ((LsWire *)g_ptr_array_index (wires, i))->crossed = TRUE;
  for (guint i = 0; i < wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (wires, i);

      take_up (self, wire);
      touch_net (self, wire);
      ls_diagram_remove_wire (self->diagram, wire);
      connect_ports (self->diagram, wire->from);
      connect_ports (self->diagram, wire->to);
      ls_wire_free (wire);
    }
}

static void
insert_wires (Local *self, const GArray *places)
{
  LsDiagram *diagram = self->diagram;

  for (guint i = 0; i < places->len; i++)
    {
      const guint place = g_array_index (places, guint, i);
      LsWire *wire = ls_diagram_insert_wire (
          diagram, ls_model_get_connection (diagram->model, place), place);

      g_ptr_array_add (self->wires, wire);
      connect_ports (diagram, wire->from);
      connect_ports (diagram, wire->to);
    }
}

gboolean
ls_diagram_change_wires (LsDiagram *self)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  g_autoptr (GArray) come = g_array_new (FALSE, FALSE, sizeof (guint));
  Difference difference = { gone, come };
  Local local;

  if (!is_plain (self) || !find_difference (self, &difference) || !can_change (self, &difference))
    return FALSE;
  local_init (&local, self);
  remove_wires (&local, gone);
  insert_wires (&local, come);
  lay (&local);
  local_clear (&local);
  return TRUE;
}
