/* Non-iterative Jacobi with zero-order hold: on every macro step each input
 * keeps what its source gave at the beginning. First order. */
#include "core/cosim/coupling-impl.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  double *y;
} State;

static gpointer
prepare (LsNetwork *network, const LsOptions *options G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  State *self = g_new0 (State, 1);

  self->y = g_new0 (double, network->n_out + 1);
  return self;
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  State *self = state;
  gboolean event;
  double *y;
  LsStatus status = ls_network_step (network, h, 0, network->u, self->y, NULL, &event);

  if (status != LS_OK)
    return status;
  /* Both arrays are of one size and freed by g_free(): exchanged, not copied. */
  y = network->y;
  network->y = self->y;
  self->y = y;
  ls_network_gather (network, network->y, network->u);
  return LS_OK;
}

static void
release (gpointer state)
{
  State *self = state;

  g_free (self->y);
  g_free (self);
}

const LsCouplingMethod ls_coupling_ni_jacobi = {
  .id = "ni-jacobi",
  .name = N_ ("NI-Jacobi"),
  .summary = N_ ("All components step at once with the inputs of the beginning held: simple, first "
                 "order, and unstable when the step is too long."),
  .source = N_ ("Classical; compared with in the MISSILES paper, section 4"),
  .prepare = prepare,
  .step = step,
  .free = release,
};
