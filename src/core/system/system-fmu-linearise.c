/* Linearisation: by directional or adjoint derivatives, otherwise by differences of a Model
 * Exchange twin, because a Co-Simulation instance cannot be evaluated at states other than its own.
 */
#include "core/system/system-fmu-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static gboolean
has_derivatives (LsInstance *instance)
{
  return (ls_instance_get_capabilities (instance)
          & (LS_CAN_DIRECTIONAL_DERIVATIVE | LS_CAN_ADJOINT_DERIVATIVE))
         != 0;
}

void
ls_system_fmu_add_twin (LsSystemFmu *self)
{
  g_autoptr (GError) error = NULL;
  const LsInterface *model_exchange = &ls_fmu_get_description (self->fmu)->model_exchange;

  if (!self->base.info->has[LS_CAPABILITY_LINEARISATION] || has_derivatives (self->instance))
    return;
  if (ls_instance_get_kind (self->instance) == LS_KIND_MODEL_EXCHANGE)
    {
      self->twin = self->instance;
      return;
    }
  if (!model_exchange->present || model_exchange->can_be_instantiated_only_once_per_process)
    {
      ls_system_info_deny (self->base.info, LS_CAPABILITY_LINEARISATION,
                           _ ("the binary of the FMU lacks directional derivatives"));
      return;
    }
  self->twin = ls_system_fmu_instantiate (self, LS_KIND_MODEL_EXCHANGE, &error);
  if (self->twin != NULL)
    {
      ls_instance_forget_inputs (self->twin);
      return;
    }
  ls_system_info_deny (self->base.info, LS_CAPABILITY_LINEARISATION, error->message);
  ls_log_write (self->base.log, LS_LOG_WARNING, self->base.info->name, NULL, 0.0,
                _ ("no linearisation, as Model Exchange cannot be used: %s"), error->message);
}

void
ls_system_fmu_start_twin (LsSystemFmu *self)
{
  LsEventInfo info;
  LsStatus status = ls_instance_exit_initialization (self->twin);
  g_autofree char *said = NULL;

  self->twin_started = TRUE;
  if (status == LS_OK)
    status = ls_instance_update_discrete_states (self->twin, &info);
  if (status == LS_OK)
    status = ls_instance_enter_continuous_time_mode (self->twin);
  if (status == LS_OK)
    return;
  /* A run needs no linearisation: remove the capability only. */
  said = ls_log_take_error (self->base.log);
  ls_system_info_deny (self->base.info, LS_CAPABILITY_LINEARISATION,
                       said != NULL ? said : _ ("the Model Exchange instance does not start"));
  g_clear_pointer (&self->twin, ls_instance_free);
}

/* Column @index of (A B; C D), states first. */
static void
store_column (const LsSystemFmu *self, guint index, const double column[], LsLinearisation *result)
{
  guint n_x = self->base.info->n_state, n_u = self->base.info->n_in, n_y = self->base.info->n_out;
  gboolean state = index < n_x;
  double *top = state ? result->a + index : result->b + (index - n_x);
  double *bottom = state ? result->c + index : result->d + (index - n_x);
  guint stride = state ? n_x : n_u;

  for (guint i = 0; i < n_x; i++)
    top[(gsize)i * stride] = column[i];
  for (guint i = 0; i < n_y; i++)
    bottom[(gsize)i * stride] = column[n_x + i];
}

/* Variables that do not vary continuously have no derivatives: use zeros. */
static LsStatus
get_column (LsSystemFmu *self, LsInstance *instance, guint known, double column[])
{
  guint n = self->base.info->n_state + self->base.info->n_out;
  gboolean whole = self->n_unknown == n;
  double *asked = whole ? column : self->column_low;
  double seed = 1.0;
  LsStatus status = LS_OK;

  if (!whole || self->known_fixed[known])
    memset (column, 0, n * sizeof (double));
  if (self->known_fixed[known] || self->n_unknown == 0)
    return LS_OK;
  status = ls_instance_get_directional_derivative (instance, self->unknown_refs, self->n_unknown,
                                                   self->known_refs + known, 1, &seed, asked);
  for (guint i = 0; i < self->n_unknown && !whole; i++)
    column[self->unknown_rows[i]] = asked[i];
  return status;
}

static LsStatus
linearise_directional (LsSystemFmu *self, LsInstance *instance, LsLinearisation *result)
{
  guint n_known = self->base.info->n_state + self->base.info->n_in;

  for (guint j = 0; j < n_known; j++)
    {
      LsStatus status = get_column (self, instance, j, self->column);

      if (status != LS_OK)
        return status;
      store_column (self, j, self->column, result);
    }
  return LS_OK;
}

/* A row, d unknown / d knowns: the continuous ones, listed in self->read_refs. */
static LsStatus
get_row (LsSystemFmu *self, LsInstance *instance, guint unknown, guint n, LsLinearisation *result)
{
  const guint n_x = self->base.info->n_state, n_u = self->base.info->n_in;
  const guint row = self->unknown_rows[unknown];
  double *left = row < n_x ? result->a + (gsize)row * n_x : result->c + (gsize)(row - n_x) * n_x;
  double *right = row < n_x ? result->b + (gsize)row * n_u : result->d + (gsize)(row - n_x) * n_u;
  const double seed = 1.0;
  const LsStatus status = ls_instance_get_adjoint_derivative (
      instance, &self->unknown_refs[unknown], 1, self->read_refs, n, &seed, self->read_reals);

  for (guint k = 0; k < n && status == LS_OK; k++)
    *(self->read_index[k] < n_x ? &left[self->read_index[k]] : &right[self->read_index[k] - n_x])
        = self->read_reals[k];
  return status;
}

/* Variables that do not vary continuously have no derivatives: use zeros. */
static void
clear_matrices (const LsSystemFmu *self, LsLinearisation *result)
{
  const gsize n_x = self->base.info->n_state, n_u = self->base.info->n_in,
              n_y = self->base.info->n_out;

  memset (result->a, 0, n_x * n_x * sizeof (double));
  memset (result->b, 0, n_x * n_u * sizeof (double));
  memset (result->c, 0, n_y * n_x * sizeof (double));
  memset (result->d, 0, n_y * n_u * sizeof (double));
}

static guint
list_continuous_knowns (LsSystemFmu *self)
{
  guint n = 0;

  for (guint j = 0; j < self->base.info->n_state + self->base.info->n_in; j++)
    if (!self->known_fixed[j])
      {
        self->read_refs[n] = self->known_refs[j];
        self->read_index[n++] = j;
      }
  return n;
}

/* One call for each row, or for each column, whichever are fewer. */
static LsStatus
linearise_derivatives (LsSystemFmu *self, LsInstance *instance, LsLinearisation *result)
{
  const guint capabilities = ls_instance_get_capabilities (instance);
  const guint n = list_continuous_knowns (self);
  LsStatus status = LS_OK;

  if ((capabilities & LS_CAN_ADJOINT_DERIVATIVE) == 0
      || ((capabilities & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0 && n <= self->n_unknown))
    return linearise_directional (self, instance, result);
  clear_matrices (self, result);
  for (guint i = 0; i < self->n_unknown && status == LS_OK; i++)
    status = get_row (self, instance, i, n, result);
  return status;
}

/* State derivatives and outputs of the twin at self->known. */
static LsStatus
evaluate_twin (LsSystemFmu *self, double column[])
{
  guint n_x = self->base.info->n_state, n_u = self->base.info->n_in, n_y = self->base.info->n_out;
  LsStatus status = LS_OK;

  if (n_x > 0)
    status = ls_instance_set_states (self->twin, self->known);
  if (status == LS_OK && n_u > 0)
    status = ls_instance_set_real (self->twin, self->in_refs, n_u, self->known + n_x);
  if (status == LS_OK && n_y > 0)
    status = ls_instance_get_real (self->twin, self->out_refs, n_y, column + n_x);
  if (status == LS_OK && n_x > 0)
    status = ls_instance_get_state_derivatives (self->twin, column);
  return status;
}

/* Central differences: their error, some 1e-10 of the nominal, is far below its effect on a macro
 * step. */
static LsStatus
linearise_differences (LsSystemFmu *self, LsLinearisation *result)
{
  guint n_x = self->base.info->n_state, n_u = self->base.info->n_in;
  guint n_unknown = n_x + self->base.info->n_out;

  for (guint j = 0; j < n_x + n_u; j++)
    {
      double centre = self->known[j];
      double nominal
          = j < n_x ? self->base.info->state_nominals[j] : self->base.info->input_nominals[j - n_x];
      double delta = cbrt (DBL_EPSILON) * fmax (fabs (centre), nominal);
      double high = centre + delta, low = centre - delta;
      LsStatus status;

      self->known[j] = high;
      status = evaluate_twin (self, self->column);
      self->known[j] = low;
      if (status == LS_OK)
        status = evaluate_twin (self, self->column_low);
      self->known[j] = centre;
      if (status != LS_OK)
        return status;
      for (guint i = 0; i < n_unknown; i++)
        self->column[i] = (self->column[i] - self->column_low[i]) / (high - low);
      store_column (self, j, self->column, result);
    }
  return LS_OK;
}

static LsStatus
linearise_twin (LsSystemFmu *self, const double u[], LsLinearisation *result)
{
  guint n_x = self->base.info->n_state, n_u = self->base.info->n_in;
  LsStatus status = ls_instance_set_time (self->twin, ls_instance_get_time (self->instance));

  memcpy (self->known, result->x, n_x * sizeof (double));
  if (n_u > 0)
    memcpy (self->known + n_x, u, n_u * sizeof (double));
  if (status == LS_OK)
    status = ls_system_fmu_update_twin (self, self->twin, result->x, u);
  if (status != LS_OK)
    return status;
  if (!has_derivatives (self->twin))
    return linearise_differences (self, result);
  status = evaluate_twin (self, self->column);
  if (status == LS_OK)
    status = linearise_derivatives (self, self->twin, result);
  return status;
}

LsStatus
ls_system_fmu_read_point (LsSystemFmu *self, LsLinearisation *result)
{
  guint n_x = self->base.info->n_state, n_y = self->base.info->n_out;
  LsStatus status = LS_OK;

  if (2 * n_x + n_y > 0)
    status = ls_instance_get_real (self->instance, self->point_refs, 2 * n_x + n_y, result->x);
  return status;
}

LsStatus
ls_system_fmu_linearise (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemFmu *self = (LsSystemFmu *)system;

  return self->twin != NULL ? linearise_twin (self, u, result)
                            : linearise_derivatives (self, self->instance, result);
}
