/* Outputs of components that neither support rollback nor can be estimated. */
#include "core/coupling/costarica-impl.h"

#include <math.h>
#include <string.h>

double
ls_costarica_get_difference (const LsCostarica *self, guint output, double y, double h)
{
  double slope = (y - self->network->y[output]) / h, before;

  if (!self->has_past)
    return slope;
  before = (self->network->y[output] - self->y_past[output]) / self->h_past;
  return slope + h * (slope - before) / (h + self->h_past);
}

/* Uses the degree with the smallest prediction error at the newest point. */
static void
extrapolate_flexibly (LsCostarica *self, guint system)
{
  const LsNetwork *network = self->network;
  guint first = network->out_offset[system];
  double *coefficients = self->coefficients + (gsize)first * (LS_EXTRAPOLATE_MAX_ORDER + 1);
  double h = self->h;

  ls_extrapolate_get (self->parts[system].past, LS_EXTRAPOLATE_MAX_ORDER, coefficients);
  for (guint i = first; i < network->out_offset[system + 1]; i++)
    {
      const double *a = coefficients + (gsize)(i - first) * (LS_EXTRAPOLATE_MAX_ORDER + 1);

      self->ahead[i] = a[0] + h * (a[1] + h * (a[2] + h * a[3]));
      self->dy_ahead[i] = a[1] + h * (2.0 * a[2] + h * 3.0 * a[3]);
    }
}

/* Parabola if the previous step is known, else straight line. */
void
ls_costarica_extrapolate (LsCostarica *self, guint system)
{
  const LsNetwork *network = self->network;
  double h = self->h, past = self->h_past;

  if (self->parts[system].past != NULL)
    {
      extrapolate_flexibly (self, system);
      return;
    }
  for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
    {
      double c[4];
      double slope = isfinite (network->dy[i]) ? network->dy[i] : 0.0, bend = 0.0;

      if (ls_balance_predict (network->balance, i, c))
        {
          self->ahead[i] = c[0] + h * (c[1] + h * (c[2] + h * c[3]));
          self->dy_ahead[i] = c[1] + h * (2.0 * c[2] + h * 3.0 * c[3]);
          continue;
        }
      if (self->has_past && isfinite (network->dy[i]))
        bend = (self->y_past[i] - network->y[i] + past * slope) / (past * past);
      self->ahead[i] = network->y[i] + h * (slope + h * bend);
      self->dy_ahead[i] = slope + 2.0 * h * bend;
    }
}

void
ls_costarica_copy_ahead (const LsCostarica *self, guint system, double y[], double dy[])
{
  const LsNetwork *network = self->network;
  guint first = network->out_offset[system];
  gsize size = (network->out_offset[system + 1] - first) * sizeof (double);

  memcpy (y + first, self->ahead + first, size);
  if (dy != NULL)
    memcpy (dy + first, self->dy_ahead + first, size);
}
