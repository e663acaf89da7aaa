#include "app/canvas/canvas-bend.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

/* Length that stays straight between a port and the first bend, canvas units. */
#define LEAD (2 * LS_DIAGRAM_GRID)

static double
distance_to_piece (const LsPoint *a, const LsPoint *b, double x, double y)
{
  double dx = MAX (MAX (MIN (a->x, b->x) - x, x - MAX (a->x, b->x)), 0);
  double dy = MAX (MAX (MIN (a->y, b->y) - y, y - MAX (a->y, b->y)), 0);

  return hypot (dx, dy);
}

static void
begin (LsCanvas *self, guint connection)
{
  LsModel *model = ls_canvas_get_model (self);
  g_autofree char *wire
      = ls_model_describe_connection (model, ls_model_find_connection (model, connection));
  g_autofree char *name = g_strdup_printf (_ ("Bend %s"), wire);

  ls_document_begin_group (self->document, name);
}

static void
take_corners (LsCanvas *self, guint connection)
{
  guint n;
  const LsPoint *points = ls_diagram_get_wire (self->diagram, connection, &n);

  g_clear_pointer (&self->bend.from, g_array_unref);
  self->bend.from = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  g_array_append_vals (self->bend.from, points, n);
  self->bend.wire = connection;
}

/* Wires through subsystems consist of pieces with automatic routing. */
static gboolean
can_bend (LsCanvas *self, guint connection)
{
  const LsConnection *wire = ls_model_find_connection (ls_canvas_get_model (self), connection);

  if (wire->hops == NULL)
    return TRUE;
  ls_canvas_set_hint (self, _ ("Wires into or out of a system are routed by the program"));
  return FALSE;
}

gboolean
ls_canvas_bend_start (LsCanvas *self, guint connection, double x, double y)
{
  double best = G_MAXDOUBLE;

  g_return_val_if_fail (LS_IS_CANVAS (self), FALSE);
  if (!can_bend (self, connection))
    return FALSE;
  take_corners (self, connection);
  for (guint i = 0; i + 1 < self->bend.from->len; i++)
    {
      const LsPoint *a = &g_array_index (self->bend.from, LsPoint, i);
      double distance = distance_to_piece (a, a + 1, x, y);

      if (distance < best)
        {
          best = distance;
          self->bend.piece = i;
        }
    }
  begin (self, connection);
  return TRUE;
}

static double
snap (double value)
{
  return round (value / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
}

/* The end of the straight piece at a port: a point between @tip and @next. */
static LsPoint
lead_end (const LsPoint *tip, const LsPoint *next)
{
  double length = fabs (next->x - tip->x) + fabs (next->y - tip->y);
  double share = length > 0 ? MIN (LEAD, length / 3) / length : 0;

  return (LsPoint){ tip->x + share * (next->x - tip->x), tip->y + share * (next->y - tip->y) };
}

static void
append (GArray *points, LsPoint point, gboolean horizontal, double to, gboolean moved)
{
  if (moved && horizontal)
    point.y = to;
  else if (moved)
    point.x = to;
  g_array_append_val (points, point);
}

/* Returns the corners between the ports with one segment moved; segments at ports keep a short
 * straight piece. */
static GArray *
bend (const GArray *from, guint piece, double to)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  const LsPoint *p = (const LsPoint *)(void *)from->data;
  guint n = from->len;
  gboolean horizontal = p[piece].y == p[piece + 1].y;

  for (guint i = 1; i < piece; i++)
    g_array_append_val (points, p[i]);
  if (piece == 0)
    {
      LsPoint end = lead_end (&p[0], &p[1]);

      append (points, end, horizontal, to, FALSE);
      append (points, end, horizontal, to, TRUE);
    }
  else
    append (points, p[piece], horizontal, to, TRUE);
  if (piece + 2 == n)
    {
      LsPoint end = lead_end (&p[n - 1], &p[n - 2]);

      append (points, end, horizontal, to, TRUE);
      append (points, end, horizontal, to, FALSE);
    }
  else
    append (points, p[piece + 1], horizontal, to, TRUE);
  for (guint i = piece + 2; i + 1 < n; i++)
    g_array_append_val (points, p[i]);
  return points;
}

/* Whether a wire through these points is a straight line between the ports. */
static gboolean
is_straight (const GArray *points, const LsPoint *start, const LsPoint *end)
{
  const LsPoint *p = (const LsPoint *)(const void *)points->data;
  gboolean level = start->y == end->y, upright = start->x == end->x;

  for (guint i = 0; i < points->len; i++)
    {
      level = level && p[i].y == start->y;
      upright = upright && p[i].x == start->x;
    }
  return level || upright;
}

/* A wire without bends returns to automatic routing. */
static void
bend_to (LsCanvas *self, double to)
{
  const LsPoint *p = (const LsPoint *)(void *)self->bend.from->data;
  g_autoptr (GArray) points = bend (self->bend.from, self->bend.piece, to);
  const LsConnection *wire = ls_model_find_connection (ls_canvas_get_model (self), self->bend.wire);
  guint from = wire->from;

  if (is_straight (points, &p[0], &p[self->bend.from->len - 1]))
    g_array_set_size (points, 0);
  ls_canvas_queue_component (self, from);
  ls_document_bend (self->document, self->bend.wire, (const LsPoint *)(void *)points->data,
                    points->len);
  ls_canvas_queue_component (self, from);
}

void
ls_canvas_bend_move (LsCanvas *self, double x, double y)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  const LsPoint *a = &g_array_index (self->bend.from, LsPoint, self->bend.piece);

  bend_to (self, snap (a->y == a[1].y ? y : x));
}

void
ls_canvas_bend_nudge (LsCanvas *self, guint connection, double dx, double dy)
{
  double longest = 0, to = 0;

  g_return_if_fail (LS_IS_CANVAS (self));
  if (!can_bend (self, connection))
    return;
  take_corners (self, connection);
  for (guint i = 0; i + 1 < self->bend.from->len; i++)
    {
      const LsPoint *a = &g_array_index (self->bend.from, LsPoint, i), *b = a + 1;
      double length = fabs (b->x - a->x) + fabs (b->y - a->y);
      gboolean inner = i > 0 && i + 2 < self->bend.from->len;

      /* Prefer inner segments to those at ports. */
      if (!inner)
        length /= 1e3;
      if ((a->y == b->y) != (dy != 0) || length <= longest)
        continue;
      longest = length;
      self->bend.piece = i;
      to = dy != 0 ? a->y + dy : a->x + dx;
    }
  if (longest > 0)
    bend_to (self, to);
}

void
ls_canvas_reset_routes (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  LsModel *model = ls_canvas_get_model (self);

  ls_canvas_cancel (self);
  ls_document_begin_group (self->document, _ ("Reset routes"));
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);

      if (wire->points->len > 0
          && (ls_canvas_is_connection_selected (self, wire->id)
              || ls_canvas_is_component_selected (self, wire->from)
              || ls_canvas_is_component_selected (self, wire->to)))
        ls_document_bend (self->document, wire->id, NULL, 0);
    }
  ls_document_end_group (self->document);
}
