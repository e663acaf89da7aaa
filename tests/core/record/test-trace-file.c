/* Traces beyond what memory is to hold: the same numbers, and a word where the disk has no room. */
#include "core/record/pyramid.h"
#include "core/record/trace.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#define MIB ((gsize)1 << 20)

/* What column @i holds in @row: exact in double precision. */
static double
expected (guint i, gsize row)
{
  return i == 0 ? 0.125 * (double)row : (double)(i * 1000000000u) + (double)row;
}

/* By the one way and the other in turns. */
static gboolean
append (LsTrace *trace, gsize row)
{
  const guint n = ls_trace_get_n_columns (trace);
  double values[8];
  gsize stride;
  double *place;

  g_assert_cmpuint (n, <=, G_N_ELEMENTS (values));
  for (guint i = 0; i < n; i++)
    values[i] = expected (i, row);
  if (row % 2 == 0)
    return ls_trace_append (trace, values);
  if ((place = ls_trace_begin_row (trace, &stride)) == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    place[i * stride] = values[i];
  ls_trace_publish_row (trace);
  return TRUE;
}

static LsTrace *
trace_new (guint n_columns)
{
  static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };

  return ls_trace_new (n_columns, names, NULL);
}

static LsTrace *
make_trace (guint n_columns, gsize n_rows)
{
  LsTrace *trace = trace_new (n_columns);

  for (gsize row = 0; row < n_rows; row++)
    g_assert_true (append (trace, row));
  return trace;
}

static void
check_all (const LsTrace *trace, gsize n_rows)
{
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, n_rows);
  for (guint i = 0; i < ls_trace_get_n_columns (trace); i++)
    for (gsize row = 0, n = 0; row < n_rows; row += n)
      {
        const double *values = ls_trace_peek (trace, i, row, &n);

        g_assert_cmpuint (n, >, 0);
        for (gsize k = 0; k < n; k++)
          if (values[k] != expected (i, row + k))
            g_error ("column %u, row %zu: %g", i, row + k, values[k]);
      }
}

/* Bit by bit what memory has, over all sizes of segments: 1, 1, 2, 4, ... 64, 64 MiB. */
static void
test_values (void)
{
  const gsize n_rows = 6000000;
  g_autoptr (LsTrace) held = make_trace (3, n_rows);
  g_autoptr (LsTrace) mapped = NULL;

  g_assert_cmpuint (ls_trace_get_mapped (held), ==, 0);
  ls_trace_set_memory_limit (1);
  mapped = make_trace (3, n_rows);
  ls_trace_set_memory_limit (0);
  check_all (mapped, n_rows);
  g_assert_cmpuint (ls_trace_get_memory (mapped), ==, ls_trace_get_memory (held));
  /* All but the first MiB, and at most a segment in vain. */
  g_assert_cmpuint (ls_trace_get_mapped (mapped), >=, ls_trace_get_memory (held) - 2 * MIB);
  g_assert_cmpuint (ls_trace_get_mapped (mapped), <=, ls_trace_get_memory (held) + 64 * MIB);
  for (gsize row = 0; row < n_rows; row += 65537)
    {
      const double time = expected (0, row);

      g_assert_cmpint (ls_trace_find_row (mapped, time), ==, ls_trace_find_row (held, time));
      g_assert_cmpfloat (ls_trace_get (mapped, 2, row), ==, ls_trace_get (held, 2, row));
    }
}

static void
test_pyramid (void)
{
  const gsize n_rows = 1000003;
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (LsPyramid) pyramid = NULL;
  double min, max;

  ls_trace_set_memory_limit (1);
  trace = make_trace (1, n_rows);
  ls_trace_set_memory_limit (0);
  pyramid = ls_pyramid_new (trace, 1);
  g_assert_cmpuint (ls_pyramid_update (pyramid), ==, n_rows);
  g_assert_true (ls_pyramid_get_range (pyramid, 100, n_rows, &min, &max));
  g_assert_cmpfloat (min, ==, expected (1, 100));
  g_assert_cmpfloat (max, ==, expected (1, n_rows - 1));
}

/* Rows of many columns have larger chunks; small traces need no file. */
static void
test_sizes (void)
{
  ls_trace_set_memory_limit (1);
  for (guint n = 0; n <= 7; n++)
    {
      g_autoptr (LsTrace) small = make_trace (n, 10000);
      g_autoptr (LsTrace) large = make_trace (n, 300000);

      g_assert_cmpuint (ls_trace_get_mapped (small), ==, 0);
      g_assert_cmpuint (ls_trace_get_mapped (large), >, 0);
      check_all (small, 10000);
      check_all (large, 300000);
    }
  ls_trace_set_memory_limit (0);
}

/* What one trace gives back another one may have; one that has a file stays with it. */
static void
test_limit (void)
{
  const gsize n_rows = 400000; /* 6.4 MB */
  LsTrace *first, *second, *third;

  ls_trace_set_memory_limit (8 * MIB);
  first = make_trace (1, n_rows);
  second = make_trace (1, n_rows);
  g_assert_cmpuint (ls_trace_get_mapped (first), ==, 0);
  g_assert_cmpuint (ls_trace_get_mapped (second), >, 0);
  ls_trace_unref (first);
  for (gsize row = n_rows; row < 2 * n_rows; row++)
    g_assert_true (append (second, row));
  g_assert_cmpuint (ls_trace_get_mapped (second), >, 8 * MIB);
  check_all (second, 2 * n_rows);
  ls_trace_unref (second);
  third = make_trace (1, n_rows);
  g_assert_cmpuint (ls_trace_get_mapped (third), ==, 0);
  ls_trace_unref (third);
  ls_trace_set_memory_limit (0);
}

static void
test_environment (void)
{
  g_setenv ("LOCKSTEP_TRACE_MEMORY", "3", TRUE);
  ls_trace_set_memory_limit (0);
  g_assert_cmpuint (ls_trace_get_memory_limit (), ==, 3 * MIB);
  g_setenv ("LOCKSTEP_TRACE_MEMORY", "much", TRUE);
  ls_trace_set_memory_limit (0);
  g_assert_cmpuint (ls_trace_get_memory_limit (), <=, 1024 * MIB);
  g_assert_cmpuint (ls_trace_get_memory_limit (), >, 3 * MIB);
  g_unsetenv ("LOCKSTEP_TRACE_MEMORY");
  ls_trace_set_memory_limit (0);
}

static gpointer
read_along (gpointer data)
{
  const LsTrace *trace = data;
  gsize seen = 0;

  while (seen < 1000000)
    {
      const gsize n_rows = ls_trace_get_n_rows (trace);
      gsize n;

      for (gsize row = seen; row < n_rows; row += n)
        {
          const double *values = ls_trace_peek (trace, 2, row, &n);

          for (gsize k = 0; k < n; k++)
            if (values[k] != expected (2, row + k))
              g_error ("row %zu: %g", row + k, values[k]);
        }
      seen = n_rows;
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (LsTrace) trace = trace_new (2);
  GThread *reader = g_thread_new ("reader", read_along, trace);

  ls_trace_set_memory_limit (1);
  for (gsize row = 0; row < 1000000; row++)
    g_assert_true (append (trace, row));
  g_thread_join (reader);
  ls_trace_set_memory_limit (0);
  g_assert_cmpuint (ls_trace_get_mapped (trace), >, 0);
}

/* A file may not grow beyond 3 MiB: as a full disk, but without one. Were it asked for more, the
 * signal would end this program. */
static void
test_full (void)
{
  g_autoptr (LsTrace) trace = trace_new (1);
  g_autoptr (GError) error = NULL;
  struct rlimit usual, small;
  gsize n_rows = 0;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &usual), ==, 0);
  small = (struct rlimit){ 3 * MIB, usual.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  ls_trace_set_memory_limit (1);
  while (n_rows < 1000000 && append (trace, n_rows))
    n_rows++;
  ls_trace_set_error (trace, expected (0, n_rows), &error);
  g_assert_false (append (trace, n_rows));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &usual), ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  g_assert_nonnull (strstr (error->message, "/tmp"));
  /* 1 MiB of memory and all that the file may have but for the rest of a chunk */
  g_assert_cmpuint (ls_trace_get_mapped (trace), ==, 3 * MIB);
  g_assert_cmpuint (n_rows, >=, 4 * MIB / 16 - 512);
  g_assert_cmpuint (n_rows, <=, 4 * MIB / 16);
  check_all (trace, n_rows);
  /* There is room again: it goes on where it stopped. */
  while (n_rows < 1000000)
    g_assert_true (append (trace, n_rows++));
  check_all (trace, 1000000);
  ls_trace_set_memory_limit (0);
}

static void
test_no_folder (void)
{
  g_autofree char *before = g_strdup (g_getenv ("TMPDIR"));
  g_autoptr (LsTrace) trace = trace_new (1);
  g_autoptr (GError) error = NULL;
  gsize n_rows = 0;

  g_setenv ("TMPDIR", "/nowhere", TRUE);
  ls_trace_set_memory_limit (1);
  while (n_rows < 1000000 && append (trace, n_rows))
    n_rows++;
  ls_trace_set_error (trace, 1.5, &error);
  if (before != NULL)
    g_setenv ("TMPDIR", before, TRUE);
  else
    g_unsetenv ("TMPDIR");
  ls_trace_set_memory_limit (0);
  g_assert_cmpuint (n_rows, ==, MIB / 16);
  check_all (trace, n_rows);
  g_assert_nonnull (strstr (error->message, "t = 1.5 s"));
  g_assert_nonnull (strstr (error->message, "/nowhere"));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOENT)));
}

/* A MATLAB file of version 4 counts rows in 32 bits; CSV may be as long as its disk is. */
static void
test_room_of_files (void)
{
  g_autofree char *mat = g_build_filename (g_get_tmp_dir (), "rows.mat", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_trace_check_file (mat, 1e6, 1, &error));
  g_assert_no_error (error);
  g_assert_false (ls_trace_check_file (mat, 2147483648.0, 1, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "at most 2147483647 rows"));
  g_clear_error (&error);
  g_assert_false (ls_trace_check_file ("/tmp/rows.csv", 1e16, 10, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
  g_clear_error (&error);
  /* What is no file has room for everything. */
  g_assert_true (ls_trace_check_file ("/dev/null", 1e16, 10, &error));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/trace-file/values", test_values);
  g_test_add_func ("/core/record/trace-file/pyramid", test_pyramid);
  g_test_add_func ("/core/record/trace-file/sizes", test_sizes);
  g_test_add_func ("/core/record/trace-file/limit", test_limit);
  g_test_add_func ("/core/record/trace-file/environment", test_environment);
  g_test_add_func ("/core/record/trace-file/threads", test_threads);
  g_test_add_func ("/core/record/trace-file/full", test_full);
  g_test_add_func ("/core/record/trace-file/no-folder", test_no_folder);
  g_test_add_func ("/core/record/trace-file/room", test_room_of_files);
  return g_test_run ();
}
