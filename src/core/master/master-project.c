/* Constraints on states that depend on other components: after a macro step all are projected with
 * the reached outputs. */
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum iterations over all components; then the constraints stay violated, with a warning. */
#define MAX_ITERATIONS 30u

static gboolean
find_constraints (LsMaster *self)
{
  const LsNetwork *network = &self->network;
  gboolean any = FALSE;

  for (guint k = 0; k < network->n_systems; k++)
    any = any || ls_system_has_constraints (network->systems[k]);
  self->constraints = any ? LS_CONSTRAINTS_SOME : LS_CONSTRAINTS_NONE;
  if (any)
    self->projection_inputs = g_new0 (double, network->n_in + 1);
  return any;
}

/* One system, with the current outputs of the others. */
static LsStatus
project_system (LsMaster *self, guint k, gboolean *any)
{
  LsNetwork *network = &self->network;
  LsSystem *system = network->systems[k];
  double *u = self->projection_inputs + network->in_offset[k];
  double *y = network->y + network->out_offset[k];
  gboolean moved = FALSE;
  LsStatus status = LS_OK;

  memcpy (self->projection_inputs, network->u, network->n_in * sizeof (double));
  ls_network_gather (network, network->y, self->projection_inputs);
  if (ls_system_has_constraints (system))
    status = ls_system_project (system, u, y, &moved);
  else if (*any && ls_system_info_feeds_through (ls_system_get_info (system)))
    status = ls_system_evaluate (system, u, y);
  *any = *any || moved;
  if (status != LS_OK)
    network->failed = k;
  return status;
}

/* Gauss-Seidel over the components: each is projected with the outputs of those before it in this
 * iteration. If dependencies have one direction only, two iterations suffice, the second without
 * change. */
LsStatus
ls_master_project (LsMaster *self)
{
  LsNetwork *network = &self->network;

  if (self->constraints == LS_CONSTRAINTS_UNKNOWN)
    find_constraints (self);
  if (self->constraints == LS_CONSTRAINTS_NONE)
    return LS_OK;
  for (guint iteration = 0; iteration < MAX_ITERATIONS; iteration++)
    {
      gboolean any = FALSE;

      for (guint k = 0; k < network->n_systems; k++)
        {
          LsStatus status = project_system (self, k, &any);

          if (status != LS_OK)
            return LS_STOP;
        }
      if (!any)
        return LS_OK;
    }
  if (!self->has_reported_constraints)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, network->time,
                  _ ("the constraints of the components are not all met after %u iterations: they "
                     "are left as they are"),
                  MAX_ITERATIONS);
  self->has_reported_constraints = TRUE;
  return LS_OK;
}
