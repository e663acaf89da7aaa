/* Axes and colours of a spread. */
#include "draw/spread-impl.h"

#include <math.h>

#define TICK 4.0
#define BAR_WIDTH 12.0
/* Space between the outermost values and the frame, of its size. */
#define MARGIN 0.04

double
ls_spread_get_position (const LsSpreadAxis *axis, double value)
{
  return axis->logarithmic ? log10 (value) : value;
}

LsSpreadAxis
ls_spread_make_axis (const LsSpreadColumn *column)
{
  LsSpreadAxis axis
      = { .logarithmic = column->logarithmic && column->least > 0, .title = column->name };
  double room;

  axis.min = isnan (column->least) ? 0 : ls_spread_get_position (&axis, column->least);
  axis.max = isnan (column->least) ? 1 : ls_spread_get_position (&axis, column->greatest);
  room = axis.max > axis.min ? MARGIN * (axis.max - axis.min)
                             : fmax (fabs (axis.min) * MARGIN, 1e-12);
  axis.min -= room;
  axis.max += room;
  return axis;
}

double
ls_spread_get_px (const LsSpreadFrame *frame, double value)
{
  return frame->left
         + (ls_spread_get_position (&frame->x, value) - frame->x.min)
               / (frame->x.max - frame->x.min) * (frame->right - frame->left);
}

double
ls_spread_get_py (const LsSpreadFrame *frame, double value)
{
  return frame->bottom
         - (ls_spread_get_position (&frame->y, value) - frame->y.min)
               / (frame->y.max - frame->y.min) * (frame->bottom - frame->top);
}

double
ls_spread_get_axis_px (const LsSpread *self, guint column)
{
  const guint n = self->columns->len;

  return self->frame.left
         + (self->frame.right - self->frame.left) * (n > 1 ? (double)column / (n - 1.0) : 0.5);
}

static void
make_ticks (const LsSpreadAxis *axis, double length, double room, LsTicks *ticks)
{
  const guint wanted = (guint)CLAMP (length / room, 2, 12);

  if (axis->logarithmic)
    ls_ticks_logarithmic (ticks, pow (10, axis->min), pow (10, axis->max), wanted);
  else
    ls_ticks_linear (ticks, axis->min, axis->max, wanted);
}

static void
draw_line (const LsSpreadPen *pen, double x0, double y0, double x1, double y1)
{
  cairo_move_to (pen->cr, floor (x0) + 0.5, floor (y0) + 0.5);
  cairo_line_to (pen->cr, floor (x1) + 0.5, floor (y1) + 0.5);
  cairo_stroke (pen->cr);
}

/* Curves may be behind it. */
static void
draw_label (const LsSpreadPen *pen, PangoLayout *label, double right, double y)
{
  LsColor background = pen->theme->background;
  double width, height;

  ls_text_get_size (label, &width, &height);
  background.a = 0.85;
  ls_color_set_source (&background, pen->cr);
  cairo_rectangle (pen->cr, right - width - 1, y - 0.4 * height, width + 2, 0.8 * height);
  cairo_fill (pen->cr);
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  ls_text_show (pen->cr, label, right, y, 1, 0.5);
}

void
ls_spread_draw_scale (
    const LsSpreadPen *pen, const LsSpreadAxis *axis, double x, double top, double bottom)
{
  LsTicks ticks;

  make_ticks (axis, bottom - top, 2.4 * pen->em, &ticks);
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  cairo_set_line_width (pen->cr, 1);
  for (guint i = 0; i < ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = ls_text_new_tick (pen->cr, pen->theme, &ticks, i);
      const double share
          = (ls_spread_get_position (axis, ticks.values[i]) - axis->min) / (axis->max - axis->min);
      const double y = bottom - share * (bottom - top);

      draw_line (pen, x - TICK, y, x, y);
      draw_label (pen, label, x - TICK - 2, y);
    }
}

static gboolean
is_longer (PangoLayout *title, double height)
{
  double width;

  ls_text_get_size (title, &width, NULL);
  return width > height;
}

void
ls_spread_make_room (const LsSpreadPen *pen, LsSpreadFrame *frame, const char *title)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (pen->cr, pen->theme, 1, title);

  if (is_longer (layout, frame->bottom - frame->top))
    frame->top = 1.6 * pen->em;
}

void
ls_spread_draw_x (const LsSpreadPen *pen, const LsSpreadFrame *frame)
{
  g_autoptr (PangoLayout) title = ls_text_new_plain (pen->cr, pen->theme, 1, frame->x.title);
  LsTicks ticks;

  ls_color_set_source (&pen->theme->foreground, pen->cr);
  cairo_set_line_width (pen->cr, 1);
  make_ticks (&frame->x, frame->right - frame->left, 5 * pen->em, &ticks);
  for (guint i = 0; i < ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = ls_text_new_tick (pen->cr, pen->theme, &ticks, i);
      const double x = ls_spread_get_px (frame, ticks.values[i]);

      draw_line (pen, x, frame->bottom, x, frame->bottom + TICK);
      ls_text_show (pen->cr, label, x, frame->bottom + TICK + 1, 0.5, 0);
    }
  ls_text_limit (title, frame->right - frame->left);
  ls_text_show (pen->cr, title, 0.5 * (frame->left + frame->right), frame->bottom + 2.9 * pen->em,
                0.5, 1);
  cairo_rectangle (pen->cr, floor (frame->left) + 0.5, floor (frame->top) + 0.5,
                   floor (frame->right - frame->left), floor (frame->bottom - frame->top));
  cairo_stroke (pen->cr);
}

void
ls_spread_draw_frame (const LsSpreadPen *pen, const LsSpreadFrame *frame)
{
  g_autoptr (PangoLayout) y = ls_text_new_plain (pen->cr, pen->theme, 1, frame->y.title);

  ls_spread_draw_scale (pen, &frame->y, frame->left, frame->top, frame->bottom);
  ls_spread_draw_x (pen, frame);
  if (is_longer (y, frame->bottom - frame->top))
    {
      ls_text_limit (y, frame->right - frame->left);
      ls_text_show (pen->cr, y, frame->left, frame->top - 2, 0, 1);
      return;
    }
  ls_text_show_upwards (pen->cr, y, frame->left - 4.6 * pen->em, 0.5 * (frame->top + frame->bottom),
                        0.5, 1);
}

/* From blue to orange over the range, which differ in lightness on both backgrounds. */
LsColor
ls_spread_get_color (const LsSpreadPen *pen, const LsSpreadColumn *column, double value)
{
  const LsSpreadAxis axis = ls_spread_make_axis (column);
  const LsColor low = ls_palette_get_method_color (pen->theme, "color:0", 0);
  const LsColor high = ls_palette_get_method_color (pen->theme, "color:1", 0);

  if (!isfinite (value))
    return pen->theme->grid;
  return ls_color_mix (
      &low, &high,
      CLAMP ((ls_spread_get_position (&axis, value) - axis.min) / (axis.max - axis.min), 0.0, 1.0));
}

void
ls_spread_draw_color_bar (
    const LsSpreadPen *pen, const LsSpreadColumn *column, double x, double top, double bottom)
{
  const LsSpreadAxis axis = ls_spread_make_axis (column);
  g_autoptr (PangoLayout) title = ls_text_new_plain (pen->cr, pen->theme, 1, column->name);

  for (double y = top; y < bottom; y += 1)
    {
      const double position = axis.max - (y - top) / (bottom - top) * (axis.max - axis.min);
      const LsColor color
          = ls_spread_get_color (pen, column, axis.logarithmic ? pow (10, position) : position);

      ls_color_set_source (&color, pen->cr);
      cairo_rectangle (pen->cr, x, y, BAR_WIDTH, 1.5);
      cairo_fill (pen->cr);
    }
  ls_spread_draw_scale (pen, &axis, x - 1, top, bottom);
  if (is_longer (title, bottom - top))
    ls_text_show (pen->cr, title, x + BAR_WIDTH + 4 + pen->em, top - 2, 1, 1);
  else
    ls_text_show_upwards (pen->cr, title, x + BAR_WIDTH + 4 + pen->em, 0.5 * (top + bottom), 0.5,
                          1);
}
