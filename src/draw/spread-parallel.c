/* Parallel coordinates (Inselberg 1985), and bars of sensitivities. */
#include "draw/spread-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* %FALSE for a run without all values. */
static gboolean
trace_row (const LsSpreadPen *pen, guint row)
{
  const LsSpread *self = pen->spread;
  LsSpreadFrame frame = self->frame;

  for (guint i = 0; i < self->columns->len; i++)
    if (!isfinite (ls_spread_get_column (self, i)->values[row]))
      return FALSE;
  for (guint i = 0; i < self->columns->len; i++)
    {
      const LsSpreadColumn *column = self->columns->pdata[i];

      frame.y = ls_spread_make_axis (column);
      cairo_line_to (pen->cr, ls_spread_get_axis_px (self, i),
                     ls_spread_get_py (&frame, column->values[row]));
    }
  return TRUE;
}

static void
draw_row (const LsSpreadPen *pen, guint row, LsColor color, double width, double alpha)
{
  if (!trace_row (pen, row))
    return;
  color.a = alpha;
  ls_color_set_source (&color, pen->cr);
  cairo_set_line_width (pen->cr, width);
  cairo_stroke (pen->cr);
}

static void
draw_rows (const LsSpreadPen *pen, gboolean within)
{
  const LsSpread *self = pen->spread;
  const guint stride = ls_spread_get_stride (self);
  const LsSpreadColumn *last = ls_spread_get_column (self, self->columns->len - 1);
  /* Many lines on each other are still to show where most are. */
  const double alpha = CLAMP (60.0 / self->n_rows * stride, 0.15, 0.8);

  for (guint i = 0; i < self->n_rows; i += MAX (stride, 1))
    if (ls_spread_is_within (self, i) == within)
      draw_row (pen, i,
                within ? ls_spread_get_color (pen, last, last->values[i]) : pen->theme->grid, 1,
                within ? alpha : 0.5);
}

/* Between the limits of an axis. */
static void
draw_band (const LsSpreadPen *pen, guint index)
{
  const LsSpread *self = pen->spread;
  const LsSpreadColumn *column = self->columns->pdata[index];
  LsSpreadFrame frame = self->frame;
  LsColor color = pen->theme->accent;
  double top, bottom;

  if (isnan (column->low) && isnan (column->high))
    return;
  frame.y = ls_spread_make_axis (column);
  top = isnan (column->high) ? frame.top
                             : fmax (ls_spread_get_py (&frame, column->high), frame.top);
  bottom = isnan (column->low) ? frame.bottom
                               : fmin (ls_spread_get_py (&frame, column->low), frame.bottom);
  color.a = 0.35;
  ls_color_set_source (&color, pen->cr);
  cairo_rectangle (pen->cr, ls_spread_get_axis_px (self, index) - 6, top, 12, bottom - top);
  cairo_fill (pen->cr);
}

static void
draw_axis (const LsSpreadPen *pen, guint index, double room)
{
  const LsSpread *self = pen->spread;
  const LsSpreadAxis axis = ls_spread_make_axis (self->columns->pdata[index]);
  g_autoptr (PangoLayout) title = ls_text_new_plain (pen->cr, pen->theme, 1, axis.title);
  const double x = floor (ls_spread_get_axis_px (self, index)) + 0.5;

  draw_band (pen, index);
  ls_spread_draw_scale (pen, &axis, x, self->frame.top, self->frame.bottom);
  cairo_move_to (pen->cr, x, self->frame.top);
  cairo_line_to (pen->cr, x, self->frame.bottom);
  cairo_stroke (pen->cr);
  ls_text_limit (title, room);
  ls_text_show (pen->cr, title, x, self->frame.top - 4, 0.5, 1);
}

void
ls_spread_draw_parallel (const LsSpreadPen *pen, double width, double height)
{
  LsSpread *self = (LsSpread *)pen->spread;
  const double side = fmin (6.5 * pen->em, 0.15 * width);
  const guint n = self->columns->len;

  self->frame = (LsSpreadFrame){
    .left = side, .right = width - side, .top = 2.2 * pen->em, .bottom = height - 1.2 * pen->em
  };
  draw_rows (pen, FALSE);
  draw_rows (pen, TRUE);
  if (self->chosen >= 0 && (guint)self->chosen < self->n_rows)
    draw_row (pen, (guint)self->chosen, pen->theme->foreground, 2.5, 1);
  for (guint i = 0; i < n; i++)
    draw_axis (pen, i, n > 1 ? 0.95 * (self->frame.right - self->frame.left) / (n - 1.0) : width);
}

/* ---- Bars --------------------------------------------------------------------------------- */

static void
draw_bar (const LsSpreadPen *pen, const LsSpreadBar *bar, guint which, double y, double thick)
{
  const LsSpreadFrame *frame = &pen->spread->frame;
  const LsColor color
      = ls_palette_get_method_color (pen->theme, which == 0 ? "color:0" : "color:1", 0);
  const double value = bar->values[which], margin = bar->margins[which];
  const double zero = ls_spread_get_px (frame, 0), end = ls_spread_get_px (frame, value);

  if (!isfinite (value))
    return;
  ls_color_set_source (&color, pen->cr);
  cairo_rectangle (pen->cr, fmin (zero, end), y, fabs (end - zero), thick);
  cairo_fill (pen->cr);
  if (!isfinite (margin))
    return;
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  cairo_set_line_width (pen->cr, 1.5);
  cairo_move_to (pen->cr, ls_spread_get_px (frame, value - margin), y + 0.5 * thick);
  cairo_line_to (pen->cr, ls_spread_get_px (frame, value + margin), y + 0.5 * thick);
  cairo_stroke (pen->cr);
}

static void
draw_legend (const LsSpreadPen *pen)
{
  const LsSpread *self = pen->spread;
  double x = self->frame.left;

  for (guint i = 0; i < 2; i++)
    {
      const LsColor color
          = ls_palette_get_method_color (pen->theme, i == 0 ? "color:0" : "color:1", 0);
      g_autoptr (PangoLayout) text = ls_text_new_plain (pen->cr, pen->theme, 1, self->titles[i]);
      double width;

      ls_text_get_size (text, &width, NULL);
      ls_color_set_source (&color, pen->cr);
      cairo_rectangle (pen->cr, x, 0.5 * pen->em, pen->em, 0.8 * pen->em);
      cairo_fill (pen->cr);
      ls_color_set_source (&pen->theme->foreground, pen->cr);
      ls_text_show (pen->cr, text, x + 1.4 * pen->em, 0.9 * pen->em, 0, 0.5);
      x += width + 3.5 * pen->em;
    }
  if (self->note != NULL)
    ls_text_draw (pen->cr, pen->theme, 1, &pen->theme->muted, self->note, x, 0.9 * pen->em, 0, 0.5);
}

/* Whiskers included; 0 always. */
static void
find_bar_range (const LsSpread *self, LsSpreadAxis *axis)
{
  for (guint i = 0; i < self->bars->len; i++)
    for (guint k = 0; k < 2; k++)
      {
        const LsSpreadBar *bar = self->bars->pdata[i];
        const double margin = isfinite (bar->margins[k]) ? bar->margins[k] : 0;

        if (!isfinite (bar->values[k]))
          continue;
        axis->min = fmin (axis->min, bar->values[k] - margin);
        axis->max = fmax (axis->max, bar->values[k] + margin);
      }
  if (axis->max <= axis->min)
    axis->max = axis->min + 1;
}

void
ls_spread_draw_bars (const LsSpreadPen *pen, double width, double height)
{
  LsSpread *self = (LsSpread *)pen->spread;
  const double side = fmin (14 * pen->em, 0.3 * width);
  double each;

  self->frame = (LsSpreadFrame){ .x = { .title = self->signal != NULL ? self->signal : "" },
                                 .y = { .max = 1, .title = "" },
                                 .left = side,
                                 .right = width - 2 * pen->em,
                                 .top = 2.2 * pen->em,
                                 .bottom = height - 3.2 * pen->em };
  find_bar_range (self, &self->frame.x);
  each = (self->frame.bottom - self->frame.top) / MAX (self->bars->len, 1);
  for (guint i = 0; i < self->bars->len; i++)
    {
      const LsSpreadBar *bar = self->bars->pdata[i];
      g_autoptr (PangoLayout) name = ls_text_new_plain (pen->cr, pen->theme, 1, bar->name);
      const double y = self->frame.top + i * each, thick = fmin (0.4 * each, 1.2 * pen->em);

      draw_bar (pen, bar, 0, y + 0.5 * each - thick, thick);
      draw_bar (pen, bar, 1, y + 0.5 * each, thick);
      ls_color_set_source (&pen->theme->foreground, pen->cr);
      ls_text_limit (name, side - pen->em);
      ls_text_show (pen->cr, name, side - 0.6 * pen->em, y + 0.5 * each, 1, 0.5);
    }
  draw_legend (pen);
  ls_spread_draw_x (pen, &self->frame);
}
