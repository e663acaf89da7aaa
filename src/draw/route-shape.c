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

/* @sum plus the cost of a straight piece; G_MAXUINT32 if a block or another wire is in its way, or
 * above @limit. */
static guint32
price_piece (const LsRouter *self,
             int x,
             int y,
             int to_x,
             int to_y,
             const guint32 ends[2],
             guint32 sum,
             guint32 limit)
{
  int orientation = y == to_y ? HORIZONTAL : VERTICAL;
  int step_column = (to_x > x) - (to_x < x), step_line = (to_y > y) - (to_y < y);

  for (;; x += step_column, y += step_line)
    {
      guint32 cell = cell_of (self, x, y);

      if (self->cells[cell].along[orientation] != 0
          || (self->cells[cell].hard != 0 && cell != ends[0] && cell != ends[1]))
        return G_MAXUINT32;
      sum += COST_STEP;
      if (self->cells[cell].soft != 0)
        sum += COST_SOFT;
      if (self->cells[cell].tips != 0 && cell != ends[0] && cell != ends[1])
        sum += COST_TIP;
      if (self->cells[cell].along[1 - orientation] != 0)
        sum += COST_CROSSING;
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
price_shape (const LsRouter *self, const Shape *shape, const guint32 ends[2], guint32 limit)
{
  guint32 sum = 0;

  for (int i = 0; i < 5; i++)
    if (shape->x[i] != shape->x[i + 1] || shape->y[i] != shape->y[i + 1])
      {
        sum = price_piece (self, shape->x[i], shape->y[i], shape->x[i + 1], shape->y[i + 1], ends,
                           sum + COST_BEND, limit);
        if (sum == G_MAXUINT32)
          return sum;
      }
  return sum;
}

#define MAX_STUB 7
#define MAX_LINES 48

/* Frequent shapes, with their costs: out, vertical, in; or out, to a line above or below, along it,
 * and back in. Only for ports on the left and right sides. */
GArray *
ls_router_find_shape (const LsRouter *self, const LsRouteEnd *from, const LsRouteEnd *to)
{
  const guint32 ends[2] = { tip_cell (self, from), tip_cell (self, to) };
  guint32 n_x = (guint32)self->n_x, best = G_MAXUINT32;
  int x = (int)(ends[0] % n_x), y = (int)(ends[0] / n_x);
  int to_x = (int)(ends[1] % n_x), to_y = (int)(ends[1] / n_x);
  Shape found = { { 0 }, { 0 } };
  GArray *points;

  if (from->dx != 1 || to->dx != -1)
    return NULL;
  for (int column = x + 1; column < to_x; column += 1 + (to_x - x) / MAX_LINES)
    {
      Shape shape = { { x, column, column, to_x, to_x, to_x }, { y, y, to_y, to_y, to_y, to_y } };
      guint32 price = price_shape (self, &shape, ends, best);

      if (price < best)
        {
          best = price;
          found = shape;
        }
    }
  for (int out = 1; out <= MAX_STUB && best == G_MAXUINT32; out++)
    for (int in = 1; in <= MAX_STUB; in++)
      for (int line = MAX (MIN (y, to_y) - MAX_LINES / 2, 0);
           line < MIN (MAX (y, to_y) + MAX_LINES / 2, self->n_y); line++)
        {
          Shape shape = { { x, x + out, x + out, to_x - in, to_x - in, to_x },
                          { y, y, line, line, to_y, to_y } };
          guint32 price;

          if (to_x - in < 0 || x + out >= self->n_x)
            continue;
          price = price_shape (self, &shape, ends, best);
          if (price < best)
            {
              best = price;
              found = shape;
            }
        }
  if (best == G_MAXUINT32)
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
