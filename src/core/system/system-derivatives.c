/* Time derivatives of outputs where no step precedes, at the start and after events, and partial
 * time derivatives. */
#include "core/system/system-impl.h"

#include <math.h>

/* TRUST: evaluations in a row without time dependence after which it is tested only every MAX_PAUSE
 * steps. */
#define TRUST 3u
#define MAX_PAUSE 64u

static void
forget (const LsSystem *self, double dy[])
{
  for (guint i = 0; i < self->info->n_out; i++)
    dy[i] = NAN;
}

/* Derivatives provided by the component with inputs @u, if those of the inputs do not matter, which
 * the component does not know yet. A component that uses backward differences has none yet, and
 * returns zeros. */
static LsStatus
ask (LsSystem *self, const double u[], double dy[], gboolean *known)
{
  gboolean finite = TRUE, moves = FALSE;
  LsStatus status;

  *known = FALSE;
  if (self->klass->get_output_derivatives == NULL
      || !self->info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]
      || ls_system_info_feeds_through (self->info))
    return LS_OK;
  status = ls_system_evaluate (self, u, dy);
  if (status == LS_OK)
    status = self->klass->get_output_derivatives (self, dy);
  for (guint i = 0; i < self->info->n_out && status == LS_OK; i++)
    {
      finite = finite && isfinite (dy[i]);
      moves = moves || dy[i] != 0.0;
    }
  *known = status == LS_OK && finite && moves;
  return status == LS_RETRY ? LS_OK : status;
}

static double
dot (guint n, const double a[], const double b[])
{
  double sum = 0.0;

  for (guint k = 0; k < n; k++)
    sum += a[k] * b[k];
  return sum;
}

/* Computes C f + D du. */
static LsStatus
linearise (LsSystem *self, const double u[], const double du[], double dy[])
{
  const LsSystemInfo *info = self->info;
  LsStatus status;

  if (self->first_point == NULL)
    self->first_point = ls_linearisation_new (info);
  status = ls_system_linearise (self, u, self->first_point);
  if (status == LS_RETRY)
    {
      forget (self, dy);
      return LS_OK;
    }
  for (guint i = 0; i < info->n_out && status == LS_OK; i++)
    dy[i]
        = dot (info->n_state, self->first_point->c + (gsize)i * info->n_state, self->first_point->f)
          + dot (info->n_in, self->first_point->d + (gsize)i * info->n_in, du);
  return status;
}

/* Adds the partial time derivatives. */
static void
add_time (LsSystem *self, const double u[], double h, double dy[])
{
  const LsSystemInfo *info = self->info;
  g_autofree double *ft = g_new0 (double, info->n_state + info->n_out + 1);
  const guint n_constant = self->n_constant, pause = self->pause;
  guint64 n_evaluated = 0;

  self->pause = 0;
  if (ls_system_get_time_derivatives (self, self->first_point, u, h, ft, ft + info->n_state,
                                      &n_evaluated))
    for (guint i = 0; i < info->n_out; i++)
      dy[i] += ft[info->n_state + i];
  self->n_constant = n_constant;
  self->pause = pause;
}

/* Uses the implementation, with derivatives of inputs converted for the component. */
static LsStatus
find_own (LsSystem *self, const double u[], const double du[], double h, double dy[])
{
  const guint n = self->info->n_in;
  const double *slopes = du;

  if (self->in_factors != NULL)
    {
      for (guint j = 0; j < n; j++)
        self->lowered[j] = self->in_factors[j] * du[j];
      slopes = self->lowered;
    }
  return self->klass->find_output_derivatives (self, ls_system_map_inputs (self, u, self->mapped),
                                               slopes, h, dy);
}

LsStatus
ls_system_find_output_derivatives (
    LsSystem *self, const double u[], const double du[], double h, double dy[])
{
  const gboolean linear = self->info->has[LS_CAPABILITY_LINEARISATION];
  gboolean known = FALSE, timed;
  LsStatus status = LS_OK;

  if (self->info->n_out == 0)
    return LS_OK;
  if (self->klass->find_output_derivatives != NULL)
    return find_own (self, u, du, h, dy);
  timed = linear && ls_system_enable_time_derivative (self);
  if (!timed)
    status = ask (self, u, dy, &known);
  if (status != LS_OK || known)
    return status;
  if (!linear)
    {
      forget (self, dy);
      return LS_OK;
    }
  status = linearise (self, u, du, dy);
  if (status == LS_OK && timed)
    add_time (self, u, h, dy);
  return status;
}

gboolean
ls_system_enable_time_derivative (LsSystem *self)
{
  if (self->info->has[LS_CAPABILITY_TIME_DERIVATIVE] && !self->knows_time)
    self->knows_time = self->klass->enable_time_derivative (self);
  return self->knows_time;
}

static gboolean
are_finite (const double values[], guint n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return TRUE;
}

/* A component without time dependence so far is tested only every MAX_PAUSE steps. */
static gboolean
rest (LsSystem *self, gboolean changes)
{
  self->n_constant = changes ? 0 : self->n_constant + 1;
  self->pause = self->n_constant < TRUST ? 0 : MAX_PAUSE;
  return changes;
}

gboolean
ls_system_get_time_derivatives (LsSystem *self,
                                const LsLinearisation *point,
                                const double u[],
                                double h,
                                double ft[],
                                double gt[],
                                guint64 *n_evaluated)
{
  const double *mapped = ls_system_map_inputs (self, u, self->mapped);
  gboolean changes = FALSE;

  if (!self->knows_time)
    return FALSE;
  if (self->pause > 0)
    {
      self->pause--;
      return FALSE;
    }
  ++*n_evaluated;
  if (self->klass->get_time_derivatives (self, point, mapped, h, ft, gt, &changes) != LS_OK)
    return FALSE;
  return rest (self, changes) && are_finite (ft, self->info->n_state)
         && are_finite (gt, self->info->n_out);
}
