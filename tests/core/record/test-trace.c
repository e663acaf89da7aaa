/* Traces: what is appended is what is read, from any thread, in the memory promised. */
#include "core/record/trace.h"

#include "core/base/number.h"
#include "core/record/trace-writer.h"

#include <glib/gstdio.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

static const char *const names[] = { "prey.population", "predator.population" };
static const char *const units[] = { "1", NULL };

/* What column @i holds in @row: exact in double precision. */
static double
expected (guint i, gsize row)
{
  return i == 0 ? 0.125 * (double)row : (double)(i * 1000000000u) + (double)row;
}

static LsTrace *
make_trace (guint n_columns, gsize n_rows)
{
  g_autofree char **many = g_new0 (char *, n_columns);
  g_autofree double *row = g_new (double, n_columns + 1);
  LsTrace *trace;

  for (guint i = 0; i < n_columns; i++)
    many[i] = g_strdup_printf ("c%u", i + 1);
  trace = ls_trace_new (n_columns, (const char *const *)many, NULL);
  for (guint i = 0; i < n_columns; i++)
    g_free (many[i]);
  for (gsize r = 0; r < n_rows; r++)
    {
      for (guint i = 0; i <= n_columns; i++)
        row[i] = expected (i, r);
      g_assert_true (ls_trace_append (trace, row));
    }
  return trace;
}

static void
test_columns (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, units);
  gsize n;

  g_assert_cmpuint (ls_trace_get_n_columns (trace), ==, 3);
  g_assert_cmpstr (ls_trace_get_name (trace, 0), ==, "time");
  g_assert_cmpstr (ls_trace_get_unit (trace, 0), ==, "s");
  g_assert_cmpstr (ls_trace_get_name (trace, 2), ==, "predator.population");
  g_assert_cmpstr (ls_trace_get_unit (trace, 1), ==, "1");
  g_assert_cmpstr (ls_trace_get_unit (trace, 2), ==, "");
  g_assert_cmpint (ls_trace_find (trace, "time"), ==, 0);
  g_assert_cmpint (ls_trace_find (trace, "predator.population"), ==, 2);
  g_assert_cmpint (ls_trace_find (trace, "predator"), ==, -1);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 0);
  g_assert_cmpint (ls_trace_find_row (trace, 1e9), ==, -1);
  g_assert_null (ls_trace_peek (trace, 0, 0, &n));
  g_assert_cmpuint (n, ==, 0);
}

static void
check_all (const LsTrace *trace, gsize n_rows)
{
  for (guint i = 0; i < ls_trace_get_n_columns (trace); i++)
    {
      gsize row = 0, n;

      while (row < n_rows)
        {
          const double *values = ls_trace_peek (trace, i, row, &n);

          g_assert_nonnull (values);
          g_assert_cmpuint (n, >, 0);
          for (gsize k = 0; k < n; k++)
            {
              g_assert_cmpfloat (values[k], ==, expected (i, row + k));
              g_assert_cmpfloat (ls_trace_get (trace, i, row + k), ==, values[k]);
            }
          row += n;
        }
      g_assert_cmpuint (row, ==, n_rows);
    }
}

/* Sizes around the borders of chunks and tables, few and many columns. */
static void
test_values (void)
{
  static const gsize sizes[] = { 1, 511, 512, 513, 64 * 512, 64 * 512 + 1, 200000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LsTrace) trace = make_trace (2, sizes[i]);

      g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, sizes[i]);
      check_all (trace, sizes[i]);
    }
  for (guint n = 0; n <= 1000; n += 250)
    {
      g_autoptr (LsTrace) trace = make_trace (n, 1500);

      check_all (trace, 1500);
    }
}

static void
test_find_row (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (0, NULL, NULL);
  static const double times[] = { -1.0, 0.0, 0.5, 0.5, 2.0 };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_assert_true (ls_trace_append (trace, &times[i]));
  g_assert_cmpint (ls_trace_find_row (trace, -1.5), ==, -1);
  g_assert_cmpint (ls_trace_find_row (trace, -1.0), ==, 0);
  g_assert_cmpint (ls_trace_find_row (trace, 0.499), ==, 1);
  g_assert_cmpint (ls_trace_find_row (trace, 0.5), ==, 3);
  g_assert_cmpint (ls_trace_find_row (trace, 1e300), ==, 4);
}

static gpointer
read_along (gpointer data)
{
  const LsTrace *trace = data;
  gsize seen = 0, n_looks = 0;

  while (seen < 300000)
    {
      gsize n_rows = ls_trace_get_n_rows (trace), n;

      g_assert_cmpuint (n_rows, >=, seen);
      for (gsize row = seen; row < n_rows; row += n)
        {
          const double *values = ls_trace_peek (trace, 2, row, &n);

          for (gsize k = 0; k < n; k++)
            g_assert_cmpfloat (values[k], ==, expected (2, row + k));
        }
      if (n_rows > 0)
        g_assert_cmpint (ls_trace_find_row (trace, expected (0, n_rows - 1)), >=, n_rows - 1);
      seen = n_rows;
      n_looks++;
    }
  return GSIZE_TO_POINTER (n_looks);
}

static void
test_threads (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, NULL);
  GThread *readers[2];

  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] = g_thread_new ("reader", read_along, trace);
  for (gsize r = 0; r < 300000; r++)
    {
      double row[3] = { expected (0, r), expected (1, r), expected (2, r) };

      g_assert_true (ls_trace_append (trace, row));
    }
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    g_assert_cmpuint (GPOINTER_TO_SIZE (g_thread_join (readers[i])), >, 0);
}

/* Eight bytes a number plus at most 10 %, by its own word and by that of malloc. */
static void
check_memory (guint n_columns, gsize n_rows)
{
  struct mallinfo2 before = mallinfo2 (), after;
  gsize numbers = (n_columns + 1) * n_rows * sizeof (double);
  g_autoptr (LsTrace) trace = make_trace (n_columns, n_rows);
  gsize held;

  after = mallinfo2 ();
  held = after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
  g_test_message ("%u columns, %" G_GSIZE_FORMAT " rows: %.2f %% by trace, %.2f %% by malloc",
                  n_columns + 1, n_rows,
                  100.0 * (double)ls_trace_get_memory (trace) / (double)numbers,
                  100.0 * (double)held / (double)numbers);
  g_assert_cmpuint (ls_trace_get_memory (trace), >=, numbers);
  g_assert_cmpuint (ls_trace_get_memory (trace) * 10, <=, numbers * 11);
  g_assert_cmpuint (held * 10, <=, numbers * 11);
}

static void
test_memory (void)
{
  check_memory (2, 10000);
  check_memory (2, 10241); /* one row in a chunk of its own */
  check_memory (2, 1000000);
  check_memory (40, 10000);
  check_memory (1000, 2000);
}

static char *
make_path (void)
{
  g_autofree char *directory = g_dir_make_tmp ("test-trace-XXXXXX", NULL);

  return g_build_filename (directory, "run.csv", NULL);
}

static void
remove_path (const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (directory);
}

static void
test_csv (void)
{
  static const char *const odd[] = { "a,b", "say \"x\"", "plain" };
  static const double rows[][4] = { { 0.0, 0.1, -1.0 / 3.0, 1e-308 },
                                    { 0.1, 5e-324, 1.7976931348623157e308, NAN },
                                    { 0.1, 123456789012345680.0, -0.0, 2.5 } };
  g_autoptr (LsTrace) trace = ls_trace_new (3, odd, NULL);
  g_autoptr (LsTrace) back = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = make_path ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_true (ls_trace_append (trace, rows[i]));
  g_assert_true (ls_trace_write (trace, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (
      g_str_has_prefix (text, "time,\"a,b\",\"say \"\"x\"\"\",plain\n0,0.1,-0.3333333333333333,"));
  back = ls_trace_read_csv (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_rows (back), ==, 3);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpstr (ls_trace_get_name (back, i), ==, ls_trace_get_name (trace, i));
      for (guint r = 0; r < 3; r++)
        {
          double value = ls_trace_get (back, i, r);

          if (isnan (rows[r][i]))
            g_assert_true (isnan (value));
          else
            g_assert_cmpmem (&value, sizeof value, &rows[r][i], sizeof value);
        }
    }
  remove_path (path);
}

static void
check_bad_csv (const char *content, const char *wanted)
{
  g_autofree char *path = make_path ();
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  g_assert_null (ls_trace_read_csv (path, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, wanted));
  remove_path (path);
}

static void
test_csv_errors (void)
{
  g_autoptr (LsTrace) trace = make_trace (1, 3);
  g_autoptr (GError) error = NULL;

  check_bad_csv ("time,x\n0,1\n2,1\n1,1\n", "row 3");
  check_bad_csv ("time,x\n0,1\n,1\n", "row 2");
  check_bad_csv ("time,x\n0,one\n", "");
  g_assert_null (ls_trace_read_csv ("/nowhere/run.csv", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (ls_trace_write (trace, "/nowhere/run.csv", &error));
  g_assert_nonnull (strstr (error->message, "/nowhere/run.csv"));
}

/* A million numbers of full length; the time is reported, and bounded well
 * above what a slow machine under load needs. */
static void
test_csv_speed (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree char *path = make_path ();
  gint64 start;
  double seconds;

  for (gsize r = 0; r < 333334; r++)
    {
      double row[3] = { (double)r * 1e-3, g_rand_double (random), exp (g_rand_double (random)) };

      g_assert_true (ls_trace_append (trace, row));
    }
  start = g_get_monotonic_time ();
  g_assert_true (ls_trace_write (trace, path, NULL));
  seconds = 1e-6 * (double)(g_get_monotonic_time () - start);
  g_test_message ("1e6 numbers written in %.2f s", seconds);
  g_assert_cmpfloat (seconds, <, 20.0);
  remove_path (path);
}

typedef struct
{
  double last, stop_at;
  guint n_calls;
} Told;

static gboolean
told_cb (double fraction, gpointer user_data)
{
  Told *told = user_data;

  g_assert_cmpfloat (fraction, >=, told->last);
  g_assert_cmpfloat (fraction, <=, 1);
  told->last = fraction;
  told->n_calls++;
  return fraction < told->stop_at;
}

/* Word of it never goes back; what is cancelled leaves what was there, and nothing beside it. */
static void
test_watched (void)
{
  static const char *const files[] = { "run.csv", "run.mat" };
  g_autoptr (LsTrace) trace = make_trace (2, 200000);
  g_autofree char *folder = g_dir_make_tmp ("trace-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (LsTrace) again = NULL;
      Told told = { .stop_at = 0.2 };

      g_assert_true (g_file_set_contents (path, "before", -1, NULL));
      g_assert_false (ls_trace_write_with_progress (trace, path, told_cb, &told, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_cmpfloat (told.last, <, 0.4);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "before");
      told = (Told){ .stop_at = 2 };
      g_assert_true (ls_trace_write_with_progress (trace, path, told_cb, &told, NULL));
      g_assert_cmpuint (told.n_calls, >, 3);
      again = g_str_has_suffix (path, ".mat") ? ls_trace_read_mat (path, NULL)
                                              : ls_trace_read_csv (path, NULL);
      g_assert_cmpuint (ls_trace_get_n_rows (again), ==, 200000);
      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static GDestroyNotify waiting_func;
static gpointer waiting_trace;

static void
keep (GDestroyNotify free_trace, gpointer trace)
{
  g_assert_null (waiting_trace);
  waiting_func = free_trace;
  waiting_trace = trace;
}

/* Long traces are passed on when nobody has them any more, short ones are not worth it. */
static void
test_dispose (void)
{
  LsTrace *trace = make_trace (1, 3);

  ls_trace_set_dispose (keep);
  ls_trace_unref (trace);
  g_assert_null (waiting_trace);
  trace = ls_trace_ref (make_trace (1, 2000000));
  ls_trace_unref (trace);
  g_assert_null (waiting_trace);
  ls_trace_unref (trace);
  g_assert_true (waiting_trace == trace);
  ls_trace_set_dispose (NULL);
  waiting_func (waiting_trace);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/trace/columns", test_columns);
  g_test_add_func ("/core/record/trace/values", test_values);
  g_test_add_func ("/core/record/trace/find-row", test_find_row);
  g_test_add_func ("/core/record/trace/threads", test_threads);
  g_test_add_func ("/core/record/trace/memory", test_memory);
  g_test_add_func ("/core/record/trace/csv", test_csv);
  g_test_add_func ("/core/record/trace/csv-errors", test_csv_errors);
  g_test_add_func ("/core/record/trace/csv-speed", test_csv_speed);
  g_test_add_func ("/core/record/trace/watched", test_watched);
  g_test_add_func ("/core/record/trace/dispose", test_dispose);
  return g_test_run ();
}
