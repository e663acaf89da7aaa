#include "core/model/feed-through.h"

#include "core/model/omega.h"

/* For each output the number of its algebraic loop, from 1, or 0. */
static guint *
number_loops (const LsFeed *self, const LsOmega *omega, const LsModel *model)
{
  g_autoptr (LsGraph) graph = ls_omega_get_graph (omega, model);
  guint *loop_of = g_new0 (guint, omega->n_outputs + 1);
  g_autofree guint *groups = NULL;
  guint n_groups;
  g_autofree guint *nodes = ls_graph_sort (graph, &groups, &n_groups);

  for (guint i = 0; i < n_groups; i++)
    {
      GString *text;

      if (groups[i + 1] - groups[i] < 2
          && !ls_graph_has_edge (graph, nodes[groups[i]], nodes[groups[i]]))
        continue;
      text = g_string_new (NULL);
      for (guint k = groups[i]; k < groups[i + 1]; k++)
        {
          const LsPort *port = &omega->outputs[nodes[k]];

          loop_of[nodes[k]] = self->loops->len + 1;
          g_string_append_printf (text, "%s%s.%s", text->len > 0 ? ", " : "",
                                  ls_model_find_component (model, port->component)->name,
                                  port->variable->name);
        }
      g_ptr_array_add (self->loops, g_string_free (text, FALSE));
    }
  return loop_of;
}

static void
add_path (LsFeed *self,
          const LsModel *model,
          const LsOmega *omega,
          guint input,
          guint output,
          const guint loop_of[])
{
  const LsPort *in = &omega->inputs[input];
  int source = omega->sources[input];
  LsFeedPath path = { in->component, in->variable, omega->outputs[output].variable,
                      source >= 0 && loop_of[source] != 0 && loop_of[source] == loop_of[output] };

  if (path.in_loop)
    g_hash_table_add (
        self->connections,
        GUINT_TO_POINTER (ls_model_find_source (model, in->component, in->variable->name)->id));
  g_array_append_val (self->paths, path);
}

LsFeed *
ls_feed_new (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  LsFeed *self = g_new0 (LsFeed, 1);
  g_autoptr (LsOmega) omega = ls_omega_new (model);
  g_autofree guint *loop_of = NULL;
  guint first_input = 0, output = 0;

  self->paths = g_array_new (FALSE, FALSE, sizeof (LsFeedPath));
  self->connections = g_hash_table_new (NULL, NULL);
  self->loops = g_ptr_array_new_with_free_func (g_free);
  loop_of = number_loops (self, omega, model);
  for (guint c = 0; c < ls_model_get_n_components (model); c++)
    {
      const LsComponent *component = ls_model_get_component (model, c);
      guint last = first_input;

      while (last < omega->n_inputs && omega->inputs[last].component == component->id)
        last++;
      for (; output < omega->n_outputs && omega->outputs[output].component == component->id;
           output++)
        for (guint i = first_input; i < last; i++)
          if (ls_component_has_feed_through (component, omega->inputs[i].variable,
                                             omega->outputs[output].variable))
            add_path (self, model, omega, i, output, loop_of);
      first_input = last;
    }
  return self;
}

void
ls_feed_free (LsFeed *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->paths);
  g_hash_table_unref (self->connections);
  g_ptr_array_unref (self->loops);
  g_free (self);
}
