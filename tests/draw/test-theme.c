/* Contrasts of WCAG 2.1: 3 for lines (1.4.11), 4.5 for text (1.4.3). */
#include "draw/theme.h"
#include <math.h>

static const LsTheme *
theme (gboolean dark)
{
  return dark ? ls_theme_get_dark () : ls_theme_get_light ();
}

static void
test_contrast (void)
{
  const LsColor black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };

  /* Rounding of powers. */
  g_assert_cmpfloat_with_epsilon (ls_color_get_contrast (&black, &white), 21, 1e-9);
  g_assert_cmpfloat_with_epsilon (ls_color_get_contrast (&white, &white), 1, 1e-9);
}

static void
test_lines (void)
{
  static const char *const methods[]
      = { "ni-jacobi",    "missiles", "ifosmondi-jfm",       "costarica",
          "gauss-seidel", "unknown",  LS_PALETTE_PREFIX "6", NULL };

  for (int dark = 0; dark < 2; dark++)
    for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
      for (guint variant = 0; variant < 6; variant++)
        {
          LsColor color = ls_palette_get_method_color (theme (dark), methods[i], variant);

          g_assert_cmpfloat (ls_color_get_contrast (&color, &theme (dark)->background), >=, 3);
        }
}

static void
test_text (void)
{
  for (int dark = 0; dark < 2; dark++)
    {
      const LsTheme *t = theme (dark);
      const LsColor *texts[] = { &t->foreground, &t->muted, &t->error, &t->warning, &t->success };

      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        g_assert_cmpfloat (ls_color_get_contrast (texts[i], &t->background), >=, 4.5);
      g_assert_cmpfloat (ls_color_get_contrast (&t->foreground, &t->block), >=, 4.5);
      g_assert_cmpfloat (ls_color_get_contrast (&t->foreground, &t->block_selected), >=, 4.5);
      g_assert_cmpfloat (ls_color_get_contrast (&t->wire, &t->background), >=, 3);
      g_assert_cmpfloat (ls_color_get_contrast (&t->block_border, &t->background), >=, 3);
    }
}

/* Linear sRGB as somebody with full loss of one kind of cones sees it: Machado, Oliveira and
 * Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
 * matrices of severity 1. */
static const struct
{
  const char *name;
  double m[3][3];
} visions[] = {
  { "normal vision", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
  { "protanopia",
    { { 0.152286, 1.052583, -0.204868 },
      { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } } },
  { "deuteranopia",
    { { 0.367322, 0.860646, -0.227968 },
      { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } } },
  { "tritanopia",
    { { 1.255528, -0.076749, -0.178779 },
      { -0.078411, 0.930809, 0.147602 },
      { 0.004733, 0.691367, 0.303900 } } },
};

static double
linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
lab_curve (double t)
{
  return t > 216.0 / 24389 ? cbrt (t) : (24389.0 / 27 * t + 16) / 116;
}

/* @m times @x */
static void
multiply (const double m[3][3], const double x[3], double y[3])
{
  for (guint i = 0; i < 3; i++)
    y[i] = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
}

/* CIELAB (1976) of an sRGB colour (IEC 61966-2-1, D65), as seen. */
static void
to_lab (const LsColor *color, const double vision[3][3], double lab[3])
{
  static const double to_xyz[3][3] = { { 0.4124564, 0.3575761, 0.1804375 },
                                       { 0.2126729, 0.7151522, 0.0721750 },
                                       { 0.0193339, 0.1191920, 0.9503041 } };
  static const double white[3] = { 0.95047, 1, 1.08883 };
  const double rgb[3] = { linear (color->r), linear (color->g), linear (color->b) };
  double seen[3], xyz[3];

  multiply (vision, rgb, seen);
  for (guint i = 0; i < 3; i++)
    seen[i] = CLAMP (seen[i], 0, 1);
  multiply (to_xyz, seen, xyz);
  for (guint i = 0; i < 3; i++)
    xyz[i] = lab_curve (xyz[i] / white[i]);
  lab[0] = 116 * xyz[1] - 16;
  lab[1] = 500 * (xyz[0] - xyz[1]);
  lab[2] = 200 * (xyz[1] - xyz[2]);
}

static double
distance (const LsColor *a, const LsColor *b, const double vision[3][3])
{
  double x[3], y[3];

  to_lab (a, vision, x);
  to_lab (b, vision, y);
  return sqrt (pow (x[0] - y[0], 2) + pow (x[1] - y[1], 2) + pow (x[2] - y[2], 2));
}

/* Values of the literature: CIELAB of the red of sRGB (CIE 15, D65), and what the matrix of
 * protanopia leaves of it. */
static void
test_simulation (void)
{
  const LsColor red = { 1, 0, 0, 1 };
  double lab[3], seen[3];

  /* Published with two digits. */
  to_lab (&red, visions[0].m, lab);
  g_assert_cmpfloat_with_epsilon (lab[0], 53.24, 0.01);
  g_assert_cmpfloat_with_epsilon (lab[1], 80.09, 0.01);
  g_assert_cmpfloat_with_epsilon (lab[2], 67.20, 0.01);
  /* Grey stays what it is: the rows of all matrices add up to one, to six digits. */
  for (guint k = 0; k < G_N_ELEMENTS (visions); k++)
    {
      multiply (visions[k].m, (const double[3]){ 1, 1, 1 }, seen);
      for (guint i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon (seen[i], 1, 2e-6);
    }
}

/* A just noticeable difference of CIELAB is 2.3 (Mahy, Van Eycken and Oosterlinck 1994, for patches
 * side by side); thin lines that lie apart get five of them. */
#define LEAST_DISTANCE (5 * 2.3)

static void
assert_apart (const LsTheme *theme)
{
  for (guint i = 0; i < LS_N_PALETTE; i++)
    for (guint j = 0; j < i; j++)
      for (guint k = 0; k < G_N_ELEMENTS (visions); k++)
        {
          g_autofree char *first = g_strdup_printf (LS_PALETTE_PREFIX "%u", i);
          g_autofree char *second = g_strdup_printf (LS_PALETTE_PREFIX "%u", j);
          LsColor a = ls_palette_get_method_color (theme, first, 0);
          LsColor b = ls_palette_get_method_color (theme, second, 0);

          if (distance (&a, &b, visions[k].m) < LEAST_DISTANCE)
            g_error ("%s and %s on %s: %.1f by %s", first, second, theme->dark ? "dark" : "light",
                     distance (&a, &b, visions[k].m), visions[k].name);
          g_assert_cmpfloat (ls_color_get_contrast (&a, &theme->background), >=, 3);
        }
}

/* The grounds of files, of Adwaita light and dark, and black. */
static void
test_apart (void)
{
  static const double grey = 0x2d / 255.0;
  const LsColor black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 }, adwaita = { grey, grey, grey, 1 };
  LsTheme window;

  assert_apart (ls_theme_get_light ());
  assert_apart (ls_theme_get_dark ());
  window = *ls_theme_get_light ();
  window.foreground = black;
  assert_apart (&window);
  window = *ls_theme_get_dark ();
  window.foreground = white;
  window.background = adwaita;
  assert_apart (&window);
  window.background = black;
  assert_apart (&window);
}

/* Every method has its own colour. */
static void
test_methods (void)
{
  static const char *const methods[]
      = { "missiles",     "ni-jacobi",       "ifosmondi-jfm",        "costarica",
          "gauss-seidel", "iterated-jacobi", "iterated-gauss-seidel" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpuint (ls_palette_get_method_index (methods[i]), !=,
                        ls_palette_get_method_index (methods[j]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/theme/contrast", test_contrast);
  g_test_add_func ("/draw/theme/lines", test_lines);
  g_test_add_func ("/draw/theme/text", test_text);
  g_test_add_func ("/draw/theme/simulation", test_simulation);
  g_test_add_func ("/draw/theme/apart", test_apart);
  g_test_add_func ("/draw/theme/methods", test_methods);
  return g_test_run ();
}
