#include "core/coupling/linearisation-reuse.h"

#include <math.h>
#include <string.h>

struct _LsLinearisationReuse
{
  LsSystem *system;
  double tolerance;
  LsLinearisation *last; /* x, f and y of the last linearisation */
  double *u;             /* inputs at the last linearisation */
  gboolean has_last;
};

LsLinearisationReuse *
ls_linearisation_reuse_new (LsSystem *system, double tolerance)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisationReuse *self = g_new0 (LsLinearisationReuse, 1);

  g_return_val_if_fail (tolerance > 0.0, NULL);
  self->system = system;
  self->tolerance = tolerance;
  self->last = ls_linearisation_new (info);
  self->u = g_new0 (double, info->n_in + 1);
  return self;
}

void
ls_linearisation_reuse_free (LsLinearisationReuse *self)
{
  if (self == NULL)
    return;
  ls_linearisation_free (self->last);
  g_free (self->u);
  g_free (self);
}

void
ls_linearisation_reuse_forget (LsLinearisationReuse *self)
{
  g_return_if_fail (self != NULL);

  self->has_last = FALSE;
}

/* Deviation of a row of (A B; C D) from its linear prediction at the last point. */
static double
get_change (const LsLinearisationReuse *self,
            const LsLinearisation *now,
            const double u[],
            guint row)
{
  const LsSystemInfo *info = ls_system_get_info (self->system);
  gboolean state = row < info->n_state;
  guint i = state ? row : row - info->n_state;
  const LsLinearisation *last = self->last;
  const double *by_state = (state ? now->a : now->c) + (gsize)i * info->n_state;
  const double *by_input = (state ? now->b : now->d) + (gsize)i * info->n_in;
  double change = state ? now->f[i] - last->f[i] : now->y[i] - last->y[i];

  for (guint k = 0; k < info->n_state; k++)
    change -= by_state[k] * (now->x[k] - last->x[k]);
  for (guint j = 0; j < info->n_in; j++)
    change -= by_input[j] * (u[j] - self->u[j]);
  return change;
}

/* Largest relative deviation from the tangent of the last linearisation: of outputs, and of states
 * over the coming step. */
static double
get_distance (const LsLinearisationReuse *self,
              const LsLinearisation *point,
              const double u[],
              double h)
{
  const LsSystemInfo *info = ls_system_get_info (self->system);
  double distance = 0.0;

  for (guint i = 0; i < info->n_state; i++)
    distance = fmax (distance, fabs (h * get_change (self, point, u, i))
                                   / (info->state_nominals[i] + fabs (point->x[i])));
  for (guint i = 0; i < info->n_out; i++)
    distance = fmax (distance, fabs (get_change (self, point, u, info->n_state + i))
                                   / (info->output_nominals[i] + fabs (point->y[i])));
  return distance;
}

static void
keep_point (LsLinearisationReuse *self, const LsLinearisation *point, const double u[])
{
  const LsSystemInfo *info = ls_system_get_info (self->system);

  memcpy (self->last->x, point->x, info->n_state * sizeof (double));
  memcpy (self->last->f, point->f, info->n_state * sizeof (double));
  memcpy (self->last->y, point->y, info->n_out * sizeof (double));
  memcpy (self->u, u, info->n_in * sizeof (double));
  self->has_last = TRUE;
}

LsStatus
ls_linearisation_reuse_take (LsLinearisationReuse *self,
                             const double u[],
                             double h,
                             LsLinearisation *point,
                             LsCounts *counts)
{
  LsStatus status;

  if (self->has_last)
    {
      double distance;

      status = ls_system_read_point (self->system, u, point);
      if (status != LS_OK)
        return status;
      distance = get_distance (self, point, u, h);
      if (distance <= self->tolerance)
        {
          counts->linearisation_error = fmax (counts->linearisation_error, distance);
          return LS_OK;
        }
    }
  counts->linearisations++;
  status = ls_system_linearise (self->system, u, point);
  if (status == LS_OK)
    keep_point (self, point, u);
  return status;
}
