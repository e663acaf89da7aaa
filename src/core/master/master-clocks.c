/* Clocks of FMI 3.0 that tick others: an output Clock of one component activates input Clocks of
 * others in the same instant (FMI 3.0, section 2.2.9). A macro step ends where one may tick: at
 * events that are announced; where all components can be rolled back, also at events that are found
 * within a step. Ticks of one instant follow each other as waves: a Clock that is activated by
 * another one ticks, with the values that the wave before has left, in the wave after it. */
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Waves in an instant; more are taken for a cycle. */
#define MAX_WAVES 100u

/* A wire from an output Clock to an input Clock. */
typedef struct
{
  const LsWire *wire;
  guint64 seen; /* ticks passed on */
  guint64 due;
} ClockWire;

struct LsMasterClocks
{
  GArray *wires;       /* ClockWire */
  GPtrArray **outputs; /* n_systems: (nullable): connected output Clocks of each */
  guint n_systems;
  double *gathered; /* n_in */
  gboolean has_warned_late, has_warned_many;
};

void
ls_master_clocks_free (LsMasterClocks *self)
{
  if (self == NULL)
    return;
  for (guint k = 0; k < self->n_systems; k++)
    g_clear_pointer (&self->outputs[k], g_ptr_array_unref);
  g_free (self->outputs);
  g_free (self->gathered);
  g_array_unref (self->wires);
  g_free (self);
}

static ClockWire *
get_wire (const LsMasterClocks *self, guint i)
{
  return &g_array_index (self->wires, ClockWire, i);
}

void
ls_master_visit_clocks (LsMaster *self, LsVisitMemoryFunc func, gpointer user_data)
{
  for (guint i = 0; self->clocks != NULL && i < self->clocks->wires->len; i++)
    {
      ClockWire *wire = get_wire (self->clocks, i);

      LS_VISIT_MEMBERS (wire, seen, due, func, user_data);
    }
}

/* "a.ticks → b.clock" */
static char *
name_wire (const LsMaster *self, const LsWire *wire)
{
  LsSystem *const *systems = self->network.systems;

  return g_strdup_printf ("%s.%s → %s.%s", ls_system_get_info (systems[wire->from])->name,
                          wire->output->name, ls_system_get_info (systems[wire->to])->name,
                          wire->input->name);
}

static void
add_wire (LsMasterClocks *self, const LsWire *wire)
{
  const ClockWire added = { .wire = wire };
  GPtrArray **outputs = &self->outputs[wire->from];

  g_array_append_val (self->wires, added);
  if (*outputs == NULL)
    *outputs = g_ptr_array_new ();
  if (!g_ptr_array_find (*outputs, wire->output, NULL))
    g_ptr_array_add (*outputs, (gpointer)wire->output);
}

static gboolean
check_wire (const LsMaster *self, const LsWire *wire, GError **error)
{
  const guint ends[] = { wire->from, wire->to };
  g_autofree char *name = name_wire (self, wire);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (!ls_system_has_clocks (self->network.systems[ends[i]]))
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("%s: %s passes no ticks on while it has steps of its own"), name,
                     ls_system_get_info (self->network.systems[ends[i]])->name);
        return FALSE;
      }
  if (!self->method->asynchronous)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("%s: %s does not connect Clocks"), name,
               ls_coupling_method_get_name (self->method));
  return FALSE;
}

gboolean
ls_master_add_clocks (LsMaster *self, GError **error)
{
  LsNetwork *network = &self->network;
  LsMasterClocks *clocks;
  gboolean jumped = FALSE;

  for (guint i = 0; i < self->network.assembly->n_others; i++)
    {
      const LsWire *wire = &network->assembly->wires[i];

      if (wire->input->clock == NULL)
        continue;
      if (!check_wire (self, wire, error))
        return FALSE;
      if (self->clocks == NULL)
        {
          self->clocks = g_new0 (LsMasterClocks, 1);
          self->clocks->wires = g_array_new (FALSE, FALSE, sizeof (ClockWire));
          self->clocks->n_systems = network->n_systems;
          self->clocks->outputs = g_new0 (GPtrArray *, network->n_systems + 1);
          self->clocks->gathered = g_new0 (double, network->n_in + 1);
        }
      add_wire (self->clocks, wire);
    }
  if ((clocks = self->clocks) == NULL)
    return TRUE;
  /* Steps of several components at once look for no ticks. */
  g_clear_pointer (&network->batch, g_free);
  for (guint k = 0; k < network->n_systems && ls_master_can_shorten (self); k++)
    if (clocks->outputs[k] != NULL)
      {
        ls_system_end_at_ticks (network->systems[k], clocks->outputs[k]);
        network->ends_at_ticks = TRUE;
      }
  /* Those of the initialization. */
  if (ls_master_pass_ticks (self, network->time, &jumped) == LS_OK)
    return TRUE;
  ls_master_set_error (self, _ ("initialization"), error);
  return FALSE;
}

double
ls_master_get_tick_time (const LsMaster *self)
{
  const LsNetwork *network = &self->network;
  double next = INFINITY;

  for (guint k = 0; self->clocks != NULL && network->can_shorten && k < network->n_systems; k++)
    {
      const double time = self->clocks->outputs[k] != NULL
                              ? ls_system_get_event_time (network->systems[k])
                              : INFINITY;

      if (time > network->time)
        next = fmin (next, time);
    }
  return next;
}

static void
warn_late (LsMaster *self, const ClockWire *clock, double time)
{
  g_autofree char *name = name_wire (self, clock->wire);

  if (!self->clocks->has_warned_late)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, self->network.time,
                  _ ("%s: the tick at t = %.9g s is passed on at the end of the step, here and "
                     "later: steps cannot be repeated, as not every component supports rollback "
                     "and steps of any length"),
                  name, self->origin + time);
  self->clocks->has_warned_late = TRUE;
}

static void
warn_many (LsMaster *self, const ClockWire *clock)
{
  g_autofree char *name = name_wire (self, clock->wire);

  if (!self->clocks->has_warned_many)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, self->network.time,
                  _ ("%s: %ju ticks of one instant are passed on with the values of the last one, "
                     "here and later"),
                  name, (uintmax_t)clock->due);
  self->clocks->has_warned_many = TRUE;
}

/* Returns: whether any Clock has ticked. */
static gboolean
find_ticks (LsMaster *self, double begin)
{
  const LsNetwork *network = &self->network;
  gboolean any = FALSE;

  for (guint i = 0; i < self->clocks->wires->len; i++)
    {
      ClockWire *clock = get_wire (self->clocks, i);
      double time;
      const guint64 n
          = ls_system_get_n_ticks (network->systems[clock->wire->from], clock->wire->output, &time);

      clock->due = n > clock->seen ? n - clock->seen : 0;
      clock->seen = n;
      any |= clock->due > 0;
      if (clock->due > 0
          && time < network->time - 1e-12 * fmax (fabs (network->time), network->time - begin))
        warn_late (self, clock, time);
      else if (clock->due > 1)
        warn_many (self, clock);
    }
  return any;
}

/* The Real inputs of system @k, as the outputs are now; then its values. */
static LsStatus
evaluate (LsMaster *self, guint k)
{
  LsNetwork *network = &self->network;
  const guint first = network->in_offset[k], n = network->in_offset[k + 1] - first;

  memcpy (self->clocks->gathered, network->u, network->n_in * sizeof (double));
  ls_network_gather (network, network->y, self->clocks->gathered);
  memcpy (network->u + first, self->clocks->gathered + first, n * sizeof (double));
  return ls_system_evaluate (network->systems[k], network->u + first,
                             network->y + network->out_offset[k]);
}

/* Clocked inputs may be set while their Clock is active only. */
static LsStatus
copy_clocked (LsMaster *self, guint k)
{
  const LsNetwork *network = &self->network;
  LsStatus status = LS_OK;

  for (guint i = 0; i < network->assembly->n_others && status == LS_OK; i++)
    {
      const LsWire *wire = &network->assembly->wires[i];

      if (wire->to == k && wire->position < 0 && wire->input->n_clocks > 0)
        status = ls_system_copy_value (network->systems[wire->from], wire->output->index,
                                       network->systems[k], wire->input->index);
    }
  return status;
}

/* One tick of every input Clock of system @k that is due, all in one event. */
static LsStatus
tick_system (LsMaster *self, guint k, gboolean *again)
{
  LsSystem *system = self->network.systems[k];
  gboolean any = FALSE;
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->clocks->wires->len && status == LS_OK; i++)
    {
      ClockWire *clock = get_wire (self->clocks, i);

      if (clock->wire->to != k || clock->due == 0)
        continue;
      any = TRUE;
      *again |= --clock->due > 0;

      status = ls_system_set_value (system, clock->wire->input, 1.0);
    }
  if (any && status == LS_OK)
    status = copy_clocked (self, k);
  return any && status == LS_OK ? evaluate (self, k) : status;
}

static LsStatus
refuse_cycle (LsMaster *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->clocks->wires->len; i++)
    {
      const ClockWire *clock = get_wire (self->clocks, i);
      g_autofree char *name = clock->due > 0 ? name_wire (self, clock->wire) : NULL;

      if (name != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  ls_log_write (self->log, LS_LOG_ERROR, NULL, NULL, self->network.time,
                _ ("Clocks activate each other without end: after %u waves of one instant these "
                   "still tick: %s"),
                MAX_WAVES, names->str);
  g_string_free (names, TRUE);
  return LS_STOP;
}

LsStatus
ls_master_pass_ticks (LsMaster *self, double begin, gboolean *jumped)
{
  LsStatus status = LS_OK;

  for (guint wave = 0; find_ticks (self, begin); wave++)
    {
      gboolean again = TRUE;

      if (wave == MAX_WAVES)
        return refuse_cycle (self);
      *jumped = TRUE;
      status = ls_master_copy_others (self, jumped);
      while (again && status == LS_OK)
        {
          again = FALSE;
          for (guint k = 0; k < self->network.n_systems && status == LS_OK; k++)
            status = tick_system (self, k, &again);
        }
      if (status == LS_OK)
        status = ls_master_copy_others (self, jumped);
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}
