/* Clocks and medians. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *
ls_bench_get_build (void)
{
  const char *build = g_getenv ("LS_BUILD_DIR");

  return build != NULL ? build : "build";
}

double
ls_bench_cpu_time (void)
{
  return read_clock (CLOCK_THREAD_CPUTIME_ID);
}

double
ls_bench_wall_time (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

static double
time_once (void (*work) (gpointer data), gpointer data)
{
  double start = ls_bench_cpu_time ();

  work (data);
  return ls_bench_cpu_time () - start;
}

double
ls_bench_ratio (void (*a) (gpointer data), void (*b) (gpointer data), gpointer data, guint n_turns)
{
  g_autofree double *ratios = g_new (double, n_turns);

  /* Each warms up once: caches, page faults, lazy binding. */
  a (data);
  b (data);
  for (guint i = 0; i < n_turns; i++)
    {
      gboolean a_first = i % 2 == 0;
      double first = time_once (a_first ? a : b, data);
      double second = time_once (a_first ? b : a, data);

      ratios[i] = a_first ? first / second : second / first;
    }
  return ls_bench_median (ratios, n_turns);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

double
ls_bench_median (double values[], guint n)
{
  if (n == 0)
    return NAN;
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}
