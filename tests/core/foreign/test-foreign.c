/* Files in the forms that other programs write, and such as nobody should write. */
#include "core/foreign/foreign.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

static LsTrace *
read_as (const char *name, const char *text, gssize size, LsForeign *info, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  LsTrace *trace;

  g_assert_true (g_file_set_contents (path, text, size, NULL));
  trace = ls_foreign_read (path, info, error);
  g_unlink (path);
  return trace;
}

/* Each holds x = 1, 2.5 and y = -3, 4e-2 at the times 0 and 0.5 s, as the program writes it. */
static const struct
{
  const char *what, *file, *text, *tool, *x, *y, *unit;
} forms[] = {
  { "FMPy", "r.csv", "\"time\",\"x\",\"y\"\n0.0,1.0,-3.0\n0.5,2.5,0.04\n", NULL, "x", "y", "" },
  { "OMSimulator", "r.csv",
    "\"sep=,\"\n\"time\",\"model.root.a.x\",\"model.root.a.y\"\n0, 1, -3\n0.5, 2.5, 0.04\n",
    "OMSimulator", "model.root.a.x", "model.root.a.y", "" },
  { "OpenModelica with a comma behind all", "r.csv",
    "\"time\",\"x\",\"y\",\n0,1,-3,\n0.5,2.5,4e-2,\n", NULL, "x", "y", "" },
  { "libcosim", "prey_20260101_120000_000001.csv",
    "Time,StepCount,x,y,s\n0,0,1,-3,hello\n0.5,1,2.5,0.04,you\n", "libcosim", "x", "y", "" },
  { "MasterSim", "values.csv",
    "Time [min] \ta.x [kg] \ta.y [-]\n0\t1\t-3\n0.00833333333333333333\t2.5\t0.04\n", "MasterSim",
    "a.x", "a.y", "kg" },
  { "decimal comma", "r.csv", "t;x;y\r\n0;1,0;-3\r\n0,5;2,5;4e-2\r\n", NULL, "x", "y", "" },
  { "time in another place, no end of line", "r.csv", "x,Time,y\n1,0,-3\n2.5,0.5,0.04", NULL, "x",
    "y", "" },
  { "byte order mark, blank lines", "r.csv",
    "\xef\xbb\xbf\n\ntime,x,y\n\n0,1,-3\n\n0.5,2.5,.04\n\n", NULL, "x", "y", "" },
  { "an array", "r.csv", "\"time\",\"v\"\n0.0,1 -3\n0.5,2.5 0.04\n", NULL, "v[1]", "v[2]", "" },
};

static void
test_forms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GError) error = NULL;
      LsForeign info;
      g_autoptr (LsTrace) trace = read_as (forms[i].file, forms[i].text, -1, &info, &error);
      int x, y;

      g_test_message ("%s", forms[i].what);
      g_assert_no_error (error);
      g_assert_cmpstr (info.tool, ==, forms[i].tool);
      x = ls_trace_find (trace, forms[i].x);
      y = ls_trace_find (trace, forms[i].y);
      g_assert_cmpint (x, >, 0);
      g_assert_cmpint (y, >, 0);
      g_assert_cmpuint (ls_trace_get_n_columns (trace), ==, 3);
      g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 2);
      /* 0.5 s are no finite decimal of minutes. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 0, 1), 0.5, 1e-15);
      g_assert_cmpfloat (ls_trace_get (trace, (guint)x, 0), ==, 1.0);
      g_assert_cmpfloat (ls_trace_get (trace, (guint)x, 1), ==, 2.5);
      g_assert_cmpfloat (ls_trace_get (trace, (guint)y, 0), ==, -3.0);
      g_assert_cmpfloat (ls_trace_get (trace, (guint)y, 1), ==, 0.04);
      g_assert_cmpstr (ls_trace_get_unit (trace, (guint)x), ==, forms[i].unit);
      ls_foreign_clear (&info);
    }
}

static void
test_component (void)
{
  LsForeign info;
  g_autoptr (LsTrace) trace = read_as ("prey_20260101_120000_000001.csv",
                                       "Time,StepCount,x,name\n0,0,1,hello\n", -1, &info, NULL);

  g_assert_nonnull (trace);
  g_assert_cmpstr (info.component, ==, "prey");
  g_assert_cmpuint (info.left_out->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (info.left_out, 0), ==, "name");
  ls_foreign_clear (&info);
}

/* Names and units in the encoding of Windows in Western Europe. */
static void
test_encoding (void)
{
  LsForeign info;
  g_autoptr (LsTrace) trace = read_as ("r.csv",
                                       "time\tT\xfcr [\xb0"
                                       "C]\n0\t20\n",
                                       -1, &info, NULL);

  g_assert_nonnull (trace);
  g_assert_true (g_utf8_validate (ls_trace_get_name (trace, 1), -1, NULL));
  g_assert_cmpstr (ls_trace_get_unit (trace, 1), ==, "°C");
  ls_foreign_clear (&info);
}

/* Two rows at one time, empty fields, words for what is no number. */
static void
test_values (void)
{
  g_autoptr (LsTrace) trace
      = read_as ("r.csv", "time,x,b\n0,1,True\n1,,False\n1,nan,true\n2,-inf,0\n", -1, NULL, NULL);

  g_assert_nonnull (trace);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 4);
  g_assert_true (isnan (ls_trace_get (trace, 1, 1)) && isnan (ls_trace_get (trace, 1, 2)));
  g_assert_cmpfloat (ls_trace_get (trace, 1, 3), ==, -INFINITY);
  g_assert_cmpfloat (ls_trace_get (trace, 2, 0), ==, 1.0);
  g_assert_cmpfloat (ls_trace_get (trace, 2, 1), ==, 0.0);
}

/* As the C libraries of all systems write them, and as one with a decimal comma does. */
static void
test_undefined (void)
{
  static const struct
  {
    const char *text;
    double value; /* NaN or infinite */
  } rows[] = { { "-nan", NAN },          { "nan(0x1)", NAN },
               { "nan(snan)", NAN },     { "-nan(ind)", NAN },
               { "1.#QNAN", NAN },       { "-1.#IND", NAN },
               { "-1.#IND00", NAN },     { "1.#QNAN0", NAN },
               { "1.#INF", INFINITY },   { "-1.#INF00", -INFINITY },
               { "Infinity", INFINITY }, { "-inf", -INFINITY },
               { "1,#QNAN", NAN } };
  static const char *const wrong[] = { "1.#", "1.#INF7", "nan(", "nan(1)2", "1.#NONE", "2.#INF" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("time;x\n0;1\n1;%s\n2;3\n", rows[i].text);
      g_autoptr (LsTrace) trace = read_as ("r.csv", text, -1, NULL, NULL);
      double value;

      g_test_message ("%s", rows[i].text);
      g_assert_nonnull (trace);
      value = ls_trace_get (trace, 1, 1);
      g_assert_true (isnan (rows[i].value) ? isnan (value) : value == rows[i].value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text = g_strdup_printf ("time;x\n0;1\n1;%s\n2;3\n", wrong[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsTrace) trace = read_as ("r.csv", text, -1, NULL, &error);

      g_test_message ("%s", wrong[i]);
      g_assert_null (trace);
      g_assert_nonnull (strstr (error->message, "is not a number"));
    }
}

/* Newer MATLAB files are told from damaged ones. */
static void
test_newer (void)
{
  static const char *const heads[]
      = { "MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB 7.3 MAT-file, Platform: PCWIN64" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *text = g_strdup_printf ("%-200s", heads[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsTrace) trace = read_as ("r.mat", text, -1, NULL, &error);

      g_assert_null (trace);
      g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, "-v4"));
    }
}

static const struct
{
  const char *text, *message;
} bad[] = {
  { "", "empty" },
  { "\n\n", "" },
  { "\"sep=,\"\n", "empty" },
  { "time,x\n0,1\n1,abc\n", ":3: column 2 (x): “abc” is not a number" },
  { "time,x\n0,1\n1\n", ":3: fewer than 2 fields" },
  { "time,x\n0,1\n1,2,3\n", ":3: more than 2 fields" },
  { "time,x\n0,1\n-1,2\n", ":3: the time goes back" },
  { "time,x\n0,1\nnan,2\n", ":3: there is no time" },
  { "time,x\n0,1\n1e400,2\n", ":3: column 1 (time)" },
  { "time,x\n0,\"1\n", "quote is not closed" },
  { "time\n0\n1\n", "no column with numbers" },
  { "time,s\n0,hello\n", "no column with numbers" },
  { "0,1\n1,2\n", "has to name the columns" },
  { "Time [furlong]\tx\n0\t1\n", "“furlong”" },
  { "time,v\n0,1 2\n1,1 2 3\n", ":3: column 2" },
};

static void
test_bad (void)
{
  g_autoptr (GString) wide = g_string_new ("time");
  g_autoptr (GString) long_field = g_string_new ("time,");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i].text);
      g_assert_null (read_as ("r.csv", bad[i].text, -1, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, bad[i].message));
      g_assert_nonnull (strstr (error->message, "r.csv"));
    }
  for (guint i = 0; i < LS_FOREIGN_MAX_COLUMNS + 1; i++)
    g_string_append (wide, ",x");
  g_assert_null (read_as ("r.csv", wide->str, -1, NULL, NULL));
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (long_field, 'x');
  g_assert_null (read_as ("r.csv", long_field->str, -1, NULL, NULL));
  g_assert_null (read_as ("r.csv", "time,x\n0,\0", 11, NULL, NULL));
  g_assert_null (read_as ("r.mat", "time,x\n0,1\n", -1, NULL, NULL));
  g_assert_null (ls_foreign_read (folder, NULL, NULL));
}

/* Cut off anywhere, or with any byte changed, it is read or refused with a message, no more. */
static void
test_damaged (void)
{
  const char *text = forms[4].text;
  const gsize size = strlen (text);

  for (gsize cut = 0; cut < size; cut += 2)
    for (guint byte = 0; byte < 256; byte += 43)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *copy = g_strdup (text);
        g_autoptr (LsTrace) trace = NULL;

        copy[cut] = (char)byte;
        trace = read_as ("r.csv", copy, byte == 0 ? (gssize)cut : (gssize)size, NULL, &error);
        g_assert_true ((trace == NULL) == (error != NULL));
      }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("foreign-XXXXXX", NULL);
  g_test_add_func ("/core/record/foreign/forms", test_forms);
  g_test_add_func ("/core/record/foreign/component", test_component);
  g_test_add_func ("/core/record/foreign/encoding", test_encoding);
  g_test_add_func ("/core/record/foreign/values", test_values);
  g_test_add_func ("/core/record/foreign/undefined", test_undefined);
  g_test_add_func ("/core/record/foreign/newer", test_newer);
  g_test_add_func ("/core/record/foreign/bad", test_bad);
  g_test_add_func ("/core/record/foreign/damaged", test_damaged);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
