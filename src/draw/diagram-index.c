/* Spatial index by squares; crossings and branches of wires. */
#include "draw/diagram-impl.h"

#include <math.h>
#include <string.h>

#define SQUARE 160.0
#define MAX_SQUARES 40000.0
/* Minimum distance of a hop from a bend or end, canvas units. */
#define HOP_ROOM 5.0

void
ls_index_clear (LsIndex *self)
{
  g_clear_pointer (&self->offsets, g_free);
  g_clear_pointer (&self->entries, g_free);
  self->n_x = self->n_y = 0;
}

static LsRect
piece_rect (const LsWire *wire, guint i)
{
  const LsPoint *a = &g_array_index (wire->points, LsPoint, i), *b = a + 1;

  return (LsRect){ MIN (a->x, b->x), MIN (a->y, b->y), fabs (b->x - a->x), fabs (b->y - a->y) };
}

static LsRect
node_rect (const LsNode *node)
{
  return (LsRect){ node->rect.x - LS_PORT_LENGTH, node->rect.y - LS_PORT_LENGTH,
                   node->rect.width + 2 * LS_PORT_LENGTH, node->rect.height + 2 * LS_PORT_LENGTH };
}

/* Counts the squares of a rectangle in @counts, or, if @entry is given, stores it at the counted
 * positions. */
static void
index_add (LsIndex *self, guint *counts, const LsRect *rect, const LsIndexEntry *entry)
{
  int left = (int)floor ((rect->x - self->left) / self->size);
  int right = (int)floor ((rect->x + rect->width - self->left) / self->size);
  int top = (int)floor ((rect->y - self->top) / self->size);
  int bottom = (int)floor ((rect->y + rect->height - self->top) / self->size);

  for (int y = MAX (top, 0); y <= MIN (bottom, self->n_y - 1); y++)
    for (int x = MAX (left, 0); x <= MIN (right, self->n_x - 1); x++)
      {
        guint *count = &counts[y * self->n_x + x];

        if (entry != NULL)
          self->entries[*count] = *entry;
        *count += 1;
      }
}

static void
index_add_all (LsDiagram *self, guint *counts, gboolean fill)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      LsRect rect = node_rect (g_ptr_array_index (self->nodes, i));
      LsIndexEntry entry = { i, -1 };

      index_add (&self->index, counts, &rect, fill ? &entry : NULL);
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (self->wires, i);

      for (guint k = 0; k + 1 < wire->points->len; k++)
        {
          LsRect rect = piece_rect (wire, k);
          LsIndexEntry entry = { i, (int)k };

          index_add (&self->index, counts, &rect, fill ? &entry : NULL);
        }
    }
}

void
ls_index_build (LsDiagram *self)
{
  LsIndex *index = &self->index;
  const LsRect *extents = &self->extents;
  guint n, sum = 0;
  g_autofree guint *counts = NULL;

  ls_index_clear (index);
  index->size = SQUARE;
  while ((extents->width / index->size + 1) * (extents->height / index->size + 1) > MAX_SQUARES)
    index->size *= 2;
  index->left = extents->x;
  index->top = extents->y;
  index->n_x = (int)floor (extents->width / index->size) + 1;
  index->n_y = (int)floor (extents->height / index->size) + 1;
  n = (guint)(index->n_x * index->n_y);
  counts = g_new0 (guint, n);
  index_add_all (self, counts, FALSE);
  index->offsets = g_new (guint, n + 1);
  for (guint i = 0; i < n; i++)
    {
      index->offsets[i] = sum;
      sum += counts[i];
      counts[i] = index->offsets[i];
    }
  index->offsets[n] = sum;
  index->entries = g_new (LsIndexEntry, sum + 1);
  index_add_all (self, counts, TRUE);
}

void
ls_index_foreach (const LsIndex *self, const LsRect *rect, LsIndexFunc func, gpointer user_data)
{
  int left = (int)floor ((rect->x - self->left) / self->size);
  int right = (int)floor ((rect->x + rect->width - self->left) / self->size);
  int top = (int)floor ((rect->y - self->top) / self->size);
  int bottom = (int)floor ((rect->y + rect->height - self->top) / self->size);

  for (int y = MAX (top, 0); y <= MIN (bottom, self->n_y - 1); y++)
    for (int x = MAX (left, 0); x <= MIN (right, self->n_x - 1); x++)
      {
        int square = y * self->n_x + x;

        for (guint k = self->offsets[square]; k < self->offsets[square + 1]; k++)
          func (&self->entries[k], user_data);
      }
}

static gboolean
is_same_net (const LsWire *a, const LsWire *b)
{
  return a->from == b->from && strcmp (a->output, b->output) == 0;
}

/* Search for crossings on a horizontal piece. */
typedef struct
{
  const LsDiagram *diagram;
  LsWire *wire;
  LsPoint a, b;
  guint first; /* index of its first hop */
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
  other = g_ptr_array_index (self->diagram->wires, entry->item);
  c = &g_array_index (other->points, LsPoint, entry->piece);
  d = c + 1;
  if (c->x != d->x || c->x <= MIN (self->a.x, self->b.x) + HOP_ROOM
      || c->x >= MAX (self->a.x, self->b.x) - HOP_ROOM || self->a.y <= MIN (c->y, d->y)
      || self->a.y >= MAX (c->y, d->y) || is_same_net (self->wire, other))
    return;
  hop = (LsPoint){ c->x, self->a.y };
  for (guint i = self->first; i < self->wire->hops->len; i++)
    if (fabs (g_array_index (self->wire->hops, LsPoint, i).x - hop.x) < 2 * HOP_ROOM)
      return;
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

static void
find_hops (const LsDiagram *self, LsWire *wire)
{
  g_array_set_size (wire->hops, 0);
  for (guint i = 0; i + 1 < wire->points->len; i++)
    {
      LsRect rect = piece_rect (wire, i);
      Crossing crossing = { self, wire, g_array_index (wire->points, LsPoint, i),
                            g_array_index (wire->points, LsPoint, i + 1), wire->hops->len };
      guint n;

      if (crossing.a.y != crossing.b.y)
        continue;
      ls_index_foreach (&self->index, &rect, add_crossing, &crossing);
      n = wire->hops->len - crossing.first;
      /* In the direction of the wire. */
      if (n > 1)
        qsort (&g_array_index (wire->hops, LsPoint, crossing.first), n, sizeof (LsPoint),
               crossing.a.x < crossing.b.x ? compare_x : compare_x_down);
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

static guint
hash_output (gconstpointer wire)
{
  const LsWire *self = wire;

  return self->from * 31 + g_str_hash (self->output);
}

static gboolean
equal_output (gconstpointer a, gconstpointer b)
{
  return is_same_net (a, b);
}

/* Branching points of a wire from previous wires of the same output. */
static void
part (LsDiagram *self, LsWire *wire, const GPtrArray *net)
{
  wire->branch_end = 0;
  for (guint k = 0; k < net->len; k++)
    {
      const LsWire *other = g_ptr_array_index (net, k);
      LsPoint parting;
      guint end;

      if (!find_parting (other->points, wire->points, &parting, &end))
        continue;
      g_array_append_val (self->dots, parting);
      if (wire->branch_end == 0 || is_further (wire, &parting, end))
        {
          wire->branch = parting;
          wire->branch_end = end;
        }
    }
}

static void
find_dots (LsDiagram *self)
{
  g_autoptr (GHashTable) by_output
      = g_hash_table_new_full (hash_output, equal_output, NULL, (GDestroyNotify)g_ptr_array_unref);

  g_array_set_size (self->dots, 0);
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);
      GPtrArray *net = g_hash_table_lookup (by_output, wire);

      if (net == NULL)
        {
          net = g_ptr_array_new ();
          g_hash_table_insert (by_output, wire, net);
        }
      part (self, wire, net);
      g_ptr_array_add (net, wire);
    }
}

static void
see_wire (const LsIndexEntry *entry, gpointer user_data)
{
  guint8 *seen = user_data;

  if (entry->piece >= 0)
    seen[entry->item] = 1;
}

static void
see_neighbours (const LsDiagram *self, const LsWire *wire, guint8 *seen)
{
  for (guint k = 0; k + 1 < wire->points->len; k++)
    {
      LsRect rect = piece_rect (wire, k);

      ls_index_foreach (&self->index, &rect, see_wire, seen);
    }
}

void
ls_diagram_find_crossings (LsDiagram *self, const GPtrArray *gone)
{
  g_autofree guint8 *seen = g_malloc0 (self->wires->len + 1);

  for (guint i = 0; i < gone->len; i++)
    if (g_ptr_array_index (gone, i) != NULL)
      see_neighbours (self, g_ptr_array_index (gone, i), seen);
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      if (wire->fresh)
        see_neighbours (self, wire, seen);
      wire->fresh = FALSE;
    }
  for (guint i = 0; i < self->wires->len; i++)
    if (seen[i])
      find_hops (self, g_ptr_array_index (self->wires, i));
  find_dots (self);
}
