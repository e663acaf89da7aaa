#include "draw/text.h"

#include "core/base/language.h"

#include <math.h>
#include <string.h>

static PangoFontDescription *
scaled_font (const LsTheme *theme, double size)
{
  PangoFontDescription *font = pango_font_description_from_string (theme->font);
  int points = pango_font_description_get_size (font);

  if (points <= 0)
    points = 10 * PANGO_SCALE;
  points = (int)lround (points * size * theme->scale);
  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font, points);
  else
    pango_font_description_set_size (font, points);
  return font;
}

static PangoLayout *
new_layout (cairo_t *cr, const LsTheme *theme, double size)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = scaled_font (theme, size);

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  return layout;
}

PangoLayout *
ls_text_new (cairo_t *cr, const LsTheme *theme, double size, const char *markup)
{
  PangoLayout *layout = new_layout (cr, theme, size);

  pango_layout_set_markup (layout, markup, -1);
  return layout;
}

PangoLayout *
ls_text_new_plain (cairo_t *cr, const LsTheme *theme, double size, const char *text)
{
  PangoLayout *layout = new_layout (cr, theme, size);
  g_autofree char *shown = ls_text_raise_exponents (text);

  pango_layout_set_text (layout, shown, -1);
  return layout;
}

void
ls_text_get_size (PangoLayout *layout, double *width, double *height)
{
  int w, h;

  pango_layout_get_size (layout, &w, &h);
  if (width != NULL)
    *width = (double)w / PANGO_SCALE;
  if (height != NULL)
    *height = (double)h / PANGO_SCALE;
}

void
ls_text_limit (PangoLayout *layout, double width)
{
  double natural;

  ls_text_get_size (layout, &natural, NULL);
  if (natural <= width)
    return;
  pango_layout_set_width (layout, (int)(MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_height (layout, -1);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
}

void
ls_text_wrap (PangoLayout *layout, double width, int n_lines)
{
  double natural;

  ls_text_get_size (layout, &natural, NULL);
  if (natural <= width)
    return;
  pango_layout_set_width (layout, (int)(MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_height (layout, -n_lines);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
}

void
ls_text_show (cairo_t *cr, PangoLayout *layout, double x, double y, double align_x, double align_y)
{
  PangoRectangle box; /* text centred in a given width has an offset from the origin */
  double width, height;

  pango_layout_get_extents (layout, NULL, &box);
  width = (double)box.width / PANGO_SCALE;
  height = (double)box.height / PANGO_SCALE;
  cairo_move_to (cr, x - align_x * width - (double)box.x / PANGO_SCALE, y - align_y * height);
  pango_cairo_show_layout (cr, layout);
}

void
ls_text_show_upwards (
    cairo_t *cr, PangoLayout *layout, double x, double y, double align_x, double align_y)
{
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, -G_PI / 2);
  ls_text_show (cr, layout, 0, 0, align_x, align_y);
  cairo_restore (cr);
}

void
ls_text_draw (cairo_t *cr,
              const LsTheme *theme,
              double size,
              const LsColor *color,
              const char *text,
              double x,
              double y,
              double align_x,
              double align_y)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (cr, theme, size, text);

  ls_color_set_source (color, cr);
  ls_text_show (cr, layout, x, y, align_x, align_y);
}

char *
ls_text_markup_power (const char *label)
{
  const char *power = strchr (label, '^');
  g_autofree char *escaped = g_markup_escape_text (label, power ? power - label : -1);

  if (power == NULL)
    return g_steal_pointer (&escaped);
  return g_strdup_printf ("%s<sup>%s</sup>", escaped, power + 1);
}

PangoLayout *
ls_text_new_tick (cairo_t *cr, const LsTheme *theme, const LsTicks *ticks, guint i)
{
  g_return_val_if_fail (ticks != NULL && i < ticks->n, NULL);

  g_autofree char *text = ticks->exponent == 0
                              ? g_strdup (ticks->labels[i])
                              : g_strdup_printf ("%s·10^%d", ticks->labels[i], ticks->exponent);
  g_autofree char *markup = ls_text_markup_power (text);

  return ls_text_new (cr, theme, 0.9, markup);
}
