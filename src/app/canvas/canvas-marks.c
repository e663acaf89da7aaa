#include "app/canvas/canvas-marks.h"
#include <math.h>
#include <string.h>
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

static void
queue_rect (LsCanvas *self, double x, double y, double width, double height)
{
  /* Block names, port labels and line widths extend beyond the geometry, marks from afar too. */
  const double margin = MAX (36, 8 / self->view.zoom);
  double left = (x - margin) * self->view.zoom + self->view.offset_x;
  double top = (y - margin) * self->view.zoom + self->view.offset_y;

  gtk_widget_queue_draw_area (GTK_WIDGET (self), floor (left), floor (top),
                              ceil ((width + 2 * margin) * self->view.zoom) + 2,
                              ceil ((height + 2 * margin) * self->view.zoom) + 2);
}

void
ls_canvas_queue_rect (LsCanvas *self, const LsRect *rect)
{
  g_return_if_fail (LS_IS_CANVAS (self) && rect != NULL);

  queue_rect (self, rect->x, rect->y, rect->width, rect->height);
}

static void
queue_wire (LsCanvas *self, guint connection)
{
  guint n = 0;
  const LsPoint *points = ls_diagram_get_wire (self->diagram, connection, &n);
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      left = MIN (left, points[i].x);
      right = MAX (right, points[i].x);
      top = MIN (top, points[i].y);
      bottom = MAX (bottom, points[i].y);
    }
  if (n > 0)
    queue_rect (self, left, top, right - left, bottom - top);
}

void
ls_canvas_queue_component (LsCanvas *self, guint id)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  LsModel *model = ls_canvas_get_model (self);
  LsRect rect;

  if (ls_diagram_get_component_rect (self->diagram, id, &rect))
    queue_rect (self, rect.x, rect.y, rect.width, rect.height);
  if (id & LS_ITEM_NOTE)
    return;
  /* Wires of a subsystem belong to components within it: redraw everything. */
  if (id & LS_ITEM_SUBSYSTEM)
    {
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);

      if (connection->from == id || connection->to == id)
        queue_wire (self, connection->id);
    }
}

/* Queues a redraw of the item at @hit. */
static void
queue_hit (LsCanvas *self, const LsHit *hit)
{
  LsRect rect;

  if (hit->kind == LS_HIT_CONNECTION)
    queue_wire (self, hit->connection);
  else if (hit->kind != LS_HIT_NOTHING
           && ls_diagram_get_component_rect (self->diagram, hit->component, &rect))
    queue_rect (self, rect.x, rect.y, rect.width, rect.height);
}

static gboolean
replace_hit (LsCanvas *self, LsHit *present, const LsHit *hit)
{
  if (ls_canvas_hit_equal (present, hit))
    return FALSE;
  queue_hit (self, present);
  *present = *hit;
  queue_hit (self, present);
  return TRUE;
}

void
ls_canvas_set_hover (LsCanvas *self, const LsHit *hit)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  if (!ls_canvas_hit_equal (&self->marks.quiet, hit))
    memset (&self->marks.quiet, 0, sizeof self->marks.quiet);
  if (replace_hit (self, &self->marks.hover, hit))
    g_signal_emit_by_name (self, "hover-changed");
}

void
ls_canvas_get_hover (LsCanvas *self, LsHit *hit)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  *hit = self->marks.hover;
}

void
ls_canvas_set_highlight (LsCanvas *self, const LsHit *hit)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  replace_hit (self, &self->marks.highlight, hit);
}

void
ls_canvas_set_focus_item (LsCanvas *self, const LsHit *hit)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  if (replace_hit (self, &self->marks.focus, hit))
    g_signal_emit_by_name (self, "focus-changed");
}

const char *
ls_canvas_get_hint (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), "");

  return self->hint != NULL ? self->hint : "";
}

void
ls_canvas_set_hint (LsCanvas *self, const char *hint)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  if (g_strcmp0 (self->hint, hint) == 0)
    return;
  g_free (self->hint);
  self->hint = g_strdup (hint);
  g_signal_emit_by_name (self, "hint-changed");
}

static gboolean
hit_exists (LsCanvas *self, const LsHit *hit)
{
  LsModel *model = ls_canvas_get_model (self);
  LsRect rect;

  if (hit->kind == LS_HIT_CONNECTION)
    return ls_model_find_connection (model, hit->connection) != NULL;
  if (hit->kind == LS_HIT_SYSTEM || hit->kind == LS_HIT_CONNECTOR || hit->kind == LS_HIT_NOTE)
    return ls_diagram_get_component_rect (self->diagram, hit->component, &rect);
  return hit->kind == LS_HIT_NOTHING || ls_model_find_component (model, hit->component) != NULL;
}

static void
prune_hit (LsCanvas *self, LsHit *hit)
{
  if (!hit_exists (self, hit))
    memset (hit, 0, sizeof *hit);
}

void
ls_canvas_marks_prune (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  prune_hit (self, &self->marks.hover);
  prune_hit (self, &self->marks.highlight);
  prune_hit (self, &self->marks.focus);
}

void
ls_canvas_marks_keep_quiet (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->marks.quiet = self->marks.hover;
}

void
ls_canvas_marks_leave (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  memset (&self->marks.hover, 0, sizeof self->marks.hover);
  memset (&self->marks.focus, 0, sizeof self->marks.focus);
}

void
ls_canvas_marks_clear (LsCanvas *self)
{
  ls_canvas_marks_leave (self);
  memset (&self->marks.highlight, 0, sizeof self->marks.highlight);
}

void
ls_canvas_problem (LsCanvas *self, const char *title, const char *message)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_signal_emit_by_name (self, "problem", title, message);
}
