/* Spatial index by squares. */
#include "draw/diagram-impl.h"

#include <string.h>

#define SQUARE 160.0
#define MAX_SQUARES 40000.0
/* Squares around the extents, so that not each step of a drag outwards makes a new index. */
#define ROOM 4

void
ls_index_clear (LsIndex *self)
{
  for (int i = 0; i < self->n_x * self->n_y; i++)
    g_free (self->squares[i].entries);
  g_clear_pointer (&self->squares, g_free);
  self->n_x = self->n_y = 0;
}

static LsRect
node_rect (const LsNode *node)
{
  return (LsRect){ node->rect.x - LS_PORT_LENGTH, node->rect.y - LS_PORT_LENGTH,
                   node->rect.width + 2 * LS_PORT_LENGTH, node->rect.height + 2 * LS_PORT_LENGTH };
}

/* Squares that a rectangle touches; may be outside of the index. */
typedef struct
{
  int left, right, top, bottom;
} Range;

static Range
find_range (const LsIndex *self, const LsRect *rect)
{
  return (Range){ (int)floor ((rect->x - self->left) / self->size),
                  (int)floor ((rect->x + rect->width - self->left) / self->size),
                  (int)floor ((rect->y - self->top) / self->size),
                  (int)floor ((rect->y + rect->height - self->top) / self->size) };
}

static gboolean
is_inside (const LsIndex *self, const Range *range)
{
  return range->left >= 0 && range->top >= 0 && range->right < self->n_x
         && range->bottom < self->n_y;
}

static int
compare (const LsIndexEntry *a, const LsIndexEntry *b)
{
  if (a->piece < 0 || b->piece < 0)
    {
      if (a->piece >= 0 || b->piece >= 0)
        return a->piece < 0 ? -1 : 1;
      guint x = ((const LsNode *)a->item)->index, y = ((const LsNode *)b->item)->index;

      return x < y ? -1 : x > y;
    }
  if (a->item != b->item)
    return ((const LsWire *)a->item)->index < ((const LsWire *)b->item)->index ? -1 : 1;
  return a->piece < b->piece ? -1 : a->piece > b->piece;
}

/* Position of the first entry that is not before @entry. */
static guint
find_entry (const LsSquare *self, const LsIndexEntry *entry)
{
  guint from = 0, to = self->n;

  /* The index is built in order. */
  if (to == 0 || compare (&self->entries[to - 1], entry) < 0)
    return to;
  while (from < to)
    {
      guint middle = (from + to) / 2;

      if (compare (&self->entries[middle], entry) < 0)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

static void
square_add (LsSquare *self, const LsIndexEntry *entry)
{
  guint at = find_entry (self, entry);

  if (self->n == self->n_max)
    {
      self->n_max = MAX (8, 2 * self->n_max);
      self->entries = g_renew (LsIndexEntry, self->entries, self->n_max);
    }
  memmove (&self->entries[at + 1], &self->entries[at], (self->n - at) * sizeof *self->entries);
  self->entries[at] = *entry;
  self->n++;
}

static void
square_remove (LsSquare *self, const LsIndexEntry *entry)
{
  guint at = find_entry (self, entry);

  if (at == self->n || compare (&self->entries[at], entry) != 0)
    return;
  self->n--;
  memmove (&self->entries[at], &self->entries[at + 1], (self->n - at) * sizeof *self->entries);
}

static gboolean
change (LsIndex *self,
        const LsRect *rect,
        const LsIndexEntry *entry,
        void (*func) (LsSquare *, const LsIndexEntry *))
{
  const Range range = find_range (self, rect);

  if (!is_inside (self, &range))
    return FALSE;
  for (int y = range.top; y <= range.bottom; y++)
    for (int x = range.left; x <= range.right; x++)
      func (&self->squares[y * self->n_x + x], entry);
  return TRUE;
}

static gboolean
change_wire (LsIndex *self, LsWire *wire, void (*func) (LsSquare *, const LsIndexEntry *))
{
  gboolean inside = TRUE;

  for (guint k = 0; k + 1 < wire->points->len; k++)
    {
      const LsRect rect = ls_wire_get_piece (wire, k);
      const LsIndexEntry entry = { wire, (int)k };

      inside = change (self, &rect, &entry, func) && inside;
    }
  return inside;
}

gboolean
ls_index_add_node (LsIndex *self, LsNode *node)
{
  const LsRect rect = node_rect (node);
  const LsIndexEntry entry = { node, -1 };

  return change (self, &rect, &entry, square_add);
}

gboolean
ls_index_add_wire (LsIndex *self, LsWire *wire)
{
  return change_wire (self, wire, square_add);
}

void
ls_index_remove_node (LsIndex *self, LsNode *node)
{
  const LsRect rect = node_rect (node);
  const LsIndexEntry entry = { node, -1 };

  change (self, &rect, &entry, square_remove);
}

void
ls_index_remove_wire (LsIndex *self, LsWire *wire)
{
  change_wire (self, wire, square_remove);
}

/* The squares have fixed places on the canvas: what depends on the order of entries does not depend
 * on the extents. */
void
ls_index_build (LsDiagram *self)
{
  LsIndex *index = &self->index;
  const LsRect *extents = &self->extents;
  int right, bottom;

  ls_index_clear (index);
  index->size = SQUARE;
  while ((extents->width / index->size + 2 * ROOM + 2)
             * (extents->height / index->size + 2 * ROOM + 2)
         > MAX_SQUARES)
    index->size *= 2;
  index->left = (floor (extents->x / index->size) - ROOM) * index->size;
  index->top = (floor (extents->y / index->size) - ROOM) * index->size;
  right = (int)floor ((extents->x + extents->width - index->left) / index->size);
  bottom = (int)floor ((extents->y + extents->height - index->top) / index->size);
  index->n_x = right + 1 + ROOM;
  index->n_y = bottom + 1 + ROOM;
  index->squares = g_new0 (LsSquare, (gsize)index->n_x * (gsize)index->n_y);
  for (guint i = 0; i < self->nodes->len; i++)
    ls_index_add_node (index, g_ptr_array_index (self->nodes, i));
  for (guint i = 0; i < self->wires->len; i++)
    ls_index_add_wire (index, g_ptr_array_index (self->wires, i));
}

void
ls_index_foreach (const LsIndex *self, const LsRect *rect, LsIndexFunc func, gpointer user_data)
{
  const LsRect all = { self->left, self->top, self->n_x * self->size, self->n_y * self->size };
  const double left = MAX (rect->x, all.x), top = MAX (rect->y, all.y);
  const double right = MIN (rect->x + rect->width, all.x + all.width);
  const double bottom = MIN (rect->y + rect->height, all.y + all.height);
  const LsRect within = { left, top, right - left, bottom - top };
  Range range;

  if (self->squares == NULL || right < left || bottom < top)
    return;
  range = find_range (self, &within);
  for (int y = range.top; y <= MIN (range.bottom, self->n_y - 1); y++)
    for (int x = range.left; x <= MIN (range.right, self->n_x - 1); x++)
      {
        const LsSquare *square = &self->squares[y * self->n_x + x];

        for (guint k = 0; k < square->n; k++)
          func (&square->entries[k], user_data);
      }
}

/* Search for what touches a rectangle; the flags tell what was found before. */
typedef struct
{
  GPtrArray *nodes, *wires;
  guint8 *seen_nodes, *seen_wires;
} Sight;

static void
see_entry (const LsIndexEntry *entry, gpointer user_data)
{
  const Sight *self = user_data;
  const gboolean is_node = entry->piece < 0;
  const guint index
      = is_node ? ((const LsNode *)entry->item)->index : ((const LsWire *)entry->item)->index;
  guint8 *flag = is_node ? &self->seen_nodes[index] : &self->seen_wires[index];

  if (!*flag)
    g_ptr_array_add (is_node ? self->nodes : self->wires, entry->item);
  *flag = 1;
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const guint x = (*(LsNode *const *)a)->index, y = (*(LsNode *const *)b)->index;

  return x < y ? -1 : x > y;
}

static int
compare_wires (gconstpointer a, gconstpointer b)
{
  const guint x = (*(LsWire *const *)a)->index, y = (*(LsWire *const *)b)->index;

  return x < y ? -1 : x > y;
}

void
ls_diagram_list_within (const LsDiagram *self,
                        const LsRect *rect,
                        GPtrArray *nodes,
                        GPtrArray *wires)
{
  const LsRect *all = &self->extents;
  g_autofree guint8 *seen_nodes = NULL;
  g_autofree guint8 *seen_wires = NULL;
  Sight sight = { .nodes = nodes, .wires = wires };

  if (rect->x <= all->x && rect->y <= all->y && rect->x + rect->width >= all->x + all->width
      && rect->y + rect->height >= all->y + all->height)
    {
      g_ptr_array_extend (nodes, self->nodes, NULL, NULL);
      g_ptr_array_extend (wires, self->wires, NULL, NULL);
      return;
    }
  sight.seen_nodes = seen_nodes = g_malloc0 (self->nodes->len + 1);
  sight.seen_wires = seen_wires = g_malloc0 (self->wires->len + 1);
  ls_index_foreach (&self->index, rect, see_entry, &sight);
  g_ptr_array_sort (nodes, compare_nodes);
  g_ptr_array_sort (wires, compare_wires);
}
