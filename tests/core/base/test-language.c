/* Numbers as people read them. */
#include "core/base/language.h"

#include <math.h>
#include <string.h>

static void
test_raise (void)
{
  const struct
  {
    const char *text, *shown;
  } cases[] = {
    { "7e-07", "7·10⁻⁷" },
    { "-7.25e-12 %", "-7.25·10⁻¹² %" },
    { "1e-05", "10⁻⁵" },
    { "1.00e+06", "1.00·10⁶" },
    { "3,5e-3 s", "3,5·10⁻³ s" },
    { "left.x 7.7e-07 % (limit); right.x 1e-300.", "left.x 7.7·10⁻⁷ % (limit); right.x 10⁻³⁰⁰." },
    { "(2e3, 4e5)", "(2·10³, 4·10⁵)" },
    { "≲ 2e-9 ± 1e-10", "≲ 2·10⁻⁹ ± 10⁻¹⁰" },
    { "t = 0e0", "t = 0·10⁰" },
    /* Numbers without an exponent, and parts of other things. */
    { "12.5 and 2.71", "12.5 and 2.71" },
    { "eps=1e-6, --step-size=1e-3", "eps=1e-6, --step-size=1e-3" },
    { "run-1e-5.csv, x1e5, 1e5x, 2e-3.csv", "run-1e-5.csv, x1e5, 1e5x, 2e-3.csv" },
    { "“1e400” and \"1e-3\" and „1e-3“", "“1e400” and \"1e-3\" and „1e-3“" },
    { "1e, 1e-, 1e+x, 1e1234", "1e, 1e-, 1e+x, 1e1234" },
    { "3f2504e0-4f89-11d3", "3f2504e0-4f89-11d3" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = ls_text_raise_exponents (cases[i].text);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* What is shown reads back to the number that was rounded, for all exponents there are. */
static void
test_display (void)
{
  for (int power = -320; power <= 308; power++)
    for (int digits = 1; digits <= 12; digits++)
      {
        const double value = (power % 2 == 0 ? 1 : -1) * 1.2345678901234 * pow (10, power);
        char shown[LS_NUMBER_SIZE], plain[LS_NUMBER_SIZE];
        g_autofree char *lowered = NULL;

        ls_number_format_short (value, digits, plain);
        lowered = ls_text_lower_exponent (ls_number_display (value, digits, shown));
        g_assert_null (strchr (shown, 'e'));
        /* The same decimal digits, so the same number. */
        g_assert_cmpfloat (g_ascii_strtod (lowered, NULL), ==, g_ascii_strtod (plain, NULL));
      }
}

static void
test_error (void)
{
  const struct
  {
    double percent;
    int digits;
    const char *shown;
  } cases[] = { { 5.8, 3, "5.80" },       { 100, 3, "100" },         { 99.96, 3, "100" },
                { 7e-7, 3, "7.00·10⁻⁷" }, { 0.00105, 3, "0.00105" }, { 12345, 3, "1.23·10⁴" },
                { 1e-9, 1, "10⁻⁹" },      { 0.1, 1, "0.1" },         { 4, 1, "4" },
                { 0, 3, "0.00" },         { INFINITY, 3, "inf" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char shown[LS_NUMBER_SIZE];

      ls_error_display (cases[i].percent, cases[i].digits, shown);
      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

static void
test_lower (void)
{
  const struct
  {
    const char *shown, *number;
  } cases[] = { { "7·10⁻⁷", "7e-7" },  { "10⁻⁵ s", "1e-5 s" }, { "-10⁶", "-1e6" }, { "10", "10" },
                { "100", "100" },      { "2·10", "2·10" },     { "left", "left" }, { "", "" },
                { "1,5·10³", "1,5e3" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *number = ls_text_lower_exponent (cases[i].shown);

      g_assert_cmpstr (number, ==, cases[i].number);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/language/raise", test_raise);
  g_test_add_func ("/language/display", test_display);
  g_test_add_func ("/language/error", test_error);
  g_test_add_func ("/language/lower", test_lower);
  return g_test_run ();
}
