/* Constraints on the states of Model Exchange: functions that are not part of FMI 2.0. */
#include "core/fmi/fmi2-instance.h"

#include <glib/gi18n-lib.h>

LsStatus
ls_instance_fmi2_get_n_constraints (LsInstance *instance, guint *n)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  const guint max = ls_fmu_get_description (instance->fmu)->constraints.max;
  size_t now = max;

  *n = max;
  self->base.call = "fmi2GetNumberOfConstraints";
  /* FMUs with a constant number of constraints may omit the function. */
  if (self->fmi->GetNumberOfConstraints != NULL)
    {
      fmi2Status status = self->fmi->GetNumberOfConstraints (self->component, &now);
      LsStatus result = status == fmi2OK ? LS_OK : ls_instance_judge (&self->base, (int)status);

      if (result != LS_OK)
        return result;
    }
  if (now > max)
    {
      ls_log_write (instance->log, LS_LOG_ERROR, instance->name, self->base.call, instance->time,
                    _ ("there are said to be %zu constraints, more than the %u of the description"),
                    now, max);
      return LS_STOP;
    }
  *n = (guint)now;
  return LS_OK;
}

LsStatus
ls_instance_fmi2_get_constraints (LsInstance *instance, double residuals[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  LS_FMI2_RETURN_CALL (self, Constraint, residuals);
}

LsStatus
ls_instance_fmi2_get_constraint_jacobian (LsInstance *instance, double jacobian[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  LS_FMI2_RETURN_CALL (self, ConstraintJacobian, jacobian);
}

/* FMUs return fmi2Error for a singular Jacobian (Najafi 2017, section 3), which here does not mean
 * that the instance is unusable: a smaller step may succeed. */
LsStatus
ls_instance_fmi2_get_projection_step (LsInstance *instance, double step[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  fmi2Status status;

  self->base.call = "fmi2ProjectionStep";
  if (self->fmi->ProjectionStep == NULL)
    return ls_instance_miss (&self->base);
  status = self->fmi->ProjectionStep (self->component, step);
  if (status == fmi2OK)
    return LS_OK;
  return ls_instance_judge (&self->base, (int)status == fmi2Error ? fmi2Discard : status);
}

LsStatus
ls_instance_fmi2_project (
    LsInstance *instance, double tolerance, guint limit, gboolean apply, double way[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  self->base.asked = LS_ASKED_NOTHING;
  LS_FMI2_RETURN_CALL (self, Projection, way, tolerance, limit, apply ? fmi2True : fmi2False);
}
