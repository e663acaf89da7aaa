#include "app/plot/chart-area.h"
#include "app/base/style.h"
#include "draw/text.h"

struct _LsChartArea
{
  GtkDrawingArea parent_instance;
  GPtrArray *charts; /* (nullable): LsChart */
  char *placeholder;
  LsTheme theme;
};

G_DEFINE_TYPE (LsChartArea, ls_chart_area, GTK_TYPE_DRAWING_AREA)

static void
describe (LsChartArea *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; self->charts != NULL && i < self->charts->len; i++)
    {
      g_autofree char *one = ls_chart_describe (g_ptr_array_index (self->charts, i));

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", one);
    }
  if (text->len == 0 && self->placeholder != NULL)
    g_string_append (text, self->placeholder);
  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (self)), text->str);
  g_string_free (text, TRUE);
}

void
ls_chart_area_set_charts (LsChartArea *self, GPtrArray *charts, const char *placeholder)
{
  g_return_if_fail (LS_IS_CHART_AREA (self));

  g_clear_pointer (&self->charts, g_ptr_array_unref);
  self->charts = charts;
  g_free (self->placeholder);
  self->placeholder = g_strdup (placeholder);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GPtrArray *
ls_chart_area_get_charts (LsChartArea *self)
{
  g_return_val_if_fail (LS_IS_CHART_AREA (self), NULL);

  return self->charts;
}

static gboolean
ls_chart_area_draw (GtkWidget *widget, cairo_t *cr)
{
  LsChartArea *self = LS_CHART_AREA (widget);
  const int width = gtk_widget_get_allocated_width (widget);
  const int height = gtk_widget_get_allocated_height (widget);
  LsChartPicture picture = { .charts = self->charts, .theme = &self->theme };

  if (self->charts != NULL && self->charts->len > 0)
    ls_charts_draw (cr, width, height, &picture);
  else
    {
      g_autoptr (PangoLayout) layout = NULL;

      ls_color_set_source (&self->theme.background, cr);
      cairo_paint (cr);
      layout = ls_text_new_plain (cr, &self->theme, 1.1,
                                  self->placeholder != NULL ? self->placeholder : "");
      pango_layout_set_width (layout, MAX (width - 40, 20) * PANGO_SCALE);
      pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
      ls_color_set_source (&self->theme.muted, cr);
      ls_text_show (cr, layout, 0.5 * width, 0.5 * height, 0.5, 0.5);
    }
  if (gtk_widget_has_visible_focus (widget))
    gtk_render_focus (gtk_widget_get_style_context (widget), cr, 1, 1, width - 2, height - 2);
  return GDK_EVENT_STOP;
}

static void
ls_chart_area_style_updated (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_chart_area_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &LS_CHART_AREA (widget)->theme);
  gtk_widget_queue_draw (widget);
}

static void
ls_chart_area_finalize (GObject *object)
{
  LsChartArea *self = LS_CHART_AREA (object);

  g_clear_pointer (&self->charts, g_ptr_array_unref);
  g_free (self->placeholder);
  G_OBJECT_CLASS (ls_chart_area_parent_class)->finalize (object);
}

static void
ls_chart_area_class_init (LsChartAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_chart_area_finalize;
  widget_class->draw = ls_chart_area_draw;
  widget_class->style_updated = ls_chart_area_style_updated;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_CHART);
  gtk_widget_class_set_css_name (widget_class, "plot");
}

static void
ls_chart_area_init (LsChartArea *self)
{
  self->theme = *ls_theme_get_light ();
  gtk_widget_set_can_focus (GTK_WIDGET (self), TRUE);
}
