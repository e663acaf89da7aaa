/* Points, cells and curves of a spread. */
#include "draw/spread-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

#define POINT 3.5

static void
draw_point (const LsSpreadPen *pen, guint row, LsColor color, double radius)
{
  const LsSpread *self = pen->spread;
  const double x = ls_spread_get_column (self, self->x)->values[row];
  const double y = ls_spread_get_column (self, self->y)->values[row];

  if (!isfinite (x) || !isfinite (y))
    return;
  ls_color_set_source (&color, pen->cr);
  cairo_arc (pen->cr, ls_spread_get_px (&self->frame, x), ls_spread_get_py (&self->frame, y),
             radius * fmax (pen->theme->scale, 1), 0, 2 * G_PI);
  cairo_fill (pen->cr);
}

/* Returns: how many runs are drawn, as do the next ones */
static guint
draw_points (const LsSpreadPen *pen)
{
  const LsSpread *self = pen->spread;
  const gboolean colored = self->kind == LS_SPREAD_HEAT;
  const LsSpreadColumn *column = ls_spread_get_column (self, self->color);

  for (guint i = 0; i < self->n_rows; i += MAX (ls_spread_get_stride (self), 1))
    draw_point (pen, i,
                !ls_spread_is_within (self, i) ? pen->theme->grid
                : colored ? ls_spread_get_color (pen, column, column->values[i])
                          : pen->theme->accent,
                POINT);
  return ls_spread_get_n_drawn (self);
}

/* A ring around the chosen run. */
static void
draw_chosen (const LsSpreadPen *pen)
{
  const LsSpread *self = pen->spread;
  double x, y;

  if (self->chosen < 0 || (guint)self->chosen >= self->n_rows)
    return;
  x = ls_spread_get_column (self, self->x)->values[self->chosen];
  y = ls_spread_get_column (self, self->y)->values[self->chosen];
  if (!isfinite (x) || !isfinite (y))
    return;
  cairo_new_path (pen->cr);
  cairo_arc (pen->cr, ls_spread_get_px (&self->frame, x), ls_spread_get_py (&self->frame, y),
             2.2 * POINT, 0, 2 * G_PI);
  ls_color_set_source (&pen->theme->background, pen->cr);
  cairo_set_line_width (pen->cr, 4);
  cairo_stroke_preserve (pen->cr);
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  cairo_set_line_width (pen->cr, 2);
  cairo_stroke (pen->cr);
}

/* ---- Heat map ----------------------------------------------------------------------------- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Different values of a column, in order; runs without one have no cell. */
static GArray *
list_values (const LsSpread *self, guint column)
{
  const double *values = ls_spread_get_column (self, column)->values;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = 0;

  for (guint i = 0; i < self->n_rows; i++)
    if (isfinite (values[i]))
      g_array_append_val (all, values[i]);
  g_array_sort (all, compare_doubles);
  for (guint i = 0; i < all->len; i++)
    if (n == 0 || g_array_index (all, double, i) != g_array_index (all, double, n - 1))
      g_array_index (all, double, n++) = g_array_index (all, double, i);
  return g_array_set_size (all, n);
}

/* Ends of the cell around value @i, px: in the middle between it and its neighbours. */
static void
get_cell (double (*get) (const LsSpreadFrame *, double),
          const LsSpreadFrame *frame,
          const GArray *values,
          guint i,
          double ends[2])
{
  const double at = get (frame, g_array_index (values, double, i));
  const double before = i > 0 ? get (frame, g_array_index (values, double, i - 1)) : NAN;
  const double after
      = i + 1 < values->len ? get (frame, g_array_index (values, double, i + 1)) : NAN;
  const double a = isnan (before) ? (isnan (after) ? 20 : after - at) : at - before;
  const double b = isnan (after) ? a : after - at;

  ends[0] = at - 0.5 * a;
  ends[1] = at + 0.5 * b;
}

static guint
find_value (const GArray *values, double value)
{
  guint at = 0;

  g_array_binary_search ((GArray *)values, &value, compare_doubles, &at);
  return at;
}

/* Cells where the runs are on a grid, else points. */
static guint
draw_cells (const LsSpreadPen *pen)
{
  const LsSpread *self = pen->spread;
  const LsSpreadColumn *color = ls_spread_get_column (self, self->color);
  g_autoptr (GArray) xs = list_values (self, self->x);
  g_autoptr (GArray) ys = list_values (self, self->y);

  if ((gsize)xs->len * ys->len > (gsize)4 * self->n_rows)
    return draw_points (pen);
  cairo_save (pen->cr);
  cairo_rectangle (pen->cr, self->frame.left, self->frame.top, self->frame.right - self->frame.left,
                   self->frame.bottom - self->frame.top);
  cairo_clip (pen->cr);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_NONE);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const LsColor shade = ls_spread_get_color (pen, color, color->values[i]);
      const double across = ls_spread_get_column (self, self->x)->values[i];
      const double upwards = ls_spread_get_column (self, self->y)->values[i];
      double x[2], y[2];

      if (!isfinite (across) || !isfinite (upwards))
        continue;
      get_cell (ls_spread_get_px, &self->frame, xs, find_value (xs, across), x);
      get_cell (ls_spread_get_py, &self->frame, ys, find_value (ys, upwards), y);
      ls_color_set_source (&shade, pen->cr);
      cairo_rectangle (pen->cr, x[0], y[0], x[1] - x[0], y[1] - y[0]);
      cairo_fill (pen->cr);
    }
  cairo_restore (pen->cr);
  return self->n_rows;
}

static guint
draw_plane (const LsSpreadPen *pen, double width, double height)
{
  LsSpread *self = (LsSpread *)pen->spread;
  const gboolean heat = self->kind == LS_SPREAD_HEAT;
  guint n_drawn;

  self->frame = (LsSpreadFrame){ .x = ls_spread_make_axis (ls_spread_get_column (self, self->x)),
                                 .y = ls_spread_make_axis (ls_spread_get_column (self, self->y)),
                                 .left = 6.5 * pen->em,
                                 .right = width - (heat ? 8 : 1) * pen->em,
                                 .top = 0.8 * pen->em,
                                 .bottom = height - 3.2 * pen->em };
  ls_spread_make_room (pen, &self->frame, self->frame.y.title);
  if (heat)
    ls_spread_make_room (pen, &self->frame, ls_spread_get_column (self, self->color)->name);
  n_drawn = heat ? draw_cells (pen) : draw_points (pen);
  draw_chosen (pen);
  ls_spread_draw_frame (pen, &self->frame);
  if (heat)
    ls_spread_draw_color_bar (pen, ls_spread_get_column (self, self->color), width - 2.8 * pen->em,
                              self->frame.top, self->frame.bottom);
  return n_drawn;
}

/* ---- Curves ------------------------------------------------------------------------------- */

static void
draw_curve (const LsSpreadPen *pen, const LsSpreadCurve *curve, LsColor color, double width)
{
  const LsSpreadFrame *frame = &pen->spread->frame;

  for (guint i = 0; i < curve->n; i++)
    cairo_line_to (pen->cr, ls_spread_get_px (frame, curve->times[i]),
                   ls_spread_get_py (frame, curve->values[i]));
  ls_color_set_source (&color, pen->cr);
  cairo_set_line_width (pen->cr, width);
  cairo_stroke (pen->cr);
}

/* Range of all curves. */
static void
find_curve_axes (const LsSpread *self, LsSpreadAxis *x, LsSpreadAxis *y)
{
  LsSpreadColumn times = { .least = NAN, .greatest = NAN, .name = (char *)_ ("time [s]") };
  LsSpreadColumn values = { .least = NAN, .greatest = NAN, .name = self->signal };

  for (guint i = 0; i < self->curves->len; i++)
    {
      const LsSpreadCurve *curve = self->curves->pdata[i];

      for (guint k = 0; k < curve->n; k++)
        {
          times.least = fmin (times.least, curve->times[k]);
          times.greatest = fmax (times.greatest, curve->times[k]);
          values.least = fmin (values.least, curve->values[k]);
          values.greatest = fmax (values.greatest, curve->values[k]);
        }
    }
  *x = ls_spread_make_axis (&times);
  *y = ls_spread_make_axis (&values);
}

static guint
draw_curves (const LsSpreadPen *pen, double width, double height)
{
  LsSpread *self = (LsSpread *)pen->spread;
  LsColor faint = pen->theme->accent;
  const LsSpreadCurve *chosen = NULL;

  faint.a = CLAMP (30.0 / MAX (self->curves->len, 1), 0.15, 0.7);
  self->frame = (LsSpreadFrame){ .left = 6.5 * pen->em,
                                 .right = width - pen->em,
                                 .top = 0.8 * pen->em,
                                 .bottom = height - 3.2 * pen->em };
  find_curve_axes (self, &self->frame.x, &self->frame.y);
  ls_spread_make_room (pen, &self->frame, self->frame.y.title);
  for (guint i = 0; i < self->curves->len; i++)
    {
      const LsSpreadCurve *curve = self->curves->pdata[i];
      const gboolean within = self->columns->len == 0 || ls_spread_is_within (self, curve->row);

      if ((int)curve->row == self->chosen)
        chosen = curve;
      draw_curve (pen, curve, within ? faint : pen->theme->grid, 1);
    }
  if (chosen != NULL)
    draw_curve (pen, chosen, pen->theme->foreground, 2.5);
  ls_spread_draw_frame (pen, &self->frame);
  return self->curves->len;
}

static guint
draw_kind (const LsSpreadPen *pen, double width, double height)
{
  const LsSpread *self = pen->spread;

  if (self->kind == LS_SPREAD_CURVES)
    return draw_curves (pen, width, height);
  if (self->kind == LS_SPREAD_BARS)
    ls_spread_draw_bars (pen, width, height);
  if (self->kind == LS_SPREAD_BARS || self->columns->len == 0)
    return self->n_rows;
  if (self->kind != LS_SPREAD_PARALLEL)
    return draw_plane (pen, width, height);
  ls_spread_draw_parallel (pen, width, height);
  return ls_spread_get_n_drawn (self);
}

void
ls_spread_draw (LsSpread *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  g_return_if_fail (self != NULL && theme != NULL);

  g_autoptr (PangoLayout) line = ls_text_new_plain (cr, theme, 1, "Xg");
  LsSpreadPen pen = { .spread = self, .cr = cr, .theme = theme };
  guint n_drawn;

  ls_text_get_size (line, NULL, &pen.em);
  cairo_save (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  n_drawn = draw_kind (&pen, width, height);
  if (n_drawn > 0 && n_drawn < self->n_rows)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("%u of %u runs are drawn"), n_drawn, self->n_rows);

      ls_text_draw (cr, theme, 0.9, &theme->muted, text, width - pen.em, 0.2 * pen.em, 1, 0);
    }
  cairo_restore (cr);
}
