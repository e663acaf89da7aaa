/* Blocks moved: only what they touch is routed again. */
#include "draw/diagram-impl.h"

#include <string.h>

/* Wires of moved blocks from which on those between them keep their shape. */
#define MANY_WIRES 150

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
  if (same_room && g_strcmp0 (self->title, old->title) == 0
      && g_strcmp0 (self->subtitle, old->subtitle) == 0)
    {
      self->title_label = g_steal_pointer (&old->title_label);
      self->subtitle_label = g_steal_pointer (&old->subtitle_label);
    }
  self->is_shifted = same_room && self->place.rotation == old->place.rotation
                     && self->place.flip == old->place.flip;
  self->shift = (LsPoint){ self->rect.x - old->rect.x, self->rect.y - old->rect.y };
  self->index = old->index;
  g_ptr_array_unref (self->wires);
  self->wires = g_ptr_array_ref (old->wires);
  return TRUE;
}

/* A wire is fresh from here on. @keeps: it keeps its shape */
static void
add_wire (LsTouch *self, LsWire *wire, gboolean keeps)
{
  wire->fresh = TRUE;
  wire->routed = keeps;
  g_ptr_array_add (self->wires, wire);
}

/* Whether both ends were moved by the same distance. */
static gboolean
is_shifted (const LsDiagram *self, const LsWire *wire)
{
  const LsNode *from = ls_diagram_find_node (self, wire->from);
  const LsNode *to = ls_diagram_find_node (self, wire->to);

  return from->is_shifted && to->is_shifted && from->shift.x == to->shift.x
         && from->shift.y == to->shift.y;
}

/* Those whose ends or bends have changed. */
static void
add_wires_of (LsTouch *self, const LsNode *node, gboolean keeps)
{
  for (guint i = 0; i < node->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (node->wires, i);

      if (!wire->fresh && ls_diagram_renew_wire (self->diagram, wire))
        add_wire (self, wire, keeps && !wire->manual && is_shifted (self->diagram, wire));
    }
}

typedef struct
{
  LsTouch *touch;
  GArray *occupied;
} Way;

static void
see_in_way (const LsIndexEntry *entry, gpointer user_data)
{
  const Way *way = user_data;
  LsWire *wire = entry->item;

  if (entry->piece >= 0 && !wire->fresh && !wire->manual && ls_wire_is_hit (wire, way->occupied))
    add_wire (way->touch, wire, FALSE);
}

/* Wires that @node lies on. */
static void
add_wires_in_way (LsTouch *self, const LsNode *node)
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
replace (LsTouch *self, LsNode *node, LsNode *old)
{
  LsDiagram *diagram = self->diagram;
  const LsBounds gone
      = { old->rect.x, old->rect.y, old->rect.x + old->rect.width, old->rect.y + old->rect.height };
  const gboolean elsewhere = !ls_node_is_at (node, old);

  ls_touch_leave_border (self, &gone);
  ls_index_remove_node (&diagram->index, old);
  ls_diagram_register_node (diagram, old, -1);
  ls_diagram_register_node (diagram, node, 1);
  g_ptr_array_index (diagram->nodes, node->index) = node;
  g_hash_table_insert (diagram->nodes_by_id, GUINT_TO_POINTER (node->id), node);
  g_ptr_array_add (self->nodes, node);
  ls_node_free (old);
  return elsewhere;
}

static void
see_block (const LsIndexEntry *entry, gpointer user_data)
{
  LsWire *wire = user_data;
  const LsNode *node = entry->item;

  if (entry->piece < 0 && node->kind != LS_NODE_NOTE
      && ls_route_crosses_rect ((const LsPoint *)(void *)wire->points->data, wire->points->len,
                                &node->rect))
    wire->routed = FALSE;
}

/* Moves the route with the ends of the wire, unless a block is there now: those that stay are still
 * in the index. */
static void
shift (LsDiagram *self, LsWire *wire)
{
  const LsPoint by = ls_diagram_find_node (self, wire->from)->shift;

  for (guint i = 0; i < wire->points->len; i++)
    {
      LsPoint *point = &g_array_index (wire->points, LsPoint, i);

      *point = (LsPoint){ point->x + by.x, point->y + by.y };
    }
  for (guint i = 0; i + 1 < wire->points->len; i++)
    {
      const LsRect piece = ls_wire_get_piece (wire, i);

      ls_index_foreach (&self->index, &piece, see_block, wire);
    }
  if (wire->routed)
    ls_diagram_register_wire (self, wire, 1);
}

static gboolean
are_many (const GPtrArray *nodes)
{
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    n += ((const LsNode *)g_ptr_array_index (nodes, i))->wires->len;
  return n > MANY_WIRES;
}

/* A new grid for routes if blocks are outside the old one. */
static void
make_room (LsDiagram *self, const GPtrArray *nodes)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  LsRect area;

  g_ptr_array_extend (all, self->nodes, NULL, NULL);
  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      g_ptr_array_index (all, node->index) = node;
    }
  area = ls_nodes_get_area (all);
  if (ls_router_has_room (self->router, &area))
    return;
  ls_diagram_renew_router (self, &area);
  for (guint i = 0; i < self->nodes->len; i++)
    ls_diagram_register_node (self, g_ptr_array_index (self->nodes, i), 1);
  for (guint i = 0; i < self->wires->len; i++)
    ls_diagram_register_wire (self, g_ptr_array_index (self->wires, i), 1);
}

/* @nodes: (element-type LsNode) (transfer full): with everything of those with their ids but the
 * place */
static void
put_in_place (LsDiagram *self, GPtrArray *nodes)
{
  const gboolean keeps = are_many (nodes);
  g_autoptr (GPtrArray) elsewhere = g_ptr_array_new ();
  LsTouch touch;

  make_room (self, nodes);
  ls_touch_init (&touch, self);
  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      if (replace (&touch, node, ls_diagram_find_node (self, node->id)))
        g_ptr_array_add (elsewhere, node);
    }
  for (guint i = 0; i < nodes->len; i++)
    add_wires_of (&touch, g_ptr_array_index (nodes, i), keeps);
  for (guint i = 0; i < elsewhere->len; i++)
    add_wires_in_way (&touch, g_ptr_array_index (elsewhere, i));
  for (guint i = 0; i < touch.wires->len; i++)
    ls_touch_take_up (&touch, g_ptr_array_index (touch.wires, i));
  for (guint i = 0; i < touch.wires->len; i++)
    if (((const LsWire *)g_ptr_array_index (touch.wires, i))->routed)
      shift (self, g_ptr_array_index (touch.wires, i));
  for (guint i = 0; i < nodes->len; i++)
    ((LsNode *)g_ptr_array_index (nodes, i))->is_shifted = FALSE;
  ls_touch_lay (&touch);
  ls_touch_clear (&touch);
}

/* Returns: (transfer full) (nullable): the item as it is now; %NULL if not only its place is new */
static LsNode *
make_moved (const LsDiagram *self, LsNode *old)
{
  LsNode *node = ls_node_new (self->model, self->system, old->id);

  if (take_over (node, old))
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

static gboolean
is_same_place (const LsPlacement *a, const LsPlacement *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height
         && a->rotation == b->rotation && a->flip == b->flip;
}

/* Whether wires at the item have or had points set by the user: these may be others. */
static gboolean
has_bends (const LsDiagram *self, const LsNode *node)
{
  for (guint i = 0; i < node->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (node->wires, i);
      const LsConnection *connection = ls_model_find_connection (self->model, wire->id);

      if (wire->manual
          || (connection != NULL && connection->points != NULL && connection->points->len > 0))
        return TRUE;
    }
  return FALSE;
}

gboolean
ls_diagram_move_items (LsDiagram *self)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func (ls_node_free);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      LsNode *old = g_ptr_array_index (self->nodes, i), *node;
      LsPlacement place = { 0 };

      if (old->kind == LS_NODE_CONNECTOR)
        return FALSE;
      ls_model_get_item_placement (self->model, old->id, &place);
      if (is_same_place (&place, &old->place) && !has_bends (self, old))
        continue;
      if ((node = make_moved (self, old)) == NULL)
        return FALSE;
      g_ptr_array_add (nodes, node);
    }
  g_ptr_array_set_free_func (nodes, NULL);
  put_in_place (self, nodes);
  return TRUE;
}
