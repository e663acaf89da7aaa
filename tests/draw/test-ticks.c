/* Ticks against what a person would write beside an axis. */
#include "draw/ticks.h"

#include <math.h>
#include <string.h>

/* Labels joined by spaces; the minus of the labels as a hyphen. */
static char *
join (const LsTicks *ticks)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < ticks->n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", ticks->labels[i]);
  g_string_replace (text, "\xe2\x88\x92", "-", 0);
  g_string_replace (text, "\xc2\xb7", "*", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_linear (void)
{
  static const struct
  {
    double min, max;
    guint wanted;
    const char *labels;
    int exponent;
  } cases[] = {
    { 0, 1, 5, "0 0.2 0.4 0.6 0.8 1.0", 0 },
    { -1, 1, 4, "-1.0 -0.5 0 0.5 1.0", 0 },
    { 0, 10, 5, "0 2 4 6 8 10", 0 },
    { 0.3, 0.7, 4, "0.3 0.4 0.5 0.6 0.7", 0 },
    { -0.04, 0.04, 4, "-0.04 -0.02 0 0.02 0.04", 0 },
    { 1e6, 1e6 + 4e-3, 2, "1.000000000 1.000000002 1.000000004", 6 },
    { 0, 4e-9, 2, "0 2 4", -9 },
    { 0, 3e12, 3, "0 1 2 3", 12 },
    { 99.9, 100.1, 2, "99.9 100.0 100.1", 0 },
    { 1, 0, 2, "0 0.5 1.0", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LsTicks ticks;
      g_autofree char *labels = NULL;

      ls_ticks_linear (&ticks, cases[i].min, cases[i].max, cases[i].wanted);
      labels = join (&ticks);
      g_assert_cmpstr (labels, ==, cases[i].labels);
      g_assert_cmpint (ticks.exponent, ==, cases[i].exponent);
    }
}

/* No two labels are the same, none is a negative zero, each is its value. */
static void
check_labels (const LsTicks *ticks, double min, double max)
{
  double slack = 1e-9 * (max - min);

  for (guint i = 0; i < ticks->n; i++)
    {
      g_autoptr (GString) text = g_string_new (ticks->labels[i]);
      double value;

      g_string_replace (text, "\xe2\x88\x92", "-", 0);
      value = g_ascii_strtod (text->str, NULL) * pow (10, ticks->exponent);
      g_assert_cmpstr (text->str, !=, "-0");
      g_assert_false (ticks->values[i] == 0 && strcmp (text->str, "0") != 0);
      /* Labels are exact decimals; values differ from them by rounding alone. */
      g_assert_cmpfloat (fabs (value - ticks->values[i]), <=, 1e-13 * fabs (value) + 1e-300);
      g_assert_cmpfloat (ticks->values[i], >=, min - slack);
      g_assert_cmpfloat (ticks->values[i], <=, max + slack);
      if (i > 0)
        g_assert_cmpstr (ticks->labels[i], !=, ticks->labels[i - 1]);
    }
}

static void
test_any_range (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < 20000; i++)
    {
      double width = pow (10, g_rand_double_range (random, -20, 20));
      double min
          = g_rand_double_range (random, -1, 1) * pow (10, g_rand_double_range (random, -20, 20));
      double max = min + width;
      guint wanted = (guint)g_rand_int_range (random, 2, 12);
      LsTicks ticks;

      /* Doubles of that size cannot tell so narrow a range apart. */
      if (max - min < 1e-10 * fabs (min))
        continue;
      ls_ticks_linear (&ticks, min, max, wanted);
      g_assert_cmpuint (ticks.n, >=, 1);
      g_assert_cmpuint (ticks.n, <=, 2 * wanted + 1);
      check_labels (&ticks, min, max);
    }
}

static void
test_degenerate (void)
{
  static const double values[] = { 0, 1, -2.5, 1e300, 1e-300, -1e17 };
  LsTicks ticks;

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      ls_ticks_linear (&ticks, values[i], values[i], 5);
      g_assert_cmpuint (ticks.n, ==, 1);
      g_assert_cmpfloat (ticks.values[0], ==, values[i]);
    }
  ls_ticks_linear (&ticks, NAN, 1, 5);
  g_assert_cmpuint (ticks.n, ==, 0);
  ls_ticks_linear (&ticks, 0, INFINITY, 5);
  g_assert_cmpuint (ticks.n, ==, 0);
  ls_ticks_linear (&ticks, -1e308, 1e308, 5);
  g_assert_cmpuint (ticks.n, >=, 2);
}

static void
test_logarithmic (void)
{
  static const struct
  {
    double min, max;
    guint wanted;
    const char *labels;
  } cases[] = {
    { 1e-4, 1, 6, "10^-4 10^-3 10^-2 10^-1 10^0" },
    { 1e-12, 1, 6, "10^-12 10^-9 10^-6 10^-3 10^0" },
    { 1, 100, 8, "10^0 2*10^0 5*10^0 10^1 2*10^1 5*10^1 10^2" },
    { 2, 4, 4, "2.0 2.5 3.0 3.5 4.0" },
    { 1e-300, 1e300, 4, "10^-200 10^0 10^200" },
  };
  LsTicks ticks;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *labels = NULL;

      ls_ticks_logarithmic (&ticks, cases[i].min, cases[i].max, cases[i].wanted);
      labels = join (&ticks);
      g_assert_cmpstr (labels, ==, cases[i].labels);
    }
  ls_ticks_logarithmic (&ticks, 0, 1, 5);
  g_assert_cmpuint (ticks.n, ==, 0);
}

/* Every second one goes; 0 stays where that costs no tick. */
static void
test_thin (void)
{
  const struct
  {
    double min, max;
    guint wanted;
    double least;
    const char *labels;
  } cases[] = {
    { -2, 2, 4, 1, "-2 -1 0 1 2" }, { -2, 2, 4, 1.5, "-2 0 2" }, { -2, 2, 4, 2.5, "-2 2" },
    { -1, 2, 3, 1.5, "0 2" },       { -2, 2, 4, 100, "-2" },
  };
  LsTicks ticks;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *labels = NULL;

      ls_ticks_linear (&ticks, cases[i].min, cases[i].max, cases[i].wanted);
      ls_ticks_thin (&ticks, FALSE, cases[i].least);
      labels = join (&ticks);
      g_assert_cmpstr (labels, ==, cases[i].labels);
    }
  ls_ticks_logarithmic (&ticks, 1, 1e6, 7);
  g_assert_cmpuint (ticks.n, ==, 7);
  ls_ticks_thin (&ticks, TRUE, 2);
  g_assert_cmpuint (ticks.n, ==, 4);
  g_assert_cmpfloat (ticks.values[3], ==, 1e6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/ticks/linear", test_linear);
  g_test_add_func ("/draw/ticks/any-range", test_any_range);
  g_test_add_func ("/draw/ticks/degenerate", test_degenerate);
  g_test_add_func ("/draw/ticks/logarithmic", test_logarithmic);
  g_test_add_func ("/draw/ticks/thin", test_thin);
  return g_test_run ();
}
