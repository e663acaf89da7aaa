/* The values under the pointer, and the figure in sentences. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "core/base/number.h"
#include "draw/text.h"

#define DIGITS 6

double
ls_source_interpolate (const LsSource *self, int column, double time)
{
  gssize row = ls_trace_find_row (self->shown, time);
  gsize n_rows = ls_trace_get_n_rows (self->shown);
  double t0, t1, a, b;

  if (row < 0)
    return NAN;
  t0 = ls_trace_get (self->shown, 0, (gsize)row);
  a = ls_trace_get (self->shown, (guint)column, (gsize)row);
  if ((gsize)row + 1 >= n_rows)
    return time > t0 + 1e-9 * MAX (fabs (t0), fabs (time)) ? NAN : a;
  t1 = ls_trace_get (self->shown, 0, (gsize)row + 1);
  b = ls_trace_get (self->shown, (guint)column, (gsize)row + 1);
  return t1 > t0 ? a + (time - t0) / (t1 - t0) * (b - a) : a;
}

static char *
number (double value)
{
  char text[LS_NUMBER_SIZE];

  return g_strdup (ls_number_format_short (value, DIGITS, text));
}

static char *
with_unit (double value, const char *unit)
{
  g_autofree char *text = number (value);

  return unit != NULL && unit[0] != '\0' ? g_strdup_printf ("%s %s", text, unit)
                                         : g_steal_pointer (&text);
}

/* The row of the visible sources whose point is nearest to the pixel. */
static const LsSource *
find_nearest_point (const LsFigure *self, const LsPane *pane, double px, double py, gsize *row)
{
  const LsSource *nearest = NULL;
  double best = 20 * 20;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      int x = ls_source_find (source, self->names[0]), y = ls_source_find (source, self->names[1]);

      if (!ls_figure_shows (self, source) || x < 0 || y < 0)
        continue;
      for (gsize k = 0; k < ls_trace_get_n_rows (source->shown); k++)
        {
          double dx = ls_figure_get_px (self, pane, ls_trace_get (source->shown, (guint)x, k)) - px;
          double dy = ls_pane_get_py (pane, ls_trace_get (source->shown, (guint)y, k)) - py;

          if (dx * dx + dy * dy < best)
            {
              best = dx * dx + dy * dy;
              nearest = source;
              *row = k;
            }
        }
    }
  return nearest;
}

static double
cursor_x (const LsFigure *self, const LsPane *pane)
{
  return self->x.min + (self->cursor_x - pane->left) / pane->width * (self->x.max - self->x.min);
}

static gboolean
has_cursor (const LsFigure *self)
{
  const LsPane *pane;

  if (!self->drawn || !isfinite (self->cursor_x) || !isfinite (self->cursor_y))
    return FALSE;
  pane = g_ptr_array_index (self->panes, 0);
  return self->cursor_x >= pane->left && self->cursor_x <= pane->left + pane->width;
}

static char *
orbit_text (const LsFigure *self)
{
  const LsPane *pane = g_ptr_array_index (self->panes, 0);
  gsize row = 0;
  const LsSource *source = find_nearest_point (self, pane, self->cursor_x, self->cursor_y, &row);
  g_autofree char *time = NULL, *x = NULL, *y = NULL;

  if (source == NULL)
    return NULL;
  time = number (ls_trace_get (source->shown, 0, row));
  x = number (ls_trace_get (source->shown, (guint)ls_source_find (source, self->names[0]), row));
  y = number (ls_trace_get (source->shown, (guint)ls_source_find (source, self->names[1]), row));
  return g_strdup_printf ("%s: t = %s s, %s = %s, %s = %s", source->label, time, self->names[0], x,
                          self->names[1], y);
}

/* One line per curve of the pane. */
static void
append_values (const LsFigure *self, const LsPane *pane, double time, GString *text)
{
  for (guint j = 0; j < pane->signals->len; j++)
    for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
      {
        const LsSource *source = ls_figure_get_source (self, i);
        const char *name = self->names[g_array_index (pane->signals, guint, j)];
        int column = ls_source_find (source, name);
        double value;
        g_autofree char *words = NULL;

        if (!ls_figure_shows (self, source) || column < 0)
          continue;
        value = ls_source_interpolate (source, column, time);
        if (!isfinite (value))
          continue;
        words = with_unit (value, pane->unit);
        g_string_append_printf (text, "\n%s = %s", name, words);
        if (source->label[0] != '\0')
          g_string_append_printf (text, " (%s)", source->label);
      }
}

char *
ls_figure_set_cursor (LsFigure *self, double x, double y)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *time = NULL;
  const LsPane *first;

  self->cursor_x = x;
  self->cursor_y = y;
  if (!has_cursor (self))
    return NULL;
  if (self->kind == LS_FIGURE_ORBIT)
    return orbit_text (self);
  first = g_ptr_array_index (self->panes, 0);
  time = number (cursor_x (self, first));
  text = g_string_new (NULL);
  g_string_append_printf (text, "t = %s s", time);
  for (guint i = 0; i < self->panes->len; i++)
    append_values (self, g_ptr_array_index (self->panes, i), cursor_x (self, first), text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
draw_dot (cairo_t *cr, const LsTheme *theme, const LsColor *color, double x, double y)
{
  cairo_new_path (cr);
  cairo_arc (cr, x, y, 3.5 * theme->scale, 0, 2 * G_PI);
  ls_color_set_source (color, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_set_line_width (cr, 1 * theme->scale);
  cairo_stroke (cr);
}

static void
draw_dots (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  for (guint j = 0; j < pane->signals->len; j++)
    for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
      {
        const LsSource *source = ls_figure_get_source (self, i);
        int column = ls_source_find (source, self->names[g_array_index (pane->signals, guint, j)]);
        LsColor color;
        double y;

        if (!ls_figure_shows (self, source) || column < 0)
          continue;
        y = ls_pane_get_py (pane, ls_source_interpolate (source, column, cursor_x (self, pane)));
        color = ls_palette_get_method_color (theme, source->method, source->variant);
        if (y >= pane->top && y <= pane->top + pane->height)
          draw_dot (cr, theme, &color, self->cursor_x, y);
      }
}

/* A box of text beside the point, on the side where there is room. */
static void
draw_box (
    cairo_t *cr, const LsTheme *theme, const char *text, const LsPane *pane, double x, double y)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (cr, theme, 0.9, text);
  double s = theme->scale, pad = 6 * s, width, height;
  LsColor background = theme->background;

  ls_text_get_size (layout, &width, &height);
  width += 2 * pad;
  height += 2 * pad;
  x += x + 12 * s + width > pane->left + pane->width ? -12 * s - width : 12 * s;
  y = CLAMP (y, pane->top + 4 * s, MAX (pane->top + pane->height - height - 4 * s, pane->top));
  background.a = 0.92;
  cairo_rectangle (cr, floor (x) + 0.5, floor (y) + 0.5, width, height);
  ls_color_set_source (&background, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&theme->muted, cr);
  cairo_set_line_width (cr, 1 * s);
  cairo_stroke (cr);
  ls_color_set_source (&theme->foreground, cr);
  ls_text_show (cr, layout, x + pad, y + pad, 0, 0);
}

static void
draw_time_cursor (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *time = number (cursor_x (self, pane));

  cairo_set_dash (cr, NULL, 0, 0);
  ls_color_set_source (&theme->muted, cr);
  cairo_set_line_width (cr, 1 * theme->scale);
  cairo_move_to (cr, floor (self->cursor_x) + 0.5, pane->top);
  cairo_rel_line_to (cr, 0, pane->height);
  cairo_stroke (cr);
  draw_dots (self, pane, cr, theme);
  g_string_append_printf (text, "t = %s s", time);
  append_values (self, pane, cursor_x (self, pane), text);
  draw_box (cr, theme, text->str, pane, self->cursor_x, MAX (self->cursor_y, pane->top));
}

static void
draw_orbit_cursor (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  gsize row = 0;
  const LsSource *source = find_nearest_point (self, pane, self->cursor_x, self->cursor_y, &row);
  g_autofree char *text = orbit_text (self);
  LsColor color;
  double x, y;

  if (source == NULL || text == NULL)
    return;
  x = ls_trace_get (source->shown, (guint)ls_source_find (source, self->names[0]), row);
  y = ls_trace_get (source->shown, (guint)ls_source_find (source, self->names[1]), row);
  color = ls_palette_get_method_color (theme, source->method, source->variant);
  x = ls_figure_get_px (self, pane, x);
  y = ls_pane_get_py (pane, y);
  draw_dot (cr, theme, &color, x, y);
  draw_box (cr, theme, text, pane, x, y);
}

void
ls_figure_draw_cursor (const LsFigure *self, cairo_t *cr, const LsTheme *theme)
{
  if (!has_cursor (self))
    return;
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);
      gboolean inside = self->cursor_y >= pane->top && self->cursor_y <= pane->top + pane->height;

      if (self->kind == LS_FIGURE_ORBIT)
        draw_orbit_cursor (self, pane, cr, theme);
      else if (inside)
        draw_time_cursor (self, pane, cr, theme);
    }
}
