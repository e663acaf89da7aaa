#include "core/coupling/fixed-point.h"

#include <math.h>

/* Larger Aitken factors are dominated by rounding. */
#define MAX_FACTOR 100.0

typedef struct
{
  guint input;
  guint system;   /* system of @input */
  double nominal; /* nominal of the source output */
} Unknown;

struct LsFixedPoint
{
  const LsNetwork *network;
  Unknown *unknowns;
  guint n_unknowns;
  double relaxation;
  gboolean aitken;
  double *residual, *last_residual; /* n_unknowns, relative to nominals */
  double factor;                    /* current relaxation factor */
};

/* Returns: (transfer full): n_out */
static double *
list_nominals (const LsNetwork *network)
{
  double *nominals = g_new0 (double, network->n_out + 1);

  for (guint k = 0; k < network->n_systems; k++)
    for (guint i = network->out_offset[k]; i < network->out_offset[k + 1]; i++)
      nominals[i]
          = ls_system_get_info (network->systems[k])->output_nominals[i - network->out_offset[k]];
  return nominals;
}

LsFixedPoint *
ls_fixed_point_new (const LsNetwork *network,
                    const guint8 unknown[],
                    double relaxation,
                    gboolean aitken)
{
  g_return_val_if_fail (network != NULL && unknown != NULL, NULL);

  LsFixedPoint *self = g_new0 (LsFixedPoint, 1);
  g_autofree double *nominals = list_nominals (network);

  self->network = network;
  self->relaxation = relaxation;
  self->aitken = aitken;
  self->unknowns = g_new0 (Unknown, network->n_in + 1);
  for (guint k = 0; k < network->n_systems; k++)
    for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
      if (unknown[j])
        self->unknowns[self->n_unknowns++] = (Unknown){ j, k, nominals[network->source[j]] };
  self->residual = g_new0 (double, self->n_unknowns + 1);
  self->last_residual = g_new0 (double, self->n_unknowns + 1);
  return self;
}

void
ls_fixed_point_free (LsFixedPoint *self)
{
  if (self == NULL)
    return;
  g_free (self->unknowns);
  g_free (self->residual);
  g_free (self->last_residual);
  g_free (self);
}

LsFixedPointResidual
ls_fixed_point_compare (LsFixedPoint *self, const double u[], const double y[])
{
  LsFixedPointResidual found
      = { .input = self->unknowns[0].input, .system = self->unknowns[0].system };

  for (guint i = 0; i < self->n_unknowns; i++)
    {
      const Unknown *unknown = &self->unknowns[i];
      const double difference = y[self->network->source[unknown->input]] - u[unknown->input];
      const double size = fabs (difference) / (unknown->nominal + fabs (u[unknown->input]));

      self->residual[i] = difference / unknown->nominal;
      found.absolute = fmax (found.absolute, fabs (self->residual[i]));
      if (size > found.size)
        {
          found.size = size;
          found.input = unknown->input;
          found.system = unknown->system;
        }
    }
  return found;
}

/* Aitken's factor for vectors (Irons and Tuck 1969): exact for one unknown and a linear coupling.
 */
static void
update_factor (LsFixedPoint *self)
{
  double product = 0.0, square = 0.0, factor;

  for (guint i = 0; i < self->n_unknowns; i++)
    {
      const double change = self->residual[i] - self->last_residual[i];

      product += self->last_residual[i] * change;
      square += change * change;
    }
  factor = -self->factor * product / square;
  if (isfinite (factor) && fabs (factor) <= MAX_FACTOR && factor != 0.0)
    self->factor = factor;
  else
    self->factor = self->relaxation;
}

void
ls_fixed_point_relax (LsFixedPoint *self, double u[], gboolean first)
{
  if (first)
    self->factor = self->relaxation;
  else if (self->aitken)
    update_factor (self);
  for (guint i = 0; i < self->n_unknowns; i++)
    {
      const Unknown *unknown = &self->unknowns[i];

      u[unknown->input] += self->factor * unknown->nominal * self->residual[i];
      self->last_residual[i] = self->residual[i];
    }
}
