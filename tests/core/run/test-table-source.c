/* Tables as spreadsheets, measuring devices and other programs write them, taken for the table
 * block: the numbers that come out are those that a person reads in the file. */
#include "examples.h"

#include "core/base/tempdir.h"
#include "core/model/block.h"
#include "core/run/table-source.h"

#include <string.h>

static char *folder;

static LsCsvTable *
read_text (const char *text, gssize size, char **understood, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);

  g_assert_true (g_file_set_contents (path, text, size, NULL));
  return ls_table_source_read (path, understood, error);
}

/* Each holds force = 1.5, -1234.5 at the times 0.25 and 2 s. */
static const struct
{
  const char *what, *text, *name, *says;
} forms[] = {
  { "commas", "time,force\n0.25,1.5\n2,-1234.5\n", "force", "comma separated" },
  { "German spreadsheet", "Zeit;force\r\n0,25;1,5\r\n2;-1234,5\r\n", "force",
    "Columns are semicolon separated. Decimal commas: “0,25” is 0.25. Column 1, “Zeit”, is the "
    "time in "
    "s" },
  { "digits in groups", "t;force\n0,25;1,50\n2,00;-1.234,50\n", "force", "Decimal commas" },
  { "digits in groups of English", "t\tforce\n0.25\t1.5\n2\t-1,234.5\n", "force", "tab separated" },
  { "mark, units behind names", "\xef\xbb\xbftime [ms];force [kN]\n250;1,5\n2000;-1234,5\n",
    "force [kN]", "the time in ms" },
  { "units in round brackets", "Time (ms)\tforce (kN)\n250\t1.5\n2000\t-1234.5\n", "force [kN]",
    "the time in ms" },
  { "units behind a stroke", "t/ms;force\n250;1,5\n2000;-1234,5\n", "force", "the time in ms" },
  { "units without a blank", "time[ms],force\n250,1.5\n2000,-1234.5\n", "force", "time in ms" },
  { "units beneath", "time;force\nms;kN\n250;1,5\n2000;-1234,5\n", "force [kN]", "time in ms" },
  { "units in brackets beneath",
    "time,force\n[min],[-]\n0.00416666666666666667,1.5\n"
    "0.03333333333333333333,-1234.5\n",
    "force", "time in min" },
  { "remarks", "# measured\n% by hand\ntime,force\n0.25,1.5\n# a pause\n2,-1234.5\n", "force",
    "2 lines of remarks" },
  { "NumPy", "# time,force\n0.25,1.5\n2,-1234.5\n", "force", "Column 1, “time”" },
  { "gnuplot", "# measured\n#  time force\n0.25   1.5\n2  -1234.5\n", "force",
    "Columns are space" },
  { "blanks and units", "time [ms]  force [kN]\n  250  1.5\n 2000  -1234.5\n", "force [kN]",
    "Columns are space separated. Column 1, “time”, is the time in ms" },
  { "blanks and decimal commas, nameless", "0,25  1,5\n2,0  -1234,5\n", "y1",
    "Columns are space separated. Decimal commas: “0,25” is 0.25. The columns have no names" },
  { "nameless", "0.25,1.5\n2,-1234.5\n", "y1", "no names" },
  { "quotes and decimal commas", "\"time\",\"force\"\n\"0,25\",\"1,5\"\n\"2\",\"-1234,5\"\n",
    "force", "Columns are comma separated. Decimal commas" },
  { "sep", "sep=;\ntime;force\n0,25;1,5\n2;-1234,5\n", "force", "semicolon separated" },
  { "time elsewhere, words", "force;note;time\n1,5;calm;0,25\n-1234,5;wild;2\n", "force",
    "Column 3, “time”, is the time in s. Left out, as there are no numbers: note." },
  { "Modelica", "#1\ndouble tab1(2,2) # a table\n  0.25  1.5\n  2  -1.2345e3\n", "y1",
    "space separated" },
  { "empty columns behind all", "t;force;;\n0,25;1,5;;\n2;-1234,5;;\n", "force",
    "semicolon separated" },
  { "old Macintosh", "time,force\r0.25,1.5\r2,-1234.5\r", "force", "comma separated" },
  { "Windows, Western Europe",
    "time;Kr\xe4"
    "fte [\xb5N]\n0,25;1,5\n2;-1234,5\n",
    "Kräfte [µN]", "semicolon separated" },
};

static void
check (const LsCsvTable *table, const char *name)
{
  guint column = 0;

  g_assert_cmpuint (table->n_columns, ==, 2);
  g_assert_cmpuint (table->n_rows, ==, 2);
  column = (guint)ls_csv_table_find (table, name);
  g_assert_cmpuint (column, ==, 1);
  /* Rounding of units' factors. */
  g_assert_cmpfloat_with_epsilon (table->columns[0][0], 0.25, 1e-15);
  g_assert_cmpfloat_with_epsilon (table->columns[0][1], 2, 1e-15);
  g_assert_cmpfloat (table->columns[1][0], ==, 1.5);
  g_assert_cmpfloat (table->columns[1][1], ==, -1234.5);
}

static void
test_forms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *understood = NULL;
      g_autoptr (LsCsvTable) table = read_text (forms[i].text, -1, &understood, &error);

      g_assert_no_error (error);
      g_test_message ("%s: %s", forms[i].what, understood);
      check (table, forms[i].name);
      g_assert_nonnull (strstr (understood, forms[i].says));
    }
}

/* What spreadsheets call Unicode text. */
static void
test_wide (void)
{
  static const char text[] = "Zeit\tforce\r\n0,25\t1,5\r\n2\t-1234,5\r\n";
  static const char *const codes[] = { "UTF-16LE", "UTF-16BE" };
  static const char marks[][3] = { "\xff\xfe", "\xfe\xff" };

  for (guint i = 0; i < 2; i++)
    {
      gsize length;
      g_autofree char *wide = g_convert (text, -1, codes[i], "UTF-8", NULL, &length, NULL);
      g_autofree char *whole = g_malloc (length + 2);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsCsvTable) table = NULL;

      memcpy (whole, marks[i], 2);
      memcpy (whole + 2, wide, length);
      table = read_text (whole, (gssize)length + 2, NULL, &error);
      g_assert_no_error (error);
      check (table, "force");
    }
}

/* What is not clear is not guessed. */
static const struct
{
  const char *text, *says;
} bad[] = {
  { "time;y\n0,5;1.234\n1,5;2\n",
    ":2: “0,5” has a decimal comma, but “1.234” in line 2 a decimal" },
  { "time;y\n0.5;1\n1,5;2\n", ":3: “1,5” has a decimal comma, but “0.5” in line 2" },
  { "time,y\n0,5,1,5\n1,5,2,0\n", ":2: 4 fields in a table of 2 columns: with decimal commas" },
  { "time,y\n0,1\n1,\n", ":3: column 2 (y): there is no number" },
  { "time,y\n0,1\n1,nan\n", ":3: column 2 (y): there is no number" },
  { "time;y\n0;12.34,5\n", "no column with numbers beside the time, but “12.34,5”" },
  { "time;y\n0;1\n1;12.34,5\n", ":3: column 2 (y): “12.34,5” is not a number" },
  { "time [m];y\n0;1\n", "“m”, which is no known unit of time" },
  { "time;y\nm;kN\n0;1\n", "“m”, which is no known unit of time" },
  { "2024-01-31 12:00;1\n2024-01-31 12:01;2\n", "" },
  { "time;y\n1;1\n0;1\n", ":3: the time goes back" },
  { "# only a remark\n", "the file is empty" },
  { "time\n0\n", "no column with numbers beside the time" },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (bad[i].text, -1, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, bad[i].says));
      g_assert_nonnull (strstr (error->message, "table.csv"));
    }
}

/* The block has the numbers, and says the units. */
static void
test_block (void)
{
  g_autofree char *blocks = example_path ("models/blocks");
  g_autofree char *file = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *target = g_build_filename (folder, "table.fmu", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *understood = NULL;
  g_autoptr (LsFmu) fmu = NULL;
  g_autoptr (LsCsvTable) table = NULL;

  g_assert_true (g_file_set_contents (file, forms[4].text, -1, NULL));
  g_assert_true (ls_table_source_write (blocks, file, FALSE, target, &understood, &error));
  g_assert_no_error (error);
  g_assert_nonnull (understood);
  fmu = ls_fmu_open (target, &error);
  g_assert_no_error (error);
  table = ls_block_read_table (fmu, &error);
  g_assert_no_error (error);
  check (table, forms[4].name);
}

int
main (int argc, char *argv[])
{
  g_autoptr (LsTempdir) place = ls_tempdir_new (NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_strdup (ls_tempdir_get_path (place));
  g_test_add_func ("/core/run/table-source/forms", test_forms);
  g_test_add_func ("/core/run/table-source/wide", test_wide);
  g_test_add_func ("/core/run/table-source/bad", test_bad);
  g_test_add_func ("/core/run/table-source/block", test_block);
  status = g_test_run ();
  g_free (folder);
  return status;
}
