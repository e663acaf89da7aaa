/* Short texts on a Cairo surface, with Pango. For the drawing layer only. */
#pragma once

#include <pango/pangocairo.h>

#include "draw/theme.h"
#include "draw/ticks.h"

/* Returns: (transfer full): a layout of @markup in the theme's font, scaled by @size. */
PangoLayout *ls_text_new (cairo_t *cr, const LsTheme *theme, double size, const char *markup);
/* The same for plain text, with powers of ten, see ls_text_raise_exponents(). */
PangoLayout *ls_text_new_plain (cairo_t *cr, const LsTheme *theme, double size, const char *text);
/* Size in user units. */
void         ls_text_get_size (PangoLayout *layout, double *width, double *height);
/* Limits the width; longer text is ellipsised. */
void         ls_text_limit (PangoLayout *layout, double width);
/* Limits the width and wraps to up to @n_lines lines before ellipsising. */
void         ls_text_wrap (PangoLayout *layout, double width, int n_lines);

/* Draws with the point (@x, @y) at the fraction (@align_x, @align_y) of the text's box: 0, 0 is its
 * upper left corner, 0.5, 1 the middle of its lower edge. */
void         ls_text_show (cairo_t *cr, PangoLayout *layout, double x, double y, double align_x,
                           double align_y);
/* Rotated by 90° to the left, around that point. */
void         ls_text_show_upwards (cairo_t *cr, PangoLayout *layout, double x, double y,
                                   double align_x, double align_y);
/* Draws plain text. */
void         ls_text_draw (cairo_t *cr, const LsTheme *theme, double size, const LsColor *color,
                           const char *text, double x, double y, double align_x, double align_y);
/* Returns: (transfer full): markup of a tick label (ticks.h) with superscript exponents. */
char        *ls_text_markup_power (const char *label);
/* Label @i of @ticks with their common exponent, as ls_text_new(). */
PangoLayout *ls_text_new_tick (cairo_t *cr, const LsTheme *theme, const LsTicks *ticks, guint i);
