#include "core/ode/ode-sundials.h"

#include <math.h>

gboolean
ls_ode_sundials_init (LsOdeSundials *self, LsOde *ode)
{
  const guint n = ode->problem.n;

  self->ode = ode;
  if (SUNContext_Create (NULL, &self->context) != 0)
    return FALSE;
  self->x = N_VNew_Serial (n, self->context);
  self->dense = N_VMake_Serial (n, ode->x_new, self->context);
  if (self->x == NULL || self->dense == NULL)
    return FALSE;
  N_VConst (0.0, self->x);
  return TRUE;
}

void
ls_ode_sundials_clear (LsOdeSundials *self)
{
  if (self->x != NULL)
    N_VDestroy (self->x);
  if (self->dense != NULL)
    N_VDestroy (self->dense);
  if (self->context != NULL)
    SUNContext_Free (&self->context);
}

int
ls_ode_sundials_evaluate (realtype t, N_Vector x, N_Vector dx, void *user_data)
{
  LsOdeSundials *self = user_data;

  return ls_ode_evaluate (self->ode, t, N_VGetArrayPointer (x), N_VGetArrayPointer (dx));
}

int
ls_ode_sundials_get_weights (N_Vector x, N_Vector weights, void *user_data)
{
  const LsOdeSundials *self = user_data;
  const LsOde *ode = self->ode;
  const double *states = N_VGetArrayPointer (x);
  double *values = N_VGetArrayPointer (weights);

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double scale = ode->rtol * fabs (states[i]) + ode->atol[i];

      if (!(scale > 0.0))
        return -1;
      values[i] = 1.0 / scale;
    }
  return 0;
}

void
ls_ode_sundials_ignore_message (int code G_GNUC_UNUSED,
                                const char *module G_GNUC_UNUSED,
                                const char *function G_GNUC_UNUSED,
                                char *message G_GNUC_UNUSED,
                                void *user_data G_GNUC_UNUSED)
{
}
