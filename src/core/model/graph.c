#include "core/model/graph.h"

/* Node i depends on targets[first[i]] to targets[first[i + 1] - 1]. */
struct LsGraph
{
  guint n, n_built;
  guint *first;
  GArray *targets;
};

LsGraph *
ls_graph_new (guint n)
{
  LsGraph *self = g_new0 (LsGraph, 1);

  self->n = n;
  self->first = g_new0 (guint, n + 1);
  self->targets = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
ls_graph_free (LsGraph *self)
{
  if (self == NULL)
    return;
  g_free (self->first);
  g_array_unref (self->targets);
  g_free (self);
}

void
ls_graph_add_edge (LsGraph *self, guint target)
{
  g_return_if_fail (target < self->n && self->n_built < self->n);
  g_array_append_val (self->targets, target);
}

void
ls_graph_end_node (LsGraph *self)
{
  g_return_if_fail (self->n_built < self->n);
  self->first[++self->n_built] = self->targets->len;
}

void
ls_graph_complete (LsGraph *self)
{
  while (self->n_built < self->n)
    ls_graph_end_node (self);
}

gboolean
ls_graph_has_edge (const LsGraph *self, guint from, guint to)
{
  for (guint i = self->first[from]; i < self->first[from + 1]; i++)
    if (g_array_index (self->targets, guint, i) == to)
      return TRUE;
  return FALSE;
}

/* Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972), without
 * recursion: a chain of thousands of components must not overflow the stack. */
typedef struct
{
  const LsGraph *graph;
  guint *number, *low; /* 0: not visited */
  gboolean *stacked;
  guint *next;  /* next edge to visit */
  guint *path;  /* nodes being visited */
  guint *stack; /* nodes not yet in a group */
  guint n_path, n_stack, n_visited;
  guint *order;
  guint n_order;
  guint *groups;
  guint n_groups;
} Search;

static void
search_init (Search *self, const LsGraph *graph)
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
  self->groups = g_new0 (guint, n + 1);
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
}

static void
search_enter (Search *self, guint node)
{
  self->number[node] = self->low[node] = ++self->n_visited;
  self->next[node] = self->graph->first[node];
  self->path[self->n_path++] = node;
  self->stack[self->n_stack++] = node;
  self->stacked[node] = TRUE;
}

/* Pops the group of @node from the stack. */
static void
search_leave (Search *self, guint node)
{
  guint member;

  do
    {
      member = self->stack[--self->n_stack];
      self->stacked[member] = FALSE;
      self->order[self->n_order++] = member;
    }
  while (member != node);
  self->groups[++self->n_groups] = self->n_order;
}

/* All edges of the node at the end of the path are visited. */
static void
search_return (Search *self, guint node)
{
  self->n_path--;
  if (self->n_path > 0)
    {
      guint parent = self->path[self->n_path - 1];

      self->low[parent] = MIN (self->low[parent], self->low[node]);
    }
  if (self->low[node] == self->number[node])
    search_leave (self, node);
}

static void
search_from (Search *self, guint node)
{
  search_enter (self, node);
  while (self->n_path > 0)
    {
      guint current = self->path[self->n_path - 1], target;

      if (self->next[current] >= self->graph->first[current + 1])
        {
          search_return (self, current);
          continue;
        }
      target = g_array_index (self->graph->targets, guint, self->next[current]++);
      if (self->number[target] == 0)
        search_enter (self, target);
      else if (self->stacked[target])
        self->low[current] = MIN (self->low[current], self->number[target]);
    }
}

guint *
ls_graph_sort (const LsGraph *self, guint **groups, guint *n_groups)
{
  Search search;

  g_return_val_if_fail (self->n_built == self->n, NULL);
  search_init (&search, self);
  for (guint node = 0; node < self->n; node++)
    if (search.number[node] == 0)
      search_from (&search, node);
  search_clear (&search);
  *groups = search.groups;
  *n_groups = search.n_groups;
  return search.order;
}
