/* Contrasts of WCAG 2.1: 3 for lines (1.4.11), 4.5 for text (1.4.3). */
#include "draw/theme.h"

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
          "gauss-seidel", "unknown",  LS_PALETTE_PREFIX "5", NULL };

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/theme/contrast", test_contrast);
  g_test_add_func ("/draw/theme/lines", test_lines);
  g_test_add_func ("/draw/theme/text", test_text);
  return g_test_run ();
}
