/* Layout and drawing of a chart. */
#include "draw/chart-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "core/base/language.h"
#include "draw/text.h"
#include "draw/ticks.h"

#define TICK 4.0

static PangoLayout *
tick_layout (const LsChartPlan *self, const char *label)
{
  g_autofree char *markup = ls_text_markup_power (label);

  return ls_text_new (self->cr, self->theme, 0.95, markup);
}

static double
widest_label (const LsChartPlan *self, const LsTicks *ticks)
{
  double widest = 0;

  for (guint i = 0; i < ticks->n; i++)
    {
      g_autoptr (PangoLayout) layout = tick_layout (self, ticks->labels[i]);
      double width;
      ls_text_get_size (layout, &width, NULL);
      widest = fmax (widest, width);
    }
  return widest;
}

static void
make_ticks (const LsAxis *axis, double length, double room, LsTicks *ticks)
{
  const guint wanted = (guint)CLAMP (length / room, 2, 20);

  if (axis->logarithmic)
    ls_ticks_logarithmic (ticks, pow (10, axis->min), pow (10, axis->max), wanted);
  else
    ls_ticks_linear (ticks, axis->min, axis->max, wanted);
}

/* None where there are names. */
static void
make_x_ticks (LsChartPlan *self)
{
  if (self->chart->categories != NULL)
    self->x_ticks = (LsTicks){ 0 };
  else
    make_ticks (&self->chart->x, self->right - self->left, 6 * self->em, &self->x_ticks);
}

static gboolean
has_title (const LsChartPlan *self)
{
  return self->first && self->chart->title != NULL;
}

static void
measure (LsChartPlan *self)
{
  g_autoptr (PangoLayout) line = ls_text_new_plain (self->cr, self->theme, 1, "Xg");
  g_autoptr (PangoLayout) title
      = ls_text_new_plain (self->cr, self->theme, 1, ls_axis_get_title (&self->chart->y));
  double length;

  ls_text_get_size (line, NULL, &self->em);
  self->scale = self->theme->scale > 0 ? self->theme->scale : 1;
  self->top = LS_CHART_PAD + (has_title (self) ? 1.6 * self->em : 0);
  self->bottom = self->height - LS_CHART_PAD - (self->last ? 2.9 : 1.4) * self->em;
  self->left = LS_CHART_PAD + 5 * self->em;
  self->right = self->width - 2 * LS_CHART_PAD;
  make_ticks (&self->chart->y, self->bottom - self->top, 2.5 * self->em, &self->y_ticks);
  self->left = fmax (self->least_left, LS_CHART_PAD + 1.8 * self->em
                                           + widest_label (self, &self->y_ticks) + TICK + 4);
  make_x_ticks (self);
  ls_text_get_size (title, &length, NULL);
  self->title_above = length > self->bottom - self->top;
  if (self->title_above)
    self->left -= 1.4 * self->em;
  self->top += (self->title_above || self->y_ticks.exponent != 0 ? 1.1 : 0.3) * self->em;
  ls_chart_legend_place (self);
  /* Ticks for the current size of the pane. */
  make_x_ticks (self);
  make_ticks (&self->chart->y, self->bottom - self->top, 2.5 * self->em, &self->y_ticks);
}

static void
draw_line (
    const LsChartPlan *self, const LsColor *color, double x0, double y0, double x1, double y1)
{
  ls_color_set_source (color, self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_set_line_width (self->cr, 1);
  cairo_move_to (self->cr, floor (x0) + 0.5, floor (y0) + 0.5);
  cairo_line_to (self->cr, floor (x1) + 0.5, floor (y1) + 0.5);
  cairo_stroke (self->cr);
}

static void
draw_exponent (const LsChartPlan *self, const LsTicks *ticks, double x, double y, double align_x)
{
  g_autofree char *text = g_strdup_printf ("×10^%d", ticks->exponent);
  g_autofree char *markup = ls_text_markup_power (text);
  g_autoptr (PangoLayout) layout = NULL;

  if (ticks->exponent == 0)
    return;
  layout = ls_text_new (self->cr, self->theme, 0.9, markup);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, x, y, align_x, 1);
}

static void
draw_axes (const LsChartPlan *self)
{
  const LsChart *chart = self->chart;
  const LsTheme *theme = self->theme;

  for (guint i = 0; i < self->x_ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = tick_layout (self, self->x_ticks.labels[i]);
      const double x
          = ls_chart_plan_get_px (self, ls_axis_get (&chart->x, self->x_ticks.values[i]));
      draw_line (self, &theme->grid, x, self->top, x, self->bottom);
      draw_line (self, &theme->foreground, x, self->bottom, x, self->bottom + TICK);
      ls_text_show (self->cr, label, x, self->bottom + TICK + 2, 0.5, 0);
    }
  for (guint i = 0; i < self->y_ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = tick_layout (self, self->y_ticks.labels[i]);
      const double y
          = ls_chart_plan_get_py (self, ls_axis_get (&chart->y, self->y_ticks.values[i]));
      draw_line (self, &theme->grid, self->left, y, self->right, y);
      draw_line (self, &theme->foreground, self->left - TICK, y, self->left, y);
      ls_text_show (self->cr, label, self->left - TICK - 3, y, 1, 0.5);
    }
  draw_line (self, &theme->foreground, self->left, self->bottom, self->right, self->bottom);
  draw_line (self, &theme->foreground, self->left, self->top, self->left, self->bottom);
  draw_exponent (self, &self->x_ticks, self->right, self->height - LS_CHART_PAD, 1);
  draw_exponent (self, &self->y_ticks, self->left, self->top - 1, 0);
}

/* Names of the categories, as many as there is room for. */
static void
draw_names (const LsChartPlan *self)
{
  char **names = self->chart->categories;
  const double slot = names != NULL ? ls_chart_plan_get_slot (self) : 0;
  const guint every = slot > 0 ? (guint)ceil (3 * self->em / slot) : 1;

  for (guint i = 0; names != NULL && names[i] != NULL; i += every)
    {
      g_autoptr (PangoLayout) name = ls_text_new_plain (self->cr, self->theme, 0.95, names[i]);

      ls_text_limit (name, every * slot - 4);
      ls_color_set_source (&self->theme->foreground, self->cr);
      ls_text_show (self->cr, name, ls_chart_plan_get_px (self, i + 1), self->bottom + TICK + 2,
                    0.5, 0);
    }
}

static void
draw_titles (const LsChartPlan *self)
{
  const LsChart *chart = self->chart;
  g_autoptr (PangoLayout) x
      = ls_text_new_plain (self->cr, self->theme, 1, ls_axis_get_title (&chart->x));
  g_autoptr (PangoLayout) y
      = ls_text_new_plain (self->cr, self->theme, 1, ls_axis_get_title (&chart->y));

  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_limit (x, self->right - self->left);
  ls_text_limit (y, self->title_above ? self->right - self->left - 4 * self->em
                                      : self->bottom - self->top);
  if (self->last)
    ls_text_show (self->cr, x, 0.5 * (self->left + self->right), self->height - LS_CHART_PAD, 0.5,
                  1);
  if (self->title_above)
    ls_text_show (self->cr, y, self->left + (self->y_ticks.exponent != 0 ? 4 * self->em : 0),
                  self->top - 2, 0, 1);
  else
    ls_text_show_upwards (self->cr, y, LS_CHART_PAD, 0.5 * (self->top + self->bottom), 0.5, 0);
  if (has_title (self))
    ls_text_draw (self->cr, self->theme, 1.2, &self->theme->foreground, chart->title,
                  0.5 * self->width, LS_CHART_PAD, 0.5, 0);
}

/* The marker at the end distinguishes bars without their colours. */
static void
draw_bars (const LsChartPlan *self, const LsSeries *series)
{
  cairo_set_dash (self->cr, NULL, 0, 0);
  for (guint i = 0; i < series->n; i++)
    {
      const double y = ls_chart_plan_get_py (self, ls_axis_get (&self->chart->y, series->y[i]));
      double width;
      const double x = ls_chart_plan_get_bar (self, series, series->x[i], &width);

      if (isnan (y))
        continue;
      ls_chart_plan_style (self, series);
      cairo_rectangle (self->cr, x + 1, y, fmax (width - 2, 1), self->bottom - y);
      cairo_fill (self->cr);
      ls_chart_plan_draw_marker (self, series->marker, x + width / 2, y);
    }
}

static void
draw_series (const LsChartPlan *self, const LsSeries *series)
{
  gboolean pen = FALSE;
  double last_y = 0;

  ls_chart_plan_style (self, series);
  cairo_new_path (self->cr);
  for (guint i = 0; i < series->n; i++)
    {
      const double x = ls_chart_plan_get_px (self, ls_axis_get (&self->chart->x, series->x[i]));
      const double y = ls_chart_plan_get_py (self, ls_axis_get (&self->chart->y, series->y[i]));

      if (isnan (x) || isnan (y))
        continue;
      if (pen && series->style == LS_CHART_STAIRS)
        cairo_line_to (self->cr, x, last_y);
      if (pen && series->style != LS_CHART_MARKS)
        cairo_line_to (self->cr, x, y);
      else
        cairo_move_to (self->cr, x, y);
      pen = TRUE;
      last_y = y;
    }
  cairo_stroke (self->cr);
  for (guint i = 0; i < series->n && ls_series_has_markers (series); i++)
    {
      const double x = ls_chart_plan_get_px (self, ls_axis_get (&self->chart->x, series->x[i]));
      const double y = ls_chart_plan_get_py (self, ls_axis_get (&self->chart->y, series->y[i]));
      if (!isnan (x) && !isnan (y))
        ls_chart_plan_draw_marker (self, series->marker, x, y);
    }
}

/* Below and to the right of the series: base 1, height = slope. */
static void
draw_triangle (const LsChartPlan *self, const LsTriangle *triangle)
{
  LsTriangleBox box;
  char slope[LS_NUMBER_SIZE];

  if (!ls_chart_plan_place_triangle (self, triangle, &box))
    return;
  ls_number_display (triangle->slope, 3, slope);
  ls_chart_plan_style (self, g_ptr_array_index (self->chart->series, triangle->series));
  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_set_line_width (self->cr, self->scale);
  cairo_move_to (self->cr, box.left, box.bottom);
  cairo_line_to (self->cr, box.right, box.bottom);
  cairo_line_to (self->cr, box.right, box.top);
  cairo_close_path (self->cr);
  cairo_stroke (self->cr);
  ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, "1",
                0.5 * (box.left + box.right), box.bottom + 1, 0.5, 0);
  ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, slope, box.right + 3,
                0.5 * (box.bottom + box.top), 0, 0.5);
}

static void
draw_contents (const LsChartPlan *self)
{
  cairo_save (self->cr);
  cairo_rectangle (self->cr, self->left, self->top, self->right - self->left,
                   self->bottom - self->top);
  cairo_clip (self->cr);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (self->chart->series, i);

      if (series->style == LS_CHART_BARS)
        draw_bars (self, series);
      else
        draw_series (self, series);
    }
  for (guint i = 0; i < self->chart->triangles->len; i++)
    draw_triangle (self, &g_array_index (self->chart->triangles, LsTriangle, i));
  cairo_restore (self->cr);
}

/* Ranges must have been chosen. */
static void
draw_planned (LsChartPlan *plan)
{
  measure (plan);
  if (plan->right <= plan->left || plan->bottom <= plan->top)
    return;
  draw_axes (plan);
  draw_names (plan);
  draw_contents (plan);
  ls_chart_legend_draw (plan);
  draw_titles (plan);
}

void
ls_chart_draw (LsChart *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  ls_chart_draw_stack (&self, 1, cr, width, height, theme);
}

/* Common x range of all charts with points.
 * Returns: whether there are any */
static gboolean
choose_ranges (LsChart *const charts[], guint n)
{
  double min = INFINITY, max = -INFINITY;

  for (guint i = 0; i < n; i++)
    if (ls_chart_choose_ranges (charts[i]))
      {
        min = fmin (min, charts[i]->x.min);
        max = fmax (max, charts[i]->x.max);
      }
  for (guint i = 0; i < n; i++)
    {
      charts[i]->x.min = min;
      charts[i]->x.max = max;
    }
  return max >= min;
}

void
ls_chart_draw_stack (LsChart *const charts[],
                     guint n,
                     cairo_t *cr,
                     double width,
                     double height,
                     const LsTheme *theme)
{
  double left = 0, shares = 0, y = 0;
  g_autofree LsChartPlan *plans = g_new0 (LsChartPlan, n + 1);

  g_return_if_fail (theme != NULL);
  cairo_save (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  if (!choose_ranges (charts, n))
    {
      ls_text_draw (cr, theme, 1, &theme->muted, _ ("Nothing to show yet."), 0.5 * width,
                    0.5 * height, 0.5, 0.5);
      n = 0;
    }
  for (guint i = 0; i < n; i++)
    {
      plans[i] = (LsChartPlan){ .chart = charts[i],
                                .cr = cr,
                                .theme = theme,
                                .width = width,
                                .height = height,
                                .first = i == 0,
                                .last = i + 1 == n };
      measure (&plans[i]);
      left = fmax (left, plans[i].left);
      /* Space outside the panes is for titles and legend; the panes have equal heights. */
      shares += height - (plans[i].bottom - plans[i].top);
    }
  for (guint i = 0; i < n; i++)
    {
      const double around = height - (plans[i].bottom - plans[i].top);

      plans[i].least_left = left;
      plans[i].height = around + (height - shares) / n;
      cairo_save (cr);
      cairo_translate (cr, 0, y);
      draw_planned (&plans[i]);
      cairo_restore (cr);
      y += plans[i].height;
    }
  cairo_restore (cr);
}
