/* Updates after small changes: only what they touch is routed again, so that a drag in a large
 * diagram takes as long as in a small one. The result is that of a whole update. */
#include "draw/diagram-impl.h"

/* Margin of the extents, canvas units. */
#define MARGIN 40.0
/* Space for wires around the blocks, canvas units. */
#define ROUTE_ROOM 300.0

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
find_node_bounds (const GPtrArray *nodes)
{
  LsBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint i = 0; i < nodes->len; i++)
    include_node (&all, g_ptr_array_index (nodes, i));
  return nodes->len > 0 ? all : (LsBounds){ 0, 0, 1, 1 };
}

LsRect
ls_nodes_get_area (const GPtrArray *nodes)
{
  const LsBounds bounds = find_node_bounds (nodes);

  return get_rect (&bounds, 0);
}

void
ls_diagram_find_extents (LsDiagram *self)
{
  self->bounds = find_node_bounds (self->nodes);
  for (guint i = 0; i < self->wires->len; i++)
    include_wire (&self->bounds, g_ptr_array_index (self->wires, i));
  self->extents = get_rect (&self->bounds, MARGIN);
}

void
ls_diagram_renew_router (LsDiagram *self, const LsRect *area)
{
  const LsRect all = { area->x - ROUTE_ROOM, area->y - ROUTE_ROOM, area->width + 2 * ROUTE_ROOM,
                       area->height + 2 * ROUTE_ROOM };

  g_clear_pointer (&self->router, ls_router_free);
  self->router = ls_router_new (&all);
}

/* ---- What a change touches ---- */

void
ls_touch_init (LsTouch *self, LsDiagram *diagram)
{
  *self = (LsTouch){ .diagram = diagram,
                     .nodes = g_ptr_array_new (),
                     .wires = g_ptr_array_new (),
                     .crossed = g_ptr_array_new (),
                     .nets = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref) };
}

void
ls_touch_clear (LsTouch *self)
{
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->wires);
  g_ptr_array_unref (self->crossed);
  g_ptr_array_unref (self->nets);
}

void
ls_touch_leave_border (LsTouch *self, const LsBounds *gone)
{
  const LsBounds *all = &self->diagram->bounds;

  self->shrunk = self->shrunk || gone->left <= all->left || gone->top <= all->top
                 || gone->right >= all->right || gone->bottom >= all->bottom;
}

/* The route of the wire is no more. */
void
ls_touch_take_up (LsTouch *self, LsWire *wire)
{
  LsBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  ls_diagram_find_crossed (self->diagram, wire, self->crossed);
  include_wire (&bounds, wire);
  ls_touch_leave_border (self, &bounds);
  ls_index_remove_wire (&self->diagram->index, wire);
  ls_diagram_register_wire (self->diagram, wire, -1);
}

/* A net is listed once for each of its wires in a row. */
void
ls_touch_net (LsTouch *self, const LsWire *wire)
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
void
ls_touch_lay (LsTouch *self)
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
      ls_touch_net (self, wire);
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
