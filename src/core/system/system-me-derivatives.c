/* Time derivatives of the outputs of a Model Exchange FMU along its solution: dy/dt = C f + D du/dt
 * + g_t. */
#include "core/system/system-me-impl.h"

#include <math.h>
#include <string.h>

/* Length of differences relative to a step. */
#define SHARE 1e-3
/* TRUST: evaluations in a row without time dependence after which it is tested only every MAX_PAUSE
 * steps. */
#define TRUST 3u
#define MAX_PAUSE 64u

/* f, and the time derivatives of the inputs at the end of the step. */
static LsStatus
get_tangent (LsSystemFmu *self, double h)
{
  LsSystemMe *me = (LsSystemMe *)self;
  guint n_x = self->base.info->n_state;
  LsStatus status = LS_OK;

  if (n_x > 0)
    status = ls_instance_get_state_derivatives (self->instance, me->f);
  memcpy (me->seed, me->f, n_x * sizeof (double));
  for (guint k = 0; k < me->n_continuous; k++)
    {
      const double *c = me->coefficients + (gsize)me->continuous[k] * (LS_SYSTEM_MAX_DEGREE + 1);

      me->seed[n_x + k] = c[1] + h * (2.0 * c[2] + h * 3.0 * c[3]);
    }
  return status;
}

/* The outputs after @delta along the tangent, or with time alone changed. */
static LsStatus
read_after (LsSystemFmu *self, double delta, gboolean tangent, double values[])
{
  LsSystemMe *me = (LsSystemMe *)self;
  guint n_x = self->base.info->n_state;
  const double *x = ls_me_solver_get_states (me->solver);
  LsStatus status
      = ls_instance_set_time (self->instance, ls_me_solver_get_time (me->solver) + delta);

  if (tangent)
    {
      for (guint k = 0; k < n_x; k++)
        me->x[k] = x[k] + delta * me->seed[k];
      for (guint k = 0; k < me->n_continuous; k++)
        me->u[k] = me->reached[me->continuous[k]] + delta * me->seed[n_x + k];
      if (status == LS_OK && n_x > 0)
        status = ls_instance_set_states (self->instance, me->x);
      if (status == LS_OK && me->n_continuous > 0)
        status
            = ls_instance_set_real (self->instance, me->continuous_refs, me->n_continuous, me->u);
    }
  return status == LS_OK
             ? ls_instance_get_real (self->instance, me->slope_refs, me->n_slope, values)
             : status;
}

/* One-sided, of second order, since times before the end may lie before an event. Adds to @dy;
 * me->here holds the outputs at the end.
 * @changes: (out): whether anything differs */
static LsStatus
add_differences (LsSystemFmu *self, double h, gboolean tangent, double dy[], gboolean *changes)
{
  LsSystemMe *me = (LsSystemMe *)self;
  double t = ls_me_solver_get_time (me->solver);
  double delta = fmax (SHARE * h, 1e-12 * fabs (t));
  double near = (t + delta) - t, far = (t + 2.0 * delta) - t;
  LsStatus status = read_after (self, near, tangent, me->near);

  *changes = status == LS_OK && memcmp (me->near, me->here, me->n_slope * sizeof (double)) != 0;
  if (*changes)
    status = read_after (self, far, tangent, me->far);
  for (guint i = 0; i < me->n_slope && *changes && status == LS_OK; i++)
    dy[me->slope_rows[i]] += (me->near[i] - me->here[i]) * far / (near * (far - near))
                             - (me->far[i] - me->here[i]) * near / (far * (far - near));
  if (status != LS_OK)
    return status;
  return ls_me_solver_return (me->solver);
}

/* Directional derivatives, plus differences for the explicit time dependence. */
static LsStatus
add_directional (LsSystemFmu *self, double h, double dy[])
{
  LsSystemMe *me = (LsSystemMe *)self;
  guint n_known = self->base.info->n_state + me->n_continuous;
  gboolean changes;
  LsStatus status = LS_OK;

  if (n_known > 0)
    status = ls_instance_get_directional_derivative (self->instance, me->slope_refs, me->n_slope,
                                                     me->known_refs, n_known, me->seed, me->near);
  for (guint i = 0; i < me->n_slope && n_known > 0 && status == LS_OK; i++)
    dy[me->slope_rows[i]] = me->near[i];
  if (status != LS_OK)
    return status;
  if (me->pause > 0)
    {
      me->pause--;
      return LS_OK;
    }
  status = add_differences (self, h, FALSE, dy, &changes);
  me->n_constant = changes ? 0 : me->n_constant + 1;
  me->pause = me->n_constant < TRUST ? 0 : MAX_PAUSE;
  return status;
}

LsStatus
ls_system_me_get_output_derivatives (LsSystemMe *me, double h, double dy[])
{
  LsSystemFmu *self = &me->fmu;
  gboolean changes;
  LsStatus status = LS_OK;

  /* Read before the derivatives. */
  if (me->n_slope > 0)
    status = ls_instance_get_real (self->instance, me->slope_refs, me->n_slope, me->here);
  if (status == LS_OK)
    status = get_tangent (self, h);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < self->base.info->n_out; i++)
    dy[i] = me->output_states[i] >= 0 ? me->f[me->output_states[i]] : 0.0;
  if (me->n_slope == 0)
    return LS_OK;
  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0)
    return add_directional (self, h, dy);
  return add_differences (self, h, TRUE, dy, &changes);
}

/* Replaces the input polynomials by their tangents. */
static void
lay_tangent (LsSystemFmu *self, const double u[], const double du[])
{
  LsSystemMe *me = (LsSystemMe *)self;

  me->origin = ls_me_solver_get_time (me->solver);
  for (guint k = 0; k < me->n_continuous; k++)
    {
      guint j = me->continuous[k];
      double *c = me->coefficients + (gsize)j * (LS_SYSTEM_MAX_DEGREE + 1);

      c[0] = u[j];
      c[1] = du[j];
      c[2] = c[3] = 0.0;
      me->reached[j] = c[0];
    }
}

LsStatus
ls_system_me_find_output_derivatives (
    LsSystem *system, const double u[], const double du[], double h, double dy[])
{
  LsSystemMe *me = (LsSystemMe *)system;
  LsSystemFmu *self = &me->fmu;
  const gsize n = self->base.info->n_in, n_coefficients = n * (LS_SYSTEM_MAX_DEGREE + 1);
  const double origin = me->origin;
  const guint n_constant = me->n_constant, pause = me->pause;
  LsStatus status;

  memcpy (me->aside, me->coefficients, n_coefficients * sizeof (double));
  memcpy (me->aside + n_coefficients, me->reached, n * sizeof (double));
  lay_tangent (self, u, du);
  me->pause = 0;
  status = ls_me_solver_return (me->solver);
  if (status == LS_OK)
    status = ls_system_me_get_output_derivatives (me, h, dy);
  if (status != LS_OK && status != LS_STOP)
    {
      /* Derivatives are not available; this only reduces the accuracy of the first step. */
      for (guint i = 0; i < self->base.info->n_out; i++)
        dy[i] = NAN;
      status = ls_me_solver_return (me->solver);
    }
  me->n_constant = n_constant;
  me->pause = pause;
  me->origin = origin;
  memcpy (me->coefficients, me->aside, n_coefficients * sizeof (double));
  memcpy (me->reached, me->aside + n_coefficients, n * sizeof (double));
  return status;
}
