/* A reference from a file. */
#include "core/reference/reference-impl.h"

#include "core/base/language.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* As in the error figure, which matches rows by time. */
#define TIME_TOLERANCE 1e-12

static gboolean
check_columns (const LsImport *import, const char *path, GError **error)
{
  g_autofree char *names = NULL;

  if (import->missing->len == 0)
    return TRUE;
  names = ls_import_join (import->columns);
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("%s: the reference has no column “%s”; its columns are: %s"), path,
                  (const char *)g_ptr_array_index (import->missing, 0), names);
}

static gboolean
check_order (const LsTrace *trace, const char *path, GError **error)
{
  const gsize n = ls_trace_get_n_rows (trace);

  for (gsize i = 1; i < n; i++)
    if (ls_trace_get (trace, 0, i) < ls_trace_get (trace, 0, i - 1))
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("%s: the times of the reference decrease at t = %g s"), path,
                      ls_trace_get (trace, 0, i));
  return TRUE;
}

/* A trace of a file and the times wanted of it. */
typedef struct
{
  const LsTrace *trace;
  const char *path;
  double origin;
  const double *times;
  gsize n_times;
} Match;

/* @format: with file, time, number of rows, and their first and last times */
static gboolean
refuse_time (const Match *self, const char *format, double time, GError **error)
{
  const gsize n = ls_trace_get_n_rows (self->trace);
  char wanted[LS_NUMBER_SIZE], first[LS_NUMBER_SIZE], last[LS_NUMBER_SIZE];

  return ls_fail (error, LS_ERROR_ARGUMENT, format, self->path,
                  ls_number_show (self->origin + time, 10, wanted), (double)n,
                  n > 0 ? ls_number_show (ls_trace_get (self->trace, 0, 0), 10, first) : "–",
                  n > 0 ? ls_number_show (ls_trace_get (self->trace, 0, n - 1), 10, last) : "–");
}

/* Times in files are absolute, and may be far from 0. */
static double
get_tolerance (const Match *self)
{
  const double size = fmax (fabs (self->times[0]), fabs (self->times[self->n_times - 1]));

  return fmax (TIME_TOLERANCE * size, 4.0 * DBL_EPSILON * (fabs (self->origin) + size));
}

static gboolean
check_rows (const Match *self, GError **error)
{
  const gsize n = ls_trace_get_n_rows (self->trace);
  const double tolerance = get_tolerance (self), *times = self->times;
  gsize row = 0;

  for (gsize i = 0; i < self->n_times; i++)
    {
      while (row < n
             && ls_trace_get_time_from (self->trace, row, self->origin) < times[i] - tolerance)
        row++;
      if (row == n
          || ls_trace_get_time_from (self->trace, row, self->origin) > times[i] + tolerance)
        return refuse_time (
            self,
            _ ("%s: the reference has no row at t = %s s, a time of the runs; it has %.0f rows "
               "from %s to %s s. Errors are computed at communication points without "
               "interpolation: choose step sizes whose times are in the file."),
            times[i], error);
    }
  return TRUE;
}

/* Whether the times lie within those of the file. */
static gboolean
check_ends (const Match *self, GError **error)
{
  const gsize n = ls_trace_get_n_rows (self->trace);
  const double tolerance = get_tolerance (self);
  const double wanted[] = { self->times[0], self->times[self->n_times - 1] };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (n == 0 || wanted[i] < ls_trace_get_time_from (self->trace, 0, self->origin) - tolerance
        || wanted[i] > ls_trace_get_time_from (self->trace, n - 1, self->origin) + tolerance)
      return refuse_time (
          self,
          _ ("%s: the reference does not reach t = %s s, a time of the runs; it has "
             "%.0f rows from %s to %s s"),
          wanted[i], error);
  return TRUE;
}

/* An empty trace with the columns of @trace. */
static LsTrace *
make_alike (const LsTrace *trace, const char *const *names)
{
  const guint n = ls_trace_get_n_columns (trace) - 1;
  g_autofree const char **units = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    units[i] = ls_trace_get_unit (trace, i + 1);
  return ls_trace_new (n, names, units);
}

static gboolean
take_between (LsReference *self,
              LsTrace *trace,
              const Match *match,
              const char *const *signals,
              gboolean *any,
              GError **error)
{
  self->trace = make_alike (trace, signals);
  if (!ls_reference_sample (self, trace, match->origin, match->times, match->n_times, any, error))
    return FALSE;
  if (*any)
    ls_reference_estimate_between (self, trace);
  return TRUE;
}

LsReference *
ls_reference_new_import (const LsImport *import,
                         const char *path,
                         double origin,
                         const double times[],
                         gsize n_times,
                         const char *const *signals,
                         gboolean between,
                         GError **error)
{
  g_return_val_if_fail (import != NULL, NULL);

  const Match match = { import->trace, path, origin, times, n_times };
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (LsReference) self = ls_reference_alloc ("file", g_strv_length ((char **)signals));
  gboolean any = FALSE;

  if (!check_columns (import, path, error)
      || !ls_reference_check_times (origin, times, n_times, error)
      || !check_order (import->trace, path, error))
    return NULL;
  /* Other programs write their own times, with fewer digits. */
  between = between || (import->is_foreign && !check_rows (&match, NULL));
  if (between ? !check_ends (&match, error)
                    || !take_between (self, import->trace, &match, signals, &any, error)
              : !check_rows (&match, error))
    return NULL;
  if (!between)
    self->trace = ls_trace_ref (import->trace);
  self->description = g_strdup_printf (
      /* Translators: a file name. */
      any ? _ ("file %s, interpolated between its times (only that error is known)")
          : _ ("file %s"),
      name);
  return g_steal_pointer (&self);
}

LsReference *
ls_reference_new_file (const char *path,
                       double origin,
                       const double times[],
                       gsize n_times,
                       const char *const *signals,
                       GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (LsImport) import = ls_import_read (path, NULL, signals, error);

  return import != NULL
             ? ls_reference_new_import (import, path, origin, times, n_times, signals, FALSE, error)
             : NULL;
}
