/* Partial time derivatives, by differences on a Model Exchange twin: FMI 2.0 has no function for
 * them, and a Co-Simulation instance cannot be evaluated at times other than its own. */
#include "core/system/system-fmu-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Length of differences relative to a step: their truncation error is far below the error of the
 * step, and rounding contributes 1e-14 of f / h. */
#define SHARE 0.01
/* Relative tolerance for the agreement of twin and component on f and y. */
#define AGREEMENT 1e-6

static void
lose (LsSystemFmu *self, const char *fallback)
{
  g_autofree char *said = ls_log_take_error (self->base.log);

  ls_system_info_deny (self->base.info, LS_CAPABILITY_TIME_DERIVATIVE,
                       said != NULL ? said : fallback);
  if (self->owns_clock)
    g_clear_pointer (&self->clock, ls_instance_free);
  self->clock = NULL;
  self->base.knows_time = FALSE;
}

static LsStatus
start_clock (LsSystemFmu *self)
{
  LsEventInfo info;
  LsStatus status = ls_system_fmu_set_new_values (self, self->clock);

  if (status == LS_OK)
    status = ls_instance_exit_initialization (self->clock);
  if (status == LS_OK)
    status = ls_instance_update_discrete_states (self->clock, &info);
  return status == LS_OK ? ls_instance_enter_continuous_time_mode (self->clock) : status;
}

gboolean
ls_system_fmu_enable_time_derivative (LsSystem *system)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  g_autoptr (GError) error = NULL;

  if (self->twin != NULL || ls_instance_get_kind (self->instance) == LS_KIND_MODEL_EXCHANGE)
    {
      self->clock
          = self->twin != NULL && self->twin != self->instance ? self->twin : self->instance;
      return TRUE;
    }
  self->clock = ls_system_fmu_instantiate (self, LS_KIND_MODEL_EXCHANGE, &error);
  if (self->clock == NULL)
    {
      ls_system_info_deny (system->info, LS_CAPABILITY_TIME_DERIVATIVE, error->message);
      return FALSE;
    }
  ls_instance_forget_inputs (self->clock);
  self->owns_clock = TRUE;
  if (start_clock (self) == LS_OK)
    return TRUE;
  lose (self, _ ("the Model Exchange instance does not start"));
  return FALSE;
}

/* f and y of the twin at @time. */
static LsStatus
read_at (LsSystemFmu *self, double time, double column[])
{
  guint n_x = self->base.info->n_state, n_y = self->base.info->n_out;
  LsStatus status = ls_instance_set_time (self->clock, time);

  if (status == LS_OK && n_y > 0)
    status = ls_instance_get_real (self->clock, self->out_refs, n_y, column + n_x);
  if (status == LS_OK && n_x > 0)
    status = ls_instance_get_state_derivatives (self->clock, column);
  return status;
}

static LsStatus
place (LsSystemFmu *self, const LsLinearisation *point, const double u[], double time)
{
  LsStatus status = ls_instance_set_time (self->clock, time);

  if (status == LS_OK && self->base.info->n_state > 0)
    status = ls_instance_set_states (self->clock, point->x);
  if (status == LS_OK && self->base.info->n_in > 0)
    status = ls_instance_set_real (self->clock, self->in_refs, self->base.info->n_in, u);
  return status;
}

static gboolean
agree (const double a[], const double b[], guint n)
{
  for (guint i = 0; i < n; i++)
    if (!(fabs (a[i] - b[i]) <= AGREEMENT * (fabs (a[i]) + fabs (b[i])) + 1e-12))
      return FALSE;
  return TRUE;
}

static gboolean
follows (const LsSystemFmu *self, const LsLinearisation *point)
{
  return agree (self->column, point->f, self->base.info->n_state)
         && agree (self->column + self->base.info->n_state, point->y, self->base.info->n_out);
}

/* Lets the twin process an event that it may have missed. */
static LsStatus
pass_event (LsSystemFmu *self)
{
  LsEventInfo info;
  LsStatus status = ls_instance_enter_event_mode (self->clock);

  if (status == LS_OK)
    status = ls_instance_update_discrete_states (self->clock, &info);
  return status == LS_OK ? ls_instance_enter_continuous_time_mode (self->clock) : status;
}

/* Leaves f and y of the current time in self->column. @same: whether the twin agrees with the
 * component. */
static LsStatus
follow (LsSystemFmu *self, const LsLinearisation *point, const double u[], gboolean *same)
{
  double time = ls_system_get_time (&self->base);
  LsStatus status = ls_system_fmu_update_twin (self, self->clock, point->x, u);

  if (status == LS_OK)
    status = place (self, point, u, time);
  if (status == LS_OK)
    status = read_at (self, time, self->column);
  *same = status != LS_OK || follows (self, point);
  if (*same || self->clock == self->instance)
    return status;
  status = pass_event (self);
  if (status == LS_OK)
    status = place (self, point, u, time);
  if (status == LS_OK)
    status = read_at (self, time, self->column);
  *same = status == LS_OK && follows (self, point);
  return status;
}

/* One-sided, since times before the start cannot be evaluated; second order with three times.
 * @changes: whether f and y differ at all. */
static LsStatus
take_differences (LsSystemFmu *self, double h, double ft[], double gt[], gboolean *changes)
{
  guint n_x = self->base.info->n_state, n = n_x + self->base.info->n_out;
  double time = ls_system_get_time (&self->base);
  double delta = fmax (SHARE * h, 1e-13 * fabs (time));
  double near = (time + delta) - time, far = (time + 2.0 * delta) - time;
  LsStatus status = read_at (self, time + delta, self->column_low);

  *changes = FALSE;
  for (guint i = 0; i < n; i++)
    {
      double difference = self->column_low[i] - self->column[i];

      *changes = *changes || difference != 0.0;
      *(i < n_x ? ft + i : gt + (i - n_x)) = difference * far / (near * (far - near));
    }
  if (status != LS_OK || !*changes)
    return status;
  status = read_at (self, time + 2.0 * delta, self->column_low);
  for (guint i = 0; i < n; i++)
    *(i < n_x ? ft + i : gt + (i - n_x))
        -= (self->column_low[i] - self->column[i]) * near / (far * (far - near));
  return status;
}

LsStatus
ls_system_fmu_get_time_derivatives (LsSystem *system,
                                    const LsLinearisation *point,
                                    const double u[],
                                    double h,
                                    double ft[],
                                    double gt[],
                                    gboolean *changes)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  gboolean same = FALSE;
  LsStatus status = follow (self, point, u, &same);

  *changes = FALSE;
  if (status == LS_OK && same)
    status = take_differences (self, h, ft, gt, changes);
  if (status == LS_OK && self->clock == self->instance)
    status = ls_instance_set_time (self->clock, ls_system_get_time (system));
  if (status != LS_OK)
    lose (self, _ ("the Model Exchange instance fails"));
  return status;
}
