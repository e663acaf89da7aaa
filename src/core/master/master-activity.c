/* Records event times of components and of their quantised states. */
#include "core/system/me-solver.h"
#include "core/master/master-impl.h"

typedef struct
{
  double time; /* s */
  guint source;
} Happening;

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const Happening *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->source > y->source) - (x->source < y->source);
}

static void
append (GArray *list, double time, guint source)
{
  const Happening happening = { time, source };

  g_array_append_val (list, happening);
}

/* Sources in the order of ls_activity_new_for(): per component, states before the component itself.
 */
static void
collect (const LsMaster *self, GArray *list)
{
  const LsNetwork *network = &self->network;
  guint source = 0;

  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystem *system = network->systems[k];
      const GArray *fired = ls_system_get_fired (system);
      const double *before, *after;

      if (!ls_system_reports_events (system))
        continue;
      for (guint i = 0; fired != NULL && i < fired->len; i++)
        {
          const LsFired *one = &g_array_index (fired, LsFired, i);

          append (list, one->time, source + one->state);
        }
      source += ls_system_get_n_quantised (system);
      for (guint i = 0; i < ls_system_get_n_events (system); i++)
        append (list, ls_system_get_event (system, i, &before, &after), source);
      source++;
    }
}

void
ls_master_begin_activity (LsMaster *self, LsActivity *activity)
{
  LsNetwork *network = &self->network;

  network->activity = ls_activity_ref (activity);
  ls_trace_set_origin (ls_activity_get_trace (activity), self->origin);
  for (guint k = 0; k < network->n_systems && !self->method->asynchronous; k++)
    {
      ls_system_note_fired (network->systems[k]);
      self->quantises = self->quantises || ls_system_get_n_quantised (network->systems[k]) > 0;
    }
}

void
ls_master_note_activity (LsMaster *self)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Happening));

  collect (self, list);
  g_array_sort (list, compare_times);
  for (guint i = 0; i < list->len; i++)
    {
      const Happening *happening = &g_array_index (list, Happening, i);

      ls_activity_add (self->network.activity, happening->source, happening->time);
    }
}
