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
check_rows (
    const LsTrace *trace, const char *path, const double times[], gsize n_times, GError **error)
{
  const gsize n = ls_trace_get_n_rows (trace);
  const double tolerance
      = TIME_TOLERANCE * fmax (fabs (times[0]), fmax (fabs (times[n_times - 1]), 0.0));
  gsize row = 0;

  for (gsize i = 1; i < n; i++)
    if (ls_trace_get (trace, 0, i) < ls_trace_get (trace, 0, i - 1))
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("%s: the times of the reference decrease at t = %g s"), path,
                     ls_trace_get (trace, 0, i));
        return FALSE;
      }
  for (gsize i = 0; i < n_times; i++)
    {
      while (row < n && ls_trace_get (trace, 0, row) < times[i] - tolerance)
        row++;
      if (row == n || ls_trace_get (trace, 0, row) > times[i] + tolerance)
        return refuse_time (trace, path, times[i], error);
    }
  return TRUE;
}

/* The columns of @trace in the order of the signals. */
static gboolean
take (LsReference *self,
      const LsTrace *trace,
      const char *const *signals,
      const guint columns[],
      GError **error)
{
  const guint n = self->n_signals;
  g_autofree const char **units = g_new0 (const char *, n + 1);
  g_autofree double *row = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    units[i] = ls_trace_get_unit (trace, columns[i]);
  self->trace = ls_trace_new (n, signals, units);
  for (gsize r = 0; r < ls_trace_get_n_rows (trace); r++)
    {
      row[0] = ls_trace_get (trace, 0, r);
      for (guint i = 0; i < n; i++)
        row[i + 1] = ls_trace_get (trace, columns[i], r);
      if (!ls_trace_append (self->trace, row))
        {
          g_set_error (error, LS_ERROR, LS_ERROR_RUN,
                       _ ("there is not enough memory for the reference"));
          return FALSE;
        }
    }
  return TRUE;
}

LsReference *
ls_reference_new_file (const char *path,
                       const double times[],
                       gsize n_times,
                       const char *const *signals,
                       GError **error)
{
  const guint n = g_strv_length ((char **)signals);
  g_autoptr (LsReference) self = ls_reference_alloc ("file", n);
  g_autofree guint *columns = g_new (guint, n + 1);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (LsTrace) trace = ls_trace_read (path, error);

  if (trace == NULL || !find_columns (trace, path, signals, columns, error)
      || !ls_reference_check_times (times, n_times, error)
      || !check_rows (trace, path, times, n_times, error)
      || !take (self, trace, signals, columns, error))
    return NULL;
  /* Translators: a file name. */
  self->description = g_strdup_printf (_ ("file %s"), name);
  return g_steal_pointer (&self);
}
