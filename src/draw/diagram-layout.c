/* Blocks in columns along the signal flow.
 *
 * Sugiyama, Tagawa, Toda, Methods for visual understanding of hierarchical system structures, IEEE
 * Trans. SMC 11 (1981): break loops, longest paths define columns, barycentres define the order in
 * a column. Vertical positions by the pool-adjacent-violators algorithm, so that wires are as
 * straight as the order permits. Unconnected parts are laid out separately and packed into rows;
 * long chains are folded. */
#include "draw/diagram-impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAP_Y 40.0    /* between blocks of a column */
#define GAP_WIRE 20.0 /* between wires that cross a column */
#define GAP_X 70.0    /* between columns, plus for each wire that bends there: */
#define GAP_X_WIRE 6.0
#define MAX_GAP_X 200.0
#define ASPECT 1.8 /* preferred ratio of width to height, for a screen */
#define N_SWEEPS 12
/* Wires over more columns than this have no position of their own in between. */
#define MAX_PASSING 12

/* A block, or the position of a wire in a column. @item: index in the caller's list, or -1 */
typedef struct
{
  int item;
  int layer;
  double height, y, wish, key;
  guint order;
} Vertex;

/* Vertex indices; @from_y, @to_y: of the ports below the upper edge */
typedef struct
{
  guint from, to;
  double from_y, to_y;
} Edge;

typedef struct
{
  const LsDiagram *diagram;
  GArray *vertices;  /* Vertex */
  GArray *edges;     /* Edge; all follow the column order after layering */
  GPtrArray *layers; /* GArray of guint */
} Layout;

#define VERTEX(self, i) (&g_array_index ((self)->vertices, Vertex, i))
#define EDGE(self, i) (&g_array_index ((self)->edges, Edge, i))
#define LAYER(self, i) ((GArray *)g_ptr_array_index ((self)->layers, i))

/* Edges by vertex: those of v are list[first[v]] to list[first[v + 1] - 1]. */
typedef struct
{
  guint *first, *list;
} Incidence;

static Incidence
list_edges (const Layout *self, gboolean outgoing)
{
  guint n = self->vertices->len, m = self->edges->len;
  Incidence all = { g_new0 (guint, n + 2), g_new0 (guint, m + 1) };
  g_autofree guint *next = g_new0 (guint, n + 1);

  for (guint i = 0; i < m; i++)
    all.first[(outgoing ? EDGE (self, i)->from : EDGE (self, i)->to) + 1]++;
  for (guint v = 0; v < n; v++)
    {
      all.first[v + 1] += all.first[v];
      next[v] = all.first[v];
    }
  for (guint i = 0; i < m; i++)
    all.list[next[outgoing ? EDGE (self, i)->from : EDGE (self, i)->to]++] = i;
  return all;
}

static void
incidence_clear (Incidence *self)
{
  g_free (self->first);
  g_free (self->list);
}

static void
turn_edge (Edge *edge)
{
  Edge old = *edge;

  *edge = (Edge){ old.to, old.from, old.to_y, old.from_y };
}

/* Reverses edges that close a loop in a depth-first search, which starts at vertices without
 * inputs. */
static void
break_loops (Layout *self)
{
  guint n = self->vertices->len, n_path = 0;
  Incidence out = list_edges (self, TRUE), in = list_edges (self, FALSE);
  g_autofree guint8 *state = g_malloc0 (n + 1); /* 0 new, 1 on the path, 2 done */
  g_autofree guint *next = g_memdup2 (out.first, (n + 1) * sizeof *next);
  g_autofree guint *path = g_new (guint, n + 1);

  for (guint k = 0; k < 2 * n; k++)
    {
      guint start = k % n;

      if (state[start] != 0 || (k < n && in.first[start + 1] > in.first[start]))
        continue;
      path[n_path++] = start;
      state[start] = 1;
      while (n_path > 0)
        {
          guint v = path[n_path - 1];
          guint to, edge;

          if (next[v] == out.first[v + 1])
            {
              state[v] = 2;
              n_path--;
              continue;
            }
          edge = out.list[next[v]++];
          to = EDGE (self, edge)->to;
          if (state[to] == 1)
            turn_edge (EDGE (self, edge));
          else if (state[to] == 0)
            {
              state[to] = 1;
              path[n_path++] = to;
            }
        }
    }
  incidence_clear (&out);
  incidence_clear (&in);
}

/* Longest path to each vertex; then vertices without inputs move next to their successors. */
static void
find_layers (Layout *self)
{
  guint n = self->vertices->len, head = 0, tail = 0;
  Incidence out = list_edges (self, TRUE), in = list_edges (self, FALSE);
  g_autofree guint *queue = g_new (guint, n + 1);
  g_autofree guint *waiting = g_new (guint, n + 1);

  for (guint v = 0; v < n; v++)
    if ((waiting[v] = in.first[v + 1] - in.first[v]) == 0)
      queue[tail++] = v;
  while (head < tail)
    {
      guint v = queue[head++];

      for (guint i = out.first[v]; i < out.first[v + 1]; i++)
        {
          guint to = EDGE (self, out.list[i])->to;

          VERTEX (self, to)->layer = MAX (VERTEX (self, to)->layer, VERTEX (self, v)->layer + 1);
          if (--waiting[to] == 0)
            queue[tail++] = to;
        }
    }
  for (guint v = 0; v < n; v++)
    {
      int least = G_MAXINT;

      if (in.first[v + 1] != in.first[v])
        continue;
      for (guint i = out.first[v]; i < out.first[v + 1]; i++)
        least = MIN (least, VERTEX (self, EDGE (self, out.list[i])->to)->layer);
      if (least < G_MAXINT)
        VERTEX (self, v)->layer = least - 1;
    }
  incidence_clear (&out);
  incidence_clear (&in);
}

/* Wires over several columns have a position in each of them. */
static void
add_passing (Layout *self)
{
  guint m = self->edges->len;

  for (guint i = 0; i < m; i++)
    {
      Edge edge = *EDGE (self, i);
      int first = VERTEX (self, edge.from)->layer, last = VERTEX (self, edge.to)->layer;
      guint from = edge.from;
      double from_y = edge.from_y;

      if (last - first < 2 || last - first > MAX_PASSING)
        continue;
      for (int layer = first + 1; layer < last; layer++)
        {
          Vertex vertex = { .item = -1, .layer = layer };
          Edge piece = { from, self->vertices->len, from_y, 0 };

          g_array_append_val (self->vertices, vertex);
          if (layer == first + 1)
            *EDGE (self, i) = piece;
          else
            g_array_append_val (self->edges, piece);
          from = piece.to;
          from_y = 0;
        }
      edge = (Edge){ from, edge.to, from_y, edge.to_y };
      g_array_append_val (self->edges, edge);
    }
}

static void
fill_layers (Layout *self)
{
  int n_layers = 0;

  for (guint v = 0; v < self->vertices->len; v++)
    n_layers = MAX (n_layers, VERTEX (self, v)->layer + 1);
  for (int i = 0; i < n_layers; i++)
    g_ptr_array_add (self->layers, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint v = 0; v < self->vertices->len; v++)
    {
      GArray *layer = LAYER (self, VERTEX (self, v)->layer);

      VERTEX (self, v)->order = layer->len;
      g_array_append_val (layer, v);
    }
}

static int
compare_key (gconstpointer a, gconstpointer b, gpointer vertices)
{
  const Vertex *x = &g_array_index ((GArray *)vertices, Vertex, *(const guint *)a);
  const Vertex *y = &g_array_index ((GArray *)vertices, Vertex, *(const guint *)b);

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Mean position of the neighbours on one side; a vertex without neighbours keeps its position. */
static void
order_layer (Layout *self, GArray *layer, const Incidence *side, gboolean before)
{
  for (guint i = 0; i < layer->len; i++)
    {
      guint v = g_array_index (layer, guint, i);
      guint n = side->first[v + 1] - side->first[v];
      double sum = 0;

      for (guint k = side->first[v]; k < side->first[v + 1]; k++)
        {
          const Edge *edge = EDGE (self, side->list[k]);

          sum += VERTEX (self, before ? edge->from : edge->to)->order
                 + (before ? edge->from_y : edge->to_y) * 1e-3;
        }
      VERTEX (self, v)->key = n > 0 ? sum / n : VERTEX (self, v)->order;
    }
  g_qsort_with_data (layer->data, (int)layer->len, sizeof (guint), compare_key, self->vertices);
  for (guint i = 0; i < layer->len; i++)
    VERTEX (self, g_array_index (layer, guint, i))->order = i;
}

static double
gap_between (const Vertex *a, const Vertex *b)
{
  return a->item >= 0 && b->item >= 0 ? GAP_Y : GAP_WIRE;
}

/* A block of adjacent vertices. @sum: of the requested positions of its upper edge */
typedef struct
{
  guint first, n;
  double sum, height, y;
} Pool;

/* Least-squares positions for the requests that preserve order and gaps. */
static void
pool_layer (Layout *self, const GArray *layer)
{
  g_autofree Pool *pools = g_new (Pool, layer->len + 1);
  guint n = 0;

  for (guint i = 0; i < layer->len; i++)
    {
      const Vertex *vertex = VERTEX (self, g_array_index (layer, guint, i));

      pools[n] = (Pool){ i, 1, vertex->wish, vertex->height, vertex->wish };
      n++;
      while (n > 1)
        {
          Pool *above = &pools[n - 2], *below = &pools[n - 1];
          const Vertex *a = VERTEX (self, g_array_index (layer, guint, below->first - 1));
          const Vertex *b = VERTEX (self, g_array_index (layer, guint, below->first));
          double shift = above->height + gap_between (a, b);

          if (above->y + shift <= below->y)
            break;
          above->sum += below->sum - below->n * shift;
          above->n += below->n;
          above->height = shift + below->height;
          above->y = above->sum / above->n;
          n--;
        }
    }
  for (guint p = 0; p < n; p++)
    {
      double y = pools[p].y;

      for (guint i = pools[p].first; i < pools[p].first + pools[p].n; i++)
        {
          Vertex *vertex = VERTEX (self, g_array_index (layer, guint, i));

          vertex->y = y;
          y += vertex->height;
          if (i + 1 < layer->len)
            y += gap_between (vertex, VERTEX (self, g_array_index (layer, guint, i + 1)));
        }
    }
}

/* Straightens wires to one side or to both. */
static void
wish_layer (Layout *self, const GArray *layer, const Incidence *in, const Incidence *out)
{
  for (guint i = 0; i < layer->len; i++)
    {
      guint v = g_array_index (layer, guint, i), n = 0;
      double sum = 0;

      for (guint k = in != NULL ? in->first[v] : 0; in != NULL && k < in->first[v + 1]; k++, n++)
        {
          const Edge *edge = EDGE (self, in->list[k]);

          sum += VERTEX (self, edge->from)->y + edge->from_y - edge->to_y;
        }
      for (guint k = out != NULL ? out->first[v] : 0; out != NULL && k < out->first[v + 1];
           k++, n++)
        {
          const Edge *edge = EDGE (self, out->list[k]);

          sum += VERTEX (self, edge->to)->y + edge->to_y - edge->from_y;
        }
      VERTEX (self, v)->wish = n > 0 ? sum / n : VERTEX (self, v)->y;
    }
  pool_layer (self, layer);
}

static void
find_order_and_heights (Layout *self)
{
  Incidence in = list_edges (self, FALSE), out = list_edges (self, TRUE);
  guint n = self->layers->len;

  for (int sweep = 0; sweep < N_SWEEPS; sweep++)
    {
      for (guint i = 1; i < n; i++)
        order_layer (self, LAYER (self, i), &in, TRUE);
      for (guint i = n; i-- > 1 && sweep + 1 < N_SWEEPS;)
        order_layer (self, LAYER (self, i - 1), &out, FALSE);
    }
  for (guint i = 0; i < n; i++)
    pool_layer (self, LAYER (self, i));
  for (int sweep = 0; sweep < N_SWEEPS; sweep++)
    {
      for (guint i = 1; i < n; i++)
        wish_layer (self, LAYER (self, i), &in, NULL);
      for (guint i = n; i-- > 1;)
        wish_layer (self, LAYER (self, i - 1), NULL, &out);
      for (guint i = 0; i < n; i++)
        wish_layer (self, LAYER (self, i), &in, &out);
    }
  incidence_clear (&in);
  incidence_clear (&out);
}

static double
width_of (const Layout *self, const Vertex *vertex, const guint ids[])
{
  LsRect rect = { 0, 0, 0, 0 };

  if (vertex->item >= 0)
    ls_diagram_get_component_rect (self->diagram, ids[vertex->item], &rect);
  return rect.width;
}

/* Widths of the columns including the gap after them. */
static double *
measure_columns (const Layout *self, const guint ids[])
{
  double *widths = g_new0 (double, self->layers->len + 1);
  g_autofree guint *wires = g_new0 (guint, self->layers->len + 1);

  for (guint i = 0; i < self->edges->len; i++)
    wires[VERTEX (self, EDGE (self, i)->from)->layer]++;
  for (guint i = 0; i < self->layers->len; i++)
    {
      for (guint k = 0; k < LAYER (self, i)->len; k++)
        widths[i]
            = MAX (widths[i],
                   width_of (self, VERTEX (self, g_array_index (LAYER (self, i), guint, k)), ids));
      widths[i] += MIN (GAP_X + GAP_X_WIRE * wires[i], MAX_GAP_X);
    }
  return widths;
}

static double
on_grid (double value)
{
  return round (value / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
}

/* Columns from left to right, in the number of rows with the best aspect ratio; from (0, 0). */
static LsRect
place_columns (Layout *self, const guint ids[], LsPoint positions[])
{
  g_autofree double *widths = measure_columns (self, ids);
  double top = G_MAXDOUBLE, bottom = -G_MAXDOUBLE, all = 0, x = 0, row = 0, limit;
  LsRect area = { 0, 0, 0, 0 };

  for (guint i = 0; i < self->layers->len; i++)
    all += widths[i];
  for (guint v = 0; v < self->vertices->len; v++)
    {
      top = MIN (top, VERTEX (self, v)->y);
      bottom = MAX (bottom, VERTEX (self, v)->y + VERTEX (self, v)->height);
    }
  limit = all / MAX (1, floor (sqrt (all / (ASPECT * 2 * (bottom - top + 2 * GAP_Y)))));
  for (guint i = 0; i < self->layers->len; i++)
    {
      if (x > 0 && x + widths[i] > limit + 1)
        {
          x = 0;
          row += bottom - top + 2 * GAP_Y;
        }
      for (guint k = 0; k < LAYER (self, i)->len; k++)
        {
          const Vertex *vertex = VERTEX (self, g_array_index (LAYER (self, i), guint, k));

          if (vertex->item >= 0)
            positions[vertex->item] = (LsPoint){ on_grid (x), on_grid (row + vertex->y - top) };
        }
      x += widths[i];
      area.width = MAX (area.width, x);
    }
  area.height = row + bottom - top;
  return area;
}

static double
port_height (const LsDiagram *diagram, guint id, const char *variable, const LsRect *rect)
{
  LsPoint tip;

  if (!ls_diagram_get_port (diagram, id, variable, &tip, NULL, NULL))
    return rect->height / 2;
  return CLAMP (tip.y - rect->y, 0, rect->height);
}

/* @part: part of each item; @index: item by id, counted from 1 */
static LsRect
lay_part (const LsDiagram *diagram,
          const guint ids[],
          guint n,
          const guint part[],
          guint which,
          GHashTable *index,
          LsPoint positions[])
{
  Layout self = { diagram, g_array_new (FALSE, TRUE, sizeof (Vertex)),
                  g_array_new (FALSE, FALSE, sizeof (Edge)),
                  g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref) };
  g_autofree guint *vertex_of = g_new0 (guint, n + 1);
  LsRect area;

  for (guint i = 0; i < n; i++)
    {
      LsRect rect = { 0, 0, 0, 0 };
      Vertex vertex = { .item = (int)i };

      if (part[i] != which)
        continue;
      ls_diagram_get_component_rect (diagram, ids[i], &rect);
      vertex.height = rect.height;
      vertex_of[i] = self.vertices->len;
      g_array_append_val (self.vertices, vertex);
    }
  for (guint i = 0; i < diagram->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (diagram->wires, i);
      guint from = GPOINTER_TO_UINT (g_hash_table_lookup (index, GUINT_TO_POINTER (wire->from)));
      guint to = GPOINTER_TO_UINT (g_hash_table_lookup (index, GUINT_TO_POINTER (wire->to)));
      LsRect from_rect, to_rect;
      Edge edge;

      if (from == 0 || to == 0 || from == to || part[from - 1] != which)
        continue;
      ls_diagram_get_component_rect (diagram, wire->from, &from_rect);
      ls_diagram_get_component_rect (diagram, wire->to, &to_rect);
      edge = (Edge){ vertex_of[from - 1], vertex_of[to - 1],
                     port_height (diagram, wire->from, wire->output, &from_rect),
                     port_height (diagram, wire->to, wire->input, &to_rect) };
      g_array_append_val (self.edges, edge);
    }
  break_loops (&self);
  find_layers (&self);
  add_passing (&self);
  fill_layers (&self);
  find_order_and_heights (&self);
  area = place_columns (&self, ids, positions);
  g_array_unref (self.vertices);
  g_array_unref (self.edges);
  g_ptr_array_unref (self.layers);
  return area;
}

static guint
find_root (guint parent[], guint i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

/* Numbers the connected parts, in the order of their first items. */
static guint
find_parts (const LsDiagram *diagram, guint n, GHashTable *index, guint part[])
{
  g_autofree guint *parent = g_new (guint, n + 1);
  g_autofree guint *number = g_new0 (guint, n + 1);
  guint n_parts = 0;

  for (guint i = 0; i < n; i++)
    parent[i] = i;
  for (guint i = 0; i < diagram->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (diagram->wires, i);
      guint from = GPOINTER_TO_UINT (g_hash_table_lookup (index, GUINT_TO_POINTER (wire->from)));
      guint to = GPOINTER_TO_UINT (g_hash_table_lookup (index, GUINT_TO_POINTER (wire->to)));

      if (from != 0 && to != 0)
        parent[find_root (parent, from - 1)] = find_root (parent, to - 1);
    }
  for (guint i = 0; i < n; i++)
    {
      guint root = find_root (parent, i);

      if (number[root] == 0)
        number[root] = ++n_parts;
      part[i] = number[root];
    }
  return n_parts;
}

void
ls_diagram_layout (const LsDiagram *self, const guint ids[], guint n, LsPoint positions[])
{
  g_return_if_fail (self != NULL);

  g_autoptr (GHashTable) index = g_hash_table_new (NULL, NULL);
  g_autofree guint *part = g_new0 (guint, n + 1);
  g_autofree LsRect *areas = NULL;
  double surface = 0, widest = 0, limit, x = 0, y = 0, row_height = 0;
  guint n_parts;

  for (guint i = 0; i < n; i++)
    g_hash_table_insert (index, GUINT_TO_POINTER (ids[i]), GUINT_TO_POINTER (i + 1));
  n_parts = find_parts (self, n, index, part);
  areas = g_new0 (LsRect, n_parts + 1);
  for (guint p = 1; p <= n_parts; p++)
    {
      areas[p] = lay_part (self, ids, n, part, p, index, positions);
      surface += areas[p].width * (areas[p].height + 2 * GAP_Y);
      widest = MAX (widest, areas[p].width);
    }
  limit = MAX (widest, sqrt (ASPECT * surface));
  for (guint p = 1; p <= n_parts; p++)
    {
      if (x > 0 && x + areas[p].width > limit + 1)
        {
          x = 0;
          y += row_height + 2 * GAP_Y;
          row_height = 0;
        }
      areas[p].x = on_grid (x);
      areas[p].y = on_grid (y);
      x += areas[p].width;
      row_height = MAX (row_height, areas[p].height);
    }
  for (guint i = 0; i < n; i++)
    {
      positions[i].x += areas[part[i]].x;
      positions[i].y += areas[part[i]].y;
    }
}
