/* Records event times of components and of their quantised states. */
#include "core/system/me-solver.h"
#include "core/master/master-impl.h"

#include <string.h>

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

/* The source of a component, from @first on; those of its quantised states are before it. Returns:
 * the number of sources if there is none, as for what is no FMU */
static guint
find_source (const LsActivity *activity, const LsSystem *system, guint first)
{
  const char *name = ls_system_get_info (system)->name;
  const guint n = ls_activity_get_n (activity);
  guint source = first + ls_system_get_n_quantised (system);

  while (source < n && strcmp (ls_activity_get_name (activity, source), name) != 0)
    source++;
  return MIN (source, n);
}

/* Sources in the order of ls_activity_new_for(): per component, states before the component itself.
 */
static void
collect (const LsMaster *self, GArray *list)
{
  const LsNetwork *network = &self->network;
  guint first = 0;

  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystem *system = network->systems[k];
      const GArray *fired = ls_system_get_fired (system);
      const double *before, *after;
      const guint source = ls_system_reports_events (system)
                               ? find_source (network->activity, system, first)
                               : G_MAXUINT;

      if (source >= ls_activity_get_n (network->activity))
        continue;
      for (guint i = 0; fired != NULL && i < fired->len; i++)
        {
          const LsFired *one = &g_array_index (fired, LsFired, i);

          append (list, one->time, source - ls_system_get_n_quantised (system) + one->state);
        }
      for (guint i = 0; i < ls_system_get_n_events (system); i++)
        append (list, ls_system_get_event (system, i, &before, &after), source);
      first = source + 1;
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
