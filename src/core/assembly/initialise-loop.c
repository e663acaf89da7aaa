/* An algebraic loop of a network: its unknowns, and the discrete values that are iterated. */
#include "core/assembly/initialise-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of iterations of the discrete values; cycles are detected earlier, non-repeating
 * sequences are not. */
#define MAX_ITERATIONS 200u

struct LsNetworkLoop
{
  LsInitialise *owner;
  guint n_rows, n_discrete;
  guint *rows, *discrete_rows;
  char **discrete_names;
  GArray *discrete_wires; /* guint */
  LsWireLoop *unknowns;   /* (nullable) */
  LsLoopReport *report;   /* used without unknowns */
};

gboolean
ls_network_loop_holds (const LsNetworkLoop *self, guint system)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->owner->assembly->rows[self->rows[i]].component == system)
      return TRUE;
  return FALSE;
}

/* Adds the discrete wires of a row to components of the group. */
static void
add_row (LsNetworkLoop *self, guint row)
{
  const LsAssembly *assembly = self->owner->assembly;
  gboolean discrete = FALSE;

  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1]; i++)
    {
      const guint wire = assembly->row_wires[i];

      if (assembly->wires[wire].smooth || !ls_network_loop_holds (self, assembly->wires[wire].to))
        continue;
      g_array_append_val (self->discrete_wires, wire);
      discrete = TRUE;
    }
  if (!discrete)
    return;
  self->discrete_names[self->n_discrete] = ls_assembly_name_row (assembly, row);
  self->discrete_rows[self->n_discrete++] = row;
}

static LsStatus
note (LsNetwork *network, guint system, LsStatus status)
{
  if (status != LS_OK)
    network->failed = system;
  return status;
}

static LsStatus
set (guint system, const guint inputs[], guint n, const double values[], gpointer user_data)
{
  LsNetwork *network = ((LsInitialise *)user_data)->network;

  return note (network, system,
               ls_system_set_some_inputs (network->systems[system], inputs, n, values));
}

static LsStatus
get (guint system, const guint outputs[], guint n, double values[], gpointer user_data)
{
  LsNetwork *network = ((LsInitialise *)user_data)->network;

  return note (network, system,
               ls_system_get_some_outputs (network->systems[system], outputs, n, values));
}

static gboolean
has_feed (guint system, gpointer user_data)
{
  return ls_system_has_feed (((LsInitialise *)user_data)->network->systems[system]);
}

static LsStatus
get_feed (
    guint system, guint input, const guint outputs[], guint n, double column[], gpointer user_data)
{
  return ls_system_get_feed (((LsInitialise *)user_data)->network->systems[system], input, outputs,
                             n, column);
}

LsNetworkLoop *
ls_network_loop_new (LsInitialise *owner, const guint rows[], guint n_rows)
{
  static const LsWireOps ops = { set, get, ls_initialise_get_input, has_feed, get_feed };
  LsNetworkLoop *self = g_new0 (LsNetworkLoop, 1);

  self->owner = owner;
  self->n_rows = n_rows;
  self->rows = g_memdup2 (rows, n_rows * sizeof (guint));
  g_qsort_with_data (self->rows, (int)n_rows, sizeof (guint), ls_assembly_compare_rows,
                     (gpointer)owner->assembly);
  self->discrete_names = g_new0 (char *, n_rows + 1);
  self->discrete_rows = g_new0 (guint, n_rows);
  self->discrete_wires = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n_rows; i++)
    add_row (self, self->rows[i]);
  self->unknowns
      = ls_wire_loop_new (owner->assembly, rows, n_rows, TRUE, owner->network->origin, &ops, owner);
  return self;
}

void
ls_network_loop_free (LsNetworkLoop *self)
{
  ls_wire_loop_free (self->unknowns);
  ls_loop_report_free (self->report);
  g_free (self->rows);
  g_strfreev (self->discrete_names);
  g_free (self->discrete_rows);
  g_array_unref (self->discrete_wires);
  g_free (self);
}

/* The discrete values as one text; %NULL with an error. */
static char *
take_snapshot (const LsNetworkLoop *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_discrete; i++)
    {
      const LsRow *row = &self->owner->assembly->rows[self->discrete_rows[i]];
      g_autofree char *value = ls_system_get_text (self->owner->network->systems[row->component],
                                                   row->variable->index, error);

      if (value == NULL)
        return NULL;
      /* Values are separated by line breaks, which are unlikely in string values. */
      g_string_append_printf (text, "%s\n", value);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Names of the values that differ, with both values: "a.y (true, false)". */
static char *
list_flipping (const LsNetworkLoop *self, const char *now, const char *before)
{
  g_auto (GStrv) x = g_strsplit (now, "\n", -1), y = g_strsplit (before, "\n", -1);
  guint n = MIN (MIN (g_strv_length (x), g_strv_length (y)), self->n_discrete), count = 0;
  g_auto (GStrv) names = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    if (strcmp (x[i], y[i]) != 0)
      names[count++] = g_strdup_printf ("%s (%s, %s)", self->discrete_names[i], y[i], x[i]);
  return ls_loop_list_names ((const char *const *)names, count);
}

static void
set_cycle_error (const LsNetworkLoop *self, const char *now, const char *before, GError **error)
{
  g_autofree char *flipping = list_flipping (self, now, before);

  g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
               _ ("The algebraic loop at t = %.9g s does not converge: the values of %s cycle."),
               self->owner->network->time, flipping);
}

static LsStatus
iterate (LsNetworkLoop *self)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->discrete_wires->len && status == LS_OK; i++)
    status = ls_initialise_pass (self->owner, g_array_index (self->discrete_wires, guint, i));
  return status;
}

static gboolean
solve_unknowns (LsNetworkLoop *self, GError **error)
{
  return self->unknowns == NULL
         || ls_wire_loop_solve (self->unknowns, self->owner->network->time, error);
}

/* @seen: (element-type char*): snapshots so far. Returns: -1 to continue, otherwise whether the
 * values have converged. */
static int
judge (LsNetworkLoop *self, GPtrArray *seen, char *snapshot, GError **error)
{
  for (guint i = 0; i < seen->len; i++)
    if (strcmp (seen->pdata[i], snapshot) == 0)
      {
        gboolean rests = i == seen->len - 1;

        if (!rests)
          set_cycle_error (self, snapshot, seen->pdata[seen->len - 1], error);
        g_free (snapshot);
        return rests;
      }
  g_ptr_array_add (seen, snapshot);
  return -1;
}

/* Alternates solving the unknowns for fixed discrete values and passing on the discrete values
 * until these do not change. */
static gboolean
settle_discrete (LsNetworkLoop *self, GError **error)
{
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func (g_free);
  const char *last, *before;

  for (guint iteration = 0; iteration < MAX_ITERATIONS; iteration++)
    {
      char *snapshot;
      int well;

      if (!solve_unknowns (self, error) || (snapshot = take_snapshot (self, error)) == NULL)
        return FALSE;
      well = judge (self, seen, snapshot, error);
      if (well >= 0)
        return well > 0;
      if (iterate (self) != LS_OK)
        return FALSE;
    }
  last = seen->pdata[seen->len - 1];
  before = seen->pdata[seen->len - 2];
  set_cycle_error (self, last, before, error);
  return FALSE;
}

gboolean
ls_network_loop_solve (LsNetworkLoop *self, GError **error)
{
  LsNetwork *network = self->owner->network;
  gboolean solved
      = self->n_discrete > 0 ? settle_discrete (self, error) : solve_unknowns (self, error);

  if (!solved)
    return FALSE;
  if (self->unknowns != NULL)
    {
      ls_wire_loop_store (self->unknowns, network->in_offset, network->u);
      return TRUE;
    }
  if (self->report == NULL)
    {
      self->report = g_new0 (LsLoopReport, 1);
      self->report->members = g_new0 (char *, 1);
      self->report->condition = self->report->gain = NAN;
      self->report->unique = TRUE;
      self->report->time = network->origin + network->time;
    }
  self->report->n_solutions++;
  return TRUE;
}

LsLoopReport *
ls_network_loop_get_report (const LsNetworkLoop *self)
{
  LsLoopReport *report = NULL;

  if (self->unknowns != NULL)
    report = ls_wire_loop_get_report (self->unknowns);
  else if (self->report != NULL)
    {
      report = g_memdup2 (self->report, sizeof *report);
      report->members = g_new0 (char *, 1);
    }
  if (report == NULL)
    return NULL;
  g_strfreev (report->discrete);
  report->n_discrete = self->n_discrete;
  report->discrete = g_strdupv (self->discrete_names);
  return report;
}
