#include "core/coupling/early-outputs.h"

#include "core/assembly/end-outputs.h"
#include "core/num/polynomial.h"

#include <string.h>

struct LsEarlyOutputs
{
  LsNetwork *network;
  const guint8 *forward; /* n_in */
  guint8 *early;         /* n_systems */
  double *ends;          /* n_in: predicted inputs at the end of the step */
};

/* Returns: (transfer full): n_out: whether components that are stepped later use an output. */
static guint8 *
list_used (const LsNetwork *network, const guint8 forward[])
{
  guint8 *used = g_new0 (guint8, network->n_out + 1);

  for (guint j = 0; j < network->n_in; j++)
    if (forward[j])
      used[network->source[j]] = TRUE;
  return used;
}

LsEarlyOutputs *
ls_early_outputs_new (LsNetwork *network, const guint8 forward[], const guint8 once[])
{
  g_return_val_if_fail (network != NULL && forward != NULL, NULL);

  LsEarlyOutputs *self = g_new0 (LsEarlyOutputs, 1);
  g_autofree guint8 *used = list_used (network, forward);
  gboolean any = FALSE;

  self->network = network;
  self->forward = forward;
  self->early = g_new0 (guint8, network->n_systems + 1);
  self->ends = g_new0 (double, network->n_in + 1);
  for (guint k = 0; k < network->n_systems && network->balance != NULL; k++)
    {
      const guint first = network->out_offset[k], end = network->out_offset[k + 1];

      if (!ls_end_outputs_covers (network->end_outputs, k) || (once != NULL && !once[k])
          || memchr (used + first, TRUE, end - first) == NULL)
        continue;
      any = self->early[k] = TRUE;
      for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
        ls_balance_follow (network->balance, network->source[j]);
    }
  if (any)
    return self;
  ls_early_outputs_free (self);
  return NULL;
}

void
ls_early_outputs_free (LsEarlyOutputs *self)
{
  if (self == NULL)
    return;
  g_free (self->early);
  g_free (self->ends);
  g_free (self);
}

LsStatus
ls_early_outputs_correct (
    LsEarlyOutputs *self, guint system, double h, const double u[], double y[])
{
  const LsNetwork *network;
  guint first;

  if (self == NULL || !self->early[system])
    return LS_OK;
  network = self->network;
  first = network->in_offset[system];
  for (guint j = first; j < network->in_offset[system + 1]; j++)
    {
      const int source = network->source[j];
      double c[4];

      self->ends[j] = u[j];
      if (self->forward[j])
        self->ends[j] = y[source];
      else if (source >= 0 && ls_balance_predict (network->balance, (guint)source, c))
        self->ends[j] = ls_polynomial_get_value (c, 3, h);
    }
  return ls_end_outputs_correct_system (network->end_outputs, system, self->ends + first, y);
}
