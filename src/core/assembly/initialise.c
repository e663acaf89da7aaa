#include "core/assembly/initialise.h"

#include "core/assembly/initialise-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Passes over all connections, where events in between change what was passed on. */
#define MAX_PASSES 20u
/* A disagreement that shows that probing has missed a dependency. */
#define MISSED 1e-9

static int
find_index (const guint *variables, guint n, guint variable)
{
  for (guint i = 0; i < n; i++)
    if (variables[i] == variable)
      return (int)i;
  return -1;
}

static gboolean
is_continuous (const LsVariable *variable)
{
  return variable->type == LS_TYPE_REAL && variable->variability == LS_VARIABILITY_CONTINUOUS;
}

static void
fill_rows (LsInitialise *self, const LsModel *model, const LsOmega *omega)
{
  self->n_rows = omega->n_outputs;
  self->rows = g_new0 (LsFlowRow, self->n_rows + 1);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const LsPort *port = &omega->outputs[i];
      LsFlowRow *row = &self->rows[i];
      const LsSystemInfo *info;

      row->system = (guint)ls_model_get_component_index (model, port->component);
      row->variable = port->variable->index;
      row->continuous = is_continuous (port->variable);
      info = ls_system_get_info (self->network->systems[row->system]);
      row->output = find_index (info->outputs, info->n_out, row->variable);
    }
}

static void
fill_links (LsInitialise *self, const LsModel *model)
{
  self->link_inputs = g_new0 (int, self->n_links + 1);
  self->link_continuous = g_new0 (gboolean, self->n_links + 1);
  for (guint i = 0; i < self->n_links; i++)
    {
      const LsLink *link = &self->links[i];
      const LsSystemInfo *info = ls_system_get_info (self->network->systems[link->to]);
      const LsComponent *component = ls_model_get_component (model, link->to);

      self->link_inputs[i] = link->real ? find_index (info->inputs, info->n_in, link->input) : -1;
      self->link_continuous[i]
          = self->link_inputs[i] >= 0 && self->rows[link->row].output >= 0
            && self->rows[link->row].continuous
            && is_continuous (&ls_fmu_get_description (component->fmu)->variables[link->input]);
    }
}

/* Links by @by_row ? row : target, n + 1 offsets and their indices. */
static void
index_links (const LsInitialise *self, gboolean by_row, guint n, guint **first, guint **indices)
{
  g_autofree guint *next = NULL;

  *first = g_new0 (guint, n + 2);
  *indices = g_new0 (guint, self->n_links + 1);
  for (guint i = 0; i < self->n_links; i++)
    (*first)[(by_row ? self->links[i].row : self->links[i].to) + 1]++;
  for (guint k = 0; k < n; k++)
    (*first)[k + 1] += (*first)[k];
  next = g_memdup2 (*first, (n + 1) * sizeof (guint));
  for (guint i = 0; i < self->n_links; i++)
    (*indices)[next[by_row ? self->links[i].row : self->links[i].to]++] = i;
}

LsInitialise *
ls_initialise_new (LsNetwork *network,
                   const LsModel *model,
                   const LsOmega *omega,
                   const LsLink links[],
                   guint n_links)
{
  LsInitialise *self = g_new0 (LsInitialise, 1);

  self->network = network;
  self->links = links;
  self->n_links = n_links;
  self->gathered = g_new0 (double, network->n_in + 1);
  fill_rows (self, model, omega);
  fill_links (self, model);
  index_links (self, TRUE, self->n_rows, &self->row_first, &self->row_links);
  index_links (self, FALSE, network->n_systems, &self->to_first, &self->to_links);
  for (guint running = 0; running < 2; running++)
    {
      ls_flow_init (self, running, model, omega);
      ls_flow_sort (self, running);
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
      ls_flow_clear (&self->flows[running]);
      g_hash_table_unref (self->loops[running]);
      g_clear_pointer (&self->all_edges[running], g_array_unref);
    }
  g_free (self->rows);
  g_free (self->link_inputs);
  g_free (self->link_continuous);
  g_free (self->row_first);
  g_free (self->row_links);
  g_free (self->to_first);
  g_free (self->to_links);
  g_free (self->gathered);
  g_free (self);
}

char *
ls_initialise_name_row (const LsInitialise *self, guint row)
{
  const LsFlowRow *output = &self->rows[row];
  LsSystem *system = self->network->systems[output->system];

  return g_strdup_printf ("%s.%s", ls_system_get_info (system)->name,
                          ls_system_get_variable_name (system, output->variable));
}

LsStatus
ls_initialise_get_input (LsInitialise *self, guint link, double *value)
{
  const LsLink *l = &self->links[link];
  double *u = self->gathered + self->network->in_offset[l->to];
  LsStatus status = ls_system_get_inputs (self->network->systems[l->to], u);

  *value = u[self->link_inputs[link]];
  return status;
}

/* After the start values of continuous Reals only are set by themselves; others bring events. */
static LsStatus
pass_running (LsInitialise *self, guint link)
{
  LsNetwork *network = self->network;
  const LsLink *l = &self->links[link];
  LsSystem *from = network->systems[l->from], *to = network->systems[l->to];
  guint output = (guint)self->rows[l->row].output, input = (guint)self->link_inputs[link];
  LsStatus status;
  double value;

  if (l->real && self->link_inputs[link] >= 0)
    {
      status = ls_system_get_some_outputs (from, &output, 1, &value);
      if (status != LS_OK)
        return status;
      network->u[network->in_offset[l->to] + input] = value;
      if (self->link_continuous[link])
        return ls_system_set_some_inputs (to, &input, 1, &value);
    }
  else if ((status = ls_system_copy_value (from, l->output, to, l->input)) != LS_OK)
    return status;
  return ls_system_evaluate (to, network->u + network->in_offset[l->to],
                             network->y + network->out_offset[l->to]);
}

LsStatus
ls_initialise_pass (LsInitialise *self, guint link)
{
  const LsLink *l = &self->links[link];
  LsSystem **systems = self->network->systems;
  LsStatus status = LS_OK;

  if (self->running)
    status = l->parameter ? LS_OK : pass_running (self, link);
  else if (l->parameter)
    status = ls_system_copy_parameter (systems[l->from], l->output, systems[l->to], l->input);
  else
    status = ls_system_copy_value (systems[l->from], l->output, systems[l->to], l->input);
  if (status != LS_OK)
    self->network->failed = l->to;
  return status;
}

/* Links of a row, without those to the components of @loop. */
static LsStatus
pass_row (LsInitialise *self, guint row, const LsNetworkLoop *loop)
{
  LsStatus status = LS_OK;

  for (guint i = self->row_first[row]; i < self->row_first[row + 1] && status == LS_OK; i++)
    if (loop == NULL || !ls_network_loop_holds (loop, self->links[self->row_links[i]].to))
      status = ls_initialise_pass (self, self->row_links[i]);
  return status;
}

static LsNetworkLoop *
get_loop (LsInitialise *self, guint group)
{
  const LsFlow *flow = &self->flows[self->running];
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
  const LsFlow *flow = &self->flows[self->running];

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

/* Inputs and outputs as the components have them. */
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

/* Of the parameters that are passed on, at the end of initialisation mode. */
static LsStatus
measure_parameters (LsInitialise *self)
{
  self->parameter_residual = 0.0;
  for (guint i = 0; i < self->n_links; i++)
    {
      const LsLink *link = &self->links[i];
      LsSystem *from = self->network->systems[link->from], *to = self->network->systems[link->to];
      double value, had;
      LsStatus status;

      if (!link->parameter || !link->real)
        continue;
      status = ls_system_read (from, &link->output, 1, &value);
      if (status == LS_OK)
        status = ls_system_read (to, &link->input, 1, &had);
      if (status != LS_OK)
        return status;
      value = ls_system_map_real (to, link->input, value);
      self->parameter_residual
          = fmax (self->parameter_residual,
                  fabs (value - had) / (ls_system_get_nominal (to, link->input) + fabs (value)));
    }
  return LS_OK;
}

static gboolean
has_loops (const LsInitialise *self, gboolean running)
{
  for (guint g = 0; g < self->flows[running].n_groups; g++)
    if (self->flows[running].is_loop[g])
      return TRUE;
  return FALSE;
}

gboolean
ls_initialise_has_loops (const LsInitialise *self)
{
  return has_loops (self, TRUE);
}

/* What probing took away was there after all. */
static void
take_back (LsInitialise *self)
{
  for (guint running = 0; running < 2; running++)
    {
      g_array_unref (self->flows[running].edges);
      self->flows[running].edges = g_steal_pointer (&self->all_edges[running]);
      g_hash_table_remove_all (self->loops[running]);
      ls_flow_sort (self, running);
    }
}

/* Values, by the order that was found. */
static gboolean
settle_values (LsInitialise *self, GError **error)
{
  gboolean probed = FALSE;

  if (has_loops (self, FALSE) && ls_flow_probe (self, &probed) != LS_OK)
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
  self->running = FALSE;
  return settle_values (self, error) && measure_parameters (self) == LS_OK;
}

static gboolean
has_discrete_links (const LsInitialise *self)
{
  for (guint i = 0; i < self->n_links; i++)
    if (!self->link_continuous[i] && !self->links[i].parameter)
      return TRUE;
  return FALSE;
}

gboolean
ls_initialise_settle_running (LsInitialise *self, GError **error)
{
  gboolean again = has_discrete_links (self);

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
                _ ("values still differ by %.3g over a connection after %u rounds"),
                ls_initialise_get_residual (self), MAX_PASSES);
  return TRUE;
}

static gboolean
concerns_same (const LsLoopReport *a, const LsLoopReport *b)
{
  return g_strv_equal ((const char *const *)a->members, (const char *const *)b->members)
         && g_strv_equal ((const char *const *)a->discrete, (const char *const *)b->discrete);
}

/* A loop before and after the start is one. */
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
