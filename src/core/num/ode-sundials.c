#include "core/num/ode-sundials.h"

#include <string.h>

gboolean
ls_ode_sundials_init (LsOdeSundials *self, LsOde *ode)
{
  const guint n = ode->problem.n;

  self->ode = ode;
  if (SUNContext_Create (NULL, &self->context) != 0)
    return FALSE;
  self->x = N_VNew_Serial (n, self->context);
  self->atol = N_VNew_Serial (n, self->context);
  self->dense = N_VMake_Serial (n, ode->x_new, self->context);
  if (self->x == NULL || self->atol == NULL || self->dense == NULL)
    return FALSE;
  N_VConst (0.0, self->x);
  memcpy (N_VGetArrayPointer (self->atol), ode->atol, n * sizeof (double));
  return TRUE;
}

void
ls_ode_sundials_clear (LsOdeSundials *self)
{
  if (self->x != NULL)
    N_VDestroy (self->x);
  if (self->atol != NULL)
    N_VDestroy (self->atol);
  if (self->dense != NULL)
    N_VDestroy (self->dense);
  if (self->context != NULL)
    SUNContext_Free (&self->context);
}

int
ls_ode_sundials_evaluate (realtype t, N_Vector x, N_Vector dx, void *user_data)
{
  LsOdeSundials *self = user_data;

  self->evaluated = ls_ode_evaluate (self->ode, t, N_VGetArrayPointer (x), N_VGetArrayPointer (dx));
  if (self->evaluated == LS_RETRY)
    self->t_failed = t;
  return self->evaluated;
}

void
ls_ode_sundials_ignore_message (int code G_GNUC_UNUSED,
                                const char *module G_GNUC_UNUSED,
                                const char *function G_GNUC_UNUSED,
                                char *message G_GNUC_UNUSED,
                                void *user_data G_GNUC_UNUSED)
{
}
