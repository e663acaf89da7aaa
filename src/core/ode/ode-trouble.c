/* Messages for failed steps. */
#include "core/ode/ode-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Distance to a failed evaluation, relative to the time, within which too small steps are
 * attributed to it. */
#define NEAR 1e-9

static gboolean
is_failed_evaluation (LsOdeTrouble trouble)
{
  return trouble == LS_ODE_TROUBLE_NOT_FINITE || trouble == LS_ODE_TROUBLE_EVALUATION
         || trouble == LS_ODE_TROUBLE_PROJECTION;
}

LsStatus
ls_ode_fail (LsOde *self, LsOdeTrouble trouble, double t, LsStatus status)
{
  self->trouble = trouble;
  self->trouble_time = t;
  if (is_failed_evaluation (trouble))
    {
      self->failed_evaluation = trouble;
      self->failed_state = self->trouble_state;
      self->failed_time = t;
    }
  else if (trouble == LS_ODE_TROUBLE_STALLED && is_failed_evaluation (self->failed_evaluation)
           && fabs (self->failed_time - t) <= NEAR * fabs (t))
    {
      self->trouble = self->failed_evaluation;
      self->trouble_state = self->failed_state;
      self->trouble_time = self->failed_time;
    }
  return status;
}

LsOdeTrouble
ls_ode_get_trouble (const LsOde *self, guint *state, double *t)
{
  if (state != NULL)
    *state = self->trouble == LS_ODE_TROUBLE_NOT_FINITE ? self->trouble_state : G_MAXUINT;
  if (t != NULL)
    *t = self->trouble_time;
  return self->trouble;
}

static char *
describe_not_finite (const LsOde *self,
                     double t,
                     const char *(*get_name) (guint state, gpointer user_data),
                     gpointer user_data)
{
  const char *name = get_name != NULL ? get_name (self->trouble_state, user_data) : NULL;

  if (name != NULL)
    return g_strdup_printf (_ ("The derivative of %s is not a finite number at t = %g s."), name,
                            t);
  return g_strdup_printf (_ ("The derivative of state %u is not a finite number at t = %g s."),
                          self->trouble_state + 1, t);
}

char *
ls_ode_describe_trouble (const LsOde *self,
                         double origin,
                         const char *(*get_name) (guint state, gpointer user_data),
                         gpointer user_data)
{
  const double t = origin + self->trouble_time;

  switch (self->trouble)
    {
    case LS_ODE_TROUBLE_NOT_FINITE:
      return describe_not_finite (self, t, get_name, user_data);
    case LS_ODE_TROUBLE_EVALUATION:
      return g_strdup_printf (_ ("The derivatives cannot be evaluated at t = %g s."), t);
    case LS_ODE_TROUBLE_FATAL:
      return g_strdup_printf (_ ("The evaluation of the derivatives failed at t = %g s."), t);
    case LS_ODE_TROUBLE_ERROR:
      return g_strdup_printf (_ ("The error is too great in ever smaller steps at t = %g s."), t);
    case LS_ODE_TROUBLE_ITERATION:
      return g_strdup_printf (
          _ ("Newton's method does not converge in ever smaller steps at t = %g s."), t);
    case LS_ODE_TROUBLE_SINGULAR:
      return g_strdup_printf (_ ("The matrix of Newton's method is singular at t = %g s."), t);
    case LS_ODE_TROUBLE_STALLED:
      return g_strdup_printf (_ ("The steps have become too small at t = %g s."), t);
    case LS_ODE_TROUBLE_TOO_MANY:
      return g_strdup_printf (_ ("Too many steps were taken up to t = %g s."), t);
    case LS_ODE_TROUBLE_PROJECTION:
      return g_strdup_printf (_ ("The constraints on the states cannot be met at t = %g s."), t);
    case LS_ODE_TROUBLE_ROOTS:
      return g_strdup_printf (_ ("The event indicators cannot be evaluated at t = %g s."), t);
    case LS_ODE_TROUBLE_NONE:
    default:
      return NULL;
    }
}
