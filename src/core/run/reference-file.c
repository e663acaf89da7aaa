/* A reference from a file. */
#include "core/run/reference-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* As the error figure pairs rows. */
#define TIME_TOLERANCE 1e-12

static char *
list_columns (const LsTrace *trace)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 1; i < ls_trace_get_n_columns (trace); i++)
    g_string_append_printf (names, "%s%s", i > 1 ? ", " : "", ls_trace_get_name (trace, i));
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static gboolean
find_columns (const LsTrace *trace,
              const char *path,
              const char *const *signals,
              guint columns[],
              GError **error)
{
  for (guint i = 0; signals[i] != NULL; i++)
    {
      const int column = ls_trace_find (trace, signals[i]);

      if (column < 1)
        {
          g_autofree char *names = list_columns (trace);
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                       _ ("%s: the reference has no column “%s”; its columns are: %s"), path,
                       signals[i], names);
          return FALSE;
        }
      columns[i] = (guint)column;
    }
  return TRUE;
}

static gboolean
refuse_time (const LsTrace *trace, const char *path, double time, GError **error)
{
  const gsize n = ls_trace_get_n_rows (trace);
  char wanted[LS_NUMBER_SIZE], first[LS_NUMBER_SIZE], last[LS_NUMBER_SIZE];

  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("%s: the reference has no row at t = %s s, a time of the runs; it has %.0f rows "
                  "from %s to %s s. Errors are taken at communication times without "
                  "interpolation: choose step sizes whose times the file has."),
               path, ls_number_format_short (time, 10, wanted), (double)n,
               n > 0 ? ls_number_format_short (ls_trace_get (trace, 0, 0), 10, first) : "–",
               n > 0 ? ls_number_format_short (ls_trace_get (trace, 0, n - 1), 10, last) : "–");
  return FALSE;
}

static gboolean
check_order (const LsTrace *trace, const char *path, GError **error)
{
  const gsize n = ls_trace_get_n_rows (trace);

  for (gsize i = 1; i < n; i++)
    if (ls_trace_get (trace, 0, i) < ls_trace_get (trace, 0, i - 1))
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("%s: the times of the reference decrease at t = %g s"), path,
                     ls_trace_get (trace, 0, i));
        return FALSE;
      }
  return TRUE;
}

static double
get_tolerance (const double times[], gsize n_times)
{
  return TIME_TOLERANCE * fmax (fabs (times[0]), fabs (times[n_times - 1]));
}

static gboolean
check_rows (
    const LsTrace *trace, const char *path, const double times[], gsize n_times, GError **error)
{
  const gsize n = ls_trace_get_n_rows (trace);
  const double tolerance = get_tolerance (times, n_times);
  gsize row = 0;

  for (gsize i = 0; i < n_times; i++)
    {
      while (row < n && ls_trace_get (trace, 0, row) < times[i] - tolerance)
        row++;
      if (row == n || ls_trace_get (trace, 0, row) > times[i] + tolerance)
        return refuse_time (trace, path, times[i], error);
    }
  return TRUE;
}

/* The times lie within those of the file. */
static gboolean
check_ends (
    const LsTrace *trace, const char *path, const double times[], gsize n_times, GError **error)
{
  const gsize n = ls_trace_get_n_rows (trace);
  const double tolerance = get_tolerance (times, n_times);
  const double wanted[] = { times[0], times[n_times - 1] };
  char text[LS_NUMBER_SIZE], first[LS_NUMBER_SIZE], last[LS_NUMBER_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (n == 0 || wanted[i] < ls_trace_get (trace, 0, 0) - tolerance
        || wanted[i] > ls_trace_get (trace, 0, n - 1) + tolerance)
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("%s: the reference does not reach t = %s s, a time of the runs; it has "
                        "%.0f rows from %s to %s s"),
                     path, ls_number_format_short (wanted[i], 10, text), (double)n,
                     n > 0 ? ls_number_format_short (ls_trace_get (trace, 0, 0), 10, first) : "–",
                     n > 0 ? ls_number_format_short (ls_trace_get (trace, 0, n - 1), 10, last)
                           : "–");
        return FALSE;
      }
  return TRUE;
}

/* Returns: (transfer full): the columns of @trace in the order of the signals. */
static LsTrace *
take (const LsTrace *trace,
      guint n,
      const char *const *signals,
      const guint columns[],
      GError **error)
{
  g_autoptr (LsTrace) taken = NULL;
  g_autofree const char **units = g_new0 (const char *, n + 1);
  g_autofree double *row = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    units[i] = ls_trace_get_unit (trace, columns[i]);
  taken = ls_trace_new (n, signals, units);
  for (gsize r = 0; r < ls_trace_get_n_rows (trace); r++)
    {
      row[0] = ls_trace_get (trace, 0, r);
      for (guint i = 0; i < n; i++)
        row[i + 1] = ls_trace_get (trace, columns[i], r);
      if (!ls_trace_append (taken, row))
        {
          g_set_error (error, LS_ERROR, LS_ERROR_RUN,
                       _ ("there is not enough memory for the reference"));
          return NULL;
        }
    }
  return g_steal_pointer (&taken);
}

/* An empty one. */
static LsTrace *
make_alike (const LsTrace *trace, const char *const *names)
{
  const guint n = ls_trace_get_n_columns (trace) - 1;
  g_autofree const char **units = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    units[i] = ls_trace_get_unit (trace, i + 1);
  return ls_trace_new (n, names, units);
}

typedef gboolean (*CheckFunc) (
    const LsTrace *trace, const char *path, const double times[], gsize n_times, GError **error);

/* @taken: (out): the rows of the file. Returns: a reference without rows. */
static LsReference *
open_file (const char *path,
           CheckFunc check,
           const double times[],
           gsize n_times,
           const char *const *signals,
           LsTrace **taken,
           GError **error)
{
  const guint n = g_strv_length ((char **)signals);
  g_autoptr (LsReference) self = ls_reference_alloc ("file", n);
  g_autofree guint *columns = g_new (guint, n + 1);
  g_autoptr (LsTrace) trace = ls_trace_read (path, error);

  if (trace == NULL || !find_columns (trace, path, signals, columns, error)
      || !ls_reference_check_times (times, n_times, error) || !check_order (trace, path, error)
      || !check (trace, path, times, n_times, error)
      || (*taken = take (trace, n, signals, columns, error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

LsReference *
ls_reference_new_file (const char *path,
                       const double times[],
                       gsize n_times,
                       const char *const *signals,
                       GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  LsTrace *taken = NULL;
  LsReference *self = open_file (path, check_rows, times, n_times, signals, &taken, error);

  if (self == NULL)
    return NULL;
  self->trace = taken;
  /* Translators: a file name. */
  self->description = g_strdup_printf (_ ("file %s"), name);
  return self;
}

LsReference *
ls_reference_new_file_between (const char *path,
                               const double times[],
                               gsize n_times,
                               const char *const *signals,
                               GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (LsTrace) taken = NULL;
  g_autoptr (LsReference) self
      = open_file (path, check_ends, times, n_times, signals, &taken, error);
  gboolean any = FALSE;

  if (self == NULL)
    return NULL;
  self->trace = make_alike (taken, signals);
  if (!ls_reference_sample (self, taken, times, n_times, &any, error))
    return NULL;
  if (any)
    ls_reference_estimate_between (self, taken);
  self->description = g_strdup_printf (
      /* Translators: a file name. */
      any ? _ ("file %s, interpolated between its times (only that error is known)")
          : _ ("file %s"),
      name);
  return g_steal_pointer (&self);
}
