/* Hit test and search for free positions. */
#include "draw/diagram-impl.h"

#include <math.h>

/* Distance of a new block from existing ones, canvas units. */
#define PLACE_GAP 40.0

/* The nearest item of each kind so far. */
typedef struct
{
  double x, y, port_distance, wire_distance;
  LsHit port, wire, block, note;
} Search;

static double
distance_to_rect (const LsRect *rect, double x, double y)
{
  double dx = MAX (MAX (rect->x - x, x - rect->x - rect->width), 0);
  double dy = MAX (MAX (rect->y - y, y - rect->y - rect->height), 0);

  return hypot (dx, dy);
}

static void
search_node (Search *self, const LsNode *node)
{
  static const LsHitKind kinds[] = { LS_HIT_COMPONENT, LS_HIT_SYSTEM, LS_HIT_CONNECTOR };

  if (node->kind == LS_NODE_NOTE)
    {
      if (distance_to_rect (&node->rect, self->x, self->y) == 0)
        self->note = (LsHit){ .kind = LS_HIT_NOTE, .component = node->id };
      return;
    }
  if (distance_to_rect (&node->rect, self->x, self->y) == 0)
    self->block = (LsHit){ .kind = kinds[node->kind], .component = node->id };
  if (self->block.kind == LS_HIT_CONNECTOR && self->block.component == node->id)
    self->block.variable = g_array_index (node->ports, LsPort, 0).variable;
  for (guint i = 0; i < node->ports->len; i++)
    {
      const LsPort *port = &g_array_index (node->ports, LsPort, i);
      double half = LS_PORT_LENGTH / 2;
      LsRect shape = { port->tip.x - half * (port->dx + 1), port->tip.y - half * (port->dy + 1),
                       LS_PORT_LENGTH, LS_PORT_LENGTH };
      double distance = distance_to_rect (&shape, self->x, self->y);

      if (distance > self->port_distance || (distance == self->port_distance && distance > 0))
        continue;
      self->port_distance = distance;
      self->port = (LsHit){ node->kind == LS_NODE_COMPONENT ? LS_HIT_PORT : LS_HIT_CONNECTOR,
                            node->id, port->variable, 0 };
    }
}

static void
search_entry (const LsIndexEntry *entry, gpointer user_data)
{
  Search *self = user_data;
  const LsWire *wire;
  const LsPoint *a, *b;
  LsRect rect;
  double distance;

  if (entry->piece < 0)
    {
      search_node (self, entry->item);
      return;
    }
  wire = entry->item;
  a = &g_array_index (wire->points, LsPoint, entry->piece);
  b = a + 1;
  rect = (LsRect){ MIN (a->x, b->x), MIN (a->y, b->y), fabs (b->x - a->x), fabs (b->y - a->y) };
  distance = distance_to_rect (&rect, self->x, self->y);
  if (distance > self->wire_distance || (wire->id & LS_WIRE_LOOSE) != 0)
    return;
  self->wire_distance = distance;
  self->wire = (LsHit){ .kind = LS_HIT_CONNECTION, .connection = wire->id };
}

void
ls_diagram_hit (const LsDiagram *self, double x, double y, double tolerance, LsHit *hit)
{
  g_return_if_fail (self != NULL && hit != NULL);

  Search search = { .x = x, .y = y, .port_distance = tolerance, .wire_distance = tolerance };
  LsRect around = { x - tolerance, y - tolerance, 2 * tolerance, 2 * tolerance };

  ls_index_foreach (&self->index, &around, search_entry, &search);
  if (search.port.kind != LS_HIT_NOTHING)
    *hit = search.port;
  else if (search.wire.kind != LS_HIT_NOTHING)
    *hit = search.wire;
  else if (search.block.kind != LS_HIT_NOTHING)
    *hit = search.block;
  else
    *hit = search.note;
}

static LsRect
grown (LsRect rect, double margin)
{
  return (LsRect){ rect.x - margin, rect.y - margin, rect.width + 2 * margin,
                   rect.height + 2 * margin };
}

static gboolean
is_place_free (const LsDiagram *self, LsRect rect, double gap)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LsNode *node = g_ptr_array_index (self->nodes, i);
      LsRect other = grown (node->rect, gap);

      if (rect.x < other.x + other.width && other.x < rect.x + rect.width
          && rect.y < other.y + other.height && other.y < rect.y + rect.height)
        return FALSE;
    }
  return TRUE;
}

LsPoint
ls_diagram_find_place (const LsDiagram *self, double x, double y, double width, double height)
{
  return ls_diagram_find_room (self, x, y, width, height, PLACE_GAP);
}

LsPoint
ls_diagram_find_room (
    const LsDiagram *self, double x, double y, double width, double height, double gap)
{
  const double step = 4 * LS_DIAGRAM_GRID;
  double left = round (x / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
  double top = round (y / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;

  g_return_val_if_fail (self != NULL, (LsPoint){ 0 });
  /* Rings of positions around the requested one. Within a ring, right and down come first, as in
   * reading order; sorting by distance looks no better. */
  for (int ring = 0; ring < 200; ring++)
    for (int line = 0; line <= 2 * ring; line++)
      for (int column = 0; column <= 2 * ring; column++)
        {
          int a = column <= ring ? column : ring - column;
          int b = line <= ring ? line : ring - line;
          LsRect rect = { left + a * step, top + b * step, width, height };

          if (MAX (ABS (a), ABS (b)) == ring && is_place_free (self, rect, gap))
            return (LsPoint){ rect.x, rect.y };
        }
  return (LsPoint){ left, top };
}
