/* Numbers as text. */
#include "core/base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static void
test_accepted (void)
{
  const struct
  {
    const char *text;
    double value;
  } cases[] = { { "0", 0 },
                { "-0", 0 },
                { " 1.5\n", 1.5 },
                { "+3", 3 },
                { "1e-3", 1e-3 },
                { ".5", 0.5 },
                { "5.", 5 },
                { "1E5", 1e5 },
                { "4.9e-324", 4.9e-324 },
                { "1e-400", 0 },
                { "1.7976931348623157e308", DBL_MAX } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double value = NAN;

      g_assert_true (ls_number_parse (cases[i].text, &value));
      g_assert_cmpfloat (value, ==, cases[i].value);
    }
}

/* Most numbers are not left to strtod(), but they are the same ones; also in the middle between
 * two. */
static void
test_nearest (void)
{
  static const char *const formats[] = { "%.17g", "%.16g", "%.12e", "%.5f" };
  static const char *const cases[] = { "9007199254740993",
                                       "9007199254740995",
                                       "-9007199254740993e3",
                                       "9007199254740993e-27",
                                       "18014398509481990",
                                       "9999999999999999999",
                                       "0.30000000000000004",
                                       "0000000000000000000001.5",
                                       "1e27",
                                       "1e-27",
                                       "123456789012345678901234567890",
                                       "1e28",
                                       "18446744073709551616",
                                       "1.8446744073709551616",
                                       "36893488147419103232",
                                       "-0.0" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  char text[64];
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (ls_number_parse (cases[i], &value));
      g_assert_cmpmem (&value, sizeof value, &(double){ g_ascii_strtod (cases[i], NULL) },
                       sizeof value);
    }
  for (guint i = 0; i < 200000; i++)
    {
      const double number
          = ldexp (g_rand_double_range (rand, -1, 1), g_rand_int_range (rand, -60, 60));

      g_ascii_formatd (text, sizeof text, formats[i % G_N_ELEMENTS (formats)], number);
      g_assert_true (ls_number_parse (text, &value));
      g_assert_cmpmem (&value, sizeof value, &(double){ g_ascii_strtod (text, NULL) },
                       sizeof value);
    }
}

static void
test_refused (void)
{
  const char *const cases[]
      = { "",    " ",  "1e400", "-1e400", "nan", "inf",   "INF", "0x10", "1,5",   "1.5.2",
          "1 2", "1e", "--1",   "e5",     ".",   "1.5 s", "+",   "1d5",  "1_000", "0x1p3" };
  double value = 7;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_false (ls_number_parse (cases[i], &value));
  g_assert_false (ls_number_parse (NULL, &value));
  g_assert_cmpfloat (value, ==, 7);
}

/* Every double comes back bit by bit, and in no more characters than %.17g takes. */
static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  char text[LS_NUMBER_SIZE];
  char longest[64];

  for (int i = 0; i < 200000; i++)
    {
      guint64 bits = (guint64)g_rand_int (rand) << 32 | g_rand_int (rand);
      double value, back;

      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        continue;
      g_assert_true (ls_number_format (value, text) == text);
      g_assert_true (ls_number_parse (text, &back));
      g_assert_cmpmem (&value, sizeof value, &back, sizeof back);
      g_ascii_formatd (longest, sizeof longest, "%.17g", value);
      g_assert_cmpuint (strlen (text), <=, strlen (longest));
      g_assert_cmpuint (strlen (text), <, LS_NUMBER_SIZE);
    }
}

static void
test_short (void)
{
  const struct
  {
    double value;
    const char *text;
  } cases[] = { { 0.1, "0.1" },
                { 1, "1" },
                { 1e-3, "0.001" },
                { 1e300, "1e+300" },
                { 0.1 + 0.2, "0.30000000000000004" },
                { 5e-324, "5e-324" },
                { -2.5, "-2.5" },
                { NAN, "nan" },
                { INFINITY, "inf" },
                { -INFINITY, "-inf" } };
  char text[LS_NUMBER_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (ls_number_format (cases[i].value, text), ==, cases[i].text);
  g_assert_cmpstr (ls_number_format_short (1.0 / 3.0, 4, text), ==, "0.3333");
  g_assert_cmpstr (ls_number_format_short (123456, 3, text), ==, "1.23e+05");
  g_assert_cmpstr (ls_number_format_short (NAN, 3, text), ==, "nan");
}

/* Shortest by trial with the C library. */
static void
check_shortest (double value)
{
  char text[LS_NUMBER_SIZE], wanted[64];

  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (wanted, sizeof wanted, format, value);
      if (g_ascii_strtod (wanted, NULL) == value)
        break;
    }
  g_assert_cmpstr (ls_number_format (value, text), ==, wanted);
}

/* Numbers as results have them: of every size with all digits, with few, around powers of two and
 * ten, and neighbours of those. */
static void
test_common (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (int i = 0; i < 300000; i++)
    check_shortest (g_rand_double_range (rand, -1, 1) * pow (10, g_rand_int_range (rand, -13, 15)));
  for (int i = 0; i < 100000; i++)
    check_shortest (g_rand_int_range (rand, -100000000, 100000000)
                    / pow (10, g_rand_int_range (rand, 0, 12)));
  for (int i = 0; i < 20000; i++)
    check_shortest (i * 1e-3);
  for (int power = -40; power < 49; power++)
    for (int way = -1; way <= 1; way++)
      {
        const double of_two = ldexp (1, power), of_ten = pow (10, power / 4);

        check_shortest (way == 0 ? of_two : nextafter (of_two, way * INFINITY));
        check_shortest (way == 0 ? of_ten : nextafter (of_ten, way * INFINITY));
      }
  check_shortest (0.0);
  check_shortest (-0.0);
}

/* A locale with a decimal comma changes nothing. */
static void
test_comma_locale (void)
{
  const char *const names[]
      = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8", "de_DE" };
  const char *found = NULL;
  char text[LS_NUMBER_SIZE];
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (names) && found == NULL; i++)
    found = setlocale (LC_NUMERIC, names[i]);
  if (found == NULL)
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  g_assert_true (ls_number_parse ("1.5", &value));
  g_assert_cmpfloat (value, ==, 1.5);
  g_assert_false (ls_number_parse ("1,5", &value));
  g_assert_cmpstr (ls_number_format (1.5, text), ==, "1.5");
  g_assert_cmpstr (ls_number_format_short (1.5, 3, text), ==, "1.5");
  setlocale (LC_NUMERIC, "C");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/number/accepted", test_accepted);
  g_test_add_func ("/base/number/nearest", test_nearest);
  g_test_add_func ("/base/number/refused", test_refused);
  g_test_add_func ("/base/number/round-trip", test_round_trip);
  g_test_add_func ("/base/number/short", test_short);
  g_test_add_func ("/base/number/common", test_common);
  g_test_add_func ("/base/number/comma-locale", test_comma_locale);
  return g_test_run ();
}
