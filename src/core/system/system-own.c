#include "core/system/system-own-impl.h"

#include "core/num/polynomial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static double *
make_ones (guint n)
{
  double *ones = g_new (double, (gsize)n + 1);

  for (guint i = 0; i < n; i++)
    ones[i] = 1.0;
  return ones;
}

static guint *
count_from (guint first, guint n)
{
  guint *indices = g_new (guint, (gsize)n + 1);

  for (guint i = 0; i < n; i++)
    indices[i] = first + i;
  return indices;
}

static LsSystemInfo *
make_info (const char *name, guint n_in, guint n_out, guint n_x)
{
  LsSystemInfo *info = g_new0 (LsSystemInfo, 1);

  info->name = g_strdup (name);
  info->n_in = n_in;
  info->n_out = n_out;
  info->n_state = n_x;
  info->inputs = count_from (0, n_in);
  info->outputs = count_from (n_in, n_out);
  info->input_nominals = make_ones (n_in);
  info->output_nominals = make_ones (n_out);
  info->state_nominals = make_ones (n_x);
  info->feed_through = g_new0 (guint8, (gsize)n_in * n_out + 1);
  info->input_degree = info->step_degree = LS_SYSTEM_MAX_DEGREE;
  info->inner_steps = 1;
  info->end_way = LS_END_READ;
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    info->has[i] = TRUE;
  return info;
}

static LsVariable *
fill_variables (LsVariable *next, char letter, LsCausality causality, guint first, guint n)
{
  for (guint i = 0; i < n; i++)
    *next++ = (LsVariable){ .index = first + i,
                            .name = g_strdup_printf ("%c%u", letter, i + 1),
                            .value_reference = first + i,
                            .type = LS_TYPE_REAL,
                            .causality = causality,
                            .variability = LS_VARIABILITY_CONTINUOUS,
                            .min = -INFINITY,
                            .max = INFINITY,
                            .nominal = 1.0,
                            .declared_type = -1,
                            .unit = -1,
                            .derivative_of = -1 };
  return next;
}

static LsVariable *
make_variables (guint n_in, guint n_out, guint n_x)
{
  LsVariable *variables = g_new0 (LsVariable, (gsize)n_in + n_out + n_x + 1);
  LsVariable *next = fill_variables (variables, 'u', LS_CAUSALITY_INPUT, 0, n_in);

  next = fill_variables (next, 'y', LS_CAUSALITY_OUTPUT, n_in, n_out);
  fill_variables (next, 'x', LS_CAUSALITY_LOCAL, n_in + n_out, n_x);
  return variables;
}

void
ls_system_own_init (LsSystemOwn *self,
                    const LsSystemClass *klass,
                    const char *name,
                    guint n_in,
                    guint n_out,
                    guint n_x,
                    gsize n_more,
                    double start_time,
                    double stop_time,
                    LsLog *log)
{
  self->variables = make_variables (n_in, n_out, n_x);
  self->n_x = n_x;
  ls_system_init (&self->base, klass, make_info (name, n_in, n_out, n_x), self->variables,
                  n_in + n_out + n_x, start_time, stop_time, log);
  self->n_memory = 1 + (gsize)n_x + 2 * (gsize)n_in + n_more;
  self->memory = g_new0 (double, self->n_memory);
  self->time = self->memory;
  self->x = self->time + 1;
  self->u = self->x + n_x;
  self->du = self->u + n_in;
  self->y = g_new0 (double, (gsize)n_out + 1);
  self->base.event_times = g_array_new (FALSE, FALSE, sizeof (double));
  self->base.event_values = g_array_new (FALSE, FALSE, sizeof (double));
}

void
ls_system_own_clear (LsSystemOwn *self)
{
  for (guint i = 0; i < self->base.n_variables; i++)
    g_free (self->variables[i].name);
  g_free (self->variables);
  g_free (self->memory);
  g_free (self->saved);
  g_free (self->y);
  ls_system_clear (&self->base);
}

void
ls_system_own_switch_off (LsSystemOwn *self, guint missing)
{
  LsSystemInfo *info = self->base.info;

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if ((missing & (1u << i)) != 0)
      ls_system_info_deny (info, (LsCapability)i, _ ("it is switched off"));
  if (info->has[LS_CAPABILITY_LINEARISATION]
      && !(info->has[LS_CAPABILITY_STATES] && info->has[LS_CAPABILITY_STATE_DERIVATIVES]))
    ls_system_info_deny (info, LS_CAPABILITY_LINEARISATION,
                         _ ("states and their derivatives are needed for it"));
  if (!info->has[LS_CAPABILITY_STATES])
    info->n_state = 0;
}

void
ls_system_own_set_inputs (LsSystemOwn *self, double h, guint degree, const double u[])
{
  for (guint j = 0; j < self->base.info->n_in; j++)
    self->u[j]
        = ls_polynomial_get_value_and_slope (u + (gsize)j * (degree + 1), degree, h, &self->du[j]);
}

LsStatus
ls_system_own_start (LsSystem *system)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  return self->update (self);
}

double
ls_system_own_get_time (const LsSystem *system)
{
  return *((const LsSystemOwn *)system)->time;
}

LsStatus
ls_system_own_evaluate (LsSystem *system, const double u[], double y[])
{
  LsSystemOwn *self = (LsSystemOwn *)system;
  LsStatus status;

  memcpy (self->u, u, system->info->n_in * sizeof (double));
  status = self->update (self);
  memcpy (y, self->y, system->info->n_out * sizeof (double));
  return status;
}

LsStatus
ls_system_own_finish_step (
    LsSystem *system, double h, double end, guint degree, const double u[], double y[], double dy[])
{
  LsSystemOwn *self = (LsSystemOwn *)system;
  const guint n_out = system->info->n_out;
  LsStatus status;

  ls_system_own_set_inputs (self, h, degree, u);
  *self->time = end;
  status = self->update (self);
  memcpy (y, self->y, n_out * sizeof (double));
  for (guint i = 0; dy != NULL && i < n_out; i++)
    dy[i] = NAN;
  if (dy != NULL && system->info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES])
    status = system->klass->get_output_derivatives (system, dy);
  return status;
}

LsStatus
ls_system_own_get_inputs (LsSystem *system, double u[])
{
  memcpy (u, ((LsSystemOwn *)system)->u, system->info->n_in * sizeof (double));
  return LS_OK;
}

LsStatus
ls_system_own_set_some_inputs (LsSystem *system,
                               const guint indices[],
                               guint n,
                               const double values[])
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  for (guint i = 0; i < n; i++)
    self->u[indices[i]] = values[i];
  return LS_OK;
}

LsStatus
ls_system_own_get_some_outputs (LsSystem *system, const guint indices[], guint n, double values[])
{
  LsSystemOwn *self = (LsSystemOwn *)system;
  LsStatus status = self->update (self);

  for (guint i = 0; i < n; i++)
    values[i] = self->y[indices[i]];
  return status;
}

LsStatus
ls_system_own_read (LsSystem *system, const guint variables[], guint n, double values[])
{
  LsSystemOwn *self = (LsSystemOwn *)system;
  const guint n_in = system->info->n_in, n_out = system->info->n_out;
  LsStatus status = self->update (self);

  for (guint i = 0; i < n; i++)
    {
      const guint k = variables[i];

      if (k < n_in)
        values[i] = self->u[k];
      else
        values[i] = k < n_in + n_out ? self->y[k - n_in] : self->x[k - n_in - n_out];
    }
  return status;
}

LsStatus
ls_system_own_get_typed (LsSystem *system, const LsVariable *variable, LsSystemValue *value)
{
  value->type = LS_TYPE_REAL;
  return ls_system_own_read (system, &variable->index, 1, &value->real);
}

LsStatus
ls_system_own_set_typed (LsSystem *system, const LsVariable *variable, const LsSystemValue *value)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  if (variable->causality != LS_CAUSALITY_INPUT || value->type != LS_TYPE_REAL)
    {
      ls_log_write (system->log, LS_LOG_ERROR, system->info->name, variable->name, *self->time,
                    "%s", _ ("the component cannot do it"));
      return LS_STOP;
    }
  self->u[variable->index] = value->real;
  return LS_OK;
}

LsStatus
ls_system_own_get_states (LsSystem *system, double x[])
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  memcpy (x, self->x, self->n_x * sizeof (double));
  return LS_OK;
}

LsStatus
ls_system_own_save (LsSystem *system, gboolean expected G_GNUC_UNUSED)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  if (self->saved == NULL)
    self->saved = g_new (double, self->n_memory);
  memcpy (self->saved, self->memory, self->n_memory * sizeof (double));
  return LS_OK;
}

LsStatus
ls_system_own_restore (LsSystem *system)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  if (self->saved == NULL)
    return LS_STOP;
  memcpy (self->memory, self->saved, self->n_memory * sizeof (double));
  return LS_OK;
}

/* A saved state is a copy of the memory, disguised as an LsSavedState. */
LsStatus
ls_system_own_save_state (LsSystem *system, LsSavedState **state)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  *state = g_memdup2 (self->memory, self->n_memory * sizeof (double));
  return LS_OK;
}

LsStatus
ls_system_own_restore_state (LsSystem *system, LsSavedState *state)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  memcpy (self->memory, state, self->n_memory * sizeof (double));
  return LS_OK;
}

void
ls_system_own_free_state (LsSystem *system G_GNUC_UNUSED, LsSavedState *state)
{
  g_free (state);
}

GBytes *
ls_system_own_serialize_state (LsSystem *system, LsSavedState *state, GError **error G_GNUC_UNUSED)
{
  return g_bytes_new (state, ((LsSystemOwn *)system)->n_memory * sizeof (double));
}

LsSavedState *
ls_system_own_deserialize_state (LsSystem *system, GBytes *bytes, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  if (size == ((LsSystemOwn *)system)->n_memory * sizeof (double))
    return g_memdup2 (data, size);
  return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: the bytes are not a saved state of it"),
                       system->info->name);
}

void
ls_system_own_visit_state (LsSystem *system, LsVisitMemoryFunc func, gpointer user_data)
{
  LsSystemOwn *self = (LsSystemOwn *)system;

  func (self->memory, self->n_memory * sizeof (double), user_data);
}

gboolean
ls_system_own_enable_time_derivative (LsSystem *system G_GNUC_UNUSED)
{
  return TRUE;
}

LsStatus
ls_system_own_get_no_time_derivatives (LsSystem *system G_GNUC_UNUSED,
                                       const LsLinearisation *point G_GNUC_UNUSED,
                                       const double u[] G_GNUC_UNUSED,
                                       double h G_GNUC_UNUSED,
                                       double ft[] G_GNUC_UNUSED,
                                       double gt[] G_GNUC_UNUSED,
                                       gboolean *changes)
{
  *changes = FALSE;
  return LS_OK;
}
