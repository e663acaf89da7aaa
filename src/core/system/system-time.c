/* Derivatives with respect to time, by differences on a Model Exchange twin: FMI 2.0 has no call
 * for them, and a Co-Simulation instance knows no other time than its own. */
#include "core/system/system-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The differences reach over this share of a step: what they miss is far below what the step
 * misses, and rounding counts by 1e-14 of f / h. */
#define SHARE 0.01
/* So many times nothing may depend on time before it is asked less often; then this often. */
#define TRUST 3u
#define MAX_PAUSE 64u
/* The twin has to agree with the component on f and y, relative. */
#define AGREEMENT 1e-6

static void
lose (LsSystem *self, const char *fallback)
{
  g_autofree char *said = ls_log_take_error (self->log);

  ls_system_info_deny (self->info, LS_CAPABILITY_TIME_DERIVATIVE, said != NULL ? said : fallback);
  if (self->owns_clock)
    g_clear_pointer (&self->clock, ls_instance_free);
  self->clock = NULL;
}

static LsStatus
start_clock (LsInstance *clock)
{
  LsEventInfo info;
  LsStatus status = ls_instance_exit_initialization (clock);

  if (status == LS_OK)
    status = ls_instance_update_discrete_states (clock, &info);
  return status == LS_OK ? ls_instance_enter_continuous_time_mode (clock) : status;
}

gboolean
ls_system_enable_time_derivative (LsSystem *self)
{
  g_autoptr (GError) error = NULL;

  if (!self->info->has[LS_CAPABILITY_TIME_DERIVATIVE] || self->clock != NULL)
    return self->clock != NULL;
  if (self->twin != NULL || self->me != NULL)
    {
      self->clock = self->me != NULL ? self->instance : self->twin;
      return TRUE;
    }
  self->clock = ls_system_instantiate (self, LS_KIND_MODEL_EXCHANGE, &error);
  if (self->clock == NULL)
    {
      ls_system_info_deny (self->info, LS_CAPABILITY_TIME_DERIVATIVE, error->message);
      return FALSE;
    }
  ls_instance_forget_inputs (self->clock);
  self->owns_clock = TRUE;
  if (start_clock (self->clock) == LS_OK)
    return TRUE;
  lose (self, _ ("the Model Exchange instance does not start"));
  return FALSE;
}

/* f and y of the twin at @time. */
static LsStatus
read_at (LsSystem *self, double time, double column[])
{
  guint n_x = self->info->n_state, n_y = self->info->n_out;
  LsStatus status = ls_instance_set_time (self->clock, time);

  if (status == LS_OK && n_y > 0)
    status = ls_instance_get_real (self->clock, self->out_refs, n_y, column + n_x);
  if (status == LS_OK && n_x > 0)
    status = ls_instance_get_state_derivatives (self->clock, column);
  return status;
}

static LsStatus
place (LsSystem *self, const LsLinearisation *point, const double u[], double time)
{
  LsStatus status = ls_instance_set_time (self->clock, time);

  if (status == LS_OK && self->info->n_state > 0)
    status = ls_instance_set_states (self->clock, point->x);
  if (status == LS_OK && self->info->n_in > 0)
    status = ls_system_set_mapped (self, self->clock, u);
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
follows (const LsSystem *self, const LsLinearisation *point)
{
  return agree (self->column, point->f, self->info->n_state)
         && agree (self->column + self->info->n_state, point->y, self->info->n_out);
}

/* The twin may have missed an event of the component. */
static LsStatus
pass_event (LsSystem *self)
{
  LsEventInfo info;
  LsStatus status = ls_instance_enter_event_mode (self->clock);

  if (status == LS_OK)
    status = ls_instance_update_discrete_states (self->clock, &info);
  return status == LS_OK ? ls_instance_enter_continuous_time_mode (self->clock) : status;
}

/* Leaves f and y of the present time in self->column. @same: whether the twin is where the
 * component is. */
static LsStatus
follow (LsSystem *self, const LsLinearisation *point, const double u[], gboolean *same)
{
  double time = ls_system_get_time (self);
  LsStatus status = place (self, point, u, time);

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

/* One-sided, as nothing before the start can be asked: second order through three times.
 * @changes: whether f and y differ at all. */
static LsStatus
take_differences (LsSystem *self, double h, double ft[], double gt[], gboolean *changes)
{
  guint n_x = self->info->n_state, n = n_x + self->info->n_out;
  double time = ls_system_get_time (self);
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

static gboolean
are_finite (const double values[], guint n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return TRUE;
}

/* A component that has not depended on time so far is asked now and then only. */
static gboolean
rest (LsSystem *self, gboolean changes)
{
  self->quiet = changes ? 0 : self->quiet + 1;
  self->pause = self->quiet < TRUST ? 0 : MAX_PAUSE;
  return changes;
}

gboolean
ls_system_get_time_derivatives (LsSystem *self,
                                const LsLinearisation *point,
                                const double u[],
                                double h,
                                double ft[],
                                double gt[],
                                guint64 *n_taken)
{
  gboolean changes = FALSE, same = FALSE;
  LsStatus status;

  if (self->clock == NULL)
    return FALSE;
  if (self->pause > 0)
    {
      self->pause--;
      return FALSE;
    }
  ++*n_taken;
  status = follow (self, point, u, &same);
  if (status == LS_OK && same)
    status = take_differences (self, h, ft, gt, &changes);
  if (status == LS_OK && self->clock == self->instance)
    status = ls_instance_set_time (self->clock, ls_system_get_time (self));
  if (status != LS_OK)
    {
      lose (self, _ ("the Model Exchange instance fails"));
      return FALSE;
    }
  return rest (self, changes) && are_finite (ft, self->info->n_state)
         && are_finite (gt, self->info->n_out);
}
