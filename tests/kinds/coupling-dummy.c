/* A coupling method: all systems step with the inputs of the step's beginning held. */
#include "core/coupling/coupling-impl.h"

static gpointer
prepare (LsNetwork *network, G_GNUC_UNUSED const LsOptions *options, G_GNUC_UNUSED GError **error)
{
  double **y = g_new0 (double *, 1);

  *y = g_new0 (double, network->n_out + 1);
  return y;
}

static void
release (gpointer state)
{
  double **y = state;

  g_free (*y);
  g_free (y);
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  double **y = state;
  gboolean event = FALSE;
  LsStatus status = ls_network_begin (network);

  for (guint i = 0; i < network->n_systems && status == LS_OK; i++)
    status = ls_network_step_system (network, i, h, 0, network->u, *y, NULL, &event);
  status = ls_network_end (network, status, h, 0, network->u, *y);
  if (status != LS_OK)
    return status;
  ls_network_exchange_outputs (network, y);
  ls_network_gather (network, network->y, network->u);
  return LS_OK;
}

const LsCouplingMethod ls_coupling_dummy = {
  .id = "dummy",
  .name = "Dummy",
  .summary = "All inputs are held.",
  .source = "tests/kinds",
  .prepare = prepare,
  .step = step,
  .lags = TRUE,
  .visit_state = ls_coupling_no_memory,
  .free = release,
};
