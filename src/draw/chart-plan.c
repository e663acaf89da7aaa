/* What a chart and its legend draw alike, and where points come to lie. */
#include "draw/chart-impl.h"

#include <math.h>

#define LINE_WIDTH 1.6
/* Part of a category that its bars fill. */
#define BARS_SHARE 0.75
#define MARKER 3.6
/* Width of an order triangle relative to the pane, and its distance below the points. */
#define TRIANGLE_SHARE 0.09
#define TRIANGLE_GAP 12.0

double
ls_chart_plan_get_px (const LsChartPlan *self, double x)
{
  const LsAxis *axis = &self->chart->x;

  return self->left + (x - axis->min) / (axis->max - axis->min) * (self->right - self->left);
}

double
ls_chart_plan_get_py (const LsChartPlan *self, double y)
{
  const LsAxis *axis = &self->chart->y;

  return self->bottom - (y - axis->min) / (axis->max - axis->min) * (self->bottom - self->top);
}

double
ls_chart_plan_get_slot (const LsChartPlan *self)
{
  return ls_chart_plan_get_px (self, 1) - ls_chart_plan_get_px (self, 0);
}

double
ls_chart_plan_get_bar (const LsChartPlan *self, const LsSeries *series, double x, double *width)
{
  const double all = BARS_SHARE * ls_chart_plan_get_slot (self);

  *width = all / self->chart->series->len;
  return ls_chart_plan_get_px (self, x) - all / 2 + *width * series->index;
}

void
ls_chart_plan_style (const LsChartPlan *self, const LsSeries *series)
{
  const LsColor color
      = series->method != NULL
            ? ls_palette_get_method_color (self->theme, series->method, series->variant)
            : self->theme->muted;
  int n_dash;
  const double *dash = ls_palette_get_dash (series->index, FALSE, &n_dash);

  ls_color_set_source (&color, self->cr);
  cairo_set_dash (self->cr, dash, n_dash, 0);
  cairo_set_line_width (self->cr, LINE_WIDTH * self->scale);
}

/* Disc, square, diamond, triangle: distinct without colour. */
void
ls_chart_plan_draw_marker (const LsChartPlan *self, guint index, double x, double y)
{
  const double r = MARKER * self->scale;
  cairo_t *cr = self->cr;

  cairo_new_path (cr);
  switch (index % 4)
    {
    case 0:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
      break;
    case 2:
      cairo_move_to (cr, x, y - 1.25 * r);
      cairo_line_to (cr, x + 1.25 * r, y);
      cairo_line_to (cr, x, y + 1.25 * r);
      cairo_line_to (cr, x - 1.25 * r, y);
      break;
    default:
      cairo_move_to (cr, x, y - 1.15 * r);
      cairo_line_to (cr, x + 1.1 * r, y + 0.8 * r);
      cairo_line_to (cr, x - 1.1 * r, y + 0.8 * r);
      break;
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

gboolean
ls_series_has_markers (const LsSeries *series)
{
  return series->style == LS_CHART_POINTS || series->style == LS_CHART_MARKS
         || series->style == LS_CHART_BARS;
}

/* Axis coordinate y of a series between its points; NaN outside. */
static double
find_y (const LsChartPlan *self, const LsSeries *series, double x)
{
  for (guint i = 0; i + 1 < series->n; i++)
    {
      const double x_0 = ls_axis_get (&self->chart->x, series->x[i]);
      const double x_1 = ls_axis_get (&self->chart->x, series->x[i + 1]);
      const double y_0 = ls_axis_get (&self->chart->y, series->y[i]);
      const double y_1 = ls_axis_get (&self->chart->y, series->y[i + 1]);
      if (x_0 != x_1 && (x - x_0) * (x - x_1) <= 0)
        return y_0 + (x - x_0) / (x_1 - x_0) * (y_1 - y_0);
    }
  return NAN;
}

gboolean
ls_chart_plan_place_triangle (const LsChartPlan *self,
                              const LsTriangle *triangle,
                              LsTriangleBox *box)
{
  const LsSeries *series = g_ptr_array_index (self->chart->series, triangle->series);
  const LsAxis *x_axis = &self->chart->x;
  const double middle
      = 0.5 * (ls_axis_get (x_axis, triangle->x_min) + ls_axis_get (x_axis, triangle->x_max));
  const double half = 0.5 * TRIANGLE_SHARE * (x_axis->max - x_axis->min);
  const double y_at = find_y (self, series, middle);
  const double rise
      = ls_chart_plan_get_py (self, 0) - ls_chart_plan_get_py (self, 2 * half * triangle->slope);

  box->left = ls_chart_plan_get_px (self, middle - half);
  box->right = ls_chart_plan_get_px (self, middle + half);
  box->bottom = ls_chart_plan_get_py (self, y_at) + 0.5 * rise + TRIANGLE_GAP * self->scale;
  box->top = box->bottom - rise;
  return isfinite (box->bottom) && box->bottom <= self->bottom && box->top >= self->top;
}
