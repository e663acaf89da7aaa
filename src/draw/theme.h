/* Colours and sizes of drawings; the window fills a theme from its style, files use a built-in one. */
#pragma once

#include <cairo.h>
#include "core/base/status.h"

typedef struct
{
  double r, g, b, a; /* 0 to 1 */
} LsColor;

/**
 * LsTheme:
 * @font: Pango font description ("Cantarell 10")
 * @scale: factor for line widths and distances, default 1
 * @least_text: minimum text size in a diagram at any zoom, px; 0: none
 */
typedef struct
{
  gboolean    dark;
  LsColor     background, foreground, muted, grid, accent, error, warning, success;
  LsColor     block, block_border, block_selected, wire, wire_selected, selection;
  const char *font;
  double      scale, least_text;
} LsTheme;

/* For files, and for a window without its own style. */
const LsTheme *ls_theme_get_light (void);
const LsTheme *ls_theme_get_dark (void);

/**
 * ls_palette_get_method_color:
 * @method: (nullable): id of a coupling method; %NULL for the reference
 * @variant: 0 for the first run of the method, counting up for further ones
 *
 * Colours that stay apart for the colour-blind, the same for a method everywhere; variants differ
 * by lightness and by dash (see ls_palette_get_dash()).
 */
LsColor        ls_palette_get_method_color (const LsTheme *theme, const char *method, guint variant);
#define LS_N_PALETTE 7u
/* "color:0" to "color:6" in place of a method id: palette colour by number. */
#define LS_PALETTE_PREFIX "color:"
/* Palette index of the colour of a method, below %LS_N_PALETTE. */
guint          ls_palette_get_method_index (const char *method);
/* Returns: dash lengths in px for cairo_set_dash(), @n of them; 0 for a solid line. */
const double  *ls_palette_get_dash (guint variant, gboolean reference, int *n);

void           ls_color_set_source (const LsColor *color, cairo_t *cr);
/* Contrast ratio of two opaque colours according to WCAG 2.1, 1 to 21. */
double         ls_color_get_contrast (const LsColor *a, const LsColor *b);
/* @a at @share 0, @b at 1. */
LsColor        ls_color_mix (const LsColor *a, const LsColor *b, double share);
