/* From a model to initialised systems: instances, wiring, initial values. */
#include "core/assembly/initialise.h"
#include "core/master/master-impl.h"
#include "core/model/omega.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Macro steps between saved points. Saving on each costs a tenth of a light component's step. */
#define SAVE_INTERVAL 64u

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
      const LsComponent *component = ls_model_get_component (model, k);
      LsComponent *adapted = NULL;
      const LsSystemInfo *info;

      if (self->method->asynchronous)
        component = adapted = ls_component_copy_for_exchange (component);

      network->systems[k] = ls_system_new (component, self->origin, self->origin + self->stop_time,
                                           tolerance, log, error);
      if (adapted != NULL)
        ls_component_free (adapted);
      if (network->systems[k] == NULL)
        return FALSE;
      network->n_systems = k + 1;
      info = ls_system_get_info (network->systems[k]);
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

/* Position of @variable in a list of variables, or -1. */
static int
find_index (const guint *variables, guint n, guint variable)
{
  for (guint i = 0; i < n; i++)
    if (variables[i] == variable)
      return (int)i;
  return -1;
}

static void
connect_real (LsNetwork *network, const LsLink *link)
{
  const LsSystemInfo *from = ls_system_get_info (network->systems[link->from]);
  const LsSystemInfo *to = ls_system_get_info (network->systems[link->to]);
  int output = find_index (from->outputs, from->n_out, link->output);
  int input = find_index (to->inputs, to->n_in, link->input);

  if (output >= 0 && input >= 0)
    network->source[network->in_offset[link->to] + (guint)input]
        = (int)network->out_offset[link->from] + output;
}

/* What the connection does to values is done where they arrive. */
static void
set_map (LsMaster *self, const LsModel *model, const LsPort *input, const LsLink *link)
{
  const LsConnection *connection
      = ls_model_find_source (model, input->component, input->variable->name);
  const GArray *map;
  double factor, offset;

  if (connection == NULL)
    return;
  map = connection->map;
  ls_model_get_connection_transform (model, connection, &factor, &offset);
  ls_system_set_input_map (self->network.systems[link->to], link->input, factor, offset,
                           map != NULL ? (const LsMapEntry *)(gpointer)map->data : NULL,
                           map != NULL ? map->len : 0);
}

static void
add_link (LsMaster *self, const LsModel *model, const LsOmega *omega, guint column)
{
  const LsPort *input = &omega->inputs[column];
  guint row = (guint)omega->sources[column];
  const LsPort *output = &omega->outputs[row];
  LsLink *link = &self->links[self->n_links++];

  link->from = (guint)ls_model_get_component_index (model, output->component);
  link->to = (guint)ls_model_get_component_index (model, input->component);
  link->output = output->variable->index;
  link->input = input->variable->index;
  link->row = row;
  link->real = output->variable->type == LS_TYPE_REAL;
  link->parameter = output->variable->causality == LS_CAUSALITY_CALCULATED_PARAMETER;
  set_map (self, model, input, link);
  if (link->real && !link->parameter)
    connect_real (&self->network, link);
}

/* 0: passed on after each step, 1: part of Ω for coupling methods, 2: passed on once. */
static guint
get_rank (const LsVariable *output)
{
  if (output->causality == LS_CAUSALITY_CALCULATED_PARAMETER)
    return 2;
  return output->type == LS_TYPE_REAL ? 1 : 0;
}

static void
make_links (LsMaster *self, const LsModel *model, const LsOmega *omega)
{
  for (guint j = 0; j < self->network.n_in; j++)
    self->network.source[j] = -1;
  self->links = g_new0 (LsLink, omega->n_inputs + 1);
  for (guint rank = 0; rank < 3; rank++)
    {
      for (guint j = 0; j < omega->n_inputs; j++)
        if (omega->sources[j] >= 0 && get_rank (omega->outputs[omega->sources[j]].variable) == rank)
          add_link (self, model, omega, j);
      if (rank == 0)
        self->n_other_links = self->n_links;
    }
}

/* @problem: (transfer full) (nullable): without it a component has said why in the log. */
static gboolean
refuse (LsMaster *self, GError *problem, GError **error)
{
  if (problem != NULL)
    g_propagate_error (error, problem);
  else
    ls_master_set_error (self, _ ("initialization"), error);
  return FALSE;
}

/* Values agree before initialisation mode ends, and again after the first event iteration. */
static gboolean
initialise (LsMaster *self, const LsModel *model, const LsOmega *omega, GError **error)
{
  LsNetwork *network = &self->network;
  LsStatus status = LS_OK;
  GError *problem = NULL;

  self->initialise = ls_initialise_new (network, model, omega, self->links, self->n_links);
  if (!ls_initialise_settle (self->initialise, &problem))
    return refuse (self, problem, error);
  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    status = ls_system_start (network->systems[k]);
  if (status != LS_OK || !ls_initialise_settle_running (self->initialise, &problem))
    return refuse (self, problem, error);
  for (guint k = 0; k < network->n_systems; k++)
    ls_system_forget_inputs (network->systems[k]);
  self->start_residual = ls_initialise_get_residual (self->initialise);
  network->initialise = self->initialise;
  return TRUE;
}

/* A component that discards a step is helped by a smaller one, if all go back. */
static void
make_history (LsMaster *self)
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
  /* Steps cannot be repeated from their real inputs alone where others are passed on. */
  network->history = ls_rollback_log_new (network->systems, network->n_systems,
                                          self->n_other_links > 0 ? 1 : SAVE_INTERVAL);
}

static void
make_watch (LsMaster *self)
{
  LsNetwork *network = &self->network;
  g_autofree double *nominals = g_new0 (double, network->n_out + 1);

  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < info->n_out; i++)
        nominals[network->out_offset[k] + i] = info->output_nominals[i];
    }
  network->watch = ls_jump_detector_new (network->n_out, nominals);
}

static void
make_lanes (LsNetwork *network)
{
  g_autofree LsBatchItem *lanes = g_new0 (LsBatchItem, network->n_systems + 1);

  for (guint k = 0; k < network->n_systems; k++)
    {
      if (!ls_system_get_lane (network->systems[k], &lanes[k])
          || !ls_instance_steps_like (lanes[0].instance, lanes[k].instance))
        return;
      lanes[k].first_input = network->in_offset[k];
      lanes[k].first_output = network->out_offset[k];
    }
  network->lanes = g_steal_pointer (&lanes);
}

gboolean
ls_master_build (LsMaster *self, const LsModel *model, double tolerance, LsLog *log, GError **error)
{
  g_autoptr (LsOmega) omega = NULL;

  if (!ls_model_check (model, error) || !make_systems (self, model, tolerance, log, error))
    return FALSE;
  omega = ls_omega_new (model);
  make_links (self, model, omega);
  self->network.other_links = self->links;
  self->network.n_other_links = self->n_other_links;
  self->network.log = self->log;
  self->network.origin = self->origin;
  self->network.stop_time = self->stop_time;
  self->network.restarted = TRUE;
  if (!initialise (self, model, omega, error))
    return FALSE;
  make_history (self);
  make_watch (self);
  make_lanes (&self->network);
  return TRUE;
}

void
ls_master_clear_network (LsMaster *self)
{
  LsNetwork *network = &self->network;

  ls_initialise_free (self->initialise);
  ls_step_control_free (network->control);
  ls_step_estimate_free (network->estimate);
  g_free (network->ranges);
  ls_rollback_log_free (network->history);
  ls_jump_detector_free (network->watch);
  for (guint k = 0; k < network->n_systems; k++)
    ls_system_free (network->systems[k]);
  g_free (network->systems);
  g_free (network->lanes);
  g_free (network->in_offset);
  g_free (network->out_offset);
  g_free (network->source);
  g_free (network->u);
  g_free (network->y);
  g_free (network->dy);
  g_free (self->links);
  g_clear_pointer (&network->activity, ls_activity_unref);
}
