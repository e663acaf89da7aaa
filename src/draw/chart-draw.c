/* Lays a chart out and draws it. */
#include "draw/chart-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "core/base/language.h"
#include "draw/text.h"
#include "draw/ticks.h"

#define LINE_WIDTH 1.6
#define MARKER 3.6
#define PAD 10.0
#define TICK 4.0
#define SAMPLE 26.0
/* Width of an order triangle as a part of the pane, and how far it is below its points. */
#define TRIANGLE_SHARE 0.09
#define TRIANGLE_GAP 12.0

/* All lengths in px. */
typedef struct
{
  LsChart *chart;
  cairo_t *cr;
  const LsTheme *theme;
  double width, height, em, scale;
  double left, right, top, bottom; /* edges of the pane */
  double least_left;               /* where the pane begins at the least */
  gboolean first, last;            /* of the charts above each other: with legend, with x title */
  LsTicks x_ticks, y_ticks;
} Plan;

static double
get_px (const Plan *self, double x)
{
  const LsAxis *axis = &self->chart->x;

  return self->left + (x - axis->min) / (axis->max - axis->min) * (self->right - self->left);
}

static double
get_py (const Plan *self, double y)
{
  const LsAxis *axis = &self->chart->y;

  return self->bottom - (y - axis->min) / (axis->max - axis->min) * (self->bottom - self->top);
}

static PangoLayout *
tick_layout (const Plan *self, const char *label)
{
  g_autofree char *markup = ls_text_markup_power (label);

  return ls_text_new (self->cr, self->theme, 0.95, markup);
}

static double
widest_label (const Plan *self, const LsTicks *ticks)
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

static void
style_series (const Plan *self, const LsSeries *series)
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

/* Disc, square, diamond, triangle: told apart without colour too. */
static void
draw_marker (const Plan *self, guint index, double x, double y)
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

static gboolean
has_markers (const LsSeries *series)
{
  return series->style == LS_CHART_POINTS || series->style == LS_CHART_MARKS;
}

/* Width of the legend's entries in as many rows as it takes; draws when asked to. */
static double
lay_legend (const Plan *self, double top, gboolean draw)
{
  const LsChart *chart = self->chart;
  const double row = 1.3 * self->em;
  double x = self->left, y = top;

  for (guint i = 0; i < chart->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (chart->series, i);
      g_autofree char *text = ls_series_make_text (series);
      g_autoptr (PangoLayout) layout = ls_text_new_plain (self->cr, self->theme, 0.95, text);
      const double sample = SAMPLE * self->scale;
      double width;

      ls_text_limit (layout, fmax (self->width - self->left - PAD - 1.5 * sample, sample));
      ls_text_get_size (layout, &width, NULL);
      if (x > self->left && x + 1.3 * sample + width > self->width - PAD)
        {
          x = self->left;
          y += row;
        }
      if (draw)
        {
          style_series (self, series);
          cairo_move_to (self->cr, x, y + 0.5 * row);
          cairo_line_to (self->cr, x + sample, y + 0.5 * row);
          cairo_stroke (self->cr);
          if (has_markers (series))
            draw_marker (self, series->index, x + 0.5 * sample, y + 0.5 * row);
          ls_color_set_source (&self->theme->foreground, self->cr);
          ls_text_show (self->cr, layout, x + 1.25 * sample, y + 0.5 * row, 0, 0.5);
        }
      x += 1.25 * sample + width + 1.5 * self->em;
    }
  return chart->series->len > 0 ? y + row - top : 0;
}

static gboolean
has_title (const Plan *self)
{
  return self->first && self->chart->title != NULL;
}

static void
measure (Plan *self)
{
  g_autoptr (PangoLayout) line = ls_text_new_plain (self->cr, self->theme, 1, "Xg");
  double legend;

  ls_text_get_size (line, NULL, &self->em);
  self->scale = self->theme->scale > 0 ? self->theme->scale : 1;
  self->top = PAD + (has_title (self) ? 1.6 * self->em : 0);
  self->bottom = self->height - PAD - (self->last ? 2.9 : 1.4) * self->em;
  self->left = PAD + 5 * self->em;
  self->right = self->width - 2 * PAD;
  make_ticks (&self->chart->y, self->bottom - self->top, 2.5 * self->em, &self->y_ticks);
  self->left = fmax (self->least_left,
                     PAD + 1.8 * self->em + widest_label (self, &self->y_ticks) + TICK + 4);
  make_ticks (&self->chart->x, self->right - self->left, 6 * self->em, &self->x_ticks);
  legend = self->first ? lay_legend (self, self->top, FALSE) : 0;
  self->top += legend + (legend > 0 ? 0.6 * self->em : 0) + 0.3 * self->em;
}

static void
draw_line (const Plan *self, const LsColor *color, double x0, double y0, double x1, double y1)
{
  ls_color_set_source (color, self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_set_line_width (self->cr, 1);
  cairo_move_to (self->cr, floor (x0) + 0.5, floor (y0) + 0.5);
  cairo_line_to (self->cr, floor (x1) + 0.5, floor (y1) + 0.5);
  cairo_stroke (self->cr);
}

static void
draw_exponent (const Plan *self, const LsTicks *ticks, double x, double y, double align_x)
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
draw_axes (const Plan *self)
{
  const LsChart *chart = self->chart;
  const LsTheme *theme = self->theme;

  for (guint i = 0; i < self->x_ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = tick_layout (self, self->x_ticks.labels[i]);
      const double x = get_px (self, ls_axis_get (&chart->x, self->x_ticks.values[i]));
      draw_line (self, &theme->grid, x, self->top, x, self->bottom);
      draw_line (self, &theme->foreground, x, self->bottom, x, self->bottom + TICK);
      ls_text_show (self->cr, label, x, self->bottom + TICK + 2, 0.5, 0);
    }
  for (guint i = 0; i < self->y_ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = tick_layout (self, self->y_ticks.labels[i]);
      const double y = get_py (self, ls_axis_get (&chart->y, self->y_ticks.values[i]));
      draw_line (self, &theme->grid, self->left, y, self->right, y);
      draw_line (self, &theme->foreground, self->left - TICK, y, self->left, y);
      ls_text_show (self->cr, label, self->left - TICK - 3, y, 1, 0.5);
    }
  draw_line (self, &theme->foreground, self->left, self->bottom, self->right, self->bottom);
  draw_line (self, &theme->foreground, self->left, self->top, self->left, self->bottom);
  draw_exponent (self, &self->x_ticks, self->right, self->height - PAD, 1);
  draw_exponent (self, &self->y_ticks, self->left, self->top - 1, 0);
}

static void
draw_titles (const Plan *self)
{
  const LsChart *chart = self->chart;
  g_autoptr (PangoLayout) x
      = ls_text_new_plain (self->cr, self->theme, 1, ls_axis_get_title (&chart->x));
  g_autoptr (PangoLayout) y
      = ls_text_new_plain (self->cr, self->theme, 1, ls_axis_get_title (&chart->y));

  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_limit (x, self->right - self->left);
  ls_text_limit (y, self->bottom - self->top);
  if (self->last)
    ls_text_show (self->cr, x, 0.5 * (self->left + self->right), self->height - PAD, 0.5, 1);
  ls_text_show_upwards (self->cr, y, PAD, 0.5 * (self->top + self->bottom), 0.5, 0);
  if (has_title (self))
    ls_text_draw (self->cr, self->theme, 1.2, &self->theme->foreground, chart->title,
                  0.5 * self->width, PAD, 0.5, 0);
}

static void
draw_series (const Plan *self, const LsSeries *series)
{
  gboolean pen = FALSE;
  double last_y = 0;

  style_series (self, series);
  cairo_new_path (self->cr);
  for (guint i = 0; i < series->n; i++)
    {
      const double x = get_px (self, ls_axis_get (&self->chart->x, series->x[i]));
      const double y = get_py (self, ls_axis_get (&self->chart->y, series->y[i]));

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
  for (guint i = 0; i < series->n && has_markers (series); i++)
    {
      const double x = get_px (self, ls_axis_get (&self->chart->x, series->x[i]));
      const double y = get_py (self, ls_axis_get (&self->chart->y, series->y[i]));
      if (!isnan (x) && !isnan (y))
        draw_marker (self, series->index, x, y);
    }
}

/* The y of a series between its points, in the axis; NaN outside. */
static double
find_y (const Plan *self, const LsSeries *series, double x)
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

/* Below and to the right of the series: one along, the slope up. */
static void
draw_triangle (const Plan *self, const LsTriangle *triangle)
{
  const LsSeries *series = g_ptr_array_index (self->chart->series, triangle->series);
  const LsAxis *x_axis = &self->chart->x;
  const double middle
      = 0.5 * (ls_axis_get (x_axis, triangle->x_min) + ls_axis_get (x_axis, triangle->x_max));
  const double half = 0.5 * TRIANGLE_SHARE * (x_axis->max - x_axis->min);
  const double y_at = find_y (self, series, middle);
  const double x0 = get_px (self, middle - half), x1 = get_px (self, middle + half);
  const double rise = get_py (self, 0) - get_py (self, 2 * half * triangle->slope);
  const double y0 = get_py (self, y_at) + 0.5 * rise + TRIANGLE_GAP * self->scale;
  char slope[LS_NUMBER_SIZE];

  if (!isfinite (y0) || y0 > self->bottom || y0 - rise < self->top)
    return;
  ls_number_show (triangle->slope, 3, slope);
  style_series (self, series);
  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_set_line_width (self->cr, self->scale);
  cairo_move_to (self->cr, x0, y0);
  cairo_line_to (self->cr, x1, y0);
  cairo_line_to (self->cr, x1, y0 - rise);
  cairo_close_path (self->cr);
  cairo_stroke (self->cr);
  ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, "1", 0.5 * (x0 + x1), y0 + 1,
                0.5, 0);
  ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, slope, x1 + 3,
                y0 - 0.5 * rise, 0, 0.5);
}

static void
draw_contents (const Plan *self)
{
  cairo_save (self->cr);
  cairo_rectangle (self->cr, self->left, self->top, self->right - self->left,
                   self->bottom - self->top);
  cairo_clip (self->cr);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->chart->series->len; i++)
    draw_series (self, g_ptr_array_index (self->chart->series, i));
  for (guint i = 0; i < self->chart->triangles->len; i++)
    draw_triangle (self, &g_array_index (self->chart->triangles, LsTriangle, i));
  cairo_restore (self->cr);
}

/* With ranges chosen. */
static void
draw_planned (Plan *plan)
{
  measure (plan);
  if (plan->right <= plan->left || plan->bottom <= plan->top)
    return;
  draw_axes (plan);
  draw_contents (plan);
  if (plan->first)
    lay_legend (plan, PAD + (has_title (plan) ? 1.6 * plan->em : 0), TRUE);
  draw_titles (plan);
}

void
ls_chart_draw (LsChart *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  ls_chart_draw_stack (&self, 1, cr, width, height, theme);
}

/* One range of x for all that have points. Returns: whether there are any. */
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
  g_autofree Plan *plans = g_new0 (Plan, n + 1);

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
      plans[i] = (Plan){ .chart = charts[i],
                         .cr = cr,
                         .theme = theme,
                         .width = width,
                         .height = height,
                         .first = i == 0,
                         .last = i + 1 == n };
      measure (&plans[i]);
      left = fmax (left, plans[i].left);
      /* What is not pane is what titles and legend take: the panes are equally high. */
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
