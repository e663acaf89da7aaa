/* Constraints of all components: residuals component by component, derivatives by differences of
 * the coupled model, which include the connections. */
#include "core/reference/monolith-impl.h"

#include <math.h>
#include <string.h>

static gboolean
has_residuals (const LsMonolithComponent *part)
{
  return (ls_instance_get_capabilities (part->instance) & LS_CAN_CONSTRAINTS) != 0
         && part->wired->n_states > 0;
}

/* Current number of constraints of one component. */
static LsStatus
count (const LsMonolithComponent *part, guint *n)
{
  *n = 0;
  return has_residuals (part) ? ls_instance_get_n_constraints (part->instance, n) : LS_OK;
}

static LsStatus
residuals (double t, const double x[], guint m, double phi[], gpointer user_data)
{
  LsMonolith *self = user_data;
  LsStatus status = ls_monolith_go_to (self, t, x);
  guint first = 0;

  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    {
      guint n;

      status = count (&self->parts[i], &n);
      if (status != LS_OK || n == 0)
        continue;
      g_return_val_if_fail (first + n <= m, LS_STOP);
      /* The FMU writes the maximum number of residuals. */
      status = ls_instance_get_constraints (self->parts[i].instance, self->residuals);
      memcpy (phi + first, self->residuals, n * sizeof (double));
      first += n;
    }
  return status;
}

gboolean
ls_monolith_enable_projection (LsMonolith *self, double rtol, const double atol[])
{
  g_return_val_if_fail (self != NULL, FALSE);

  LsProjectionProblem problem = {
    .n = self->wired.n_states, .residuals = residuals, .nominals = self->nominals, .user_data = self
  };
  guint most = 0;

  for (guint i = 0; i < self->n_parts; i++)
    if (has_residuals (&self->parts[i]))
      {
        const guint max = ls_fmu_get_description (self->parts[i].component->fmu)->constraints.max;

        problem.max_constraints += max;
        most = MAX (most, max);
      }
  if (problem.max_constraints == 0)
    return FALSE;
  self->residuals = g_new0 (double, most + 1);
  self->projection = ls_projection_new (&problem);
  ls_projection_set_tolerances (self->projection, rtol, atol);
  return TRUE;
}

LsStatus
ls_monolith_project (LsMonolith *self, double t, double x[], double error[])
{
  guint m = 0;

  for (guint i = 0; i < self->n_parts; i++)
    {
      guint n;
      LsStatus status = count (&self->parts[i], &n);

      if (status != LS_OK)
        return status;
      m += n;
    }
  ls_projection_set_n_constraints (self->projection, m);
  return ls_projection_move (self->projection, t, x, error);
}
