/* Constraints of Model Exchange FMUs, and their projection. */
#include "core/fmi/instance-impl.h"

/* Returns from the calling function unless the call is allowed now and the FMU offers it. */
#define ADMIT(self, capability)                                                                    \
  do                                                                                               \
    if (ls_instance_admit (self, LS_CALL_CONSTRAINTS, capability) != LS_OK)                        \
      return LS_STOP;                                                                              \
  while (0)

LsStatus
ls_instance_get_n_constraints (LsInstance *self, guint *n)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  ADMIT (self, 0);
  return self->kind->get_n_constraints (self, n);
}

LsStatus
ls_instance_get_constraints (LsInstance *self, double residuals[])
{
  ADMIT (self, LS_CAN_CONSTRAINTS);
  return self->kind->get_constraints (self, residuals);
}

LsStatus
ls_instance_get_constraint_jacobian (LsInstance *self, double jacobian[])
{
  ADMIT (self, LS_CAN_CONSTRAINT_JACOBIAN);
  return self->kind->get_constraint_jacobian (self, jacobian);
}

LsStatus
ls_instance_get_projection_step (LsInstance *self, double step[])
{
  ADMIT (self, LS_CAN_PROJECTION_STEP);
  return self->kind->get_projection_step (self, step);
}

LsStatus
ls_instance_project (LsInstance *self, double tolerance, guint limit, gboolean apply, double way[])
{
  ADMIT (self, LS_CAN_PROJECTION);
  return self->kind->project (self, tolerance, limit, apply, way);
}
