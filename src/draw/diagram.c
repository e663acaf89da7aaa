#include "draw/diagram-impl.h"

#include <math.h>
#include <string.h>

/* Free border of the extents, and room for wires beyond the blocks, canvas units. */
#define MARGIN 40.0
#define ROUTE_ROOM 300.0
/* So many at once are laid in haste. */
#define MANY_WIRES 150

static void
wire_free (gpointer data)
{
  LsWire *self = data;

  g_free (self->output);
  g_free (self->input);
  g_array_unref (self->points);
  g_array_unref (self->hops);
  g_free (self);
}

LsDiagram *
ls_diagram_new (const LsModel *model)
{
  LsDiagram *self = g_new0 (LsDiagram, 1);

  self->nodes = g_ptr_array_new_with_free_func (ls_node_free);
  self->wires = g_ptr_array_new_with_free_func (wire_free);
  self->nodes_by_id = g_hash_table_new (NULL, NULL);
  self->wires_by_id = g_hash_table_new (NULL, NULL);
  self->dots = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  ls_diagram_set_model (self, model);
  return self;
}

void
ls_diagram_free (LsDiagram *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->nodes_by_id);
  g_hash_table_unref (self->wires_by_id);
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->wires);
  g_clear_pointer (&self->router, ls_router_free);
  ls_index_clear (&self->index);
  g_array_unref (self->dots);
  g_free (self->label_key);
  g_clear_object (&self->label_context);
  g_free (self);
}

static LsNode *
find_node (const LsDiagram *self, guint id)
{
  return g_hash_table_lookup (self->nodes_by_id, GUINT_TO_POINTER (id));
}

static LsWire *
find_wire (const LsDiagram *self, guint id)
{
  return g_hash_table_lookup (self->wires_by_id, GUINT_TO_POINTER (id));
}

/* What the router knows of a block. */
static void
register_node (LsDiagram *self, const LsNode *node, int count)
{
  ls_router_add_block (self->router, &node->rect, count);
  for (guint i = 0; i < node->ports->len; i++)
    ls_router_add_tip (self->router, &g_array_index (node->ports, LsPort, i).tip, count);
}

static void
register_wire (LsDiagram *self, const LsWire *wire, int count)
{
  ls_router_add_wire (self->router, (const LsPoint *)(void *)wire->points->data, wire->points->len,
                      count);
}

static void
include (LsRect *all, const LsRect *rect)
{
  double right = MAX (all->x + all->width, rect->x + rect->width);
  double bottom = MAX (all->y + all->height, rect->y + rect->height);

  all->x = MIN (all->x, rect->x);
  all->y = MIN (all->y, rect->y);
  all->width = right - all->x;
  all->height = bottom - all->y;
}

static LsRect
grown (LsRect rect, double margin)
{
  return (LsRect){ rect.x - margin, rect.y - margin, rect.width + 2 * margin,
                   rect.height + 2 * margin };
}

/* Extents of the blocks, or a small empty canvas. */
static LsRect
nodes_extents (const LsDiagram *self)
{
  LsRect all = { 0, 0, 1, 1 };

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LsNode *node = g_ptr_array_index (self->nodes, i);

      if (i == 0)
        all = node->rect;
      include (&all, &node->rect);
    }
  return all;
}

static void
find_extents (LsDiagram *self)
{
  LsRect all = nodes_extents (self);

  for (guint i = 0; i < self->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (self->wires, i);

      for (guint k = 0; k < wire->points->len; k++)
        {
          const LsPoint *point = &g_array_index (wire->points, LsPoint, k);
          LsRect rect = { point->x, point->y, 0, 0 };

          include (&all, &rect);
        }
    }
  self->extents = grown (all, MARGIN);
}

/* The change between two states of the model: blocks that are new, moved or
 * gone, as rectangles that wires have to be looked at for. */
typedef struct
{
  GArray *occupied; /* LsRect of blocks where they were not before */
  GPtrArray *old_nodes;
  GPtrArray *old_wires;
} Change;

static gboolean
is_same_rect (const LsRect *a, const LsRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

static gboolean
is_same_place (const LsNode *a, const LsNode *b)
{
  if (!is_same_rect (&a->rect, &b->rect) || a->ports->len != b->ports->len)
    return FALSE;
  for (guint i = 0; i < a->ports->len; i++)
    {
      const LsPort *p = &g_array_index (a->ports, LsPort, i);
      const LsPort *q = &g_array_index (b->ports, LsPort, i);

      if (p->tip.x != q->tip.x || p->tip.y != q->tip.y)
        return FALSE;
    }
  return TRUE;
}

/* Ports that only connections know, of components whose FMU is not there. */
static void
add_missing_ports (LsDiagram *self)
{
  for (guint i = 0; i < ls_model_get_n_connections (self->model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i);
      LsNode *from = find_node (self, connection->from), *to = find_node (self, connection->to);
      LsPort *port;

      if (from == NULL || to == NULL)
        continue;
      if (ls_node_find_port (from, connection->output, FALSE) == NULL)
        ls_node_add_port (from, ls_model_find_component (self->model, connection->from),
                          connection->output, FALSE);
      if (ls_node_find_port (to, connection->input, TRUE) == NULL)
        ls_node_add_port (to, ls_model_find_component (self->model, connection->to),
                          connection->input, TRUE);
      port = ls_node_find_port (from, connection->output, FALSE);
      port->connected = TRUE;
      port = ls_node_find_port (to, connection->input, TRUE);
      port->connected = TRUE;
    }
}

/* A node as before, when only another component changed. */
static LsNode *
steal_node (Change *change, guint i, guint id)
{
  LsNode *node;

  if (i >= change->old_nodes->len)
    return NULL;
  node = g_ptr_array_index (change->old_nodes, i);
  if (node == NULL || node->id != id)
    return NULL;
  g_ptr_array_index (change->old_nodes, i) = NULL;
  return node;
}

static void
build_nodes (LsDiagram *self, guint component, Change *change)
{
  guint n = ls_model_get_n_components (self->model);

  change->old_nodes = self->nodes;
  self->nodes = g_ptr_array_new_with_free_func (ls_node_free);
  g_hash_table_remove_all (self->nodes_by_id);
  for (guint i = 0; i < n; i++)
    {
      const LsComponent *now = ls_model_get_component (self->model, i);
      LsNode *node = NULL;

      if (component != 0 && now->id != component)
        node = steal_node (change, i, now->id);
      if (node == NULL)
        node = ls_node_new (now);
      for (guint k = 0; k < node->ports->len; k++)
        g_array_index (node->ports, LsPort, k).connected = FALSE;
      g_ptr_array_add (self->nodes, node);
      g_hash_table_insert (self->nodes_by_id, GUINT_TO_POINTER (node->id), node);
    }
  add_missing_ports (self);
}

/* Tells the router of blocks that came, moved or went, and remembers where. */
static void
compare_nodes (LsDiagram *self, Change *change)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < change->old_nodes->len; i++)
    {
      LsNode *old = g_ptr_array_index (change->old_nodes, i);
      const LsNode *now = old != NULL ? find_node (self, old->id) : NULL;

      if (old == NULL)
        continue;
      if (now != NULL && is_same_place (old, now))
        g_hash_table_add (kept, GUINT_TO_POINTER (old->id));
      else
        register_node (self, old, -1);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (self->nodes, i);
      /* A node that was taken over as it is stands where it stood. */
      gboolean stolen
          = i < change->old_nodes->len && g_ptr_array_index (change->old_nodes, i) == NULL;

      if (stolen || g_hash_table_contains (kept, GUINT_TO_POINTER (node->id)))
        continue;
      register_node (self, node, 1);
      g_array_append_val (change->occupied, node->rect);
    }
}

static gboolean
set_end (LsDiagram *self, guint component, const char *variable, gboolean input, LsRouteEnd *end)
{
  const LsNode *node = find_node (self, component);
  const LsPort *port = node != NULL ? ls_node_find_port (node, variable, input) : NULL;

  if (port == NULL)
    return FALSE;
  *end = (LsRouteEnd){ port->tip, port->dx, port->dy };
  return TRUE;
}

static LsWire *
wire_new (LsDiagram *self, const LsConnection *connection)
{
  LsWire *wire = g_new0 (LsWire, 1);

  wire->id = connection->id;
  wire->from = connection->from;
  wire->to = connection->to;
  wire->output = g_strdup (connection->output);
  wire->input = g_strdup (connection->input);
  wire->points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  wire->hops = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  set_end (self, wire->from, wire->output, FALSE, &wire->start);
  set_end (self, wire->to, wire->input, TRUE, &wire->end);
  wire->manual = connection->points != NULL && connection->points->len > 0;
  return wire;
}

static gboolean
is_same_end (const LsRouteEnd *a, const LsRouteEnd *b)
{
  return a->tip.x == b->tip.x && a->tip.y == b->tip.y && a->dx == b->dx && a->dy == b->dy;
}

static gboolean
is_hit (const LsWire *wire, const GArray *rects)
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
can_keep (LsDiagram *self, const LsWire *old, const LsConnection *connection, const Change *change)
{
  LsRouteEnd start, end;

  return !old->manual && (connection->points == NULL || connection->points->len == 0)
         && old->from == connection->from && old->to == connection->to
         && strcmp (old->output, connection->output) == 0
         && strcmp (old->input, connection->input) == 0
         && set_end (self, old->from, old->output, FALSE, &start)
         && set_end (self, old->to, old->input, TRUE, &end) && is_same_end (&old->start, &start)
         && is_same_end (&old->end, &end) && !is_hit (old, change->occupied);
}

/* A corner where two points in a row are not on one line. */
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

/* Through the points set by hand. */
static void
lay_by_hand (LsWire *wire, const GArray *hand)
{
  g_array_set_size (wire->points, 0);
  g_array_append_val (wire->points, wire->start.tip);
  for (guint i = 0; i < hand->len; i++)
    {
      guint n = wire->points->len;
      /* Goes on the way it came, so that the corner is an outer one. */
      gboolean horizontal = n < 2 ? wire->start.dx != 0
                                  : g_array_index (wire->points, LsPoint, n - 1).y
                                        != g_array_index (wire->points, LsPoint, n - 2).y;

      go_to (wire->points, g_array_index (hand, LsPoint, i), horizontal);
    }
  go_to (wire->points, wire->end.tip, wire->end.dx == 0);
  ls_route_simplify (wire->points);
}

static GPtrArray *
list_siblings (const LsDiagram *self, const LsWire *wire)
{
  GPtrArray *siblings = g_ptr_array_new ();

  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *other = g_ptr_array_index (self->wires, i);

      if (other != wire && other->routed && other->from == wire->from
          && strcmp (other->output, wire->output) == 0)
        g_ptr_array_add (siblings, other);
    }
  return siblings;
}

/* The wires of the same output are out of the way meanwhile. */
static void
lay_automatically (LsDiagram *self, LsWire *wire)
{
  g_autoptr (GPtrArray) siblings = list_siblings (self, wire);
  g_autoptr (GPtrArray) points = g_ptr_array_new ();

  for (guint i = 0; i < siblings->len; i++)
    {
      LsWire *sibling = g_ptr_array_index (siblings, i);

      register_wire (self, sibling, -1);
      g_ptr_array_add (points, sibling->points);
    }
  g_array_unref (wire->points);
  wire->points = ls_router_find (self->router, &wire->start, &wire->end, points);
  for (guint i = 0; i < siblings->len; i++)
    register_wire (self, g_ptr_array_index (siblings, i), 1);
}

/* Takes over the wires that stay as they are; the rest are new and not laid yet. */
static void
build_wires (LsDiagram *self, Change *change)
{
  guint n = ls_model_get_n_connections (self->model);

  change->old_wires = self->wires;
  self->wires = g_ptr_array_new_with_free_func (wire_free);
  for (guint i = 0; i < n; i++)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i);
      LsWire *wire = find_wire (self, connection->id);

      if (wire == NULL || !can_keep (self, wire, connection, change))
        wire = wire_new (self, connection);
      g_ptr_array_add (self->wires, wire);
    }
  g_hash_table_remove_all (self->wires_by_id);
  for (guint i = 0; i < n; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      g_hash_table_insert (self->wires_by_id, GUINT_TO_POINTER (wire->id), wire);
    }
  for (guint i = 0; i < change->old_wires->len; i++)
    {
      LsWire *old = g_ptr_array_index (change->old_wires, i);

      if (find_wire (self, old->id) == old)
        g_ptr_array_index (change->old_wires, i) = NULL;
      else
        register_wire (self, old, -1);
    }
}

static void
add_laid (LsDiagram *self, LsWire *wire)
{
  wire->routed = wire->fresh = TRUE;
  register_wire (self, wire, 1);
}

/* Those by hand first: the others go beside them. */
static void
lay_wires (LsDiagram *self)
{
  guint n = 0;

  for (guint i = 0; i < self->wires->len; i++)
    n += !((const LsWire *)g_ptr_array_index (self->wires, i))->routed;
  ls_router_set_haste (self->router, n > MANY_WIRES);
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      if (!wire->manual || wire->routed)
        continue;
      lay_by_hand (wire, ls_model_find_connection (self->model, wire->id)->points);
      add_laid (self, wire);
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      if (wire->routed)
        continue;
      lay_automatically (self, wire);
      add_laid (self, wire);
    }
}

/* A new grid when blocks have left the old one. */
static void
renew_router (LsDiagram *self, Change *change)
{
  LsRect area = nodes_extents (self);

  if (self->router != NULL && ls_router_has_room (self->router, &area))
    return;
  area = grown (area, ROUTE_ROOM);
  g_clear_pointer (&self->router, ls_router_free);
  self->router = ls_router_new (&area);
  for (guint i = 0; i < change->old_nodes->len; i++)
    if (g_ptr_array_index (change->old_nodes, i) != NULL)
      register_node (self, g_ptr_array_index (change->old_nodes, i), 1);
  for (guint i = 0; i < self->nodes->len && i < change->old_nodes->len; i++)
    if (g_ptr_array_index (change->old_nodes, i) == NULL)
      register_node (self, g_ptr_array_index (self->nodes, i), 1);
  for (guint i = 0; i < self->wires->len; i++)
    register_wire (self, g_ptr_array_index (self->wires, i), 1);
}

/* Those taken over have left a gap. */
static void
free_old (GPtrArray *items, GDestroyNotify free_item)
{
  g_ptr_array_set_free_func (items, NULL);
  for (guint i = 0; i < items->len; i++)
    if (g_ptr_array_index (items, i) != NULL)
      free_item (g_ptr_array_index (items, i));
  g_ptr_array_unref (items);
}

/* Whether all that connections name is there, so that only one block can have changed. */
static gboolean
knows_all_ports (const LsDiagram *self)
{
  for (guint i = 0; i < ls_model_get_n_connections (self->model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i);
      const LsNode *from = find_node (self, connection->from);
      const LsNode *to = find_node (self, connection->to);

      if (from == NULL || to == NULL || ls_node_find_port (from, connection->output, FALSE) == NULL
          || ls_node_find_port (to, connection->input, TRUE) == NULL)
        return FALSE;
    }
  return TRUE;
}

void
ls_diagram_update (LsDiagram *self, guint component)
{
  Change change = { .occupied = g_array_new (FALSE, FALSE, sizeof (LsRect)) };

  if (component != 0 && !knows_all_ports (self))
    component = 0;
  build_nodes (self, component, &change);
  renew_router (self, &change);
  compare_nodes (self, &change);
  build_wires (self, &change);
  lay_wires (self);
  find_extents (self);
  ls_index_build (self);
  ls_diagram_find_crossings (self, change.old_wires);
  g_array_unref (change.occupied);
  free_old (change.old_nodes, ls_node_free);
  free_old (change.old_wires, wire_free);
}

void
ls_diagram_set_model (LsDiagram *self, const LsModel *model)
{
  self->model = model;
  g_ptr_array_set_size (self->nodes, 0);
  g_ptr_array_set_size (self->wires, 0);
  g_hash_table_remove_all (self->nodes_by_id);
  g_hash_table_remove_all (self->wires_by_id);
  g_clear_pointer (&self->router, ls_router_free);
  ls_diagram_update (self, 0);
}

LsRect
ls_diagram_get_extents (const LsDiagram *self)
{
  return self->extents;
}

gboolean
ls_diagram_get_component_rect (const LsDiagram *self, guint component, LsRect *rect)
{
  const LsNode *node = find_node (self, component);

  if (node != NULL)
    *rect = node->rect;
  return node != NULL;
}

gboolean
ls_diagram_get_port (const LsDiagram *self,
                     guint component,
                     const char *variable,
                     LsPoint *tip,
                     double *dx,
                     double *dy)
{
  const LsNode *node = find_node (self, component);
  const LsPort *port = NULL;

  if (node != NULL && (port = ls_node_find_port (node, variable, FALSE)) == NULL)
    port = ls_node_find_port (node, variable, TRUE);
  if (port == NULL)
    return FALSE;
  *tip = port->tip;
  if (dx != NULL)
    *dx = port->dx;
  if (dy != NULL)
    *dy = port->dy;
  return TRUE;
}

const LsPoint *
ls_diagram_get_wire (const LsDiagram *self, guint connection, guint *n)
{
  const LsWire *wire = find_wire (self, connection);

  *n = wire != NULL ? wire->points->len : 0;
  return wire != NULL ? (const LsPoint *)(void *)wire->points->data : NULL;
}
