/* Integers of 64 bits as text and as a double and its rest; those of tables. */
#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/base/reader.h"
#include "core/base/tempdir.h"

#include <math.h>

/* Text, nearest double, rest: the ends of both types, and of what is a double. */
static const struct
{
  const char *text;
  double number, rest;
} KNOWN[] = { { "0", 0.0, 0.0 },
              { "-9007199254740991", -9007199254740991.0, 0.0 },
              { "9007199254740992", 0x1p53, 0.0 },
              { "9007199254740993", 0x1p53, 1.0 },
              { "-9007199254740993", -0x1p53, -1.0 },
              { "9007199254740995", 0x1p53 + 4.0, -1.0 },
              { "9223372036854775807", 0x1p63, -1.0 },
              { "-9223372036854775808", -0x1p63, 0.0 },
              { "-9223372036854775807", -0x1p63, 1.0 },
              { "9223372036854776832", 0x1p63, 1024.0 },
              { "18446744073709551615", 0x1p64, -1.0 },
              { "18446744073709550592", 0x1p64, -1024.0 } };

static void
test_known (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (KNOWN); i++)
    {
      LsInteger value, joined;
      char text[LS_NUMBER_SIZE];

      g_assert_true (ls_integer_parse (KNOWN[i].text, &value));
      g_assert_cmpstr (ls_integer_format (value, text), ==, KNOWN[i].text);
      g_assert_cmpfloat (ls_integer_to_number (value), ==, KNOWN[i].number);
      g_assert_cmpfloat (ls_integer_get_rest (value), ==, KNOWN[i].rest);
      g_assert_true (ls_integer_join (KNOWN[i].number, KNOWN[i].rest, &joined));
      g_assert_cmpint (ls_integer_compare (value, joined), ==, 0);
    }
}

static void
test_forms (void)
{
  static const char *const GOOD[] = { "+7", "7.", "7.00", "007" };
  static const char *const BAD[] = { "",
                                     "-",
                                     "+-1",
                                     "1e3",
                                     "7.5",
                                     " 7",
                                     "7 ",
                                     "0x7",
                                     "nan",
                                     "--1",
                                     "1,000",
                                     "18446744073709551616",
                                     "-9223372036854775809" };
  LsInteger value = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (GOOD); i++)
    {
      g_assert_true (ls_integer_parse (GOOD[i], &value));
      g_assert_true (value.size == 7 && !value.is_negative);
    }
  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++)
    g_assert_false (ls_integer_parse (BAD[i], &value));
  g_assert_true (ls_integer_parse ("-0", &value) && !value.is_negative);
}

/* Pairs that no integer has. */
static void
test_joined (void)
{
  static const double BAD[][2]
      = { { NAN, 0.0 },      { 0x1p53, NAN },   { 0.5, 0.0 },       { 1.0, 1.0 },
          { 0x1p53, 0.5 },   { 0x1p53, 2.0 },   { 0x1p64, 0.0 },    { 0x1p64, 1.0 },
          { -0x1p63, -1.0 }, { INFINITY, 0.0 }, { 0x1p62, 1025.0 }, { 0x1p65, -1.0 } };
  LsInteger value;

  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++)
    g_assert_false (ls_integer_join (BAD[i][0], BAD[i][1], &value));
}

static void
test_order (void)
{
  static const char *const TEXTS[]
      = { "-9223372036854775808", "-1", "0", "1", "18446744073709551615" };

  for (guint i = 0; i < G_N_ELEMENTS (TEXTS); i++)
    for (guint k = 0; k < G_N_ELEMENTS (TEXTS); k++)
      {
        LsInteger a, b;

        g_assert_true (ls_integer_parse (TEXTS[i], &a));
        g_assert_true (ls_integer_parse (TEXTS[k], &b));
        g_assert_cmpint (ls_integer_compare (a, b), ==, (i > k) - (i < k));
      }
}

static void
check_table (gboolean contained)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTempdir) folder = ls_tempdir_new (&error);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "x.csv", NULL);
  g_autoptr (LsCsvTable) table = NULL;
  LsInteger value;
  char text[LS_NUMBER_SIZE];

  g_assert_true (g_file_set_contents (
      path, "time,a,b\n0,1,2\n1,2,1e300\n2,18446744073709551615,9007199254740993\n3,3,9e15\n", -1,
      &error));
  ls_reader_set_contained (contained);
  table = ls_csv_read (path, &error);
  ls_reader_set_contained (FALSE);
  g_assert_no_error (error);
  g_assert_true (ls_csv_table_get_integer (table, 1, 2, &value));
  g_assert_cmpstr (ls_integer_format (value, text), ==, "18446744073709551615");
  g_assert_true (ls_csv_table_get_integer (table, 2, 2, &value));
  g_assert_cmpstr (ls_integer_format (value, text), ==, "9007199254740993");
  g_assert_cmpfloat (table->columns[2][2], ==, 0x1p53);
  g_assert_false (ls_csv_table_get_integer (table, 2, 1, &value));
  g_assert_true (ls_csv_table_get_integer (table, 1, 3, &value) && value.size == 3);
  g_assert_true (ls_csv_table_get_integer (table, 2, 3, &value));
}

/* In this process, and by the one that reads files of strangers. */
static void
test_table (void)
{
  check_table (FALSE);
  check_table (TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/integer/known", test_known);
  g_test_add_func ("/base/integer/forms", test_forms);
  g_test_add_func ("/base/integer/joined", test_joined);
  g_test_add_func ("/base/integer/order", test_order);
  g_test_add_func ("/base/integer/table", test_table);
  return g_test_run ();
}
