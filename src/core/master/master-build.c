/* From a model to initialised systems: instances, connections, initial values. */
#include "core/assembly/end-outputs.h"
#include "core/assembly/initialise.h"
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Macro steps between saved points. Saving on each costs a tenth of a light component's step. */
#define SAVE_INTERVAL 64u

/* Quantised states have no macro steps, and so no others. */
static LsComponent *
copy_for_exchange (const LsComponent *component, LsLog *log)
{
  LsComponent *copy = ls_component_copy_for_exchange (component);

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

/* The component as it is in this run. */
static LsSystem *
make_system (const LsMaster *self,
             const LsComponent *component,
             double tolerance,
             LsLog *log,
             GError **error)
{
  LsComponent *copy = self->method->asynchronous ? copy_for_exchange (component, log)
                                                 : ls_component_copy (component);
  LsSystem *system;

  copy->macro_step = self->step_size;
  system
      = ls_system_new (copy, self->origin, self->origin + self->stop_time, tolerance, log, error);
  ls_component_free (copy);
  return system;
}

static gboolean
make_systems (LsMaster *self, const LsModel *model, double tolerance, LsLog *log, GError **error)
{
  LsNetwork *network = &self->network;
  guint n = ls_model_get_n_components (model);

  network->systems = g_new0 (LsSystem *, n + 1);
  network->in_offset = g_new0 (guint, n + 1);
  network->out_offset = g_new0 (guint, n + 1);
  for (guint k = 0; k < n; k++)
    {
      const LsSystemInfo *info;

      network->systems[k]
          = make_system (self, ls_model_get_component (model, k), tolerance, log, error);
      if (network->systems[k] == NULL)
        return FALSE;
      network->n_systems = k + 1;
      info = ls_system_get_info (network->systems[k]);
      report_own_step (info, log);
      network->in_offset[k + 1] = network->in_offset[k] + info->n_in;
      network->out_offset[k + 1] = network->out_offset[k] + info->n_out;
    }
  network->n_in = network->in_offset[n];
  network->n_out = network->out_offset[n];
  network->source = g_new (int, network->n_in + 1);
  network->u = g_new0 (double, network->n_in + 1);
  network->y = g_new0 (double, network->n_out + 1);
  network->dy = g_new0 (double, network->n_out + 1);
  for (guint i = 0; i < network->n_out; i++)
    network->dy[i] = NAN;
  network->residual = NAN;
  return TRUE;
}

/* Conversions on wires are applied in the receiving system. */
static void
connect_systems (LsNetwork *network)
{
  for (guint j = 0; j < network->n_in; j++)
    network->source[j] = -1;
  for (guint i = 0; i < network->assembly->n_wires; i++)
    {
      const LsWire *wire = &network->assembly->wires[i];
      const int output = network->assembly->rows[wire->row].position;

      ls_system_set_input_map (
          network->systems[wire->to], wire->input->index, wire->factor, wire->offset,
          wire->map != NULL ? (const LsMapEntry *)(gpointer)wire->map->data : NULL,
          wire->map != NULL ? wire->map->len : 0);
      if (wire->real && !wire->parameter && wire->position >= 0)
        network->source[network->in_offset[wire->to] + (guint)wire->position]
            = (int)network->out_offset[wire->from] + output;
    }
}

/* @problem: (transfer full) (nullable): %NULL if the error is in the log. */
static gboolean
refuse (LsMaster *self, GError *problem, GError **error)
{
  if (problem != NULL)
    g_propagate_error (error, problem);
  else
    ls_master_set_error (self, _ ("initialization"), error);
  return FALSE;
}

/* Solves for consistent values before initialisation mode ends, and again after the first event
 * iteration. */
static gboolean
initialise (LsMaster *self, GError **error)
{
  LsNetwork *network = &self->network;
  LsStatus status = LS_OK;
  GError *problem = NULL;

  self->initialise = ls_initialise_new (network, self->assembly);
  if (!ls_initialise_settle (self->initialise, &problem))
    return refuse (self, problem, error);
  if (network->end_outputs != NULL)
    status = ls_end_outputs_probe (network->end_outputs);
  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    status = ls_system_start (network->systems[k]);
  if (status != LS_OK || !ls_initialise_settle_running (self->initialise, &problem))
    return refuse (self, problem, error);
  for (guint k = 0; k < network->n_systems; k++)
    ls_system_forget_inputs (network->systems[k]);
  self->start_residual = ls_initialise_get_residual (self->initialise);
  network->initialise = self->initialise;
  if (network->end_outputs != NULL)
    ls_end_outputs_start (network->end_outputs, ls_initialise_get_flow (self->initialise));
  return TRUE;
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
                                               self->assembly->n_others > 0 ? 1 : SAVE_INTERVAL);
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
  if (!ls_model_check (model, error) || !make_systems (self, model, tolerance, log, error))
    return FALSE;
  self->network.assembly = self->assembly = ls_assembly_new (model);
  connect_systems (&self->network);
  self->network.log = self->log;
  self->network.origin = self->origin;
  self->network.stop_time = self->stop_time;
  self->network.restarted = TRUE;
  make_repairs (self);
  if (!initialise (self, error))
    return FALSE;
  make_rollback_log (self);
  make_jump_detector (self);
  if (self->network.given == NULL)
    make_batch (&self->network);
  return TRUE;
}

void
ls_master_clear_network (LsMaster *self)
{
  LsNetwork *network = &self->network;

  ls_initialise_free (self->initialise);
  ls_assembly_free (self->assembly);
  ls_step_control_free (network->control);
  ls_step_estimate_free (network->estimate);
  g_free (network->ranges);
  g_free (network->corrected);
  g_free (network->ends);
  ls_balance_free (network->balance);
  ls_end_outputs_free (network->end_outputs);
  g_free (network->given);
  ls_rollback_log_free (network->rollback_log);
  ls_jump_detector_free (network->jump_detector);
  for (guint k = 0; k < network->n_systems; k++)
    ls_system_free (network->systems[k]);
  g_free (network->systems);
  g_free (network->batch);
  g_free (network->in_offset);
  g_free (network->out_offset);
  g_free (network->source);
  g_free (network->u);
  g_free (network->y);
  g_free (network->dy);
  g_clear_pointer (&network->activity, ls_activity_unref);
}
