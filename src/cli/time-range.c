#include "cli/time-range.h"

#include "cli/output.h"

#include "core/base/number.h"
#include "core/record/trace-part.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
ls_time_range_clear (LsTimeRange *self)
{
  g_free (self->from);
  g_free (self->to);
}

gboolean
ls_time_range_is_wanted (const LsTimeRange *self)
{
  return self->from != NULL || self->to != NULL;
}

/* @text: (nullable): %NULL: no limit */
static gboolean
read_time (const char *option, const char *text, double *time, GError **error)
{
  *time = NAN;
  if (text == NULL || (ls_number_parse (text, time) && isfinite (*time)))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: “%s” is not a time in seconds"), option, text);
}

gboolean
ls_time_range_read (LsTimeRange *self, GError **error)
{
  if (!read_time ("--from", self->from, &self->start, error)
      || !read_time ("--to", self->to, &self->stop, error))
    return FALSE;
  if (!(self->start >= self->stop))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--from: %s is not before --to %s"), self->from,
                  self->to);
}

LsTrace *
ls_time_range_take (const LsTimeRange *self, LsTrace *trace, GError **error)
{
  return ls_time_range_is_wanted (self)
             ? ls_trace_copy_part (trace, NULL, self->start, self->stop, error)
             : ls_trace_ref (trace);
}

gboolean
ls_time_range_check_room (const LsTimeRange *self,
                          const char *file,
                          double start,
                          double stop,
                          double n_rows,
                          guint n_signals,
                          GError **error)
{
  /* fmin() and fmax() ignore NaN, i.e. limits that are not given. */
  const double span = fmin (stop, self->stop) - fmax (start, self->start);

  if (ls_output_is_stdout (file) || !(span > 0.0))
    return TRUE;
  return ls_trace_check_file (file, n_rows * span / (stop - start), n_signals, error);
}
