/* The connection matrix, and the order in which outputs can be evaluated. */
#include "core/model/omega.h"

#include "core/model/model-impl.h"

static guint
port_hash (gconstpointer key)
{
  const LsPort *port = key;

  return port->component * 2654435761u ^ g_direct_hash (port->variable);
}

static gboolean
port_equal (gconstpointer a, gconstpointer b)
{
  const LsPort *x = a, *y = b;

  return x->component == y->component && x->variable == y->variable;
}

static LsPort *
list_ports (const LsModel *model, GPtrArray *(*list) (const LsComponent *), guint *n)
{
  GArray *ports = g_array_new (FALSE, FALSE, sizeof (LsPort));

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      g_autoptr (GPtrArray) variables = list (component);

      for (guint j = 0; j < variables->len; j++)
        {
          LsPort port = { component->id, variables->pdata[j] };

          g_array_append_val (ports, port);
        }
    }
  *n = ports->len;
  return (LsPort *)g_array_free (ports, FALSE);
}

/* Row of the output that feeds @input, or -1. */
static int
find_row (const LsModel *model, const LsPort *input, GHashTable *rows)
{
  const LsConnection *connection
      = ls_model_find_source (model, input->component, input->variable->name);
  LsPort source;
  gpointer row;

  if (connection == NULL)
    return -1;
  source.component = connection->from;
  source.variable = ls_component_find_variable (ls_model_find_component (model, connection->from),
                                                connection->output);
  if (source.variable == NULL || !g_hash_table_lookup_extended (rows, &source, NULL, &row))
    return -1;
  return GPOINTER_TO_INT (row);
}

LsOmega *
ls_omega_new (const LsModel *model)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (port_hash, port_equal);
  LsOmega *self;

  g_return_val_if_fail (model != NULL, NULL);
  self = g_new0 (LsOmega, 1);
  self->outputs = list_ports (model, ls_component_list_outputs, &self->n_outputs);
  self->inputs = list_ports (model, ls_component_list_inputs, &self->n_inputs);
  self->sources = g_new (int, MAX (self->n_inputs, 1));
  for (guint i = 0; i < self->n_outputs; i++)
    g_hash_table_insert (rows, &self->outputs[i], GINT_TO_POINTER ((int)i));
  for (guint i = 0; i < self->n_inputs; i++)
    self->sources[i] = find_row (model, &self->inputs[i], rows);
  return self;
}

void
ls_omega_free (LsOmega *self)
{
  if (self == NULL)
    return;
  g_free (self->outputs);
  g_free (self->inputs);
  g_free (self->sources);
  g_free (self);
}

/* Feed-through between outputs: row i leans on targets[first[i]] to targets[first[i + 1] - 1]. */
typedef struct
{
  guint n;
  guint *first;
  GArray *targets;
} Graph;

/* Returns: (nullable): what ModelStructure says of the output. */
static const LsUnknown *
find_unknown (const LsComponent *component, const LsVariable *output)
{
  const LsUnknowns *outputs;

  if (component->fmu == NULL)
    return NULL;
  outputs = &ls_fmu_get_description (component->fmu)->outputs;
  for (guint i = 0; i < outputs->n; i++)
    if (outputs->items[i].variable == output->index)
      return &outputs->items[i];
  return NULL;
}

static gboolean
depends_on (const LsUnknown *unknown, guint variable)
{
  if (unknown == NULL || !unknown->has_dependencies)
    return TRUE;
  for (guint i = 0; i < unknown->n_dependencies; i++)
    if (unknown->dependencies[i] == variable)
      return TRUE;
  return FALSE;
}

/* Ports of one component stand side by side, in the same order of components on both sides. */
static void
graph_init (Graph *self, const LsOmega *omega, const LsModel *model)
{
  guint first_input = 0;

  self->n = omega->n_outputs;
  self->first = g_new0 (guint, self->n + 1);
  self->targets = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint c = 0, row = 0; c < ls_model_get_n_components (model); c++)
    {
      const LsComponent *component = ls_model_get_component (model, c);
      guint last_input = first_input;

      while (last_input < omega->n_inputs && omega->inputs[last_input].component == component->id)
        last_input++;
      for (; row < self->n && omega->outputs[row].component == component->id; row++)
        {
          const LsUnknown *unknown = find_unknown (component, omega->outputs[row].variable);

          for (guint i = first_input; i < last_input; i++)
            if (omega->sources[i] >= 0 && depends_on (unknown, omega->inputs[i].variable->index))
              g_array_append_val (self->targets, omega->sources[i]);
          self->first[row + 1] = self->targets->len;
        }
      first_input = last_input;
    }
}

static void
graph_clear (Graph *self)
{
  g_free (self->first);
  g_array_unref (self->targets);
}

/* Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972),
 * without recursion: a chain of thousands of components must not overflow the stack. */
typedef struct
{
  const Graph *graph;
  guint *number, *low; /* 0: not visited */
  gboolean *stacked;
  guint *next;  /* edge to look at */
  guint *path;  /* rows being visited */
  guint *stack; /* rows not yet in a component */
  guint n_path, n_stack, n_visited;
  guint *order;
  guint n_order;
} Search;

static void
search_init (Search *self, const Graph *graph)
{
  gsize n = MAX (graph->n, 1);

  *self = (Search){ .graph = graph };
  self->number = g_new0 (guint, n);
  self->low = g_new0 (guint, n);
  self->stacked = g_new0 (gboolean, n);
  self->next = g_new0 (guint, n);
  self->path = g_new0 (guint, n);
  self->stack = g_new0 (guint, n);
  self->order = g_new0 (guint, n);
}

static void
search_clear (Search *self)
{
  g_free (self->number);
  g_free (self->low);
  g_free (self->stacked);
  g_free (self->next);
  g_free (self->path);
  g_free (self->stack);
  g_free (self->order);
}

static void
search_enter (Search *self, guint row)
{
  self->number[row] = self->low[row] = ++self->n_visited;
  self->next[row] = self->graph->first[row];
  self->path[self->n_path++] = row;
  self->stack[self->n_stack++] = row;
  self->stacked[row] = TRUE;
}

static gboolean
feeds_itself (const Graph *graph, guint row)
{
  for (guint i = graph->first[row]; i < graph->first[row + 1]; i++)
    if (g_array_index (graph->targets, guint, i) == row)
      return TRUE;
  return FALSE;
}

/* Takes the strong component of @row off the stack. Returns: how many rows of it
 * are in a loop (they stand at the end of the order). */
static guint
search_leave (Search *self, guint row)
{
  guint n = 0, member;

  do
    {
      member = self->stack[--self->n_stack];
      self->stacked[member] = FALSE;
      self->order[self->n_order++] = member;
      n++;
    }
  while (member != row);
  return n > 1 || feeds_itself (self->graph, row) ? n : 0;
}

/* Visits all that can be reached from @row. Returns: the number of rows in the first loop, or 0. */
static guint
search_from (Search *self, guint row)
{
  search_enter (self, row);
  while (self->n_path > 0)
    {
      guint current = self->path[self->n_path - 1];

      if (self->next[current] < self->graph->first[current + 1])
        {
          guint target = g_array_index (self->graph->targets, guint, self->next[current]++);

          if (self->number[target] == 0)
            search_enter (self, target);
          else if (self->stacked[target])
            self->low[current] = MIN (self->low[current], self->number[target]);
          continue;
        }
      self->n_path--;
      if (self->n_path > 0)
        {
          guint parent = self->path[self->n_path - 1];

          self->low[parent] = MIN (self->low[parent], self->low[current]);
        }
      if (self->low[current] == self->number[current])
        {
          guint n_loop = search_leave (self, current);

          if (n_loop > 0)
            return n_loop;
        }
    }
  return 0;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *)a, y = *(const guint *)b;

  return (x > y) - (x < y);
}

static char **
list_loop (const LsOmega *omega, const LsModel *model, guint rows[], guint n)
{
  char **signals = g_new0 (char *, n + 1);

  qsort (rows, n, sizeof *rows, compare_rows);
  for (guint i = 0; i < n; i++)
    {
      const LsPort *port = &omega->outputs[rows[i]];

      signals[i] = g_strdup_printf ("%s.%s", ls_model_find_component (model, port->component)->name,
                                    port->variable->name);
    }
  return signals;
}

gboolean
ls_omega_sort (const LsOmega *self, const LsModel *model, guint **order, char ***loop)
{
  guint n_loop = 0;
  Search search;
  Graph graph;

  g_return_val_if_fail (self != NULL && model != NULL && order != NULL, FALSE);
  *order = NULL;
  if (loop != NULL)
    *loop = NULL;
  graph_init (&graph, self, model);
  search_init (&search, &graph);
  for (guint row = 0; row < graph.n && n_loop == 0; row++)
    if (search.number[row] == 0)
      n_loop = search_from (&search, row);
  if (n_loop == 0)
    *order = g_steal_pointer (&search.order);
  else if (loop != NULL)
    *loop = list_loop (self, model, search.order + search.n_order - n_loop, n_loop);
  search_clear (&search);
  graph_clear (&graph);
  return n_loop == 0;
}
