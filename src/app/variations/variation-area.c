#include "app/variations/variation-area.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/style.h"
#include "draw/text.h"

/* Step of a limit by a key, of the range. */
#define KEY_STEP 0.05

struct _LsVariationArea
{
  GtkDrawingArea parent_instance;
  LsSpread *spread; /* (nullable) */
  char *placeholder;
  LsTheme theme;
  int row;     /* chosen; -1: none */
  int axis;    /* whose limits are dragged, or changed by keys; -1: none */
  double from; /* where the drag began */
  gboolean dragging;
};

G_DEFINE_TYPE (LsVariationArea, ls_variation_area, GTK_TYPE_DRAWING_AREA)

enum
{
  SIGNAL_CHOSEN,
  SIGNAL_LIMITS_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
describe (LsVariationArea *self)
{
  g_autofree char *text
      = self->spread != NULL ? ls_spread_describe (self->spread) : g_strdup (self->placeholder);

  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (self)),
                              text != NULL ? text : "");
}

void
ls_variation_area_show (LsVariationArea *self, LsSpread *spread, const char *placeholder)
{
  g_return_if_fail (LS_IS_VARIATION_AREA (self));

  ls_spread_free (self->spread);
  self->spread = spread;
  g_free (self->placeholder);
  self->placeholder = g_strdup (placeholder);
  self->axis = -1;
  self->dragging = FALSE;
  if (spread != NULL)
    ls_spread_choose (spread, self->row);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

LsSpread *
ls_variation_area_get_spread (LsVariationArea *self)
{
  g_return_val_if_fail (LS_IS_VARIATION_AREA (self), NULL);

  return self->spread;
}

void
ls_variation_area_choose (LsVariationArea *self, int row)
{
  g_return_if_fail (LS_IS_VARIATION_AREA (self));

  self->row = row;
  if (self->spread != NULL)
    ls_spread_choose (self->spread, row);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tell_choice (LsVariationArea *self, int row)
{
  ls_variation_area_choose (self, row);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, row);
}

static void
set_limits (LsVariationArea *self, double low, double high)
{
  ls_spread_set_limits (self->spread, (guint)self->axis, low, high);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_LIMITS_CHANGED], 0);
}

static gboolean
ls_variation_area_draw (GtkWidget *widget, cairo_t *cr)
{
  LsVariationArea *self = LS_VARIATION_AREA (widget);
  const double width = gtk_widget_get_allocated_width (widget);
  const double height = gtk_widget_get_allocated_height (widget);

  if (self->spread != NULL)
    ls_spread_draw (self->spread, cr, width, height, &self->theme);
  else
    {
      g_autoptr (PangoLayout) layout = ls_text_new_plain (
          cr, &self->theme, 1, self->placeholder != NULL ? self->placeholder : "");

      ls_color_set_source (&self->theme.background, cr);
      cairo_paint (cr);
      ls_text_wrap (layout, fmax (width - 40, 100), 5);
      pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
      ls_color_set_source (&self->theme.muted, cr);
      ls_text_show (cr, layout, 0.5 * width, 0.5 * height, 0.5, 0.5);
    }
  if (gtk_widget_has_focus (widget))
    gtk_render_focus (gtk_widget_get_style_context (widget), cr, 1, 1, width - 2, height - 2);
  return GDK_EVENT_PROPAGATE;
}

static void
ls_variation_area_style_updated (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_variation_area_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &LS_VARIATION_AREA (widget)->theme);
  gtk_widget_queue_draw (widget);
}

/* ---- Pointer ------------------------------------------------------------------------------ */

static gboolean
ls_variation_area_button_press_event (GtkWidget *widget, GdkEventButton *event)
{
  LsVariationArea *self = LS_VARIATION_AREA (widget);
  int row;

  gtk_widget_grab_focus (widget);
  if (self->spread == NULL || event->button != GDK_BUTTON_PRIMARY
      || event->type != GDK_BUTTON_PRESS)
    return GDK_EVENT_PROPAGATE;
  self->axis = ls_spread_find_axis (self->spread, event->x, event->y, &self->from);
  self->dragging = self->axis >= 0;
  row = self->dragging ? -1 : ls_spread_find (self->spread, event->x, event->y);
  if (row >= 0)
    tell_choice (self, row);
  return GDK_EVENT_STOP;
}

static gboolean
ls_variation_area_motion_notify_event (GtkWidget *widget, GdkEventMotion *event)
{
  LsVariationArea *self = LS_VARIATION_AREA (widget);
  double to, x = event->x;
  int found = -1;

  if (!self->dragging)
    return GDK_EVENT_PROPAGATE;
  /* The pointer may leave the axis sideways. */
  for (double off = 0; found != self->axis && off < gtk_widget_get_allocated_width (widget);
       off += 5)
    {
      x = event->x - off;
      found = ls_spread_find_axis (self->spread, x, event->y, &to);
      if (found != self->axis)
        found = ls_spread_find_axis (self->spread, event->x + off, event->y, &to);
    }
  if (found == self->axis && to != self->from)
    set_limits (self, fmin (self->from, to), fmax (self->from, to));
  return GDK_EVENT_STOP;
}

/* A click on an axis without a drag takes its limits away. */
static gboolean
ls_variation_area_button_release_event (GtkWidget *widget, GdkEventButton *event)
{
  LsVariationArea *self = LS_VARIATION_AREA (widget);
  double at;

  if (self->dragging && ls_spread_find_axis (self->spread, event->x, event->y, &at) == self->axis
      && at == self->from)
    set_limits (self, NAN, NAN);
  self->dragging = FALSE;
  return GDK_EVENT_PROPAGATE;
}

/* ---- Keys --------------------------------------------------------------------------------- */

/* The next run within the limits. */
static void
step_row (LsVariationArea *self, int by)
{
  const guint n_rows = ls_spread_get_n_rows (self->spread);
  int row = self->row;

  for (guint i = 0; i < n_rows; i++)
    {
      row += by;
      if (row < 0 || row >= (int)n_rows)
        return;
      if (ls_spread_is_within (self->spread, (guint)row))
        {
          tell_choice (self, row);
          return;
        }
    }
}

/* Up raises the lower limit, Down lowers the upper one, both with Shift the other way. */
static void
step_limit (LsVariationArea *self, gboolean lower, double sign)
{
  double low, high, least, greatest;

  if (self->axis < 0 || !ls_spread_get_range (self->spread, (guint)self->axis, &least, &greatest))
    return;
  ls_spread_get_limits (self->spread, (guint)self->axis, &low, &high);
  if (lower)
    low = (isnan (low) ? least : low) + sign * KEY_STEP * (greatest - least);
  else
    high = (isnan (high) ? greatest : high) + sign * KEY_STEP * (greatest - least);
  set_limits (self, low, high);
}

static gboolean
ls_variation_area_key_press_event (GtkWidget *widget, GdkEventKey *event)
{
  LsVariationArea *self = LS_VARIATION_AREA (widget);
  const double sign = (event->state & GDK_SHIFT_MASK) != 0 ? -1 : 1;

  if (self->spread == NULL || (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK)) != 0)
    return GTK_WIDGET_CLASS (ls_variation_area_parent_class)->key_press_event (widget, event);
  switch (event->keyval)
    {
    case GDK_KEY_Left:
      step_row (self, -1);
      break;
    case GDK_KEY_Right:
      step_row (self, 1);
      break;
    case GDK_KEY_Page_Down:
      self->axis++;
      if (self->axis >= (int)ls_spread_get_n_columns (self->spread))
        self->axis = -1;
      break;
    case GDK_KEY_Up:
      step_limit (self, TRUE, sign);
      break;
    case GDK_KEY_Down:
      step_limit (self, FALSE, -sign);
      break;
    case GDK_KEY_Delete:
      if (self->axis >= 0)
        set_limits (self, NAN, NAN);
      break;
    default:
      return GTK_WIDGET_CLASS (ls_variation_area_parent_class)->key_press_event (widget, event);
    }
  return GDK_EVENT_STOP;
}

static void
ls_variation_area_finalize (GObject *object)
{
  LsVariationArea *self = LS_VARIATION_AREA (object);

  ls_spread_free (self->spread);
  g_free (self->placeholder);
  G_OBJECT_CLASS (ls_variation_area_parent_class)->finalize (object);
}

static void
ls_variation_area_class_init (LsVariationAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_variation_area_finalize;
  widget_class->draw = ls_variation_area_draw;
  widget_class->style_updated = ls_variation_area_style_updated;
  widget_class->button_press_event = ls_variation_area_button_press_event;
  widget_class->button_release_event = ls_variation_area_button_release_event;
  widget_class->motion_notify_event = ls_variation_area_motion_notify_event;
  widget_class->key_press_event = ls_variation_area_key_press_event;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_CHART);
  gtk_widget_class_set_css_name (widget_class, "plot");
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_LIMITS_CHANGED] = g_signal_new ("limits-changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_variation_area_init (LsVariationArea *self)
{
  self->row = -1;
  self->axis = -1;
  gtk_widget_set_can_focus (GTK_WIDGET (self), TRUE);
  gtk_widget_add_events (GTK_WIDGET (self), GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                                                | GDK_BUTTON1_MOTION_MASK | GDK_KEY_PRESS_MASK);
  self->theme = *ls_theme_get_light ();
}
