#include "draw/theme.h"

#include <math.h>
#include <string.h>

#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex)&0xff) / 255.0, 1.0           \
  }

static const LsTheme theme_light = {
  .dark = FALSE,
  .background = RGB (0xffffff),
  .foreground = RGB (0x1f2328),
  .muted = RGB (0x5f6670),
  .grid = RGB (0xe4e7eb),
  .accent = RGB (0x0072b2),
  .error = RGB (0xb3261e),
  .warning = RGB (0xa85400),
  .success = RGB (0x00734f),
  .block = RGB (0xf6f8fa),
  .block_border = RGB (0x6b7480),
  .block_selected = RGB (0xdcecf7),
  .wire = RGB (0x3d4752),
  .wire_selected = RGB (0x0072b2),
  .selection = RGB (0x0072b2),
  .font = "Cantarell, DejaVu Sans, Sans 10",
  .scale = 1.0,
};

static const LsTheme theme_dark = {
  .dark = TRUE,
  .background = RGB (0x1b1d21),
  .foreground = RGB (0xeceef1),
  .muted = RGB (0xa3abb6),
  .grid = RGB (0x34383f),
  .accent = RGB (0x56b4e9),
  .error = RGB (0xff8a80),
  .warning = RGB (0xf0a030),
  .success = RGB (0x3ec795),
  .block = RGB (0x292d33),
  .block_border = RGB (0x838d99),
  .block_selected = RGB (0x20405a),
  .wire = RGB (0xb4bdc8),
  .wire_selected = RGB (0x56b4e9),
  .selection = RGB (0x56b4e9),
  .font = "Cantarell, DejaVu Sans, Sans 10",
  .scale = 1.0,
};

/* Okabe & Ito, "Color Universal Design" (2008), without black, which is for the reference, and
 * yellow, which has no contrast on white. On white orange and sky blue are darker too: orange of
 * contrast 3 looks like vermilion in deuteranopia. Violet is none of theirs. */
static const struct
{
  LsColor light, dark; /* on a light and on a dark background */
} palette[] = {
  { RGB (0x0072b2), RGB (0x0072b2) }, /* blue */
  { RGB (0xd55e00), RGB (0xd55e00) }, /* vermilion */
  { RGB (0x009e73), RGB (0x009e73) }, /* bluish green */
  { RGB (0xcc79a7), RGB (0xcc79a7) }, /* pink: reddish purple */
  { RGB (0x7a5000), RGB (0xe69f00) }, /* ochre: brown, orange */
  { RGB (0x1593ff), RGB (0x56b4e9) }, /* sky blue */
  { RGB (0x7b2fd0), RGB (0xa050f8) }, /* violet */
};

static const struct
{
  const char *method;
  guint color;
} method_colors[] = {
  { "missiles", 0 },
  { "ni-jacobi", 1 },
  { "ifosmondi-jfm", 2 },
  { "costarica", 3 },
  { "gauss-seidel", 4 },
  { "iterated-jacobi", 5 },
  { "iterated-gauss-seidel", 6 },
};

/* Minimum contrast of a line with the background: WCAG 2.1, 1.4.11. */
#define LINE_CONTRAST 3.0

const LsTheme *
ls_theme_get_light (void)
{
  return &theme_light;
}

const LsTheme *
ls_theme_get_dark (void)
{
  return &theme_dark;
}

static double
linear_channel (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
luminance (const LsColor *color)
{
  return 0.2126 * linear_channel (color->r) + 0.7152 * linear_channel (color->g)
         + 0.0722 * linear_channel (color->b);
}

double
ls_color_get_contrast (const LsColor *a, const LsColor *b)
{
  double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

LsColor
ls_color_mix (const LsColor *a, const LsColor *b, double share)
{
  LsColor mixed = { a->r + share * (b->r - a->r), a->g + share * (b->g - a->g),
                    a->b + share * (b->b - a->b), a->a + share * (b->a - a->a) };

  return mixed;
}

/* Mixes the colour with the foreground until the contrast with the background suffices. */
static LsColor
with_contrast (LsColor color, const LsTheme *theme)
{
  for (int i = 0; i < 40; i++)
    {
      if (ls_color_get_contrast (&color, &theme->background) >= LINE_CONTRAST)
        break;
      color = ls_color_mix (&color, &theme->foreground, 0.05);
    }
  return color;
}

guint
ls_palette_get_method_index (const char *method)
{
  /* Not a method but a palette colour. */
  if (g_str_has_prefix (method, LS_PALETTE_PREFIX))
    return (guint)g_ascii_strtoull (method + strlen (LS_PALETTE_PREFIX), NULL, 10)
           % G_N_ELEMENTS (palette);
  for (gsize i = 0; i < G_N_ELEMENTS (method_colors); i++)
    if (strcmp (method_colors[i].method, method) == 0)
      return method_colors[i].color;
  return g_str_hash (method) % G_N_ELEMENTS (palette);
}

G_STATIC_ASSERT (G_N_ELEMENTS (palette) == LS_N_PALETTE);

LsColor
ls_palette_get_method_color (const LsTheme *theme, const char *method, guint variant)
{
  /* Variants alternate away from and towards the background, with increasing fractions. */
  static const double shares[] = { 0.0, 0.35, -0.4, 0.6 };
  double share = shares[variant % G_N_ELEMENTS (shares)];
  LsColor color;
  guint index;

  if (method == NULL)
    return theme->muted;
  index = ls_palette_get_method_index (method);
  color = with_contrast (theme->dark ? palette[index].dark : palette[index].light, theme);
  if (share > 0)
    color = ls_color_mix (&color, &theme->foreground, share);
  else
    color = ls_color_mix (&color, &theme->background, -share);
  return with_contrast (color, theme);
}

const double *
ls_palette_get_dash (guint variant, gboolean reference, int *n)
{
  /* Only the reference is dashed evenly: signals are dotted, or dashed with dots between. */
  static const double dashes[][6]
      = { { 2, 2.5, 0, 0, 0, 0 }, { 9, 3, 2, 3, 0, 0 }, { 9, 3, 2, 3, 2, 3 } };
  static const int lengths[] = { 2, 4, 6 };
  static const double reference_dash[] = { 6, 6 };
  guint index;

  if (reference)
    {
      *n = 2;
      return reference_dash;
    }
  if (variant % (G_N_ELEMENTS (dashes) + 1) == 0)
    {
      *n = 0;
      return NULL;
    }
  index = variant % (G_N_ELEMENTS (dashes) + 1) - 1;
  *n = lengths[index];
  return dashes[index];
}

void
ls_color_set_source (const LsColor *color, cairo_t *cr)
{
  cairo_set_source_rgba (cr, color->r, color->g, color->b, color->a);
}
