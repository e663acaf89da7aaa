/* Evaluation of the monolithic model. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

LsStatus
ls_monolith_solve_loop (LsWireLoop *loop, gboolean *any, gpointer user_data)
{
  LsMonolith *self = user_data;
  const LsStatus status = ls_wire_loop_follow (loop, self->time, FALSE, &self->problem);

  *any = *any || (status == LS_OK && ls_wire_loop_has_moved (loop));
  return status;
}

/* Inputs may be set from outdated outputs before pass_on() has evaluated these, but are correct at
 * its end, since each output is read after everything that it depends on. */
LsStatus
ls_monolith_go_to (LsMonolith *self, double t, const double x[])
{
  gboolean any = FALSE;
  LsStatus status = LS_OK;

  self->time = t;
  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    status = ls_wired_place (&self->wired, i, t, x);
  return status == LS_OK ? ls_wired_pass_on_all (&self->wired, &any) : status;
}

/* A value that is not finite requests a smaller step, like fmi2Discard. */
static LsStatus
check_finite (LsMonolith *self, const LsMonolithComponent *part, double t)
{
  const LsUnknowns *derivatives = &ls_fmu_get_description (part->component->fmu)->derivatives;
  const LsDescription *description = ls_fmu_get_description (part->component->fmu);

  for (guint i = 0; i < part->wired->n_states; i++)
    if (!isfinite (self->dx[part->wired->first + i]))
      {
        const LsVariable *variable = &description->variables[derivatives->items[i].variable];
        g_free (self->problem);
        self->problem
            = g_strdup_printf (_ ("%s: fmi2GetDerivatives at t = %g s: “%s” is not finite"),
                               part->component->name, self->network.origin + t, variable->name);
        return LS_RETRY;
      }
  return LS_OK;
}

LsStatus
ls_monolith_get_derivatives (LsMonolith *self, double t, const double x[], double dx[])
{
  LsStatus status = ls_monolith_go_to (self, t, x);

  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    ls_instance_foresee_derivatives (self->parts[i].instance,
                                     self->dx + self->parts[i].wired->first);
  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    {
      LsMonolithComponent *part = &self->parts[i];
      if (part->wired->n_states == 0)
        continue;
      status = ls_instance_get_state_derivatives (part->instance, self->dx + part->wired->first);
      if (status == LS_OK)
        status = check_finite (self, part, t);
    }
  if (status == LS_OK && self->wired.n_states > 0)
    memcpy (dx, self->dx, self->wired.n_states * sizeof (double));
  return status;
}

LsStatus
ls_monolith_read (LsMonolith *self, double t, const double x[], double values[])
{
  LsStatus status = ls_monolith_go_to (self, t, x);

  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    {
      LsMonolithComponent *part = &self->parts[i];
      const guint n = part->variables->len;

      if (n > 0)
        status = ls_system_read (part->wired->system,
                                 (const guint *)(gpointer)part->variables->data, n, part->values);
      for (guint k = 0; k < n && status == LS_OK; k++)
        values[g_array_index (part->places, guint, k)] = part->values[k];
    }
  return status;
}

const char *
ls_monolith_get_problem (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->problem;
}
