/* Comma-separated values. */
#include "core/base/csv.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"

#include <math.h>
#include <string.h>

static LsCsvTable *
read_text (const char *text, GError **error)
{
  g_autoptr (LsTempdir) directory = ls_tempdir_new (error);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (directory), "x.csv", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, error));
  return ls_csv_read (path, error);
}

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCsvTable) table = read_text ("\xef\xbb\xbf"
                                            "time,\"a \"\"b\"\", c\",x\r\n"
                                            "0,1.5,\r\n"
                                            "1e-3, -2 ,\"3\"\r\n"
                                            "\r\n"
                                            "2,nan,inf",
                                            &error);

  g_assert_no_error (error);
  g_assert_cmpuint (table->n_columns, ==, 3);
  g_assert_cmpuint (table->n_rows, ==, 3);
  g_assert_cmpstr (table->names[1], ==, "a \"b\", c");
  g_assert_cmpint (ls_csv_table_find (table, "x"), ==, 2);
  g_assert_cmpint (ls_csv_table_find (table, "y"), ==, -1);
  g_assert_cmpfloat (table->columns[0][1], ==, 1e-3);
  g_assert_cmpfloat (table->columns[1][1], ==, -2);
  g_assert_cmpfloat (table->columns[2][1], ==, 3);
  g_assert_true (isnan (table->columns[2][0]));
  g_assert_true (isnan (table->columns[1][2]));
  g_assert_true (isinf (table->columns[2][2]));
}

static void
test_header_only (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCsvTable) table = read_text ("time,x", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (table->n_rows, ==, 0);
  g_assert_cmpuint (table->n_columns, ==, 2);
}

static void
check_refused (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCsvTable) table = read_text (text, &error);

  g_assert_null (table);
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  if (strstr (error->message, expected) == NULL)
    g_error ("“%s” does not say “%s”", error->message, expected);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;

  check_refused ("", "x.csv: the file is empty");
  check_refused ("time,x\n0,1\n1,two\n", "x.csv:3: column 2 (x): “two” is not a number");
  check_refused ("time,x\n0\n", "x.csv:2: fewer than 2 fields");
  check_refused ("time,x\n0,1,2\n", "x.csv:2: more than 2 fields");
  check_refused ("time,\"x\n0,1\n", "x.csv:1: a quote is not closed");
  check_refused ("time,\"x\"y\n", "x.csv:1: text after a closing quote");
  check_refused ("time,x\n0;1,2\n", "“0;1” is not a number");
  g_assert_null (ls_csv_read ("/nonexistent/file.csv", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ls_csv_read ("/", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
}

/* What is quoted when written reads back as it was. */
static void
test_fields (void)
{
  const char *const names[] = { "plain", "a,b", "say \"hi\"", "two\nlines", "with space" };
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCsvTable) table = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (i > 0)
        g_string_append_c (line, ',');
      ls_csv_append_field (line, names[i]);
    }
  g_assert_true (g_str_has_prefix (line->str, "plain,\"a,b\",\"say \"\"hi\"\"\""));
  table = read_text (line->str, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (table->n_columns, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (table->names[i], ==, names[i]);
}

/* Damaged tables are read or refused with an error, without a crash. */
static void
test_mutations (void)
{
  static const char sound[] = "time,\"a, b\",x\r\n0,1.5,2e-3\r\n1,,\"3\"\n2,nan,-inf\n";
  g_autoptr (GRand) rand = g_rand_new_with_seed (2026);
  g_autoptr (LsTempdir) directory = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (directory), "x.csv", NULL);
  gsize size = strlen (sound);

  for (int i = 0; i < 2000; i++)
    {
      g_autofree char *text = g_memdup2 (sound, size);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsCsvTable) table = NULL;

      for (int n = g_rand_int_range (rand, 1, 6); n > 0; n--)
        text[g_rand_int_range (rand, 0, size)] = g_rand_boolean (rand)
                                                     ? ",\"\r\n"[g_rand_int_range (rand, 0, 4)]
                                                     : (char)g_rand_int_range (rand, 0, 256);
      g_assert_true (
          g_file_set_contents_full (path, text, size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      table = ls_csv_read (path, &error);
      g_assert_true ((table == NULL) == (error != NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/csv/read", test_read);
  g_test_add_func ("/base/csv/header-only", test_header_only);
  g_test_add_func ("/base/csv/refused", test_refused);
  g_test_add_func ("/base/csv/fields", test_fields);
  g_test_add_func ("/base/csv/mutations", test_mutations);
  return g_test_run ();
}
