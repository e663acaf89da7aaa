#include "core/run/simulation-input.h"

/* By increasing priority, which is the order of partitions. */
static void
add_clock (LsSimulationInput *self, guint column)
{
  const guint priority = ls_input_table_get_variable (self->table, column)->clock->priority;
  guint at = self->n_clocks++;

  for (; at > 0; at--)
    {
      const guint before = self->clocks[at - 1];

      if (ls_input_table_get_variable (self->table, before)->clock->priority <= priority)
        break;
      self->clocks[at] = before;
    }
  self->clocks[at] = column;
}

void
ls_simulation_input_init (LsSimulationInput *self, const LsInputTable *table, double origin)
{
  const guint n = table != NULL ? ls_input_table_get_n (table) : 0;

  *self = (LsSimulationInput){ .table = table, .origin = origin };
  self->continuous = g_new0 (guint, n + 1);
  self->discrete = g_new0 (guint, n + 1);
  self->clocks = g_new0 (guint, n + 1);
  self->continuous_refs = g_new0 (guint32, n + 1);
  self->values = g_new0 (double, n + 1);
  for (guint i = 0; i < n; i++)
    if (ls_input_table_is_continuous (table, i))
      {
        self->continuous_refs[self->n_continuous]
            = ls_input_table_get_variable (table, i)->value_reference;
        self->continuous[self->n_continuous++] = i;
      }
    else if (ls_input_table_get_variable (table, i)->format == LS_FORMAT_CLOCK)
      add_clock (self, i);
    else
      self->discrete[self->n_discrete++] = i;
}

void
ls_simulation_input_start (LsSimulationInput *self)
{
  const LsDescription *description = ls_instance_get_description (self->instance);

  self->started = TRUE;
  self->segment = -ls_simulation_get_slack (0.0);
  self->values_first = ls_instance_get_kind (self->instance) == LS_KIND_CO_SIMULATION
                       && description->co_simulation.is_scheduled;
}

gboolean
ls_simulation_input_has_tick (const LsSimulationInput *self, double t)
{
  for (guint k = 0; self->started && k < self->n_clocks; k++)
    if (ls_input_table_has_tick (self->table, self->clocks[k], self->origin, self->segment, t))
      return TRUE;
  return FALSE;
}

void
ls_simulation_input_clear (LsSimulationInput *self)
{
  g_free (self->continuous);
  g_free (self->discrete);
  g_free (self->clocks);
  g_free (self->continuous_refs);
  g_free (self->values);
}

void
ls_simulation_input_get (const LsSimulationInput *self, double t, double u[])
{
  const gboolean after = t <= self->segment;

  for (guint k = 0; k < self->n_continuous; k++)
    u[k] = ls_input_table_get (self->table, self->continuous[k], self->origin,
                               after ? self->segment : t, after);
}

static LsStatus
set_column (const LsSimulationInput *self, guint column, double t)
{
  const LsVariable *variable = ls_input_table_get_variable (self->table, column);
  const guint32 *reference = &variable->value_reference;
  gint64 integer;
  int boolean;
  double real;

  if (variable->type == LS_TYPE_REAL)
    {
      real = ls_input_table_get (self->table, column, self->origin, t, TRUE);
      return ls_instance_set_real (self->instance, reference, 1, &real);
    }
  integer = ls_input_table_get_long (self->table, column, self->origin, t, TRUE);
  boolean = integer != 0;
  return variable->type == LS_TYPE_BOOLEAN
             ? ls_instance_set_boolean (self->instance, reference, 1, &boolean)
             : ls_instance_set_long (self->instance, reference, 1, &integer);
}

/* Those after @after, up to @t. */
static LsStatus
tick (const LsSimulationInput *self, double after, double t)
{
  LsStatus status = LS_OK;
  const int active = TRUE;

  for (guint k = 0; self->started && k < self->n_clocks && status == LS_OK; k++)
    if (ls_input_table_has_tick (self->table, self->clocks[k], self->origin, after, t))
      status = ls_instance_set_boolean (
          self->instance,
          &ls_input_table_get_variable (self->table, self->clocks[k])->value_reference, 1, &active);
  return status;
}

static LsStatus
set_values (LsSimulationInput *self, double t)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->n_discrete && status == LS_OK; k++)
    status = set_column (self, self->discrete[k], t);
  return status;
}

LsStatus
ls_simulation_input_set_discrete (LsSimulationInput *self, double t)
{
  const double after = self->segment;
  LsStatus status;

  self->segment = t;
  /* Inputs of a Clock can be set while it is active. */
  status = tick (self, after, t);
  return status == LS_OK ? set_values (self, t) : status;
}

LsStatus
ls_simulation_input_set (LsSimulationInput *self, double t)
{
  const double after = self->segment;
  LsStatus status = LS_OK;

  self->segment = t;
  if (!self->values_first)
    status = tick (self, after, t);
  if (status == LS_OK)
    status = set_values (self, t);
  if (status == LS_OK && self->n_continuous > 0)
    {
      ls_simulation_input_get (self, t, self->values);
      status = ls_instance_set_real (self->instance, self->continuous_refs, self->n_continuous,
                                     self->values);
    }
  return status == LS_OK && self->values_first ? tick (self, after, t) : status;
}

LsStatus
ls_simulation_input_set_slopes (const LsSimulationInput *self, double t)
{
  gboolean can = (ls_instance_get_capabilities (self->instance) & LS_CAN_INPUT_DERIVATIVES) != 0;
  LsStatus status = LS_OK;
  const int order = 1;

  for (guint k = 0; can && k < self->n_continuous && status == LS_OK; k++)
    {
      double slope
          = ls_input_table_get_derivative (self->table, self->continuous[k], self->origin, t);

      status = ls_instance_set_input_derivatives (self->instance, &self->continuous_refs[k], 1,
                                                  &order, &slope);
    }
  return status;
}

gboolean
ls_simulation_input_find_jump (const LsSimulationInput *self, double *t)
{
  const double slack = ls_simulation_get_slack (*t);
  double jump;

  if (self->table == NULL)
    return FALSE;
  jump = ls_input_table_get_next_jump (self->table, self->origin, *t - slack);
  if (!(jump <= *t + slack))
    return FALSE;
  *t = fmax (*t, jump);
  return TRUE;
}
