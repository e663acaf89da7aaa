#include "core/system/system-recorded.h"

#include "core/system/system-own-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef struct
{
  LsSystemOwn own;
  LsTrace *trace;
  guint *columns; /* n_out */
  double *slopes; /* n_out */
} LsSystemRecorded;

static double
get_row_time (const LsSystemRecorded *self, gssize row)
{
  return ls_trace_get_time_from (self->trace, (gsize)row, self->own.base.origin);
}

/* The first of the two rows that enclose @time: the segment that starts there, or with @before the
 * one that ends there. */
static gssize
find_row (const LsSystemRecorded *self, double time, gboolean before)
{
  const gssize n = (gssize)ls_trace_get_n_rows (self->trace);
  gssize row = ls_trace_find_row_from (self->trace, self->own.base.origin, time);

  while (before && row > 0 && get_row_time (self, row) >= time)
    row--;
  return CLAMP (row, 0, n - 2);
}

/* Outputs and their time derivatives at the time reached. @before: from the segment that ends
 * there. */
static void
play (LsSystemRecorded *self, gboolean before, double y[], double dy[])
{
  const double time = *self->own.time;
  const gssize row = find_row (self, time, before);
  const double begin = get_row_time (self, row), span = get_row_time (self, row + 1) - begin;

  for (guint i = 0; i < self->own.base.info->n_out; i++)
    {
      const double from = ls_trace_get (self->trace, self->columns[i], (gsize)row);
      const double to = ls_trace_get (self->trace, self->columns[i], (gsize)row + 1);

      dy[i] = span > 0.0 ? (to - from) / span : 0.0;
      y[i] = time - begin >= span ? to : from + (time - begin) * dy[i];
    }
}

static LsStatus
update (LsSystemOwn *own)
{
  LsSystemRecorded *self = (LsSystemRecorded *)own;

  play (self, FALSE, own->y, self->slopes);
  return LS_OK;
}

/* Records each time in (@begin, @end] that two rows share. */
static void
note_events (LsSystemRecorded *self, double begin, double end)
{
  LsSystem *system = &self->own.base;
  gssize row = MAX (ls_trace_find_row_from (self->trace, system->origin, end), 0);

  g_array_set_size (system->event_times, 0);
  g_array_set_size (system->event_values, 0);
  while (row > 0 && get_row_time (self, row) > begin)
    row--;
  for (const gssize n = (gssize)ls_trace_get_n_rows (self->trace);
       row + 1 < n && get_row_time (self, row + 1) <= end; row++)
    {
      const double time = get_row_time (self, row);

      if (time <= begin || time != get_row_time (self, row + 1))
        continue;
      g_array_append_val (system->event_times, time);
      for (gssize side = row; side < row + 2; side++)
        for (guint i = 0; i < system->info->n_out + system->n_noted; i++)
          {
            const guint output
                = i < system->info->n_out ? i : system->noted[i - system->info->n_out];
            const double value = ls_trace_get (self->trace, self->columns[output], (gsize)side);

            g_array_append_val (system->event_values, value);
          }
    }
}

static LsStatus
step (LsSystem *system,
      double h G_GNUC_UNUSED,
      double end,
      guint degree G_GNUC_UNUSED,
      const double u[] G_GNUC_UNUSED,
      double y[],
      double dy[],
      gboolean *event)
{
  LsSystemRecorded *self = (LsSystemRecorded *)system;
  const double begin = *self->own.time;
  const gssize last = (gssize)ls_trace_get_n_rows (self->trace) - 1;
  gboolean happened;

  if (end > get_row_time (self, last) + 1e-9 * (end - begin))
    {
      ls_log_write (system->log, LS_LOG_ERROR, system->info->name, NULL, begin,
                    _ ("what was recorded ends at %g s"),
                    ls_trace_get (self->trace, 0, (gsize)last));
      return LS_STOP;
    }
  *self->own.time = end;
  note_events (self, begin, end);
  happened = system->event_times->len > 0;
  *event = happened && system->info->has[LS_CAPABILITY_EVENTS];
  play (self, !happened, y, self->slopes);
  for (guint i = 0; dy != NULL && i < system->info->n_out; i++)
    dy[i] = system->info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES] ? self->slopes[i] : NAN;
  return LS_OK;
}

/* From the segment that starts at the time reached. */
static LsStatus
get_output_derivatives (LsSystem *system, double dy[])
{
  LsSystemRecorded *self = (LsSystemRecorded *)system;

  play (self, FALSE, self->own.y, dy);
  return LS_OK;
}

static LsStatus
read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  return ls_system_own_evaluate (system, u, result->y);
}

/* Everything depends on time only. */
static LsStatus
linearise (LsSystem *system G_GNUC_UNUSED,
           const double u[] G_GNUC_UNUSED,
           LsLinearisation *result G_GNUC_UNUSED)
{
  return LS_OK;
}

static LsStatus
get_time_derivatives (LsSystem *system,
                      const LsLinearisation *point G_GNUC_UNUSED,
                      const double u[] G_GNUC_UNUSED,
                      double h G_GNUC_UNUSED,
                      double ft[] G_GNUC_UNUSED,
                      double gt[],
                      gboolean *changes)
{
  *changes = TRUE;
  return get_output_derivatives (system, gt);
}

static void
free_system (LsSystem *system)
{
  LsSystemRecorded *self = (LsSystemRecorded *)system;

  ls_trace_unref (self->trace);
  g_free (self->columns);
  g_free (self->slopes);
  ls_system_own_clear (&self->own);
  g_free (self);
}

static const LsSystemClass recorded = {
  .id = "recorded",
  .free = free_system,
  LS_SYSTEM_OWN_OPERATIONS,
  .step = step,
  .read_point = read_point,
  .linearise = linearise,
  .get_time_derivatives = get_time_derivatives,
  .get_output_derivatives = get_output_derivatives,
};

LsSystem *
ls_system_recorded_new (LsTrace *trace,
                        const char *name,
                        const guint columns[],
                        guint n_out,
                        guint missing,
                        double start_time,
                        double stop_time,
                        LsLog *log)
{
  LsSystemRecorded *self;

  g_return_val_if_fail (ls_trace_get_n_rows (trace) >= 2, NULL);

  self = g_new0 (LsSystemRecorded, 1);
  ls_system_own_init (&self->own, &recorded, name, 0, n_out, 0, 0, start_time, stop_time, log);
  self->own.update = update;
  self->trace = ls_trace_ref (trace);
  self->columns = g_memdup2 (columns, n_out * sizeof (guint));
  self->slopes = g_new0 (double, (gsize)n_out + 1);
  ls_system_own_switch_off (&self->own, missing);
  return &self->own.base;
}
