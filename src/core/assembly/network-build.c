#include "core/assembly/network-build.h"

#include "core/assembly/balance.h"
#include "core/assembly/crew.h"
#include "core/assembly/end-outputs.h"
#include "core/assembly/initialise.h"

#include <math.h>

static gboolean
make_systems (LsNetwork *self,
              const LsModel *model,
              LsNetworkCreateFunc create,
              gpointer user_data,
              GError **error)
{
  const guint n = ls_model_get_n_components (model);

  self->systems = g_new0 (LsSystem *, n + 1);
  self->in_offset = g_new0 (guint, n + 1);
  self->out_offset = g_new0 (guint, n + 1);
  for (guint k = 0; k < n; k++)
    {
      const LsSystemInfo *info;

      self->systems[k] = create (ls_model_get_component (model, k), user_data, error);
      if (self->systems[k] == NULL)
        return FALSE;
      self->n_systems = k + 1;
      info = ls_system_get_info (self->systems[k]);
      self->in_offset[k + 1] = self->in_offset[k] + info->n_in;
      self->out_offset[k + 1] = self->out_offset[k] + info->n_out;
    }
  self->n_in = self->in_offset[n];
  self->n_out = self->out_offset[n];
  self->source = g_new (int, self->n_in + 1);
  self->u = g_new0 (double, self->n_in + 1);
  self->y = g_new0 (double, self->n_out + 1);
  self->dy = g_new0 (double, self->n_out + 1);
  for (guint i = 0; i < self->n_out; i++)
    self->dy[i] = NAN;
  self->residual = NAN;
  return TRUE;
}

/* Conversions on wires are applied in the receiving system. */
static void
connect_systems (LsNetwork *self)
{
  for (guint j = 0; j < self->n_in; j++)
    self->source[j] = -1;
  for (guint i = 0; i < self->assembly->n_wires; i++)
    {
      const LsWire *wire = &self->assembly->wires[i];
      const int output = self->assembly->rows[wire->row].position;

      ls_system_set_input_map (
          self->systems[wire->to], wire->input->index, wire->factor, wire->offset,
          wire->map != NULL ? (const LsMapEntry *)(gpointer)wire->map->data : NULL,
          wire->map != NULL ? wire->map->len : 0);
      if (wire->real && !wire->parameter && wire->position >= 0)
        self->source[self->in_offset[wire->to] + (guint)wire->position]
            = (int)self->out_offset[wire->from] + output;
    }
}

gboolean
ls_network_build (LsNetwork *self,
                  const LsModel *model,
                  LsNetworkCreateFunc create,
                  gpointer user_data,
                  GError **error)
{
  g_return_val_if_fail (self != NULL && model != NULL && create != NULL, FALSE);

  if (!ls_model_check (model, error))
    return FALSE;
  self->known = ls_model_copy_known (model);
  model = self->known != NULL ? self->known : model;
  if (!make_systems (self, model, create, user_data, error))
    return FALSE;
  self->assembly = ls_assembly_new (model);
  connect_systems (self);
  self->restarted = TRUE;
  return TRUE;
}

gboolean
ls_network_start (LsNetwork *self, GError **error)
{
  g_return_val_if_fail (self != NULL && self->assembly != NULL, FALSE);

  LsStatus status = LS_OK;

  self->initialise = ls_initialise_new (self, self->assembly);
  if (!ls_initialise_settle (self->initialise, error))
    return FALSE;
  if (self->end_outputs != NULL)
    status = ls_end_outputs_probe (self->end_outputs);
  for (guint k = 0; k < self->n_systems && status == LS_OK; k++)
    status = ls_system_start (self->systems[k]);
  if (status != LS_OK || !ls_initialise_settle_running (self->initialise, error))
    return FALSE;
  for (guint k = 0; k < self->n_systems; k++)
    ls_system_forget_inputs (self->systems[k]);
  if (self->end_outputs != NULL)
    ls_end_outputs_start (self->end_outputs, ls_initialise_get_flow (self->initialise));
  return TRUE;
}

void
ls_network_clear (LsNetwork *self)
{
  ls_crew_free (self->crew);
  g_clear_error (&self->problem);
  ls_initialise_free (self->initialise);
  ls_step_control_free (self->control);
  ls_step_estimate_free (self->estimate);
  ls_balance_free (self->balance);
  ls_end_outputs_free (self->end_outputs);
  ls_rollback_log_free (self->rollback_log);
  ls_jump_detector_free (self->jump_detector);
  for (guint k = 0; k < self->n_systems; k++)
    ls_system_free (self->systems[k]);
  ls_model_free (self->known);
  ls_assembly_free (self->assembly);
  g_free (self->systems);
  g_free (self->ranges);
  g_free (self->corrected);
  g_free (self->ends);
  g_free (self->given);
  g_free (self->batch);
  g_free (self->in_offset);
  g_free (self->out_offset);
  g_free (self->source);
  g_free (self->u);
  g_free (self->y);
  g_free (self->dy);
  g_clear_pointer (&self->activity, ls_activity_unref);
}
