/* An algebraic loop of a network: its unknowns, the components that compute them, and what has to
 * be passed round. */
#include "core/assembly/initialise-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Rounds of what is passed round; a cycle shows before, values that never come again do not. */
#define MAX_ROUNDS 200u

/* What one system has to do with the loop; arrays of @n_in and @n_out. */
typedef struct
{
  guint system;
  guint n_in, n_out;
  guint *inputs, *sources; /* local; the unknown that each takes */
  double *u;
  guint *outputs, *targets; /* local; the unknown that each is */
  double *y;
} Member;

struct LsNetworkLoop
{
  LsInitialise *owner;
  guint n_rows;
  guint *rows;
  guint n; /* unknowns */
  char **names;
  double *nominals, *v;
  guint *guesses; /* link that the guess of each unknown is read from */
  GArray *members;
  guint n_discrete;
  guint *discrete_rows;
  char **discrete_names;
  GArray *discrete_links; /* guint */
  LsLoop *loop;           /* %NULL without unknowns */
  LsLoopReport *report;   /* without unknowns */
};

gboolean
ls_network_loop_holds (const LsNetworkLoop *self, guint system)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->owner->rows[self->rows[i]].system == system)
      return TRUE;
  return FALSE;
}

static Member *
find_member (LsNetworkLoop *self, guint system)
{
  Member *member;

  for (guint i = 0; i < self->members->len; i++)
    if (g_array_index (self->members, Member, i).system == system)
      return &g_array_index (self->members, Member, i);
  g_array_set_size (self->members, self->members->len + 1);
  member = &g_array_index (self->members, Member, self->members->len - 1);
  *member = (Member){ .system = system };
  return member;
}

static void
clear_member (gpointer data)
{
  Member *member = data;

  g_free (member->inputs);
  g_free (member->sources);
  g_free (member->u);
  g_free (member->outputs);
  g_free (member->targets);
  g_free (member->y);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LsInitialise *owner = user_data;
  g_autofree char *x = ls_initialise_name_row (owner, *(const guint *)a);
  g_autofree char *y = ls_initialise_name_row (owner, *(const guint *)b);

  return strcmp (x, y);
}

static void
add_input (LsNetworkLoop *self, guint link, guint unknown)
{
  const LsInitialise *owner = self->owner;
  Member *member = find_member (self, owner->links[link].to);
  guint n = member->n_in++;

  member->inputs = g_renew (guint, member->inputs, n + 1);
  member->sources = g_renew (guint, member->sources, n + 1);
  member->inputs[n] = (guint)owner->link_inputs[link];
  member->sources[n] = unknown;
}

static void
add_output (LsNetworkLoop *self, guint row, guint unknown)
{
  const LsFlowRow *output = &self->owner->rows[row];
  Member *member = find_member (self, output->system);
  guint n = member->n_out++;

  member->outputs = g_renew (guint, member->outputs, n + 1);
  member->targets = g_renew (guint, member->targets, n + 1);
  member->outputs[n] = (guint)output->output;
  member->targets[n] = unknown;
}

/* Which comes first whatever the order of connections. */
static gboolean
is_before (const LsInitialise *owner, guint a, guint b)
{
  const LsLink *x = &owner->links[a], *y = &owner->links[b];
  const char *name_x = ls_system_get_info (owner->network->systems[x->to])->name;
  const char *name_y = ls_system_get_info (owner->network->systems[y->to])->name;
  int order = strcmp (name_x, name_y);

  return order < 0 || (order == 0 && x->input < y->input);
}

/* A row of the group with its connections within: one unknown, or something passed round. */
static void
add_row (LsNetworkLoop *self, guint row)
{
  LsInitialise *owner = self->owner;
  const LsFlowRow *output = &owner->rows[row];
  gboolean unknown = FALSE, discrete = FALSE;

  for (guint i = owner->row_first[row]; i < owner->row_first[row + 1]; i++)
    {
      guint link = owner->row_links[i];

      if (!ls_network_loop_holds (self, owner->links[link].to))
        continue;
      if (!owner->link_continuous[link])
        {
          g_array_append_val (self->discrete_links, link);
          discrete = TRUE;
          continue;
        }
      if (!unknown || is_before (owner, link, self->guesses[self->n]))
        self->guesses[self->n] = link;
      unknown = TRUE;
      add_input (self, link, self->n);
    }
  if (discrete)
    self->discrete_rows[self->n_discrete++] = row;
  if (!unknown)
    return;
  add_output (self, row, self->n);
  self->names[self->n] = ls_initialise_name_row (owner, row);
  self->nominals[self->n++] = ls_system_get_info (owner->network->systems[output->system])
                                  ->output_nominals[output->output];
}

static LsStatus
map (const double v[], double image[], gpointer user_data)
{
  LsNetworkLoop *self = user_data;
  LsNetwork *network = self->owner->network;

  for (guint m = 0; m < self->members->len; m++)
    {
      Member *member = &g_array_index (self->members, Member, m);
      LsSystem *system = network->systems[member->system];
      LsStatus status;

      for (guint i = 0; i < member->n_in; i++)
        member->u[i] = v[member->sources[i]];
      status = ls_system_set_some_inputs (system, member->inputs, member->n_in, member->u);
      if (status == LS_OK)
        status = ls_system_get_some_outputs (system, member->outputs, member->n_out, member->y);
      if (status != LS_OK)
        {
          network->failed = member->system;
          return status;
        }
      for (guint i = 0; i < member->n_out; i++)
        image[member->targets[i]] = member->y[i];
    }
  return LS_OK;
}

static LsStatus
derivatives (const double v[] G_GNUC_UNUSED, double j[], gpointer user_data)
{
  LsNetworkLoop *self = user_data;
  LsNetwork *network = self->owner->network;

  for (guint m = 0; m < self->members->len; m++)
    if (!ls_system_has_feed (network->systems[g_array_index (self->members, Member, m).system]))
      return LS_RETRY;
  for (guint m = 0; m < self->members->len; m++)
    {
      Member *member = &g_array_index (self->members, Member, m);

      for (guint i = 0; i < member->n_in && member->n_out > 0; i++)
        {
          LsStatus status = ls_system_get_feed (network->systems[member->system], member->inputs[i],
                                                member->outputs, member->n_out, member->y);

          if (status != LS_OK)
            return status;
          for (guint k = 0; k < member->n_out; k++)
            j[(gsize)member->targets[k] * self->n + member->sources[i]] += member->y[k];
        }
    }
  return LS_OK;
}

LsNetworkLoop *
ls_network_loop_new (LsInitialise *owner, const guint rows[], guint n_rows)
{
  LsNetworkLoop *self = g_new0 (LsNetworkLoop, 1);
  LsLoopProblem problem = {
    .map = map, .derivatives = derivatives, .user_data = self, .origin = owner->network->origin
  };

  self->owner = owner;
  self->n_rows = n_rows;
  self->rows = g_memdup2 (rows, n_rows * sizeof (guint));
  g_qsort_with_data (self->rows, (int)n_rows, sizeof (guint), compare_rows, owner);
  self->names = g_new0 (char *, n_rows + 1);
  self->discrete_names = g_new0 (char *, n_rows + 1);
  self->nominals = g_new0 (double, 2 * n_rows);
  self->v = self->nominals + n_rows;
  self->guesses = g_new0 (guint, n_rows);
  self->discrete_rows = g_new0 (guint, n_rows);
  self->discrete_links = g_array_new (FALSE, FALSE, sizeof (guint));
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  g_array_set_clear_func (self->members, clear_member);
  for (guint i = 0; i < n_rows; i++)
    add_row (self, self->rows[i]);
  for (guint i = 0; i < self->n_discrete; i++)
    self->discrete_names[i] = ls_initialise_name_row (owner, self->discrete_rows[i]);
  for (guint m = 0; m < self->members->len; m++)
    {
      Member *member = &g_array_index (self->members, Member, m);

      member->u = g_new0 (double, member->n_in + 1);
      member->y = g_new0 (double, member->n_out + 1);
    }
  problem.n = self->n;
  problem.names = (const char *const *)self->names;
  problem.nominals = self->nominals;
  if (self->n > 0)
    self->loop = ls_loop_new (&problem);
  return self;
}

void
ls_network_loop_free (LsNetworkLoop *self)
{
  ls_loop_free (self->loop);
  ls_loop_report_free (self->report);
  g_free (self->rows);
  g_strfreev (self->names);
  g_strfreev (self->discrete_names);
  g_free (self->nominals);
  g_free (self->guesses);
  g_free (self->discrete_rows);
  g_array_unref (self->discrete_links);
  g_array_unref (self->members);
  g_free (self);
}

/* The guess is what the inputs have now: their start values at first. */
static LsStatus
guess (LsNetworkLoop *self)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->n && status == LS_OK; i++)
    {
      status = ls_initialise_get_input (self->owner, self->guesses[i], &self->v[i]);
      if (!isfinite (self->v[i]))
        self->v[i] = 0.0;
    }
  return status;
}

/* Values of what is passed round, in one text; %NULL with an error. */
static char *
take_snapshot (const LsNetworkLoop *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_discrete; i++)
    {
      const LsFlowRow *row = &self->owner->rows[self->discrete_rows[i]];
      g_autofree char *value
          = ls_system_get_text (self->owner->network->systems[row->system], row->variable, error);

      if (value == NULL)
        return NULL;
      /* Texts may hold anything but the end of a line, most likely. */
      g_string_append_printf (text, "%s\n", value);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Names with both values: "a.y (true, false)". */
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

  g_set_error (
      error, LS_ERROR, LS_ERROR_MODEL,
      _ ("The algebraic loop at t = %.9g s does not come to rest: passed round, the values "
         "of %s come back again and again."),
      self->owner->network->time, flipping);
}

static LsStatus
pass_round (LsNetworkLoop *self)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->discrete_links->len && status == LS_OK; i++)
    status = ls_initialise_pass (self->owner, g_array_index (self->discrete_links, guint, i));
  return status;
}

static gboolean
solve_unknowns (LsNetworkLoop *self, GError **error)
{
  if (self->loop == NULL)
    return TRUE;
  return guess (self) == LS_OK
         && ls_loop_solve (self->loop, self->v, self->owner->network->time, error);
}

/* @seen: (element-type char*): snapshots so far. Returns: -1 to go on, else whether all is well. */
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

/* Unknowns for fixed discrete values, these passed on, until they stay. */
static gboolean
settle_discrete (LsNetworkLoop *self, GError **error)
{
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func (g_free);
  const char *last, *before;

  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      char *snapshot;
      int well;

      if (!solve_unknowns (self, error) || (snapshot = take_snapshot (self, error)) == NULL)
        return FALSE;
      well = judge (self, seen, snapshot, error);
      if (well >= 0)
        return well > 0;
      if (pass_round (self) != LS_OK)
        return FALSE;
    }
  last = seen->pdata[seen->len - 1];
  before = seen->pdata[seen->len - 2];
  set_cycle_error (self, last, before, error);
  return FALSE;
}

static void
store (LsNetworkLoop *self)
{
  LsNetwork *network = self->owner->network;

  for (guint m = 0; m < self->members->len; m++)
    {
      const Member *member = &g_array_index (self->members, Member, m);

      for (guint i = 0; i < member->n_in; i++)
        network->u[network->in_offset[member->system] + member->inputs[i]]
            = self->v[member->sources[i]];
    }
}

gboolean
ls_network_loop_solve (LsNetworkLoop *self, GError **error)
{
  gboolean solved
      = self->n_discrete > 0 ? settle_discrete (self, error) : solve_unknowns (self, error);

  if (!solved)
    return FALSE;
  store (self);
  if (self->loop != NULL)
    return TRUE;
  if (self->report == NULL)
    {
      self->report = g_new0 (LsLoopReport, 1);
      self->report->members = g_new0 (char *, 1);
      self->report->condition = NAN;
      self->report->unique = TRUE;
      self->report->time = self->owner->network->origin + self->owner->network->time;
    }
  self->report->n_solutions++;
  return TRUE;
}

LsLoopReport *
ls_network_loop_get_report (const LsNetworkLoop *self)
{
  LsLoopReport *report = NULL;

  if (self->loop != NULL)
    report = ls_loop_get_report (self->loop);
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
