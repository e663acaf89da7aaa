#include "core/run/error-estimate.h"

LsErrorEstimate *
ls_error_estimate_copy (const LsErrorEstimate *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsErrorEstimate *copy = g_memdup2 (self, sizeof *self);

  copy->percent = g_memdup2 (self->percent, self->n_signals * sizeof (double));
  copy->orders = g_memdup2 (self->orders, self->n_signals * sizeof (double));
  copy->trace = ls_trace_ref (self->trace);
  return copy;
}

void
ls_error_estimate_free (LsErrorEstimate *self)
{
  if (self == NULL)
    return;
  g_free (self->percent);
  g_free (self->orders);
  ls_trace_unref (self->trace);
  g_free (self);
}
