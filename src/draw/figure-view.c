/* Zoom and pan, with a history. */
#include "draw/figure-impl.h"

#include <math.h>

/* Smaller boxes, px, are clicks; boxes with one smaller side zoom one axis only. */
#define LEAST_BOX 5.0
/* A side of a drag below this, px, and below this fraction of the other side, does not zoom. */
#define SLIP 24.0
#define SLIP_SHARE 0.25
/* Minimum zoom range relative to the values: double precision ends at 2e-16. */
#define LEAST_SPAN 1e-13
#define MAX_HISTORY 100

/* An element of a snapshot: first the time (or x) axis, which has what is @full, then the panes. */
typedef struct
{
  gboolean zoomed, full;
  LsSpan span;
} State;

static GArray *
take_snapshot (const LsFigure *self)
{
  GArray *snapshot = g_array_new (FALSE, FALSE, sizeof (State));
  State state = { self->x_zoomed, self->full, self->x_zoom };

  g_array_append_val (snapshot, state);
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);

      state = (State){ pane->zoomed, FALSE, pane->zoom };
      g_array_append_val (snapshot, state);
    }
  return snapshot;
}

static void
restore_snapshot (LsFigure *self, const GArray *snapshot)
{
  const State *state = &g_array_index (snapshot, State, 0);

  self->x_zoomed = state->zoomed;
  self->full = state->full;
  self->x_zoom = state->span;
  for (guint i = 0; i < self->panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (self->panes, i);

      pane->zoomed = i + 1 < snapshot->len && g_array_index (snapshot, State, i + 1).zoomed;
      if (pane->zoomed)
        pane->zoom = g_array_index (snapshot, State, i + 1).span;
    }
}

/* Consecutive wheel steps, or one drag, are one history entry. */
static void
remember (LsFigure *self, LsAction action)
{
  if (action == LS_ACTION_NONE || action != self->action)
    {
      g_ptr_array_add (self->history, take_snapshot (self));
      g_ptr_array_set_size (self->future, 0);
      if (self->history->len > MAX_HISTORY)
        g_ptr_array_remove_index (self->history, 0);
    }
  self->action = action;
}

static LsPane *
find_pane_at (const LsFigure *self, double x, double y)
{
  for (guint i = 0; i < self->panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (self->panes, i);

      if (x >= pane->left && x <= pane->left + pane->width && y >= pane->top
          && y <= pane->top + pane->height)
        return pane;
    }
  return NULL;
}

/* The pane where a drag started, else the one at its centre. */
static LsPane *
find_drag_pane (const LsFigure *self, const double drag[4])
{
  LsPane *pane = find_pane_at (self, drag[0], drag[1]);

  return pane != NULL ? pane
                      : find_pane_at (self, (drag[0] + drag[2]) / 2, (drag[1] + drag[3]) / 2);
}

/* The pane at the height of a point, which is on its axis at the left. */
static LsPane *
find_pane_beside (const LsFigure *self, double y)
{
  for (guint i = 0; i < self->panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (self->panes, i);

      if (y >= pane->top && y <= pane->top + pane->height)
        return pane;
    }
  return NULL;
}

static double
x_at (const LsFigure *self, const LsPane *pane, double px)
{
  return self->x.min + (px - pane->left) / pane->width * (self->x.max - self->x.min);
}

static double
y_at (const LsPane *pane, double py)
{
  return pane->y.min + (pane->top + pane->height - py) / pane->height * (pane->y.max - pane->y.min);
}

/* The right axis in the place of a pane, or %NULL. */
static LsPane *
find_twin (const LsFigure *self, const LsPane *pane)
{
  guint index;

  if (!g_ptr_array_find (self->panes, pane, &index) || index + 1 >= self->panes->len
      || !((LsPane *)g_ptr_array_index (self->panes, index + 1))->twin)
    return NULL;
  return g_ptr_array_index (self->panes, index + 1);
}

static gboolean
is_usable (const LsSpan *span)
{
  double size = MAX (fabs (span->min), fabs (span->max));

  return isfinite (span->min) && isfinite (span->max) && span->max - span->min > size * LEAST_SPAN
         && size < 1e300;
}

static void
zoom_x (LsFigure *self, LsSpan span)
{
  if (!is_usable (&span))
    return;
  self->x_zoomed = TRUE;
  self->x_zoom = self->x = span;
}

static void
zoom_y (LsPane *pane, LsSpan span)
{
  if (!is_usable (&span))
    return;
  pane->zoomed = TRUE;
  pane->zoom = pane->y = span;
}

/* Whether the shorter side of a drag is a slip of the hand: the longer one alone is meant. */
static gboolean
is_slip (double shorter, double longer)
{
  return shorter < MAX (LEAST_BOX, MIN (SLIP, SLIP_SHARE * longer));
}

gboolean
ls_figure_get_zoom_area (const LsFigure *self, const double drag[4], double area[4])
{
  const double left = MIN (drag[0], drag[2]), right = MAX (drag[0], drag[2]);
  const double top = MIN (drag[1], drag[3]), bottom = MAX (drag[1], drag[3]);
  const LsPane *pane = NULL;
  gboolean flat, narrow;

  g_return_val_if_fail (self != NULL, FALSE);
  if (self->drawn && (right - left >= LEAST_BOX || bottom - top >= LEAST_BOX))
    pane = find_drag_pane (self, drag);
  if (pane == NULL)
    return FALSE;
  flat = is_slip (bottom - top, right - left);
  narrow = !flat && is_slip (right - left, bottom - top);
  area[0] = narrow ? pane->left : MAX (left, pane->left);
  area[1] = flat ? pane->top : MAX (top, pane->top);
  area[2] = narrow ? pane->left + pane->width : MIN (right, pane->left + pane->width);
  area[3] = flat ? pane->top + pane->height : MIN (bottom, pane->top + pane->height);
  return area[2] > area[0] && area[3] > area[1];
}

void
ls_figure_zoom_box (LsFigure *self, double x0, double y0, double x1, double y1)
{
  const double drag[] = { x0, y0, x1, y1 };
  double area[4];
  LsPane *pane;

  g_return_if_fail (self != NULL);
  if (!ls_figure_get_zoom_area (self, drag, area))
    return;
  remember (self, LS_ACTION_NONE);
  pane = find_drag_pane (self, drag);
  if (area[2] - area[0] < pane->width)
    zoom_x (self, (LsSpan){ x_at (self, pane, area[0]), x_at (self, pane, area[2]) });
  if (area[3] - area[1] < pane->height)
    for (; pane != NULL; pane = pane->twin ? NULL : find_twin (self, pane))
      zoom_y (pane, (LsSpan){ y_at (pane, area[3]), y_at (pane, area[1]) });
}

static LsSpan
span_around (const LsSpan *span, double fixed, double factor)
{
  return (LsSpan){ fixed - (fixed - span->min) / factor, fixed + (span->max - fixed) / factor };
}

/* On an axis: that axis only; in a pane: both. */
void
ls_figure_zoom_at (LsFigure *self, double x, double y, double factor)
{
  LsPane *pane;
  const LsPane *any;
  gboolean inside;

  if (!self->drawn || !(factor > 0) || !isfinite (factor))
    return;
  any = g_ptr_array_index (self->panes, 0);
  pane = find_pane_beside (self, y);
  inside = x >= any->left && x <= any->left + any->width;
  if (!inside && pane == NULL)
    return;
  remember (self, LS_ACTION_ZOOM);
  if (inside)
    zoom_x (self, span_around (&self->x, x_at (self, any, x), factor));
  /* Beside a pane with two axes: only the axis on that side. */
  for (; pane != NULL; pane = pane->twin ? NULL : find_twin (self, pane))
    if (inside || pane->twin == (x > any->left + any->width) || find_twin (self, pane) == NULL)
      zoom_y (pane, span_around (&pane->y, y_at (pane, y), factor));
}

void
ls_figure_pan (LsFigure *self, double dx, double dy)
{
  const LsPane *any;
  double shift;

  if (!self->drawn)
    return;
  remember (self, LS_ACTION_PAN);
  any = g_ptr_array_index (self->panes, 0);
  shift = -dx / any->width * (self->x.max - self->x.min);
  if (dx != 0)
    zoom_x (self, (LsSpan){ self->x.min + shift, self->x.max + shift });
  for (guint i = 0; i < self->panes->len && dy != 0; i++)
    {
      LsPane *pane = g_ptr_array_index (self->panes, i);

      /* Unzoomed panes continue to follow their curves if several are stacked. */
      if (!pane->zoomed && self->panes->len > 1)
        continue;
      shift = dy / pane->height * (pane->y.max - pane->y.min);
      zoom_y (pane, (LsSpan){ pane->y.min + shift, pane->y.max + shift });
    }
}

/* Moves the view from one history list to the other. */
static gboolean
go (LsFigure *self, GPtrArray *from, GPtrArray *to)
{
  GArray *snapshot;

  self->action = LS_ACTION_NONE;
  if (from->len == 0)
    return FALSE;
  g_ptr_array_add (to, take_snapshot (self));
  snapshot = g_ptr_array_steal_index (from, from->len - 1);
  restore_snapshot (self, snapshot);
  g_array_unref (snapshot);
  return TRUE;
}

gboolean
ls_figure_zoom_back (LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return go (self, self->history, self->future);
}

gboolean
ls_figure_zoom_forward (LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return go (self, self->future, self->history);
}

gboolean
ls_figure_can_go_forward (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->future->len > 0;
}

void
ls_figure_zoom_all (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  if (!ls_figure_is_zoomed (self))
    return;
  remember (self, LS_ACTION_NONE);
  self->x_zoomed = FALSE;
  for (guint i = 0; i < self->panes->len; i++)
    ((LsPane *)g_ptr_array_index (self->panes, i))->zoomed = FALSE;
}

gboolean
ls_figure_can_show_all (const LsFigure *self)
{
  return ls_figure_is_zoomed (self) || ls_figure_leaves_out (self) || self->full;
}

void
ls_figure_show_all (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  if (ls_figure_is_zoomed (self))
    ls_figure_zoom_all (self);
  else if (ls_figure_can_show_all (self))
    {
      remember (self, LS_ACTION_NONE);
      ls_figure_set_full (self, !self->full);
    }
}

void
ls_figure_zoom_time (LsFigure *self, const double range[2])
{
  g_return_if_fail (self != NULL);

  double present[2];
  gboolean zoomed = ls_figure_get_time_zoom (self, present);

  if (zoomed == (range != NULL) && (!zoomed || (present[0] == range[0] && present[1] == range[1])))
    return;
  remember (self, LS_ACTION_ZOOM);
  if (range == NULL)
    self->x_zoomed = FALSE;
  else if (self->logarithmic_x)
    /* The other figure may start at zero, which is not on a logarithmic axis. */
    zoom_x (self, (LsSpan){ log10 (range[0] > 0 ? range[0] : ls_figure_get_least_x (self)),
                            log10 (range[1]) });
  else
    zoom_x (self, (LsSpan){ range[0], range[1] });
}

gboolean
ls_figure_get_time_zoom (const LsFigure *self, double range[2])
{
  g_return_val_if_fail (self != NULL, FALSE);

  range[0] = ls_figure_get_value (self, self->x_zoom.min);
  range[1] = ls_figure_get_value (self, self->x_zoom.max);
  return self->x_zoomed;
}

gboolean
ls_figure_is_zoomed (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->panes->len; i++)
    if (((const LsPane *)g_ptr_array_index (self->panes, i))->zoomed)
      return TRUE;
  return self->x_zoomed;
}

gboolean
ls_figure_get_range (const LsFigure *self, guint pane, double x[2], double y[2])
{
  const LsPane *found;

  if (!self->drawn || pane >= self->panes->len)
    return FALSE;
  found = g_ptr_array_index (self->panes, pane);
  x[0] = ls_figure_get_value (self, self->x.min);
  x[1] = ls_figure_get_value (self, self->x.max);
  y[0] = ls_pane_get_value (found, found->y.min);
  y[1] = ls_pane_get_value (found, found->y.max);
  return TRUE;
}

gboolean
ls_figure_get_pane (
    const LsFigure *self, guint pane, double *left, double *top, double *width, double *height)
{
  const LsPane *found;

  g_return_val_if_fail (left != NULL && top != NULL && width != NULL && height != NULL, FALSE);
  if (!self->drawn || pane >= self->panes->len)
    return FALSE;
  found = g_ptr_array_index (self->panes, pane);
  *left = found->left;
  *top = found->top;
  *width = found->width;
  *height = found->height;
  return TRUE;
}

gboolean
ls_figure_make_inset (LsFigure *self)
{
  guint index = 0;

  g_return_val_if_fail (self != NULL, FALSE);
  if (!self->drawn || !ls_figure_is_zoomed (self))
    return FALSE;
  /* The pane whose y axis is zoomed, else the first. */
  for (guint i = self->panes->len; i-- > 0;)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);

      if (pane->zoomed && !pane->twin)
        index = i;
    }
  self->inset = (LsInset){ TRUE, index, self->x,
                           ((const LsPane *)g_ptr_array_index (self->panes, index))->y };
  ls_figure_zoom_all (self);
  return TRUE;
}

void
ls_figure_remove_inset (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  self->inset.shown = FALSE;
}

gboolean
ls_figure_has_inset (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->inset.shown;
}

void
ls_figure_set_follow (LsFigure *self, gboolean follow)
{
  g_return_if_fail (self != NULL);

  self->follow = follow;
  self->changed = TRUE;
}

gboolean
ls_figure_get_follow (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->follow;
}
