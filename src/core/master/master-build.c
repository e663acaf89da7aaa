/* From a model to initialised systems: instances, connections, initial values. */
#include "core/assembly/end-outputs.h"
#include "core/assembly/initialise.h"
#include "core/assembly/network-build.h"
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Macro steps between saved points. Saving on each costs a tenth of a light component's step. */
#define SAVE_INTERVAL 64u

/* Quantised states have no macro steps, and so no others. */
static LsComponent *
copy_for_exchange (const LsComponent *component, LsLog *log)
{
  LsComponent *copy = ls_component_copy_for_model_exchange (component);

  if ((component->inner_steps != NULL && copy->inner_steps == NULL)
      || (component->own_step != NULL && copy->own_step == NULL))
    ls_log_write (log, LS_LOG_WARNING, component->name, NULL, NAN, "%s",
                  _ ("its steps are not used: the method integrates it, without macro steps"));
  return copy;
}

static void
report_own_step (const LsSystemInfo *info, LsLog *log)
{
  if (info->own_step != 0.0)
    ls_log_write (log, LS_LOG_INFO, info->name, NULL, NAN,
                  _ ("it steps every %g s, when the others have reached the end of its step; its "
                     "inputs are averaged over it, its outputs extrapolated in between"),
                  info->own_step);
}

typedef struct
{
  const LsMaster *master;
  double tolerance;
  LsLog *log;
} Creation;

/* The component as it is in this run. */
static LsSystem *
make_system (const LsComponent *component, gpointer user_data, GError **error)
{
  const Creation *self = user_data;
  const LsMaster *master = self->master;
  LsComponent *copy = master->method->asynchronous ? copy_for_exchange (component, self->log)
                                                   : ls_component_copy (component);
  LsSystem *system;

  copy->macro_step = master->step_size;
  system = ls_system_new (copy, master->origin, master->origin + master->stop_time, self->tolerance,
                          self->log, error);
  ls_component_free (copy);
  if (system != NULL)
    report_own_step (ls_system_get_info (system), self->log);
  return system;
}

/* For discarded steps: enables smaller steps if all components support rollback and variable steps.
 */
static void
make_rollback_log (LsMaster *self)
{
  LsNetwork *network = &self->network;
  gboolean all_roll_back = TRUE;

  network->can_shorten = TRUE;
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      network->can_shorten &= info->has[LS_CAPABILITY_VARIABLE_STEP];
      all_roll_back &= info->has[LS_CAPABILITY_ROLLBACK];
    }
  if (!network->can_shorten || !all_roll_back)
    return;
  /* Replaying steps from the recorded Real inputs is impossible if values of other types are
   * connected: save every step. */
  network->rollback_log = ls_rollback_log_new (network->systems, network->n_systems,
                                               network->assembly->n_others > 0 ? 1 : SAVE_INTERVAL);
}

static void
make_jump_detector (LsMaster *self)
{
  LsNetwork *network = &self->network;
  g_autofree double *nominals = g_new0 (double, network->n_out + 1);

  /* Outputs of components with a step of their own are corrected at its end, which is no jump. */
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < info->n_out; i++)
        nominals[network->out_offset[k] + i]
            = info->own_step == 0.0 ? info->output_nominals[i] : G_MAXDOUBLE;
    }
  network->jump_detector = ls_jump_detector_new (network->n_out, nominals);
}

/* What makes up for capabilities that components lack. */
static void
make_repairs (LsMaster *self)
{
  LsNetwork *network = &self->network;

  network->balance = ls_balance_new (network, self->balance);
  network->end_outputs = ls_end_outputs_new (network, self->end_outputs);
  if (network->balance != NULL || network->end_outputs != NULL)
    network->given = g_new0 (double, (gsize)network->n_in *(LS_SYSTEM_MAX_DEGREE + 1) + 1);
  network->ends = g_new0 (double, network->n_in + 1);
}

/* What is balanced or corrected: of black boxes alone, which are given one value each and take no
 * step twice. */
static gboolean
can_hold (const LsNetwork *network)
{
  if (network->given == NULL)
    return TRUE;
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      if (info->input_degree > 0 || info->has[LS_CAPABILITY_ROLLBACK])
        return FALSE;
    }
  return TRUE;
}

static void
make_batch (LsNetwork *network)
{
  g_autofree LsBatchItem *batch = g_new0 (LsBatchItem, network->n_systems + 1);

  for (guint k = 0; k < network->n_systems; k++)
    {
      if (!ls_system_get_batch_item (network->systems[k], &batch[k])
          || !ls_instance_steps_like (batch[0].instance, batch[k].instance))
        return;
      batch[k].first_input = network->in_offset[k];
      batch[k].first_output = network->out_offset[k];
    }
  network->batch = g_steal_pointer (&batch);
}

gboolean
ls_master_build (LsMaster *self, const LsModel *model, double tolerance, LsLog *log, GError **error)
{
  Creation creation = { self, tolerance, log };
  GError *problem = NULL;

  self->network.log = self->log;
  self->network.origin = self->origin;
  self->network.stop_time = self->stop_time;
  if (!ls_network_build (&self->network, model, make_system, &creation, error))
    return FALSE;
  make_repairs (self);
  if (!ls_network_start (&self->network, &problem))
    {
      if (problem != NULL)
        g_propagate_error (error, problem);
      else
        ls_master_set_error (self, _ ("initialization"), error);
      return FALSE;
    }
  self->start_residual = ls_initialise_get_residual (self->network.initialise);
  make_rollback_log (self);
  make_jump_detector (self);
  if (can_hold (&self->network))
    make_batch (&self->network);
  return TRUE;
}
