/* Values at the cursor. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/base/language.h"
#include "draw/text.h"

#define DIGITS 6

double
ls_source_interpolate (const LsSource *self, int column, double time, gboolean stairs)
{
  gssize row = ls_trace_find_row (self->shown, time);
  gsize n_rows = ls_trace_get_n_rows (self->shown);
  double t0, t1, a, b;

  if (row < 0)
    return NAN;
  t0 = ls_trace_get (self->shown, 0, (gsize)row);
  a = ls_trace_get (self->shown, (guint)column, (gsize)row);
  if (stairs)
    return time > ls_source_get_end (self) ? NAN : a;
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

  return g_strdup (ls_number_display (value, DIGITS, text));
}

static char *
with_unit (double value, const char *unit)
{
  g_autofree char *text = number (value);

  return unit != NULL && unit[0] != '\0' ? g_strdup_printf ("%s %s", text, unit)
                                         : g_steal_pointer (&text);
}

static double
cursor_x (const LsFigure *self, const LsPane *pane)
{
  return ls_figure_get_x (self, pane, self->cursor_x);
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
  const LsSource *source = ls_figure_find_point (self, pane, self->cursor_x, self->cursor_y, &row);
  g_autofree char *time = NULL, *x = NULL, *y = NULL;

  if (source == NULL)
    return NULL;
  time = number (ls_trace_get (source->shown, 0, row));
  x = number (ls_trace_get (source->shown, (guint)ls_source_find (source, self->names[0]), row));
  y = number (ls_trace_get (source->shown, (guint)ls_source_find (source, self->names[1]), row));
  return g_strdup_printf ("%s: t = %s s, %s = %s, %s = %s", source->label, time,
                          ls_figure_get_title_of (self, self->names[0]), x,
                          ls_figure_get_title_of (self, self->names[1]), y);
}

static double
value_at (const LsFigure *self, const LsSource *source, const char *name, double time)
{
  int column = ls_source_find (source, name);

  return column >= 0
             ? ls_source_interpolate (source, column, time, ls_figure_is_stairs (self, name))
             : NAN;
}

/* Left and right limit at an event within half a pixel of @time: two rows with the same time. */
static gboolean
find_jump (
    const LsFigure *self, const LsSource *source, const char *name, double time, double limits[2])
{
  const LsPane *pane = g_ptr_array_index (self->panes, 0);
  const double px = ls_figure_get_px (self, pane, time);
  const double from = ls_figure_get_x (self, pane, px - 0.5);
  const int column = ls_source_find (source, name);
  gssize row = column >= 0
                   ? ls_trace_find_row (source->shown, ls_figure_get_x (self, pane, px + 0.5))
                   : -1;

  for (; row > 0 && ls_trace_get (source->shown, 0, (gsize)row) >= from; row--)
    {
      limits[0] = ls_trace_get (source->shown, (guint)column, (gsize)row - 1);
      limits[1] = ls_trace_get (source->shown, (guint)column, (gsize)row);
      if (ls_trace_get (source->shown, 0, (gsize)row - 1)
              == ls_trace_get (source->shown, 0, (gsize)row)
          && limits[0] != limits[1])
        return TRUE;
    }
  return FALSE;
}

/* ", Δ = 0.5 m" relative to the mark. */
static void
append_change (const LsFigure *self, double value, double marked, const char *unit, GString *text)
{
  g_autofree char *words = NULL;

  if (!isfinite (self->mark) || !isfinite (marked))
    return;
  words = with_unit (value - marked, unit);
  g_string_append_printf (text, ", Δ = %s", words);
}

static const char *
unit_of (const LsFigure *self, const LsSource *source, const LsPane *pane, const char *name)
{
  int column = ls_source_find (source, name);
  const char *unit = pane->unit;

  if (self->choices != NULL && column >= 0)
    unit = ls_trace_get_unit (source->shown, (guint)column);
  return unit != NULL && strcmp (unit, "1") != 0 ? unit : "";
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
        const char *unit = unit_of (self, source, pane, name);
        double value, limits[2];
        g_autofree char *words = NULL;

        if (!ls_figure_shows (self, source))
          continue;
        value = value_at (self, source, name, time);
        if (!isfinite (value))
          continue;
        if (find_jump (self, source, name, time, limits))
          {
            g_autofree char *before = number (limits[0]);
            g_autofree char *after = with_unit (limits[1], unit);

            words = g_strdup_printf ("%s \xe2\x86\x92 %s", before, after);
          }
        else
          words = with_unit (value, unit);
        g_string_append_printf (text, "\n%s = %s", ls_figure_get_title_of (self, name), words);
        append_change (self, value, value_at (self, source, name, self->mark), unit, text);
        if (source->label[0] != '\0')
          g_string_append_printf (text, " (%s)", source->label);
      }
}

/* "t = 2 s, Δt = 0.5 s (2 Hz)" */
static void
append_time (const LsFigure *self, double time, GString *text)
{
  g_autofree char *at = number (time);
  g_autofree char *since = number (time - self->mark);
  g_autofree char *rate = number (1 / fabs (time - self->mark));

  g_string_append_printf (text, "t = %s s", at);
  if (!isfinite (self->mark))
    return;
  g_string_append_printf (text, ", Δt = %s s", since);
  if (time != self->mark)
    g_string_append_printf (text, " (%s Hz)", rate);
}

char *
ls_figure_read_cursor (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GString) text = NULL;
  const LsPane *first;

  if (!has_cursor (self))
    return NULL;
  if (self->kind->x_is_signal)
    return orbit_text (self);
  first = g_ptr_array_index (self->panes, 0);
  text = g_string_new (NULL);
  append_time (self, cursor_x (self, first), text);
  for (guint i = 0; i < self->panes->len; i++)
    append_values (self, g_ptr_array_index (self->panes, i), cursor_x (self, first), text);
  if (ls_figure_get_rows (self) != NULL)
    ls_figure_get_rows (self)->append_values (self, first, cursor_x (self, first), self->cursor_y,
                                              text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
ls_figure_set_cursor (LsFigure *self, double x, double y)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->cursor_x = x;
  self->cursor_y = y;
  return ls_figure_read_cursor (self);
}

/* On an orbit the cursor moves along the curve of the first run in time. */
static void
move_along_orbit (LsFigure *self, const LsPane *pane, double share)
{
  const double time = ls_figure_get_cursor_time (self);
  const LsSource *source = ls_figure_get_source (self, self->reference != NULL ? 1 : 0);
  gsize n, row;
  double first, last;
  int x, y;

  if (source == NULL || !ls_figure_shows (self, source))
    return;
  x = ls_source_find (source, self->names[0]);
  y = ls_source_find (source, self->names[1]);
  if (x < 0 || y < 0)
    return;
  n = ls_trace_get_n_rows (source->shown);
  first = ls_trace_get (source->shown, 0, 0);
  last = ls_trace_get (source->shown, 0, n - 1);
  row = (gsize)MAX (
      ls_trace_find_row (source->shown, isfinite (time) ? time + share * (last - first) : first),
      0);
  self->cursor_x = ls_figure_get_px (self, pane, ls_trace_get (source->shown, (guint)x, row));
  self->cursor_y = ls_pane_get_py (pane, ls_trace_get (source->shown, (guint)y, row));
}

void
ls_figure_move_cursor (LsFigure *self, double share)
{
  const LsPane *pane;

  if (!self->drawn)
    return;
  pane = g_ptr_array_index (self->panes, 0);
  if (self->kind->x_is_signal)
    {
      move_along_orbit (self, pane, share);
      return;
    }
  if (!isfinite (self->cursor_x) || !isfinite (self->cursor_y))
    {
      self->cursor_x = pane->left + 0.5 * pane->width;
      self->cursor_y = pane->top + 0.5 * pane->height;
      return;
    }
  self->cursor_x
      = CLAMP (self->cursor_x + share * pane->width, pane->left, pane->left + pane->width);
}

double
ls_figure_get_cursor_time (const LsFigure *self)
{
  const LsPane *pane;
  const LsSource *source;
  gsize row = 0;

  g_return_val_if_fail (self != NULL, NAN);
  if (!has_cursor (self))
    return NAN;
  pane = g_ptr_array_index (self->panes, 0);
  if (!self->kind->x_is_signal)
    return cursor_x (self, pane);
  source = ls_figure_find_point (self, pane, self->cursor_x, self->cursor_y, &row);
  return source != NULL ? ls_trace_get (source->shown, 0, row) : NAN;
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

/* Dots on the curves of a pane at a time. */
static void
draw_dots (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme, double time)
{
  for (guint j = 0; j < pane->signals->len; j++)
    for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
      {
        const LsSource *source = ls_figure_get_source (self, i);
        const char *name = self->names[g_array_index (pane->signals, guint, j)];
        LsColor color;
        double y;

        if (!ls_figure_shows (self, source))
          continue;
        y = ls_pane_get_py (pane, value_at (self, source, name, time));
        color = ls_palette_get_method_color (theme, source->method, source->variant);
        if (y >= pane->top && y <= pane->top + pane->height)
          draw_dot (cr, theme, &color, ls_figure_get_px (self, pane, time), y);
      }
}

/* Shortens a text of many curves to what fits into a height: "and 7 more". */
static void
limit_lines (PangoLayout *layout, double max_height)
{
  g_auto (GStrv) lines = g_strsplit (pango_layout_get_text (layout), "\n", -1);
  const guint n_lines = g_strv_length (lines);
  g_autoptr (GString) text = g_string_new (lines[0]);
  double height;
  guint n, n_left;

  ls_text_get_size (layout, NULL, &height);
  n = (guint)MAX (max_height * n_lines / height, 2);
  if (n >= n_lines)
    return;
  n_left = n_lines - n + 1;
  for (guint i = 1; i + 1 < n; i++)
    g_string_append_printf (text, "\n%s", lines[i]);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n_left),
                          n_left);
  pango_layout_set_text (layout, text->str, -1);
}

/* A text box beside the point, on the side with room, within the pane as far as it is wide enough.
 */
static void
draw_box (
    cairo_t *cr, const LsTheme *theme, const char *text, const LsPane *pane, double x, double y)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (cr, theme, 0.9, text);
  const double s = theme->scale, pad = 6 * s, right = pane->left + pane->width - 4 * s;
  LsColor background = theme->background;
  double width, height;

  limit_lines (layout, pane->height - 2 * pad - 8 * s);
  ls_text_limit (layout, pane->width - 2 * pad - 8 * s);
  ls_text_get_size (layout, &width, &height);
  width += 2 * pad;
  height += 2 * pad;
  x += x + 12 * s + width > right ? -12 * s - width : 12 * s;
  x = MAX (MIN (x, right - width), pane->left + 4 * s);
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

/* A line at a time, with dots on the curves; a mark is dashed. */
static void
draw_time_line (const LsFigure *self,
                const LsPane *pane,
                cairo_t *cr,
                const LsTheme *theme,
                double time,
                gboolean mark)
{
  const double dash[] = { 5 * theme->scale, 3 * theme->scale };
  double x = ls_figure_get_px (self, pane, time);

  if (!isfinite (time) || x < pane->left || x > pane->left + pane->width)
    return;
  cairo_set_dash (cr, dash, mark ? 2 : 0, 0);
  ls_color_set_source (mark ? &theme->accent : &theme->muted, cr);
  cairo_set_line_width (cr, 1 * theme->scale);
  cairo_move_to (cr, floor (x) + 0.5, pane->top);
  cairo_rel_line_to (cr, 0, pane->height);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_dots (self, pane, cr, theme, time);
}

static void
draw_time_values (const LsFigure *self, guint index, cairo_t *cr, const LsTheme *theme)
{
  const LsPane *pane = g_ptr_array_index (self->panes, index);
  const LsPane *next
      = index + 1 < self->panes->len ? g_ptr_array_index (self->panes, index + 1) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  double time = cursor_x (self, pane);

  append_time (self, time, text);
  append_values (self, pane, time, text);
  if (ls_figure_get_rows (self) != NULL)
    ls_figure_get_rows (self)->append_values (self, pane, time, self->cursor_y, text);
  if (next != NULL && next->twin)
    append_values (self, next, time, text);
  draw_box (cr, theme, text->str, pane, self->cursor_x, MAX (self->cursor_y, pane->top));
}

/* Dots on an orbit at a time, one per run. */
static void
draw_orbit_time (
    const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme, double time)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL && isfinite (time); i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      LsColor color;
      double x, y;

      if (!ls_figure_shows (self, source))
        continue;
      x = ls_figure_get_px (self, pane, value_at (self, source, self->names[0], time));
      y = ls_pane_get_py (pane, value_at (self, source, self->names[1], time));
      color = ls_palette_get_method_color (theme, source->method, source->variant);
      if (isfinite (x) && isfinite (y) && x >= pane->left && x <= pane->left + pane->width
          && y >= pane->top && y <= pane->top + pane->height)
        draw_dot (cr, theme, &color, x, y);
    }
}

static void
draw_orbit_cursor (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  gsize row = 0;
  const LsSource *source = ls_figure_find_point (self, pane, self->cursor_x, self->cursor_y, &row);
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
  gboolean own = has_cursor (self);

  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);

      if (self->kind->x_is_signal)
        {
          if (own)
            draw_orbit_cursor (self, pane, cr, theme);
          else
            draw_orbit_time (self, pane, cr, theme, self->linked_time);
          continue;
        }
      draw_time_line (self, pane, cr, theme, self->mark, TRUE);
      draw_time_line (self, pane, cr, theme, own ? cursor_x (self, pane) : self->linked_time,
                      FALSE);
    }
  for (guint i = 0; i < self->panes->len && own && !self->kind->x_is_signal; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);

      if (!pane->twin && self->cursor_y >= pane->top && self->cursor_y <= pane->top + pane->height)
        draw_time_values (self, i, cr, theme);
    }
}
