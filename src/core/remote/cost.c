#include "core/remote/cost.h"

#include <math.h>

void
ls_remote_cost_init (LsRemoteCost *self)
{
  g_return_if_fail (self != NULL);

  *self = (LsRemoteCost){ .own = 1.05e-6,
                          .local = 0.012e-6,
                          .served = 0.1e-6,
                          .message = 1.1e-6,
                          .latency = 30e-6,
                          .bandwidth = 1.2e9,
                          .bytes = 160.0,
                          .rounds = 1 };
}

double
ls_remote_cost_predict (const LsRemoteCost *self, guint n, guint n_ranks)
{
  g_return_val_if_fail (self != NULL && n_ranks > 0, NAN);

  const double n_workers = (double)n_ranks - 1.0;
  const double fullest = n_workers > 0.0 ? ceil (n / n_workers) : n;
  double serial, transfer, parallel;

  if (n_ranks == 1)
    return n * (self->work + self->local);
  /* Each round has a message to each worker; the components do their work once. */
  serial = n * self->own + self->rounds * fmin (n_workers, n) * self->message;
  transfer = self->rounds * (self->latency + n * self->bytes / self->bandwidth);
  parallel = fmax (fullest * (self->work + self->served), self->longest);
  return serial + transfer + parallel;
}

guint
ls_remote_cost_find_best (const LsRemoteCost *self, guint n, guint most)
{
  g_return_val_if_fail (self != NULL, 0);

  guint best = 1;

  for (guint ranks = 2; ranks <= most; ranks++)
    if (ls_remote_cost_predict (self, n, ranks) < ls_remote_cost_predict (self, n, best))
      best = ranks;
  return best;
}
