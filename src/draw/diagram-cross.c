/* Crossings and branches of wires. */
#include "draw/diagram-impl.h"

/* Minimum distance of a hop from a bend or end, canvas units. */
#define HOP_ROOM 5.0

/* Search for crossings on a horizontal piece. */
typedef struct
{
  LsWire *wire;
  LsPoint a, b;
} Crossing;

static void
add_crossing (const LsIndexEntry *entry, gpointer user_data)
{
  Crossing *self = user_data;
  const LsWire *other;
  const LsPoint *c, *d;
  LsPoint hop;

  if (entry->piece < 0)
    return;
  other = entry->item;
  c = &g_array_index (other->points, LsPoint, entry->piece);
  d = c + 1;
  if (c->x != d->x || c->x <= MIN (self->a.x, self->b.x) + HOP_ROOM
      || c->x >= MAX (self->a.x, self->b.x) - HOP_ROOM || self->a.y <= MIN (c->y, d->y)
      || self->a.y >= MAX (c->y, d->y) || self->wire->net == other->net)
    return;
  hop = (LsPoint){ c->x, self->a.y };
  g_array_append_val (self->wire->hops, hop);
}

static int
compare_x (gconstpointer a, gconstpointer b)
{
  double x = ((const LsPoint *)a)->x, y = ((const LsPoint *)b)->x;

  return x < y ? -1 : x > y;
}

static int
compare_x_down (gconstpointer a, gconstpointer b)
{
  return compare_x (b, a);
}

/* Hops have room between them: of those too near to another, the first one along the wire stays. */
static void
thin_out (GArray *hops, guint first)
{
  guint n = first;

  for (guint i = first; i < hops->len; i++)
    {
      const LsPoint hop = g_array_index (hops, LsPoint, i);

      if (n == first || fabs (g_array_index (hops, LsPoint, n - 1).x - hop.x) >= 2 * HOP_ROOM)
        g_array_index (hops, LsPoint, n++) = hop;
    }
  g_array_set_size (hops, n);
}

static void
find_hops (const LsDiagram *self, LsWire *wire)
{
  g_array_set_size (wire->hops, 0);
  for (guint i = 0; i + 1 < wire->points->len; i++)
    {
      LsRect rect = ls_wire_get_piece (wire, i);
      Crossing crossing = { wire, g_array_index (wire->points, LsPoint, i),
                            g_array_index (wire->points, LsPoint, i + 1) };
      const guint first = wire->hops->len;

      if (crossing.a.y != crossing.b.y)
        continue;
      ls_index_foreach (&self->index, &rect, add_crossing, &crossing);
      if (wire->hops->len - first < 2)
        continue;
      /* In the direction of the wire. */
      qsort (&g_array_index (wire->hops, LsPoint, first), wire->hops->len - first, sizeof (LsPoint),
             crossing.a.x < crossing.b.x ? compare_x : compare_x_down);
      thin_out (wire->hops, first);
    }
}

static double
sign (double value)
{
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/* Point where wire @b leaves @a, which starts at the same tip, and the end of that piece. */
static gboolean
find_parting (const GArray *a, const GArray *b, LsPoint *parting, guint *end)
{
  guint i = 1, k = 1;
  LsPoint at = g_array_index (a, LsPoint, 0);

  while (i < a->len && k < b->len)
    {
      const LsPoint *p = &g_array_index (a, LsPoint, i), *q = &g_array_index (b, LsPoint, k);
      double p_way = fabs (p->x - at.x) + fabs (p->y - at.y);
      double q_way = fabs (q->x - at.x) + fabs (q->y - at.y);

      if (sign (p->x - at.x) != sign (q->x - at.x) || sign (p->y - at.y) != sign (q->y - at.y))
        break;
      at = p_way <= q_way ? *p : *q;
      i += p_way <= q_way;
      k += q_way <= p_way;
    }
  *parting = at;
  *end = k;
  return i < a->len && k < b->len
         && (at.x != g_array_index (a, LsPoint, 0).x || at.y != g_array_index (a, LsPoint, 0).y);
}

/* Whether the point is further along the wire than its branch so far. */
static gboolean
is_further (const LsWire *wire, const LsPoint *point, guint end)
{
  const LsPoint *before;

  if (end != wire->branch_end)
    return end > wire->branch_end;
  before = &g_array_index (wire->points, LsPoint, end - 1);
  return fabs (point->x - before->x) + fabs (point->y - before->y)
         > fabs (wire->branch.x - before->x) + fabs (wire->branch.y - before->y);
}

/* Branching points of a wire from previous wires of the same output. */
static void
part (LsWire *wire, const GPtrArray *net)
{
  wire->branch_end = 0;
  g_clear_pointer (&wire->dots, g_array_unref);
  for (guint k = 0; g_ptr_array_index (net, k) != wire; k++)
    {
      const LsWire *other = g_ptr_array_index (net, k);
      LsPoint parting;
      guint end;

      if (!find_parting (other->points, wire->points, &parting, &end))
        continue;
      if (wire->dots == NULL)
        wire->dots = g_array_new (FALSE, FALSE, sizeof (LsPoint));
      g_array_append_val (wire->dots, parting);
      if (wire->branch_end == 0 || is_further (wire, &parting, end))
        {
          wire->branch = parting;
          wire->branch_end = end;
        }
    }
}

void
ls_diagram_find_dots (const GPtrArray *net)
{
  for (guint i = 0; i < net->len; i++)
    part (g_ptr_array_index (net, i), net);
}

static void
see_wire (const LsIndexEntry *entry, gpointer crossed)
{
  LsWire *wire = entry->item;

  if (entry->piece < 0 || wire->crossed)
    return;
  wire->crossed = TRUE;
  g_ptr_array_add (crossed, wire);
}

void
ls_diagram_find_crossed (const LsDiagram *self, const LsWire *wire, GPtrArray *crossed)
{
  for (guint k = 0; k + 1 < wire->points->len; k++)
    {
      LsRect rect = ls_wire_get_piece (wire, k);

      ls_index_foreach (&self->index, &rect, see_wire, crossed);
    }
}

void
ls_diagram_find_hops (const LsDiagram *self, const GPtrArray *crossed)
{
  for (guint i = 0; i < crossed->len; i++)
    {
      LsWire *wire = g_ptr_array_index (crossed, i);

      wire->crossed = FALSE;
      find_hops (self, wire);
    }
}
