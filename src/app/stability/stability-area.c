#include "app/stability/stability-area.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/style.h"
#include "draw/text.h"

struct _LsStabilityArea
{
  GtkDrawingArea parent_instance;
  const LsStability *stability; /* (nullable): borrowed */
  LsMap *map;                   /* with a parameter */
  LsChart *chart;               /* without */
  char *text;                   /* with neither */
  LsTheme theme;
  gboolean has_cell;
  guint method, value, step;
};

G_DEFINE_TYPE (LsStabilityArea, ls_stability_area, GTK_TYPE_DRAWING_AREA)

enum
{
  SIGNAL_CELL_CHANGED,
  SIGNAL_CELL_ACTIVATED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
describe (LsStabilityArea *self)
{
  g_autofree char *text = self->map != NULL     ? ls_map_describe (self->map)
                          : self->chart != NULL ? ls_chart_describe (self->chart)
                                                : g_strdup (self->text);

  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (self)),
                              text != NULL ? text : "");
}

void
ls_stability_area_show (LsStabilityArea *self,
                        const LsStability *stability,
                        const LsStabilityLook *look,
                        double step_size,
                        double value,
                        const char *text)
{
  g_return_if_fail (LS_IS_STABILITY_AREA (self));

  g_clear_pointer (&self->map, ls_map_free);
  g_clear_pointer (&self->chart, ls_chart_free);
  g_free (self->text);
  self->text = g_strdup (text);
  self->stability = stability;
  self->has_cell = FALSE;
  if (stability != NULL && ls_stability_get_parameter (stability) != NULL)
    self->map = ls_stability_new_map (stability, look);
  else if (stability != NULL)
    self->chart = ls_stability_new_chart (stability, look);
  if (self->map != NULL && isfinite (step_size) && isfinite (value))
    ls_map_set_mark (self->map, step_size, value);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_CELL_CHANGED], 0);
}

gboolean
ls_stability_area_get_cell (LsStabilityArea *self, guint *method, guint *value, guint *step)
{
  g_return_val_if_fail (
      LS_IS_STABILITY_AREA (self) && method != NULL && value != NULL && step != NULL, FALSE);

  *method = self->method;
  *value = self->value;
  *step = self->step;
  return self->has_cell;
}

static void
point_at (LsStabilityArea *self, guint method, guint value, guint step)
{
  self->has_cell = TRUE;
  self->method = method;
  self->value = value;
  self->step = step;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_CELL_CHANGED], 0);
}

/* ---- Drawing ---------------------------------------------------------------------------- */

/* A ring on the cell, visible on both colours. */
static void
draw_cell (LsStabilityArea *self, cairo_t *cr)
{
  double x, y;

  ls_map_locate (self->map, self->method, self->step, self->value, &x, &y);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, 5, 0, 2 * G_PI);
  ls_color_set_source (&self->theme.background, cr);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  ls_color_set_source (&self->theme.foreground, cr);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static gboolean
ls_stability_area_draw (GtkWidget *widget, cairo_t *cr)
{
  LsStabilityArea *self = LS_STABILITY_AREA (widget);
  const double width = gtk_widget_get_allocated_width (widget);
  const double height = gtk_widget_get_allocated_height (widget);

  if (self->map != NULL)
    ls_map_draw (self->map, cr, width, height, &self->theme);
  else if (self->chart != NULL)
    ls_chart_draw (self->chart, cr, width, height, &self->theme);
  else
    {
      g_autoptr (PangoLayout) layout
          = ls_text_new_plain (cr, &self->theme, 1, self->text != NULL ? self->text : "");

      ls_color_set_source (&self->theme.background, cr);
      cairo_paint (cr);
      pango_layout_set_width (layout, (int)(fmax (width - 40, 100) * PANGO_SCALE));
      pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
      ls_color_set_source (&self->theme.muted, cr);
      ls_text_show (cr, layout, 0.5 * width, 0.5 * height, 0.5, 0.5);
    }
  if (self->has_cell && self->map != NULL)
    draw_cell (self, cr);
  if (gtk_widget_has_focus (widget))
    gtk_render_focus (gtk_widget_get_style_context (widget), cr, 1, 1, width - 2, height - 2);
  return GDK_EVENT_PROPAGATE;
}

static void
ls_stability_area_style_updated (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_stability_area_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &LS_STABILITY_AREA (widget)->theme);
  gtk_widget_queue_draw (widget);
}

/* ---- Pointer and keys ------------------------------------------------------------------- */

static gboolean
ls_stability_area_button_press_event (GtkWidget *widget, GdkEventButton *event)
{
  LsStabilityArea *self = LS_STABILITY_AREA (widget);
  guint method, value, step;

  gtk_widget_grab_focus (widget);
  if (self->map == NULL || event->button != GDK_BUTTON_PRIMARY
      || !ls_map_find (self->map, event->x, event->y, &method, &step, &value))
    return GDK_EVENT_PROPAGATE;
  if (event->type == GDK_BUTTON_PRESS)
    point_at (self, method, value, step);
  else if (event->type == GDK_2BUTTON_PRESS)
    g_signal_emit (self, signals[SIGNAL_CELL_ACTIVATED], 0);
  return GDK_EVENT_STOP;
}

/* Adds @by to @index, limited to [0, @n). */
static guint
shift (guint index, int by, guint n)
{
  return (guint)CLAMP ((int)index + by, 0, (int)n - 1);
}

static gboolean
move_cell (LsStabilityArea *self, guint key)
{
  guint n_steps, n_values;
  const guint n_methods = ls_stability_get_n_methods (self->stability);
  guint method = self->method, value = self->value, step = self->step;

  ls_stability_get_steps (self->stability, &n_steps);
  ls_stability_get_values (self->stability, &n_values);
  if (!self->has_cell)
    {
      point_at (self, 0, n_values / 2, n_steps / 2);
      return TRUE;
    }
  switch (key)
    {
    case GDK_KEY_Left:
      step = shift (step, -1, n_steps);
      break;
    case GDK_KEY_Right:
      step = shift (step, 1, n_steps);
      break;
    case GDK_KEY_Up:
      value = shift (value, 1, n_values);
      break;
    case GDK_KEY_Down:
      value = shift (value, -1, n_values);
      break;
    case GDK_KEY_Page_Up:
      method = shift (method, -1, n_methods);
      break;
    default:
      method = shift (method, 1, n_methods);
      break;
    }
  point_at (self, method, value, step);
  return TRUE;
}

static gboolean
ls_stability_area_key_press_event (GtkWidget *widget, GdkEventKey *event)
{
  LsStabilityArea *self = LS_STABILITY_AREA (widget);

  if (self->map == NULL || (event->state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GTK_WIDGET_CLASS (ls_stability_area_parent_class)->key_press_event (widget, event);
  switch (event->keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      return move_cell (self, event->keyval);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->has_cell)
        g_signal_emit (self, signals[SIGNAL_CELL_ACTIVATED], 0);
      return GDK_EVENT_STOP;
    default:
      return GTK_WIDGET_CLASS (ls_stability_area_parent_class)->key_press_event (widget, event);
    }
}

static void
ls_stability_area_finalize (GObject *object)
{
  LsStabilityArea *self = LS_STABILITY_AREA (object);

  ls_map_free (self->map);
  ls_chart_free (self->chart);
  g_free (self->text);
  G_OBJECT_CLASS (ls_stability_area_parent_class)->finalize (object);
}

static void
ls_stability_area_class_init (LsStabilityAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_stability_area_finalize;
  widget_class->draw = ls_stability_area_draw;
  widget_class->style_updated = ls_stability_area_style_updated;
  widget_class->button_press_event = ls_stability_area_button_press_event;
  widget_class->key_press_event = ls_stability_area_key_press_event;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_CHART);
  gtk_widget_class_set_css_name (widget_class, "plot");
  signals[SIGNAL_CELL_CHANGED]
      = g_signal_new ("cell-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CELL_ACTIVATED] = g_signal_new ("cell-activated", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_stability_area_init (LsStabilityArea *self)
{
  gtk_widget_set_can_focus (GTK_WIDGET (self), TRUE);
  gtk_widget_add_events (GTK_WIDGET (self), GDK_BUTTON_PRESS_MASK | GDK_KEY_PRESS_MASK);
  self->theme = *ls_theme_get_light ();
}
