#include "core/assembly/initialise-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of passes over all connections; more than one is needed when events change values
 * already passed on. */
#define MAX_PASSES 20u
/* A greater residual indicates a dependency missed by probing. */
#define MISSED 1e-9

LsInitialise *
ls_initialise_new (LsNetwork *network, const LsAssembly *assembly)
{
  LsInitialise *self = g_new0 (LsInitialise, 1);

  g_return_val_if_fail (network != NULL, NULL);
  self->network = network;
  self->assembly = assembly;
  self->gathered = g_new0 (double, network->n_in + 1);
  for (guint running = 0; running < 2; running++)
    {
      self->flows[running] = ls_flow_new (assembly, running ? 0 : LS_FLOW_INITIAL);
      self->loops[running]
          = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)ls_network_loop_free);
    }
  return self;
}

void
ls_initialise_free (LsInitialise *self)
{
  if (self == NULL)
    return;
  for (guint running = 0; running < 2; running++)
    {
      ls_flow_free (self->flows[running]);
      ls_flow_free (self->whole[running]);
      g_hash_table_unref (self->loops[running]);
    }
  g_free (self->gathered);
  g_free (self);
}

/* Passes on the value of a row, except to the components of @loop. */
static LsStatus
pass_row (LsInitialise *self, guint row, const LsNetworkLoop *loop)
{
  const LsAssembly *assembly = self->assembly;
  LsStatus status = LS_OK;

  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1] && status == LS_OK; i++)
    if (loop == NULL || !ls_network_loop_holds (loop, assembly->wires[assembly->row_wires[i]].to))
      status = ls_initialise_pass (self, assembly->row_wires[i]);
  return status;
}

static LsNetworkLoop *
get_loop (LsInitialise *self, guint group)
{
  const LsFlow *flow = self->flows[self->running];
  guint first = flow->groups[group], n = flow->groups[group + 1] - first;
  gpointer key = GUINT_TO_POINTER (flow->rows[first]);
  LsNetworkLoop *loop = g_hash_table_lookup (self->loops[self->running], key);

  if (loop == NULL)
    {
      loop = ls_network_loop_new (self, flow->rows + first, n);
      g_hash_table_insert (self->loops[self->running], key, loop);
    }
  return loop;
}

static gboolean
pass_all (LsInitialise *self, GError **error)
{
  const LsFlow *flow = self->flows[self->running];

  for (guint g = 0; g < flow->n_groups; g++)
    {
      LsNetworkLoop *loop = flow->is_loop[g] ? get_loop (self, g) : NULL;

      if (loop != NULL && !ls_network_loop_solve (loop, error))
        return FALSE;
      for (guint i = flow->groups[g]; i < flow->groups[g + 1]; i++)
        if (pass_row (self, flow->rows[i], loop) != LS_OK)
          return FALSE;
    }
  return TRUE;
}

/* Reads inputs and outputs from the components. */
static LsStatus
read_all (LsInitialise *self)
{
  LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    {
      network->failed = k;
      status = ls_system_get_inputs (network->systems[k], network->u + network->in_offset[k]);
      if (status == LS_OK)
        status = ls_system_evaluate (network->systems[k], network->u + network->in_offset[k],
                                     network->y + network->out_offset[k]);
    }
  return status;
}

double
ls_initialise_get_residual (const LsInitialise *self)
{
  const LsNetwork *network = self->network;
  double greatest = 0.0;

  for (guint k = 0; k < network->n_systems; k++)
    for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
      {
        const LsSystemInfo *info = ls_system_get_info (network->systems[k]);
        double nominal = info->input_nominals[j - network->in_offset[k]], residual;

        if (network->source[j] < 0)
          continue;
        residual = fabs (network->u[j] - network->y[network->source[j]])
                   / (nominal + fabs (network->u[j]));
        greatest = residual <= greatest ? greatest : isfinite (residual) ? residual : INFINITY;
      }
  return fmax (greatest, self->parameter_residual);
}

/* Measures the residual of connected parameters at the end of initialisation mode. */
static LsStatus
measure_parameters (LsInitialise *self)
{
  self->parameter_residual = 0.0;
  for (guint i = 0; i < self->assembly->n_wires; i++)
    {
      const LsWire *wire = &self->assembly->wires[i];
      LsSystem *from = self->network->systems[wire->from], *to = self->network->systems[wire->to];
      const guint input = wire->input->index;
      double value, had;
      LsStatus status;

      if (!wire->parameter || !wire->real)
        continue;
      status = ls_system_read (from, &wire->output->index, 1, &value);
      if (status == LS_OK)
        status = ls_system_read (to, &input, 1, &had);
      if (status != LS_OK)
        return status;
      value = ls_system_map_value (to, input, value);
      self->parameter_residual
          = fmax (self->parameter_residual,
                  fabs (value - had) / (ls_system_get_nominal (to, input) + fabs (value)));
    }
  return LS_OK;
}

static gboolean
has_loops (const LsInitialise *self, gboolean running)
{
  for (guint g = 0; g < self->flows[running]->n_groups; g++)
    if (self->flows[running]->is_loop[g])
      return TRUE;
  return FALSE;
}

const LsFlow *
ls_initialise_get_flow (const LsInitialise *self)
{
  return self->flows[TRUE];
}

gboolean
ls_initialise_has_loops (const LsInitialise *self)
{
  return has_loops (self, TRUE);
}

/* Restores the flows from before the probing, which has missed a dependency. */
static void
take_back (LsInitialise *self)
{
  for (guint running = 0; running < 2; running++)
    {
      ls_flow_free (self->flows[running]);
      self->flows[running] = g_steal_pointer (&self->whole[running]);
      g_hash_table_remove_all (self->loops[running]);
    }
}

/* Makes the values consistent in the order of the flow. */
static gboolean
settle_values (LsInitialise *self, GError **error)
{
  gboolean probed = FALSE;

  if (has_loops (self, FALSE) && ls_initialise_probe (self, &probed) != LS_OK)
    return FALSE;
  if (!pass_all (self, error))
    return FALSE;
  if (!probed)
    return TRUE;
  if (read_all (self) != LS_OK)
    return FALSE;
  if (ls_initialise_get_residual (self) <= MISSED)
    return TRUE;
  take_back (self);
  return pass_all (self, error);
}

gboolean
ls_initialise_settle (LsInitialise *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  self->running = FALSE;
  return settle_values (self, error) && measure_parameters (self) == LS_OK;
}

static gboolean
has_discrete_wires (const LsInitialise *self)
{
  for (guint i = 0; i < self->assembly->n_wires; i++)
    if (!self->assembly->wires[i].smooth && !self->assembly->wires[i].parameter)
      return TRUE;
  return FALSE;
}

gboolean
ls_initialise_settle_running (LsInitialise *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  gboolean again = has_discrete_wires (self);

  self->running = TRUE;
  for (guint pass = 0; pass < MAX_PASSES; pass++)
    {
      if (read_all (self) != LS_OK)
        return FALSE;
      if (!again && ls_initialise_get_residual (self) <= LS_LOOP_TOLERANCE)
        return TRUE;
      again = FALSE;
      if (!pass_all (self, error))
        return FALSE;
    }
  ls_log_write (self->network->log, LS_LOG_WARNING, NULL, NULL, self->network->time,
                _ ("values still differ by %.3g over a connection after %u iterations"),
                ls_initialise_get_residual (self), MAX_PASSES);
  return TRUE;
}

static gboolean
concerns_same (const LsLoopReport *a, const LsLoopReport *b)
{
  return g_strv_equal ((const char *const *)a->members, (const char *const *)b->members)
         && g_strv_equal ((const char *const *)a->discrete, (const char *const *)b->discrete);
}

/* Combines the reports of a loop before and after the start. */
static void
add_report (GPtrArray *reports, LsLoopReport *report)
{
  for (guint i = 0; i < reports->len; i++)
    {
      LsLoopReport *other = reports->pdata[i];

      if (!concerns_same (other, report))
        continue;
      other->n_solutions += report->n_solutions;
      other->residual = fmax (other->residual, report->residual);
      ls_loop_report_free (report);
      return;
    }
  g_ptr_array_add (reports, report);
}

static int
compare_reports (gconstpointer a, gconstpointer b)
{
  const LsLoopReport *x = *(LsLoopReport *const *)a, *y = *(LsLoopReport *const *)b;

  return g_strcmp0 (x->n > 0 ? x->members[0] : x->discrete[0],
                    y->n > 0 ? y->members[0] : y->discrete[0]);
}

GPtrArray *
ls_initialise_list_loops (const LsInitialise *self)
{
  GPtrArray *reports = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_loop_report_free);

  g_return_val_if_fail (self != NULL, NULL);
  for (guint running = 0; running < 2; running++)
    {
      GHashTableIter iter;
      gpointer loop;

      g_hash_table_iter_init (&iter, self->loops[running]);
      while (g_hash_table_iter_next (&iter, NULL, &loop))
        {
          LsLoopReport *report = ls_network_loop_get_report (loop);

          if (report != NULL)
            add_report (reports, report);
        }
    }
  g_ptr_array_sort (reports, compare_reports);
  return reports;
}

char *
ls_initialise_name_loops (const LsInitialise *self)
{
  g_autoptr (GPtrArray) reports = ls_initialise_list_loops (self);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < reports->len; i++)
    {
      const LsLoopReport *report = reports->pdata[i];
      g_autofree char *names = ls_loop_list_names ((const char *const *)report->members, report->n);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", names);
    }
  return g_string_free (text, FALSE);
}
