#include "core/run/divergence.h"

#include "core/base/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Fractions of the run in which the magnitude of a signal and its final growth are measured. */
#define SHARE 0.1
#define FAR 1e6
#define BEYOND 1e12
#define STILL_GROWING 2.0
/* A reference below this fraction of the nominal value is regarded as zero. */
#define ZERO 1e-9

typedef struct
{
  double greatest, time; /* largest magnitude and its time, s */
} Peak;

static Peak
find_peak (const LsTrace *trace, guint column, gsize from, gsize to)
{
  Peak peak = { 0.0, NAN };

  for (gsize row = from; row < to; row++)
    {
      const double size = fabs (ls_trace_get (trace, column, row));

      if (size > peak.greatest)
        peak = (Peak){ size, ls_trace_get (trace, 0, row) };
    }
  return peak;
}

/* First row after the fraction @share of the run. */
static gsize
find_row (const LsTrace *trace, double share)
{
  const gsize n = ls_trace_get_n_rows (trace);
  const double start = ls_trace_get_elapsed (trace, 0);
  const double end = start + share * (ls_trace_get_elapsed (trace, n - 1) - start);
  gsize low = 0, high = n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (ls_trace_get_elapsed (trace, middle) <= end)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
ls_divergence_find (const LsTrace *trace, guint column, double nominal, LsDivergence *found)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (found != NULL, FALSE);

  const gsize n = ls_trace_get_n_rows (trace);
  gsize first, last;
  Peak begin, middle, end, greatest;
  double size;

  if (n == 0)
    return FALSE;
  first = find_row (trace, SHARE);
  last = find_row (trace, 1.0 - SHARE);
  begin = find_peak (trace, column, 0, first);
  middle = find_peak (trace, column, first, last);
  end = find_peak (trace, column, last, n);
  greatest = end.greatest >= middle.greatest ? end : middle;
  size = fmax (nominal, begin.greatest);
  *found = (LsDivergence){ size, greatest.greatest, greatest.time };
  return greatest.greatest > BEYOND * size
         || (end.greatest > FAR * size
             && end.greatest > STILL_GROWING * fmax (begin.greatest, middle.greatest));
}

gboolean
ls_divergence_find_beside (const LsTrace *trace,
                           guint column,
                           const LsTrace *reference,
                           guint reference_column,
                           double error_percent,
                           double nominal,
                           LsDivergence *found)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (reference != NULL, FALSE);
  g_return_val_if_fail (found != NULL, FALSE);

  const gsize n = ls_trace_get_n_rows (reference);
  const Peak peak = find_peak (trace, column, 0, ls_trace_get_n_rows (trace));
  double low = INFINITY, high = -INFINITY, range, size;

  for (gsize row = 0; row < n; row++)
    {
      const double value = ls_trace_get (reference, reference_column, row);

      low = fmin (low, value);
      high = fmax (high, value);
    }
  if (n == 0)
    return FALSE;
  range = high - low;
  size = fmax (range, fmax (fabs (low), fabs (high)));
  if (size < ZERO * nominal)
    size = nominal;
  *found = (LsDivergence){ size, peak.greatest, peak.time };
  /* For a constant reference the error is not divided by the range. */
  return error_percent / 100.0 * (range > 0.0 ? range : 1.0) > size;
}

gboolean
ls_divergence_can_be (const LsVariable *variable, const LsTrace *reference, double error_percent)
{
  return variable == NULL || variable->type == LS_TYPE_REAL
         || (reference != NULL && isfinite (error_percent));
}

char *
ls_divergence_describe (const LsTrace *trace,
                        guint column,
                        double nominal,
                        const LsTrace *reference,
                        guint reference_column,
                        double error_percent)
{
  g_return_val_if_fail (trace != NULL, NULL);

  const char *name = ls_trace_get_name (trace, column);
  char greatest[LS_NUMBER_SIZE], size[LS_NUMBER_SIZE], time[LS_NUMBER_SIZE];
  const gboolean is_beside = reference != NULL && isfinite (error_percent);
  LsDivergence found;

  if (!(is_beside ? ls_divergence_find_beside (trace, column, reference, reference_column,
                                               error_percent, nominal, &found)
                  : ls_divergence_find (trace, column, nominal, &found)))
    return NULL;
  ls_number_show (found.greatest, 3, greatest);
  ls_number_show (found.size, 3, size);
  ls_number_show (found.time, 6, time);
  return is_beside
             /* Translators: a signal, a magnitude, a time, a magnitude. */
             ? g_strdup_printf (_ ("%s grew to %s at t = %s s, and the reference is %s at most"),
                                name, greatest, time, size)
             /* Translators: a signal, a magnitude, a time, a magnitude. */
             : g_strdup_printf (_ ("%s grew to %s at t = %s s from %s in the first tenth of the "
                                   "run"),
                                name, greatest, time, size);
}
