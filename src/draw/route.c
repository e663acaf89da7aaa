#include "draw/route-impl.h"

/* Steps to the right, left, down, up. */
static const int step_x[] = { 1, -1, 0, 0 };
static const int step_y[] = { 0, 0, 1, -1 };
#define ORIENTATION(direction) ((direction) / 2)
#define NO_DIRECTION 4

/* @key: estimated total in the upper half, estimate of the rest in the lower one
 * @state: 2 * cell + orientation of arrival */
typedef struct
{
  guint64 key;
  guint32 state;
} Open;

/* Start of a search: on a sibling or at the tip. */
typedef struct
{
  guint32 state;
  int sibling; /* -1: the tip */
  guint segment;
  LsPoint point;
} Start;

LsRouter *
ls_router_new (const LsRect *area)
{
  LsRouter *self = g_new0 (LsRouter, 1);
  gsize n_cells;

  self->pitch = PITCH;
  while ((area->width / self->pitch + 2) * (area->height / self->pitch + 2) > MAX_CELLS)
    self->pitch *= 2;
  self->left = floor (area->x / self->pitch) * self->pitch;
  self->top = floor (area->y / self->pitch) * self->pitch;
  self->n_x = (int)ceil (area->width / self->pitch) + 2;
  self->n_y = (int)ceil (area->height / self->pitch) + 2;
  n_cells = (gsize)self->n_x * (gsize)self->n_y;
  self->cells = g_new0 (LsRouteCell, n_cells);
  self->states = g_new0 (LsRouteState, 2 * n_cells);
  self->open = g_array_new (FALSE, FALSE, sizeof (Open));
  self->starts = g_array_new (FALSE, FALSE, sizeof (Start));
  return self;
}

void
ls_router_free (LsRouter *self)
{
  if (self == NULL)
    return;
  g_free (self->cells);
  g_free (self->states);
  g_array_unref (self->open);
  g_array_unref (self->starts);
  g_free (self);
}

void
ls_router_set_haste (LsRouter *self, gboolean haste)
{
  self->in_haste = haste;
}

gboolean
ls_router_has_room (const LsRouter *self, const LsRect *rect)
{
  double room = 6 * self->pitch;

  return rect->x - room >= self->left && rect->y - room >= self->top
         && rect->x + rect->width + room <= self->left + (self->n_x - 1) * self->pitch
         && rect->y + rect->height + room <= self->top + (self->n_y - 1) * self->pitch;
}

typedef struct
{
  int left, right, top, bottom;
} CellRange;

/* All cells strictly within @margin of the rectangle. */
static CellRange
find_range (const LsRouter *self, const LsRect *rect, double margin)
{
  const int left = (int)floor ((rect->x - margin - self->left) / self->pitch) + 1;
  const int right = (int)ceil ((rect->x + rect->width + margin - self->left) / self->pitch) - 1;
  const int top = (int)floor ((rect->y - margin - self->top) / self->pitch) + 1;
  const int bottom = (int)ceil ((rect->y + rect->height + margin - self->top) / self->pitch) - 1;

  return (CellRange){ MAX (left, 0), MIN (right, self->n_x - 1), MAX (top, 0),
                      MIN (bottom, self->n_y - 1) };
}

void
ls_router_add_block (LsRouter *self, const LsRect *rect, int count)
{
  const CellRange hard = find_range (self, rect, HARD), soft = find_range (self, rect, SOFT);

  for (int line = hard.top; line <= hard.bottom; line++)
    for (int column = hard.left; column <= hard.right; column++)
      self->cells[cell_of (self, column, line)].hard += (guint8)count;
  for (int line = soft.top; line <= soft.bottom; line++)
    for (int column = soft.left; column <= soft.right; column++)
      self->cells[cell_of (self, column, line)].soft += (guint8)count;
}

void
ls_router_add_tip (LsRouter *self, const LsPoint *tip, int count)
{
  self->cells[cell_of (self, column_of (self, tip->x), line_of (self, tip->y))].tips
      += (guint8)count;
}

void
ls_router_add_wire (LsRouter *self, const LsPoint points[], guint n, int count)
{
  for (guint i = 0; i + 1 < n; i++)
    {
      int x = column_of (self, points[i].x), y = line_of (self, points[i].y);
      int to_x = column_of (self, points[i + 1].x), to_y = line_of (self, points[i + 1].y);
      int orientation = fabs (points[i + 1].y - points[i].y) > fabs (points[i + 1].x - points[i].x)
                            ? VERTICAL
                            : HORIZONTAL;

      if (orientation == VERTICAL)
        to_x = x;
      else
        to_y = y;
      for (int a = MIN (x, to_x); a <= MAX (x, to_x); a++)
        for (int b = MIN (y, to_y); b <= MAX (y, to_y); b++)
          self->cells[cell_of (self, a, b)].along[orientation] += (guint16)count;
    }
}

/* Heap of open states: smallest estimated total first, of equal ones the nearest to the goal. */
static gboolean
is_before (const Open *a, const Open *b)
{
  return a->key < b->key || (a->key == b->key && a->state < b->state);
}

static void
heap_push (GArray *heap, Open item)
{
  guint i = heap->len;
  Open *items;

  g_array_append_val (heap, item);
  items = (Open *)(void *)heap->data;
  while (i > 0 && is_before (&item, &items[(i - 1) / 2]))
    {
      items[i] = items[(i - 1) / 2];
      i = (i - 1) / 2;
    }
  items[i] = item;
}

static Open
heap_pop (GArray *heap)
{
  Open *items = (Open *)(void *)heap->data;
  Open top = items[0], last = items[heap->len - 1];
  guint n = heap->len - 1, i = 0;

  g_array_set_size (heap, n);
  while (2 * i + 1 < n)
    {
      guint child = 2 * i + 1;

      if (child + 1 < n && is_before (&items[child + 1], &items[child]))
        child++;
      if (!is_before (&items[child], &last))
        break;
      items[i] = items[child];
      i = child;
    }
  if (n > 0)
    items[i] = last;
  return top;
}

/* Goal of a search: a cell and the orientation of arrival. */
typedef struct
{
  int x, y, orientation;
  guint32 state;
  guint32 haste; /* weight of the remaining cost estimate, in quarters */
} Goal;

/* Searches that take too long are repeated with a larger weight: faster, but more expensive routes.
 * Short wires, where this would be visible, are never affected. */
static const struct
{
  guint32 haste;
  guint max_states;
} attempts[] = { { 4, 6000 }, { 10, 6000 } };
#define HASTE 40
/* States of a search in haste, after which wires may lie on others: from one end of a large diagram
 * to the other there may be no free way. */
#define HASTY_STATES 8000
/* Cells of a large grid, and states of the last search in it: a port that another block covers, as
 * while one is dragged over it, cannot be reached. */
#define LARGE 1e6
#define LARGE_STATES 60000

/* Lower bound of the remaining cost: cells and necessary bends, times the weight. */
static guint32
estimate (const Goal *goal, int x, int y, int orientation)
{
  int dx = ABS (goal->x - x), dy = ABS (goal->y - y);
  int aside = goal->orientation == HORIZONTAL ? dy : dx;
  guint32 bends = orientation != goal->orientation ? 1 : aside != 0 ? 2 : 0;

  return ((guint32)(dx + dy) * COST_STEP + bends * COST_BEND) * goal->haste / 4;
}

/* @x, @y: of the cell of @state */
static void
open_state (
    LsRouter *self, const Goal *goal, guint32 state, int x, int y, guint32 cost, guint8 came)
{
  LsRouteState *known = &self->states[state];
  guint32 h;

  if (known->stamp == self->now && known->cost <= cost)
    return;
  *known = (LsRouteState){ self->now, cost, came };
  h = estimate (goal, x, y, (int)(state & 1));
  heap_push (self->open, (Open){ (guint64)(cost + h) << 32 | h, state });
}

static void
expand (LsRouter *self, const Goal *goal, guint32 state, guint forced)
{
  const guint32 cell = state / 2, n_x = (guint32)self->n_x;
  const LsRouteCell *here = &self->cells[cell];
  const guint32 reached = self->states[state].cost;
  int x = (int)(cell % n_x), y = (int)(cell / n_x), before = (int)(state & 1);

  for (guint direction = 0; direction < 4; direction++)
    {
      int orientation = (int)ORIENTATION (direction);
      int to_x = x + step_x[direction], to_y = y + step_y[direction];
      guint32 to, cost = reached + COST_STEP;
      const LsRouteCell *there;

      if ((forced != NO_DIRECTION && direction != forced) || to_x < 0 || to_x >= self->n_x
          || to_y < 0 || to_y >= self->n_y)
        continue;
      to = cell_of (self, to_x, to_y);
      there = &self->cells[to];
      if (there->hard != 0 && 2 * to + (guint32)orientation != goal->state)
        continue;
      /* Entering the goal across its orientation would permit a free turn. */
      if (to == goal->state / 2 && orientation != goal->orientation)
        continue;
      if (orientation != before)
        {
          cost += COST_BEND;
          if (here->along[orientation] != 0 || here->along[before] != 0)
            cost += COST_TOUCH;
        }
      if (there->soft != 0)
        cost += COST_SOFT;
      if (there->tips != 0 && 2 * to + (guint32)orientation != goal->state)
        cost += COST_TIP;
      if (there->along[orientation] != 0)
        cost += COST_OVERLAP;
      if (there->along[1 - orientation] != 0)
        cost += COST_CROSSING;
      open_state (self, goal, 2 * to + (guint32)orientation, to_x, to_y, cost,
                  (guint8)(direction << 1 | (guint)before));
    }
}

static guint
direction_of (int dx, int dy)
{
  return dx > 0 ? 0 : dx < 0 ? 1 : dy > 0 ? 2 : 3;
}

#define CAME_START 0xff

/* Starts at every cell of the sibling except its ends. */
static void
start_on_sibling (LsRouter *self, const Goal *goal, const GArray *points, int sibling)
{
  guint32 n = 0, total = 0;

  for (guint i = 0; i + 1 < points->len; i++)
    {
      const LsPoint *a = &g_array_index (points, LsPoint, i), *b = a + 1;

      total += (guint32)lround ((fabs (b->x - a->x) + fabs (b->y - a->y)) / self->pitch);
    }
  for (guint i = 0; i + 1 < points->len; i++)
    {
      const LsPoint *a = &g_array_index (points, LsPoint, i), *b = a + 1;
      int orientation = a->y == b->y ? HORIZONTAL : VERTICAL;
      int x = column_of (self, a->x), y = line_of (self, a->y);
      int to_x = column_of (self, b->x), to_y = line_of (self, b->y);
      int length = MAX (ABS (to_x - x), ABS (to_y - y));

      for (int k = 0; k < length; k++, n++)
        {
          int column = x + k * (to_x > x) - k * (to_x < x);
          int line = y + k * (to_y > y) - k * (to_y < y);
          Start start = { .sibling = sibling, .segment = i };

          if (n < 1 || n + 2 > total)
            continue;
          start.state = 2 * cell_of (self, column, line) + (guint32)orientation;
          if (self->states[start.state].stamp == self->now)
            continue;
          start.point = point_of (self, start.state / 2);
          if (orientation == HORIZONTAL)
            start.point.y = a->y;
          else
            start.point.x = a->x;
          g_array_append_val (self->starts, start);
          open_state (self, goal, start.state, column, line, n * COST_SHARED, CAME_START);
        }
    }
}

static const Start *
find_start (const LsRouter *self, guint32 state)
{
  for (guint i = 0; i < self->starts->len; i++)
    if (g_array_index (self->starts, Start, i).state == state)
      return &g_array_index (self->starts, Start, i);
  return NULL;
}

/* Traces the cells back from the goal to a start. */
static GArray *
trace_back (const LsRouter *self, guint32 state, const GPtrArray *siblings)
{
  GArray *backward = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  const Start *start;

  while (self->states[state].came != CAME_START)
    {
      guint direction = self->states[state].came >> 1;
      guint32 cell = state / 2;
      LsPoint point = point_of (self, cell);
      int x = (int)(cell % (guint32)self->n_x) - step_x[direction];
      int y = (int)(cell / (guint32)self->n_x) - step_y[direction];

      g_array_append_val (backward, point);
      state = 2 * cell_of (self, x, y) + (self->states[state].came & 1u);
    }
  start = find_start (self, state);
  if (start->sibling >= 0)
    {
      const GArray *sibling = g_ptr_array_index (siblings, start->sibling);

      g_array_append_vals (points, sibling->data, start->segment + 1);
    }
  g_array_append_val (points, start->point);
  for (guint i = backward->len; i > 0; i--)
    g_array_append_val (points, g_array_index (backward, LsPoint, i - 1));
  g_array_unref (backward);
  return points;
}

/* No free route: straight across everything, at right angles. */
static GArray *
find_forced (const LsRouteEnd *from, const LsRouteEnd *to)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  LsPoint a = { from->tip.x + from->dx * SOFT, from->tip.y + from->dy * SOFT };
  LsPoint b = { to->tip.x + to->dx * SOFT, to->tip.y + to->dy * SOFT };
  LsPoint corner = from->dx != 0 ? (LsPoint){ a.x, b.y } : (LsPoint){ b.x, a.y };
  LsPoint all[] = { from->tip, a, corner, b, to->tip };

  g_array_append_vals (points, all, G_N_ELEMENTS (all));
  ls_route_simplify (points);
  return points;
}

static void
begin_search (LsRouter *self)
{
  g_array_set_size (self->open, 0);
  g_array_set_size (self->starts, 0);
  if (++self->now == 0)
    {
      gsize n = 2 * (gsize)self->n_x * (gsize)self->n_y;

      for (gsize i = 0; i < n; i++)
        self->states[i].stamp = 0;
      self->now = 1;
    }
}

/* Returns: whether the goal was reached within the maximum number of states */
static gboolean
search (LsRouter *self,
        const Goal *goal,
        const LsRouteEnd *from,
        const GPtrArray *siblings,
        guint max_states)
{
  Start start = { .sibling = -1 };

  begin_search (self);
  start.state = 2 * tip_cell (self, from) + (from->dx != 0 ? HORIZONTAL : VERTICAL);
  start.point = point_of (self, start.state / 2);
  g_array_append_val (self->starts, start);
  open_state (self, goal, start.state, (int)(start.state / 2 % (guint32)self->n_x),
              (int)(start.state / 2 / (guint32)self->n_x), 0, CAME_START);
  for (guint i = 0; siblings != NULL && i < siblings->len; i++)
    start_on_sibling (self, goal, g_ptr_array_index (siblings, i), (int)i);
  for (guint n = 0; self->open->len > 0 && n < max_states; n++)
    {
      Open next = heap_pop (self->open);

      if (next.key >> 32 > self->states[next.state].cost + (guint32)next.key)
        continue; /* a cheaper route to it was found meanwhile */
      if (next.state == goal->state && self->states[next.state].came != CAME_START)
        return TRUE;
      expand (self, goal, next.state,
              next.state == start.state ? direction_of (from->dx, from->dy) : NO_DIRECTION);
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): the route that a search within the limits finds */
static GArray *
find_path (LsRouter *self,
           Goal *goal,
           const LsRouteEnd *from,
           const LsRouteEnd *to,
           const GPtrArray *siblings,
           guint32 haste,
           guint max_states)
{
  GArray *points;

  goal->haste = haste;
  if (!search (self, goal, from, siblings, max_states))
    return NULL;
  points = trace_back (self, goal->state, siblings);
  ls_route_simplify (points);
  ls_route_attach (points, from, to);
  return points;
}

/* Whether a search of everything takes long. */
static gboolean
is_large (const LsRouter *self)
{
  return (double)self->n_x * self->n_y > LARGE;
}

/* Returns: (transfer full) (nullable): a frequent shape; or what a short search finds; or such a
 * shape on other wires */
static GArray *
find_hastily (LsRouter *self,
              Goal *goal,
              const LsRouteEnd *from,
              const LsRouteEnd *to,
              const GPtrArray *siblings)
{
  GArray *points = ls_router_find_shape (self, from, to, FALSE);

  if (points == NULL)
    points = find_path (self, goal, from, to, siblings, HASTE, HASTY_STATES);
  return points != NULL ? points : ls_router_find_shape (self, from, to, TRUE);
}

GArray *
ls_router_find (LsRouter *self,
                const LsRouteEnd *from,
                const LsRouteEnd *to,
                const GPtrArray *siblings)
{
  guint32 cell = tip_cell (self, to), n_x = (guint32)self->n_x;
  Goal goal = { (int)(cell % n_x), (int)(cell / n_x), to->dx != 0 ? HORIZONTAL : VERTICAL, 0, 0 };
  GArray *points
      = siblings == NULL || siblings->len == 0 ? ls_router_find_simple (self, from, to) : NULL;

  goal.state = 2 * cell + (guint32)goal.orientation;
  for (gsize i = 0; i < G_N_ELEMENTS (attempts) && points == NULL && !self->in_haste; i++)
    points = find_path (self, &goal, from, to, siblings, attempts[i].haste, attempts[i].max_states);
  if (points == NULL && (self->in_haste || is_large (self)))
    points = find_hastily (self, &goal, from, to, siblings);
  if (points == NULL)
    points = find_path (self, &goal, from, to, siblings, HASTE,
                        is_large (self) ? LARGE_STATES : G_MAXUINT);
  return points != NULL ? points : find_forced (from, to);
}

gboolean
ls_route_crosses_rect (const LsPoint points[], guint n, const LsRect *rect)
{
  for (guint i = 0; i + 1 < n; i++)
    if (MAX (points[i].x, points[i + 1].x) > rect->x
        && MIN (points[i].x, points[i + 1].x) < rect->x + rect->width
        && MAX (points[i].y, points[i + 1].y) > rect->y
        && MIN (points[i].y, points[i + 1].y) < rect->y + rect->height)
      return TRUE;
  return FALSE;
}
