/* Events that components report within a macro step, as rows with left and right limits. */
#include "core/master/master-impl.h"

#include <math.h>
#include <string.h>

/* Relative time difference below which events, or an event and an end of the step, coincide. */
#define SAME 1e-13

typedef struct
{
  double time;
  guint system;
  gsize before, after; /* offsets in @values */
} Event;

struct LsMasterEvents
{
  GArray *events; /* Event */
  GArray *values; /* double */
};

LsMasterEvents *
ls_master_events_new (void)
{
  LsMasterEvents *self = g_new0 (LsMasterEvents, 1);

  self->events = g_array_new (FALSE, FALSE, sizeof (Event));
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  return self;
}

void
ls_master_events_free (LsMasterEvents *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->events);
  g_array_unref (self->values);
  g_free (self);
}

static gboolean
is_same (double a, double b)
{
  return fabs (a - b) <= SAME * fmax (fabs (a), fabs (b));
}

/* Iterative methods may leave events of an earlier step in systems they did not integrate. */
void
ls_master_collect_events (LsMaster *self, double begin)
{
  const LsNetwork *network = &self->network;
  LsMasterEvents *kept = self->events;

  for (guint k = 0; k < network->n_systems; k++)
    for (guint i = 0; i < ls_system_get_n_events (network->systems[k]); i++)
      {
        const guint n = ls_system_get_event_size (network->systems[k]);
        const double *before, *after;
        Event event = { .system = k };

        event.time = ls_system_get_event (network->systems[k], i, &before, &after);
        if ((event.time < begin && !is_same (event.time, begin))
            || (event.time > network->time && !is_same (event.time, network->time)))
          continue;
        event.before = kept->values->len;
        event.after = event.before + n;
        g_array_append_vals (kept->values, before, n);
        g_array_append_vals (kept->values, after, n);
        g_array_append_val (kept->events, event);
      }
  self->has_events = kept->events->len > 0 || self->limits->len > 0;
}

void
ls_master_forget_events (LsMaster *self)
{
  g_array_set_size (self->events->events, 0);
  g_array_set_size (self->events->values, 0);
  g_array_set_size (self->limits, 0);
  self->has_events = FALSE;
}

gboolean
ls_master_has_events (const LsMaster *self)
{
  return self->has_events;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Event *p = a, *q = b;

  if (p->time != q->time)
    return p->time < q->time ? -1 : 1;
  return p->before < q->before ? -1 : p->before > q->before;
}

static const Event *
get_event (const LsMaster *self, guint index)
{
  return &g_array_index (self->events->events, Event, index);
}

static double
get_value (const LsMaster *self, gsize place, const LsSignal *signal)
{
  return g_array_index (self->events->values, double, place + signal->place);
}

/* Signal of a component without event in the group [@first, @end): linear interpolation between
 * known values before and after; discrete signals are held. */
static double
get_between (const LsMaster *self,
             guint index,
             guint first,
             guint end,
             const double start[],
             const double stop[])
{
  const LsSignal *signal = &self->signals[index];
  const double t = get_event (self, first)->time;
  double t_0 = start[0], v_0 = start[1 + index], t_1 = stop[0], v_1 = stop[1 + index];

  for (guint i = 0; i < first; i++)
    if (get_event (self, i)->system == signal->system)
      {
        t_0 = get_event (self, i)->time;
        v_0 = get_value (self, get_event (self, i)->after, signal);
      }
  for (guint i = self->events->events->len; i-- > end;)
    if (get_event (self, i)->system == signal->system)
      {
        t_1 = get_event (self, i)->time;
        v_1 = get_value (self, get_event (self, i)->before, signal);
      }
  if (signal->held || !(t_1 > t_0))
    return v_0;
  return v_0 + (v_1 - v_0) * CLAMP ((t - t_0) / (t_1 - t_0), 0.0, 1.0);
}

/* Left and right limits at the events [@first, @end), which have the same time. */
static void
fill_rows (const LsMaster *self,
           guint first,
           guint end,
           const double start[],
           const double stop[],
           double before[],
           double after[])
{
  before[0] = after[0] = get_event (self, first)->time;
  for (guint s = 0; s < self->n_signals; s++)
    {
      gboolean found = FALSE;

      for (guint i = first; i < end; i++)
        {
          const Event *event = get_event (self, i);

          if (event->system != self->signals[s].system)
            continue;
          if (!found)
            before[1 + s] = get_value (self, event->before, &self->signals[s]);
          after[1 + s] = get_value (self, event->after, &self->signals[s]);
          found = TRUE;
        }
      if (!found)
        before[1 + s] = after[1 + s] = get_between (self, s, first, end, start, stop);
    }
}

/* An event at an end of the step shares the existing sample there, so that only one row is added.
 */
static void
add_rows (GArray *rows,
          guint n,
          double before[],
          double after[],
          const double start[],
          const double stop[])
{
  const gsize size = (n - 1) * sizeof (double);

  if (is_same (before[0], start[0]))
    {
      after[0] = start[0];
      if (memcmp (after + 1, start + 1, size) != 0)
        g_array_append_vals (rows, after, n);
    }
  else if (is_same (before[0], stop[0]))
    {
      before[0] = stop[0];
      if (memcmp (before + 1, stop + 1, size) != 0)
        g_array_append_vals (rows, before, n);
    }
  else
    {
      g_array_append_vals (rows, before, n);
      g_array_append_vals (rows, after, n);
    }
}

/* Changes that the model says, from @first on and up to @time: their rows have all signals.
 * Returns: the index of the next one */
static guint
add_changes (const LsMaster *self,
             GArray *rows,
             guint first,
             double time,
             const double start[],
             const double stop[])
{
  const guint n = 1 + self->n_signals;

  for (; first + 2 * n <= self->limits->len; first += 2 * n)
    {
      double *before = &g_array_index (self->limits, double, first);

      if (before[0] > time && !is_same (before[0], time))
        break;
      add_rows (rows, n, before, before + n, start, stop);
    }
  return first;
}

/* Events of components at a change are part of it. */
static gboolean
is_at_change (const LsMaster *self, double time)
{
  for (guint i = 0; i < self->limits->len; i += 1 + self->n_signals)
    if (is_same (g_array_index (self->limits, double, i), time))
      return TRUE;
  return FALSE;
}

GArray *
ls_master_list_event_rows (LsMaster *self, const double start[], const double stop[])
{
  g_return_val_if_fail (self != NULL, NULL);

  const guint n = 1 + self->n_signals;
  GArray *events = self->events->events, *rows = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree double *before = g_new (double, 2 * (gsize)n);
  guint end, change = 0;

  g_array_sort (events, compare);
  for (guint first = 0; first < events->len; first = end)
    {
      const double t = get_event (self, first)->time;

      for (end = first + 1; end < events->len && is_same (get_event (self, end)->time, t);)
        end++;
      change = add_changes (self, rows, change, t, start, stop);
      if (is_at_change (self, t))
        continue;
      fill_rows (self, first, end, start, stop, before, before + n);
      add_rows (rows, n, before, before + n, start, stop);
    }
  add_changes (self, rows, change, INFINITY, start, stop);
  return rows;
}
