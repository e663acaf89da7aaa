/* Frequent shapes of wires, and the connection of their ends to ports. */
#include "draw/route-impl.h"

static gboolean
is_straight (const LsPoint *a, const LsPoint *b, const LsPoint *c)
{
  return (a->x == b->x && b->x == c->x) || (a->y == b->y && b->y == c->y);
}

void
ls_route_simplify (GArray *points)
{
  LsPoint *p = (LsPoint *)(void *)points->data;
  guint n = 0;

  for (guint i = 0; i < points->len; i++)
    {
      if (n > 0 && p[n - 1].x == p[i].x && p[n - 1].y == p[i].y)
        continue;
      if (n > 1 && is_straight (&p[n - 2], &p[n - 1], &p[i]))
        n--;
      p[n++] = p[i];
    }
  g_array_set_size (points, n);
}

/* Moves the ends of a route from grid cells to the tips, which need not be on the grid, together
 * with the adjacent bend. */
static void
attach_end (GArray *points, const LsRouteEnd *end, gboolean first)
{
  guint n = points->len;
  LsPoint *tip = &g_array_index (points, LsPoint, first ? 0 : n - 1);
  LsPoint *next = &g_array_index (points, LsPoint, first ? 1 : n - 2);

  if (end->dx != 0)
    next->y = end->tip.y;
  else
    next->x = end->tip.x;
  *tip = end->tip;
}

/* A straight route between slightly offset tips has a step in its middle. */
static void
add_step (GArray *points, gboolean horizontal)
{
  LsPoint a = g_array_index (points, LsPoint, 0), b = g_array_index (points, LsPoint, 1);
  LsPoint step[2];

  if (horizontal)
    {
      step[0] = (LsPoint){ (a.x + b.x) / 2, a.y };
      step[1] = (LsPoint){ (a.x + b.x) / 2, b.y };
    }
  else
    {
      step[0] = (LsPoint){ a.x, (a.y + b.y) / 2 };
      step[1] = (LsPoint){ b.x, (a.y + b.y) / 2 };
    }
  g_array_insert_vals (points, 1, step, 2);
}

void
ls_route_attach (GArray *points, const LsRouteEnd *from, const LsRouteEnd *to)
{
  if (points->len == 1)
    g_array_append_val (points, to->tip);
  if (points->len == 2)
    {
      g_array_index (points, LsPoint, 0) = from->tip;
      g_array_index (points, LsPoint, 1) = to->tip;
      if (from->tip.x != to->tip.x && from->tip.y != to->tip.y)
        add_step (points, from->dx != 0);
    }
  else
    {
      attach_end (points, from, TRUE);
      attach_end (points, to, FALSE);
    }
  ls_route_simplify (points);
}

/* Whether a straight piece has no cost except its cells. */
static gboolean
is_free (
    const LsRouter *self, const LsPoint *a, const LsPoint *b, guint32 except_a, guint32 except_b)
{
  int x = column_of (self, a->x), y = line_of (self, a->y);
  int to_x = column_of (self, b->x), to_y = line_of (self, b->y);
  int orientation = y == to_y ? HORIZONTAL : VERTICAL;

  for (int i = MIN (x, to_x); i <= MAX (x, to_x); i++)
    for (int k = MIN (y, to_y); k <= MAX (y, to_y); k++)
      {
        guint32 cell = cell_of (self, i, k);

        if (self->cells[cell].hard != 0 || self->cells[cell].along[orientation] != 0)
          return FALSE;
        if ((self->cells[cell].soft != 0 || self->cells[cell].tips != 0) && cell != except_a
            && cell != except_b)
          return FALSE;
      }
  return TRUE;
}

/* The most frequent wire: right, vertical in the middle, right. */
GArray *
ls_router_find_simple (const LsRouter *self, const LsRouteEnd *from, const LsRouteEnd *to)
{
  guint32 start = tip_cell (self, from), goal = tip_cell (self, to);
  LsPoint p[4] = { point_of (self, start), { 0, 0 }, { 0, 0 }, point_of (self, goal) };
  GArray *points;
  double middle;

  if (from->dx != 1 || to->dx != -1 || p[3].x - p[0].x < 2 * self->pitch)
    return NULL;
  middle = self->left + floor (((p[0].x + p[3].x) / 2 - self->left) / self->pitch) * self->pitch;
  p[1] = (LsPoint){ middle, p[0].y };
  p[2] = (LsPoint){ middle, p[3].y };
  for (int i = 0; i < 3; i++)
    if (!is_free (self, &p[i], &p[i + 1], start, goal))
      return NULL;
  points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  g_array_append_vals (points, p, 4);
  ls_route_simplify (points);
  ls_route_attach (points, from, to);
  return points;
}

/* Search for the cheapest of some shapes. @ends: cells at which wires may pass blocks and ports;
 * @overlaps: wires may lie on others */
typedef struct
{
  const LsRouter *router;
  guint32 ends[2];
  gboolean overlaps;
} Pricing;

/* Cost of a cell that a piece passes, or 0 if it may not. */
static guint32
price_cell (const Pricing *self, guint32 cell, int orientation)
{
  const LsRouteCell *here = &self->router->cells[cell];
  const gboolean is_end = cell == self->ends[0] || cell == self->ends[1];
  guint32 price = COST_STEP;

  if ((here->along[orientation] != 0 && !self->overlaps) || (here->hard != 0 && !is_end))
    return 0;
  if (here->along[orientation] != 0)
    price += COST_OVERLAP;
  if (here->soft != 0)
    price += COST_SOFT;
  if (here->tips != 0 && !is_end)
    price += COST_TIP;
  if (here->along[1 - orientation] != 0)
    price += COST_CROSSING;
  return price;
}

/* @sum plus the cost of a straight piece; G_MAXUINT32 if a block or another wire is in its way, or
 * above @limit. */
static guint32
price_piece (const Pricing *self, int x, int y, int to_x, int to_y, guint32 sum, guint32 limit)
{
  int orientation = y == to_y ? HORIZONTAL : VERTICAL;
  int step_column = (to_x > x) - (to_x < x), step_line = (to_y > y) - (to_y < y);

  for (;; x += step_column, y += step_line)
    {
      const guint32 price = price_cell (self, cell_of (self->router, x, y), orientation);

      if (price == 0)
        return G_MAXUINT32;
      sum += price;
      if (sum >= limit)
        return G_MAXUINT32;
      if (x == to_x && y == to_y)
        return sum;
    }
}

/* Corners of a route with up to three pieces between two stubs. */
typedef struct
{
  int x[6], y[6];
} Shape;

static guint32
price_shape (const Pricing *self, const Shape *shape, guint32 limit)
{
  guint32 sum = 0;

  for (int i = 0; i < 5; i++)
    if (shape->x[i] != shape->x[i + 1] || shape->y[i] != shape->y[i + 1])
      {
        sum = price_piece (self, shape->x[i], shape->y[i], shape->x[i + 1], shape->y[i + 1],
                           sum + COST_BEND, limit);
        if (sum == G_MAXUINT32)
          return sum;
      }
  return sum;
}

#define MAX_STUB 7
#define MAX_LINES 48

/* Out, vertical, in. Returns: the cost, or G_MAXUINT32 */
static guint32
find_column (const Pricing *self, int x, int y, int to_x, int to_y, Shape *found)
{
  guint32 best = G_MAXUINT32;

  for (int column = x + 1; column < to_x; column += 1 + (to_x - x) / MAX_LINES)
    {
      Shape shape = { { x, column, column, to_x, to_x, to_x }, { y, y, to_y, to_y, to_y, to_y } };
      guint32 price = price_shape (self, &shape, best);

      if (price < best)
        {
          best = price;
          *found = shape;
        }
    }
  return best;
}

/* ---- Out, to a line above or below, along it, and back in ---- */

/* Costs of the parts of all such routes, as sums over cells, so that each cell is looked at once.
 * @first, @n: lines; @left, @n_columns: columns; @rises: for each end, stub and line; @sums: for
 * each line and column the costs of cells left of it, as @blocked counts those that no wire may
 * pass;
 * @known: the lines whose sums are there */
typedef struct
{
  const Pricing *pricing;
  int first, n, left, n_columns;
  guint32 *rises[2], *sums;
  guint16 *blocked;
  guint8 *known;
} Lines;

/* From a tip outwards by a stub, and vertically to each line: sums, or G_MAXUINT32. */
static void
sum_rise (const Lines *self, guint32 *rises, int tip, int column, int y)
{
  const guint32 stub = price_piece (self->pricing, tip, y, column, y, COST_BEND, G_MAXUINT32);

  rises[y - self->first] = stub;
  for (int way = -1; way <= 1; way += 2)
    {
      guint32 sum = stub;

      for (int line = y; line >= self->first && line < self->first + self->n; line += way)
        {
          const guint32 price
              = price_cell (self->pricing, cell_of (self->pricing->router, column, line), VERTICAL);

          sum = price == 0 || sum == G_MAXUINT32 ? G_MAXUINT32
                : line == y                      ? sum + COST_BEND + price
                                                 : sum + price;
          if (line != y)
            rises[line - self->first] = sum;
        }
    }
}

static void
sum_line (const Lines *self, int line)
{
  const gsize at = (gsize)(line - self->first) * (gsize)(self->n_columns + 1);
  guint32 *sums = &self->sums[at];
  guint16 *blocked = &self->blocked[at];

  sums[0] = blocked[0] = 0;
  for (int i = 0; i < self->n_columns; i++)
    {
      const guint32 price = price_cell (
          self->pricing, cell_of (self->pricing->router, self->left + i, line), HORIZONTAL);

      sums[i + 1] = sums[i] + price;
      blocked[i + 1] = (guint16)(blocked[i] + (price == 0));
    }
  self->known[line - self->first] = 1;
}

/* Cost along a line, or G_MAXUINT32. */
static guint32
price_along (const Lines *self, int line, int from, int to)
{
  const gsize at = (gsize)(line - self->first) * (gsize)(self->n_columns + 1);
  const gsize a = at + (gsize)(MIN (from, to) - self->left);
  const gsize b = at + (gsize)(MAX (from, to) - self->left) + 1;

  if (from == to)
    return 0;
  if (!self->known[line - self->first])
    sum_line (self, line);
  return self->blocked[a] != self->blocked[b] ? G_MAXUINT32
                                              : COST_BEND + self->sums[b] - self->sums[a];
}

/* Between ends that are far apart not each line is tried. */
static int
next_line (const Lines *self, int i)
{
  const int step = 1 + self->n / (4 * MAX_LINES);

  return i < MAX_LINES || i + MAX_LINES >= self->n ? i + 1 : MIN (i + step, self->n - MAX_LINES);
}

/* Cheapest line for a stub out and a stub in. @best: (inout) */
static void
try_lines (const Lines *self,
           int out,
           int in,
           int x,
           int y,
           int to_x,
           int to_y,
           guint32 *best,
           Shape *found)
{
  const guint32 *rise = &self->rises[0][(gsize)(out - 1) * (gsize)self->n];
  const guint32 *fall = &self->rises[1][(gsize)(in - 1) * (gsize)self->n];
  const guint32 least = COST_STEP * (guint32)ABS (to_x - in - x - out);

  for (int i = 0; i < self->n; i = next_line (self, i))
    {
      guint32 along;

      if (rise[i] == G_MAXUINT32 || fall[i] == G_MAXUINT32 || rise[i] + fall[i] + least >= *best)
        continue;
      along = price_along (self, self->first + i, x + out, to_x - in);
      if (along == G_MAXUINT32 || rise[i] + along + fall[i] >= *best)
        continue;
      *best = rise[i] + along + fall[i];
      *found = (Shape){ { x, x + out, x + out, to_x - in, to_x - in, to_x },
                        { y, y, self->first + i, self->first + i, to_y, to_y } };
    }
}

static void
lines_init (Lines *self, const Pricing *pricing, int x, int y, int to_x, int to_y)
{
  const LsRouter *router = pricing->router;
  const int last = MIN (MAX (y, to_y) + MAX_LINES / 2, router->n_y);
  const int right = MIN (MAX (x, to_x) + MAX_STUB, router->n_x - 1);
  gsize n, n_sums;

  self->pricing = pricing;
  self->first = MAX (MIN (y, to_y) - MAX_LINES / 2, 0);
  self->n = last - self->first;
  self->left = MAX (MIN (x, to_x) - MAX_STUB, 0);
  self->n_columns = right - self->left + 1;
  n = (gsize)self->n;
  n_sums = n * (gsize)(self->n_columns + 1);
  for (int end = 0; end < 2; end++)
    self->rises[end] = g_new (guint32, MAX_STUB * n);
  self->sums = g_new (guint32, n_sums);
  self->blocked = g_new (guint16, n_sums);
  self->known = g_new0 (guint8, n);
  for (int stub = 1; stub <= MAX_STUB; stub++)
    {
      if (x + stub < router->n_x)
        sum_rise (self, &self->rises[0][(gsize)(stub - 1) * n], x, x + stub, y);
      if (to_x - stub >= 0)
        sum_rise (self, &self->rises[1][(gsize)(stub - 1) * n], to_x, to_x - stub, to_y);
    }
}

static void
lines_clear (Lines *self)
{
  for (int end = 0; end < 2; end++)
    g_free (self->rises[end]);
  g_free (self->sums);
  g_free (self->blocked);
  g_free (self->known);
}

static guint32
find_line (const Pricing *pricing, int x, int y, int to_x, int to_y, Shape *found)
{
  guint32 best = G_MAXUINT32;
  Lines lines;

  lines_init (&lines, pricing, x, y, to_x, to_y);
  for (int out = 1; out <= MAX_STUB && best == G_MAXUINT32; out++)
    for (int in = 1; in <= MAX_STUB; in++)
      if (to_x - in >= 0 && x + out < pricing->router->n_x)
        try_lines (&lines, out, in, x, y, to_x, to_y, &best, found);
  lines_clear (&lines);
  return best;
}

/* Frequent shapes, with their costs: out, vertical, in; or out, to a line above or below, along it,
 * and back in. Only for ports on the left and right sides. */
GArray *
ls_router_find_shape (const LsRouter *self,
                      const LsRouteEnd *from,
                      const LsRouteEnd *to,
                      gboolean overlaps)
{
  const Pricing pricing = { self, { tip_cell (self, from), tip_cell (self, to) }, overlaps };
  const guint32 n_x = (guint32)self->n_x;
  const int x = (int)(pricing.ends[0] % n_x), y = (int)(pricing.ends[0] / n_x);
  const int to_x = (int)(pricing.ends[1] % n_x), to_y = (int)(pricing.ends[1] / n_x);
  Shape found;
  GArray *points;

  if (from->dx != 1 || to->dx != -1)
    return NULL;
  if (find_column (&pricing, x, y, to_x, to_y, &found) == G_MAXUINT32
      && find_line (&pricing, x, y, to_x, to_y, &found) == G_MAXUINT32)
    return NULL;
  points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  for (int i = 0; i < 6; i++)
    {
      LsPoint point = point_of (self, cell_of (self, found.x[i], found.y[i]));

      g_array_append_val (points, point);
    }
  ls_route_simplify (points);
  ls_route_attach (points, from, to);
  return points;
}
