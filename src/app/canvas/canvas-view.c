#include "app/canvas/canvas-view.h"
#include <math.h>
#include <string.h>
#include "app/canvas/canvas-private.h"

/* Ten thousand blocks are in sight as a whole. */
#define ZOOM_MIN 0.01
#define ZOOM_MAX 8.0
/* Maximum zoom when a small diagram is fitted to a large screen. */
#define ZOOM_LARGE 3.0
/* Part of a diagram's margin that is not needed then, canvas units. */
#define BORDER_LARGE 28.0
/* A window that grew by this factor shows the diagram anew; less is the work of a panel beside it.
 */
#define GROWTH 1.1
/* Maximum distance of a hit, px. */
#define TOLERANCE 6.0

LsModel *
ls_canvas_get_model (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);

  return ls_document_get_model (self->document);
}

void
ls_canvas_to_model (LsCanvas *self, double px, double py, double *x, double *y)
{
  g_return_if_fail (LS_IS_CANVAS (self) && x != NULL && y != NULL);

  *x = (px - self->view.offset_x) / self->view.zoom;
  *y = (py - self->view.offset_y) / self->view.zoom;
}

void
ls_canvas_hit (LsCanvas *self, double px, double py, LsHit *hit)
{
  double x, y;

  g_return_if_fail (LS_IS_CANVAS (self) && hit != NULL);
  ls_canvas_to_model (self, px, py, &x, &y);
  memset (hit, 0, sizeof *hit);
  ls_diagram_hit (self->diagram, x, y, TOLERANCE / self->view.zoom, hit);
}

gboolean
ls_canvas_hit_equal (const LsHit *a, const LsHit *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case LS_HIT_COMPONENT:
    case LS_HIT_SYSTEM:
    case LS_HIT_NOTE:
      return a->component == b->component;
    case LS_HIT_PORT:
    case LS_HIT_CONNECTOR:
      return a->component == b->component && a->variable == b->variable;
    case LS_HIT_CONNECTION:
      return a->connection == b->connection;
    default:
      return TRUE;
    }
}

double
ls_canvas_get_zoom (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  return self->view.zoom;
}

static void
view_changed (LsCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "view-changed");
}

void
ls_canvas_zoom_at (LsCanvas *self, double px, double py, double factor)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  double zoom = CLAMP (self->view.zoom * factor, ZOOM_MIN, ZOOM_MAX);

  /* Keep the point under the pointer fixed. */
  self->view.offset_x = px - (px - self->view.offset_x) * zoom / self->view.zoom;
  self->view.offset_y = py - (py - self->view.offset_y) * zoom / self->view.zoom;
  self->view.zoom = zoom;
  self->view.by_hand = TRUE;
  view_changed (self);
}

void
ls_canvas_zoom_by (LsCanvas *self, double factor)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_zoom_at (self, gtk_widget_get_allocated_width (GTK_WIDGET (self)) / 2.0,
                     gtk_widget_get_allocated_height (GTK_WIDGET (self)) / 2.0, factor);
}

void
ls_canvas_zoom_one (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_zoom_by (self, 1 / self->view.zoom);
}

void
ls_canvas_zoom_fit (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  LsRect extents;

  self->view.fit_pending = self->view.by_hand = FALSE;
  self->view.fit_width = width;
  self->view.fit_height = height;
  if (self->document == NULL || ls_diagram_get_n_items (self->diagram) == 0)
    {
      self->view.zoom = 1;
      self->view.offset_x = self->view.offset_y = 0;
    }
  else
    {
      extents = ls_diagram_get_extents (self->diagram);
      if (self->view.large)
        extents = (LsRect){ extents.x + BORDER_LARGE, extents.y + BORDER_LARGE,
                            fmax (extents.width - 2 * BORDER_LARGE, 1),
                            fmax (extents.height - 2 * BORDER_LARGE, 1) };
      /* Small diagrams are not enlarged much: text has its natural size at 1. */
      self->view.zoom = CLAMP (MIN (width / extents.width, height / extents.height), ZOOM_MIN,
                               self->view.large ? ZOOM_LARGE : 1.25);
      self->view.offset_x
          = (width - extents.width * self->view.zoom) / 2 - extents.x * self->view.zoom;
      self->view.offset_y
          = (height - extents.height * self->view.zoom) / 2 - extents.y * self->view.zoom;
    }
  view_changed (self);
}

void
ls_canvas_follow_size (LsCanvas *self)
{
  const double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  const gboolean grew
      = width > GROWTH * self->view.fit_width || height > GROWTH * self->view.fit_height;

  if (self->view.fit_pending
      || (grew && !self->view.by_hand && !self->wire.active && self->drag.kind == LS_DRAG_NONE))
    ls_canvas_zoom_fit (self);
}

void
ls_canvas_zoom_fit_later (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->view.fit_pending = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ls_canvas_set_large (LsCanvas *self, gboolean large)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->view.large = large;
}

void
ls_canvas_pan (LsCanvas *self, double dx, double dy)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->view.by_hand = self->view.by_hand || dx != 0 || dy != 0;
  self->view.offset_x += dx;
  self->view.offset_y += dy;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ls_canvas_show_rect (LsCanvas *self, const LsRect *rect)
{
  g_return_if_fail (LS_IS_CANVAS (self) && rect != NULL);

  double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  double left = rect->x * self->view.zoom + self->view.offset_x;
  double top = rect->y * self->view.zoom + self->view.offset_y;
  double right = left + rect->width * self->view.zoom;
  double bottom = top + rect->height * self->view.zoom;

  ls_canvas_pan (self,
                 left < 0        ? 24 - left
                 : right > width ? MAX (width - 24 - right, -left)
                                 : 0,
                 top < 0           ? 24 - top
                 : bottom > height ? MAX (height - 24 - bottom, -top)
                                   : 0);
}

gboolean
ls_canvas_is_in_sight (LsCanvas *self, const LsRect *rect)
{
  g_return_val_if_fail (LS_IS_CANVAS (self) && rect != NULL, FALSE);

  LsPoint first, last;

  ls_canvas_to_model (self, 0, 0, &first.x, &first.y);
  ls_canvas_to_model (self, gtk_widget_get_allocated_width (GTK_WIDGET (self)),
                      gtk_widget_get_allocated_height (GTK_WIDGET (self)), &last.x, &last.y);
  return rect->x >= first.x && rect->y >= first.y && rect->x + rect->width <= last.x
         && rect->y + rect->height <= last.y;
}

LsPoint
ls_canvas_find_place (
    LsCanvas *self, const LsPoint wishes[], guint n_wishes, double width, double height)
{
  g_return_val_if_fail (LS_IS_CANVAS (self) && wishes != NULL && n_wishes > 0, (LsPoint){ 0 });

  for (guint i = 0; i < n_wishes; i++)
    {
      LsPoint place
          = ls_diagram_find_place (self->diagram, wishes[i].x, wishes[i].y, width, height);
      LsRect rect = { place.x, place.y, width, height };

      if (ls_canvas_is_in_sight (self, &rect))
        return place;
    }
  return ls_diagram_find_place (self->diagram, wishes[0].x, wishes[0].y, width, height);
}

/* Scrolls to the item with the keyboard focus. */
void
ls_canvas_scroll_to (LsCanvas *self, const LsHit *hit)
{
  LsRect rect;

  g_return_if_fail (LS_IS_CANVAS (self) && hit != NULL);
  if (hit->kind != LS_HIT_CONNECTION
      && ls_diagram_get_component_rect (self->diagram, hit->component, &rect))
    ls_canvas_show_rect (self, &rect);
}

guint
ls_canvas_get_system (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  return ls_diagram_get_system (self->diagram);
}

void
ls_canvas_center_on (LsCanvas *self, const LsRect *rect)
{
  g_return_if_fail (LS_IS_CANVAS (self) && rect != NULL);

  GtkWidget *widget = GTK_WIDGET (self);

  /* Minimum zoom at which a block is readable. */
  self->view.by_hand = TRUE;
  self->view.zoom = MAX (self->view.zoom, 0.7);
  self->view.offset_x = gtk_widget_get_allocated_width (widget) / 2.0
                        - (rect->x + rect->width / 2) * self->view.zoom;
  self->view.offset_y = gtk_widget_get_allocated_height (widget) / 2.0
                        - (rect->y + rect->height / 2) * self->view.zoom;
  view_changed (self);
}

void
ls_canvas_get_area (LsCanvas *self, const LsRect *rect, GdkRectangle *area)
{
  g_return_if_fail (LS_IS_CANVAS (self) && rect != NULL && area != NULL);

  const double zoom = self->view.zoom;

  *area = (GdkRectangle){ (int)floor (rect->x * zoom + self->view.offset_x),
                          (int)floor (rect->y * zoom + self->view.offset_y),
                          MAX ((int)ceil (rect->width * zoom), 1),
                          MAX ((int)ceil (rect->height * zoom), 1) };
}

static void
pinch_begin_cb (LsCanvas *self)
{
  self->view.pinch_from = self->view.zoom;
}

static void
pinch_cb (LsCanvas *self, double scale, GtkGesture *gesture)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    ls_canvas_zoom_at (self, x, y, self->view.pinch_from * scale / self->view.zoom);
}

void
ls_canvas_view_init (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->view.zoom = 1;
  self->view.fit_pending = TRUE;
  self->view.pinch = gtk_gesture_zoom_new (GTK_WIDGET (self));
  g_signal_connect_swapped (self->view.pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (self->view.pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
}
