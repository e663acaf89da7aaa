#include "app/plot/plot-area.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "app/plot/plot-drop.h"
#include "app/plot/plot-turn.h"

struct _LsPlotArea
{
  GtkDrawingArea parent_instance;
  LsFigure *figure;
  LsTheme theme;
  gboolean dragging, panning;
  double press_x, press_y, pointer_x, pointer_y; /* px */
  guint describe_id, prepare_id, settle_id;

  /* The plot as last rendered: an image surface on the client's side, where the cost of rendering
   * can be measured. It is kept so that exposing the window does not render again. */
  cairo_surface_t *cache;
  int cache_width, cache_height;
  cairo_surface_t *next; /* (nullable): what becomes the cache when it is whole */
  int least_height;      /* asked for, px */
  gboolean stale;
  gboolean is_part;  /* the figure is being drawn, over several frames */
  gint64 spent;      /* on that, µs */
  gboolean is_whole; /* nothing more to show, as the last one who asked was told */
  guint n_drawn;
  guint n_waited;      /* number of frames in which rendering was deferred */
  gint64 next_refresh; /* monotonic, µs */
};

G_DEFINE_TYPE (LsPlotArea, ls_plot_area, GTK_TYPE_DRAWING_AREA)

static guint view_changed_signal, cursor_moved_signal, extent_changed_signal;

/* Delay after the last redraw before the description for screen readers is updated, ms. */
#define DESCRIBE_TIME 250
/* Interval for checking whether curves are prepared, ms. */
#define PREPARE_TIME 20
/* Pause after the last move of the view before the curves are drawn anew, ms. */
#define SETTLE_TIME 120
/* Limits rendering of a growing plot to a third of the time: pause of REST times its last
 * cost. */
#define REST 2
/* Time for the curves of a plot in one frame, µs: many are drawn over several frames. */
#define CURVES_TIME 12000

static gboolean
describe_cb (gpointer user_data)
{
  LsPlotArea *self = user_data;
  g_autofree char *text = ls_figure_describe (self->figure);

  self->describe_id = 0;
  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (self)), text);
  return G_SOURCE_REMOVE;
}

static gboolean
prepare_cb (gpointer user_data)
{
  LsPlotArea *self = user_data;

  if (!self->is_part && ls_figure_update (self->figure))
    ls_plot_area_redraw (self);
  if (self->is_part || ls_figure_is_preparing (self->figure))
    return G_SOURCE_CONTINUE;
  self->prepare_id = 0;
  return G_SOURCE_REMOVE;
}

static void
watch_preparation (LsPlotArea *self)
{
  if (self->prepare_id == 0 && ls_figure_is_preparing (self->figure))
    self->prepare_id = g_timeout_add (PREPARE_TIME, prepare_cb, self);
}

static void
draw_anew (LsPlotArea *self)
{
  self->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
settle_cb (gpointer user_data)
{
  LsPlotArea *self = user_data;

  self->settle_id = 0;
  ls_figure_settle (self->figure);
  draw_anew (self);
  return G_SOURCE_REMOVE;
}

/* The image that was moved stands in for the curves until the view rests. */
static void
settle_later (LsPlotArea *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (!ls_figure_is_settled (self->figure))
    self->settle_id = g_timeout_add (SETTLE_TIME, settle_cb, self);
}

static void
describe_later (LsPlotArea *self)
{
  if (self->describe_id == 0)
    self->describe_id = g_timeout_add (DESCRIBE_TIME, describe_cb, self);
}

void
ls_plot_area_redraw (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  draw_anew (self);
  describe_later (self);
}

void
ls_plot_area_set_kind (LsPlotArea *self, const LsFigureKind *kind)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  if (self->figure != NULL && ls_figure_get_kind (self->figure) == kind)
    return;
  g_clear_pointer (&self->figure, ls_figure_free);
  self->figure = ls_figure_new (kind);
  self->is_part = FALSE;
  ls_figure_set_background (self->figure, TRUE);
  ls_figure_set_buffered (self->figure, TRUE);
  /* All runs stand beside the plots. */
  ls_figure_set_brief_legend (self->figure, TRUE);
  ls_plot_area_redraw (self);
}

LsFigure *
ls_plot_area_get_figure (LsPlotArea *self)
{
  g_return_val_if_fail (LS_IS_PLOT_AREA (self), NULL);

  return self->figure;
}

guint
ls_plot_area_get_n_drawn (LsPlotArea *self)
{
  g_return_val_if_fail (LS_IS_PLOT_AREA (self), 0);

  return self->n_drawn;
}

void
ls_plot_area_refresh (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  if (!self->is_part && g_get_monotonic_time () >= self->next_refresh
      && ls_figure_update (self->figure))
    ls_plot_area_redraw (self);
  watch_preparation (self);
}

void
ls_plot_area_complete (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_update (self->figure);
  ls_plot_area_redraw (self);
  watch_preparation (self);
}

static void
view_changed (LsPlotArea *self)
{
  ls_plot_area_redraw (self);
  g_signal_emit (self, view_changed_signal, 0);
}

void
ls_plot_area_zoom_back (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_zoom_back (self->figure);
  view_changed (self);
}

void
ls_plot_area_zoom_forward (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_zoom_forward (self->figure);
  view_changed (self);
}

void
ls_plot_area_zoom_all (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_zoom_all (self->figure);
  view_changed (self);
}

void
ls_plot_area_show_all (LsPlotArea *self)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_show_all (self->figure);
  view_changed (self);
}

void
ls_plot_area_zoom_by (LsPlotArea *self, double factor)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_zoom_at (self->figure, gtk_widget_get_allocated_width (GTK_WIDGET (self)) / 2.0,
                     gtk_widget_get_allocated_height (GTK_WIDGET (self)) / 2.0, factor);
  view_changed (self);
}

void
ls_plot_area_pan (LsPlotArea *self, double dx, double dy)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_pan (self->figure, dx, dy);
  view_changed (self);
}

void
ls_plot_area_follow_time (LsPlotArea *self, LsPlotArea *other)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self) && LS_IS_PLOT_AREA (other));

  double range[2];
  gboolean zoomed = ls_figure_get_time_zoom (other->figure, range);

  ls_figure_zoom_time (self->figure, zoomed ? range : NULL);
  view_changed (self);
}

/* What is outside the ranges is known when they have been drawn. */
static void
tell_extent (LsPlotArea *self)
{
  const gboolean is_whole = !ls_figure_can_show_all (self->figure);

  if (is_whole == self->is_whole)
    return;
  self->is_whole = is_whole;
  describe_later (self);
  g_signal_emit (self, extent_changed_signal, 0);
}

static int
measure_least_height (const LsPlotArea *self, cairo_t *cr)
{
  return (int)ls_figure_measure_least_height (self->figure, cr, &self->theme);
}

/* A plot scrolls rather than becoming too low to be read. */
static void
ls_plot_area_get_preferred_height (GtkWidget *widget, int *minimum, int *natural)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  self->least_height = self->figure != NULL ? measure_least_height (self, cr) : 0;
  *minimum = *natural = self->least_height;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static gboolean
has_size (cairo_surface_t *surface, int width, int height, int scale)
{
  return surface != NULL && cairo_image_surface_get_width (surface) == width * scale
         && cairo_image_surface_get_height (surface) == height * scale;
}

/* What was shown before stays until the next one is whole. */
static void
show_next (LsPlotArea *self, int width, int height)
{
  cairo_surface_t *shown = self->cache;

  self->cache = self->next;
  self->next = shown;
  self->cache_width = width;
  self->cache_height = height;
  self->stale = FALSE;
  self->n_drawn++;
  self->next_refresh = g_get_monotonic_time () + REST * self->spent;
  self->spent = 0;
  settle_later (self);
  tell_extent (self);
}

static void
render (LsPlotArea *self, int width, int height)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const int scale = gtk_widget_get_scale_factor (widget);
  const gint64 start = g_get_monotonic_time ();
  cairo_t *cr;

  if (!has_size (self->next, width, height, scale))
    {
      g_clear_pointer (&self->next, cairo_surface_destroy);
      self->next = gdk_window_create_similar_image_surface (
          gtk_widget_get_window (widget), CAIRO_FORMAT_RGB24, width * scale, height * scale, scale);
    }
  cr = cairo_create (self->next);
  ls_color_set_source (&self->theme.background, cr);
  cairo_paint (cr);
  self->is_part
      = !ls_figure_draw_until (self->figure, cr, width, height, &self->theme, start + CURVES_TIME);
  if (!self->is_part && measure_least_height (self, cr) != self->least_height)
    gtk_widget_queue_resize (widget);
  cairo_destroy (cr);
  watch_preparation (self);
  self->spent += g_get_monotonic_time () - start;
  if (self->is_part)
    gtk_widget_queue_draw (widget);
  else
    show_next (self, width, height);
}

static void
render_in_turn (LsPlotArea *self, int width, int height)
{
  const gboolean fits
      = self->cache != NULL && width == self->cache_width && height == self->cache_height;
  const gint64 start = g_get_monotonic_time ();

  if (fits && !ls_plot_turn_take (GTK_WIDGET (self), &self->n_waited))
    return;
  render (self, width, height);
  self->n_waited = 0;
  ls_plot_turn_end (GTK_WIDGET (self), g_get_monotonic_time () - start);
}

/* Of another size it is scaled until the plot has been drawn in this one. */
static void
paint_cache (const LsPlotArea *self, cairo_t *cr, int width, int height)
{
  cairo_save (cr);
  if (self->cache == NULL)
    ls_color_set_source (&self->theme.background, cr);
  else
    {
      cairo_scale (cr, (double)width / self->cache_width, (double)height / self->cache_height);
      cairo_set_source_surface (cr, self->cache, 0, 0);
    }
  cairo_paint (cr);
  cairo_restore (cr);
}

static void
draw_zoom_area (const LsPlotArea *self, cairo_t *cr)
{
  const double drag[] = { self->press_x, self->press_y, self->pointer_x, self->pointer_y };
  double area[4];

  if (!ls_figure_get_zoom_area (self->figure, drag, area))
    return;
  cairo_rectangle (cr, floor (area[0]) + 0.5, floor (area[1]) + 0.5, floor (area[2] - area[0]),
                   floor (area[3] - area[1]));
  ls_style_set_veil (&self->theme, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&self->theme.accent, cr);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static gboolean
ls_plot_area_draw (GtkWidget *widget, cairo_t *cr)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);
  int width = gtk_widget_get_allocated_width (widget);
  int height = gtk_widget_get_allocated_height (widget);

  if (self->stale || self->cache == NULL || width != self->cache_width
      || height != self->cache_height)
    render_in_turn (self, width, height);
  paint_cache (self, cr, width, height);
  if (self->dragging && !self->panning)
    draw_zoom_area (self, cr);
  if (gtk_widget_has_visible_focus (widget))
    gtk_render_focus (gtk_widget_get_style_context (widget), cr, 1, 1,
                      gtk_widget_get_allocated_width (widget) - 2,
                      gtk_widget_get_allocated_height (widget) - 2);
  return GDK_EVENT_STOP;
}

static void
cursor_moved (LsPlotArea *self)
{
  ls_plot_area_redraw (self);
  g_signal_emit (self, cursor_moved_signal, 0, ls_figure_get_cursor_time (self->figure));
}

static void
set_cursor (LsPlotArea *self, double x, double y)
{
  /* The figure draws the values; the returned text is not used here. */
  g_free (ls_figure_set_cursor (self->figure, x, y));
  cursor_moved (self);
}

void
ls_plot_area_move_cursor (LsPlotArea *self, double share)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_move_cursor (self->figure, share);
  cursor_moved (self);
}

void
ls_plot_area_show_time (LsPlotArea *self, double time)
{
  g_return_if_fail (LS_IS_PLOT_AREA (self));

  ls_figure_set_linked_time (self->figure, time);
  draw_anew (self);
}

gboolean
ls_plot_area_toggle_mark (LsPlotArea *self)
{
  g_return_val_if_fail (LS_IS_PLOT_AREA (self), FALSE);

  double range[2], y[2], time = ls_figure_get_cursor_time (self->figure);

  if (isfinite (ls_figure_get_mark (self->figure)))
    time = NAN;
  else if (!isfinite (time) && ls_figure_get_range (self->figure, 0, range, y))
    time = (range[0] + range[1]) / 2;
  ls_figure_set_mark (self->figure, time);
  view_changed (self);
  return isfinite (time);
}

static gboolean
ls_plot_area_button_press (GtkWidget *widget, GdkEventButton *event)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);

  gtk_widget_grab_focus (widget);
  if (event->type == GDK_2BUTTON_PRESS && event->button == GDK_BUTTON_PRIMARY)
    {
      self->dragging = FALSE;
      ls_plot_area_show_all (self);
      return GDK_EVENT_STOP;
    }
  if (event->type != GDK_BUTTON_PRESS || event->button == GDK_BUTTON_SECONDARY)
    return GDK_EVENT_PROPAGATE;
  if (event->button == GDK_BUTTON_PRIMARY && (event->state & GDK_CONTROL_MASK) != 0)
    {
      set_cursor (self, event->x, event->y);
      ls_plot_area_toggle_mark (self);
      return GDK_EVENT_STOP;
    }
  self->dragging = TRUE;
  self->panning = event->button == GDK_BUTTON_MIDDLE || (event->state & GDK_SHIFT_MASK) != 0;
  self->press_x = self->pointer_x = event->x;
  self->press_y = self->pointer_y = event->y;
  set_cursor (self, NAN, NAN);
  return GDK_EVENT_STOP;
}

static gboolean
ls_plot_area_button_release (GtkWidget *widget, GdkEventButton *event)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);

  if (!self->dragging)
    return GDK_EVENT_PROPAGATE;
  self->dragging = FALSE;
  if (!self->panning)
    ls_figure_zoom_box (self->figure, self->press_x, self->press_y, event->x, event->y);
  view_changed (self);
  return GDK_EVENT_STOP;
}

static gboolean
ls_plot_area_motion_notify (GtkWidget *widget, GdkEventMotion *event)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);

  if (self->dragging && self->panning)
    ls_plot_area_pan (self, event->x - self->pointer_x, event->y - self->pointer_y);
  else if (self->dragging)
    gtk_widget_queue_draw (widget);
  else
    set_cursor (self, event->x, event->y);
  self->pointer_x = event->x;
  self->pointer_y = event->y;
  return GDK_EVENT_STOP;
}

static gboolean
ls_plot_area_leave_notify (GtkWidget *widget, G_GNUC_UNUSED GdkEventCrossing *event)
{
  set_cursor (LS_PLOT_AREA (widget), NAN, NAN);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
ls_plot_area_scroll (GtkWidget *widget, GdkEventScroll *event)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);
  double steps = 0;

  if (event->direction == GDK_SCROLL_UP)
    steps = 1;
  else if (event->direction == GDK_SCROLL_DOWN)
    steps = -1;
  else if (event->direction == GDK_SCROLL_SMOOTH)
    steps = -event->delta_y;
  if (steps == 0)
    return GDK_EVENT_PROPAGATE;
  ls_figure_zoom_at (self->figure, event->x, event->y, pow (LS_PLOT_ZOOM_STEP, steps));
  view_changed (self);
  return GDK_EVENT_STOP;
}

/* Other keys: plot-keys.c. */
static gboolean
ls_plot_area_key_press (GtkWidget *widget, GdkEventKey *event)
{
  LsPlotArea *self = LS_PLOT_AREA (widget);

  if ((event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK)) != 0 || event->keyval != GDK_KEY_Escape
      || !self->dragging)
    return GDK_EVENT_PROPAGATE;
  self->dragging = FALSE;
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_STOP;
}

static void
ls_plot_area_style_updated (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_plot_area_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &LS_PLOT_AREA (widget)->theme);
  draw_anew (LS_PLOT_AREA (widget));
}

/* An unmapped area is not drawn: others must not wait for it. */
static void
ls_plot_area_unmap (GtkWidget *widget)
{
  ls_plot_turn_forget (widget);
  LS_PLOT_AREA (widget)->is_part
      = FALSE; /* new data need not wait for a drawing that nobody sees */
  GTK_WIDGET_CLASS (ls_plot_area_parent_class)->unmap (widget);
}

/* The surface depends on the screen and its scale. */
static void
ls_plot_area_unrealize (GtkWidget *widget)
{
  g_clear_pointer (&LS_PLOT_AREA (widget)->cache, cairo_surface_destroy);
  g_clear_pointer (&LS_PLOT_AREA (widget)->next, cairo_surface_destroy);
  GTK_WIDGET_CLASS (ls_plot_area_parent_class)->unrealize (widget);
}

static void
ls_plot_area_finalize (GObject *object)
{
  LsPlotArea *self = LS_PLOT_AREA (object);

  ls_plot_turn_forget (GTK_WIDGET (self));
  g_clear_handle_id (&self->describe_id, g_source_remove);
  g_clear_handle_id (&self->prepare_id, g_source_remove);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_pointer (&self->cache, cairo_surface_destroy);
  g_clear_pointer (&self->next, cairo_surface_destroy);
  g_clear_pointer (&self->figure, ls_figure_free);
  G_OBJECT_CLASS (ls_plot_area_parent_class)->finalize (object);
}

static void
ls_plot_area_class_init (LsPlotAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_plot_area_finalize;
  widget_class->get_preferred_height = ls_plot_area_get_preferred_height;
  widget_class->draw = ls_plot_area_draw;
  widget_class->unmap = ls_plot_area_unmap;
  widget_class->unrealize = ls_plot_area_unrealize;
  widget_class->button_press_event = ls_plot_area_button_press;
  widget_class->button_release_event = ls_plot_area_button_release;
  widget_class->motion_notify_event = ls_plot_area_motion_notify;
  widget_class->leave_notify_event = ls_plot_area_leave_notify;
  widget_class->scroll_event = ls_plot_area_scroll;
  widget_class->key_press_event = ls_plot_area_key_press;
  widget_class->style_updated = ls_plot_area_style_updated;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_CHART);
  gtk_widget_class_set_css_name (widget_class, "plot");
  view_changed_signal = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                      0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  cursor_moved_signal = g_signal_new ("cursor-moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                      0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  g_signal_new ("signal-dropped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  g_signal_new ("legend-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_UINT);
  extent_changed_signal = g_signal_new ("extent-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("files-dropped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRV);
}

static void
ls_plot_area_init (LsPlotArea *self)
{
  self->theme = *ls_theme_get_light ();
  self->is_whole = TRUE;
  ls_plot_drop_attach (GTK_WIDGET (self));
  gtk_widget_set_can_focus (GTK_WIDGET (self), TRUE);
  gtk_widget_add_events (GTK_WIDGET (self), GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                                                | GDK_POINTER_MOTION_MASK | GDK_SCROLL_MASK
                                                | GDK_SMOOTH_SCROLL_MASK | GDK_LEAVE_NOTIFY_MASK
                                                | GDK_KEY_PRESS_MASK);
}
