/* A panel is dragged by its bar; the half of a panel where it would be dropped lights up. */
#include <math.h>
#include "app/base/style.h"
#include "app/plot/plot-panel-private.h"

/* Way of the pointer from which on a bar is dragged, px. */
#define DRAG_WAY 12

void
ls_plot_panel_set_drop_side (LsPlotPanel *self, int side)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  if (self->drop_side == side)
    return;
  self->drop_side = side;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ls_plot_panel_draw_drop_side (LsPlotPanel *self, cairo_t *cr)
{
  const double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  const gboolean across = self->drop_side == LS_SIDE_LEFT || self->drop_side == LS_SIDE_RIGHT;
  LsTheme theme;

  if (self->drop_side < 0)
    return;
  ls_style_get_theme (self->area, &theme);
  cairo_rectangle (cr, self->drop_side == LS_SIDE_RIGHT ? width / 2 : 0,
                   self->drop_side == LS_SIDE_BELOW ? height / 2 : 0, across ? width / 2 : width,
                   across ? height : height / 2);
  ls_style_set_veil (&theme, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&theme.accent, cr);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

/* Tells where on the screen the pointer is. */
static void
tell_drag (LsPlotPanel *self, gboolean dropped)
{
  double x = 0, y = 0, dx = 0, dy = 0;
  int left = 0, top = 0, origin_x = 0, origin_y = 0;
  GtkWidget *window = gtk_widget_get_toplevel (self->bar);

  gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (self->drag), &x, &y);
  gtk_gesture_drag_get_offset (GTK_GESTURE_DRAG (self->drag), &dx, &dy);
  gtk_widget_translate_coordinates (self->bar, window, (int)(x + dx), (int)(y + dy), &left, &top);
  gdk_window_get_origin (gtk_widget_get_window (window), &origin_x, &origin_y);
  g_signal_emit_by_name (self, "plot-dragged", (double)(origin_x + left), (double)(origin_y + top),
                         dropped);
}

static void
drag_update_cb (LsPlotPanel *self, double dx, double dy)
{
  if (hypot (dx, dy) < DRAG_WAY)
    return;
  gtk_gesture_set_state (self->drag, GTK_EVENT_SEQUENCE_CLAIMED);
  tell_drag (self, FALSE);
}

static void
drag_end_cb (LsPlotPanel *self, double dx, double dy)
{
  const GdkEvent *event = gtk_gesture_get_last_event (self->drag, NULL);

  /* A drag that is cancelled ends, too. */
  if (event == NULL || gdk_event_get_event_type (event) != GDK_BUTTON_RELEASE)
    g_signal_emit_by_name (self, "plot-dragged", NAN, NAN, FALSE);
  else if (hypot (dx, dy) >= DRAG_WAY)
    tell_drag (self, TRUE);
}

void
ls_plot_panel_init_drag (LsPlotPanel *self)
{
  self->drop_side = -1;
  self->drag = gtk_gesture_drag_new (self->bar);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (self->drag), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (self->drag, "drag-end", G_CALLBACK (drag_end_cb), self);
}
