#include "app/document/equal-names.h"
#include "core/model/omega.h"

static void
suggestion_free (gpointer data)
{
  LsSuggestion *self = data;

  g_free (self->output);
  g_free (self->input);
  g_free (self);
}

static gboolean
are_equal (const char *a, const char *b)
{
  g_autofree char *folded_a = g_utf8_casefold (a, -1);
  g_autofree char *folded_b = g_utf8_casefold (b, -1);

  return g_str_equal (folded_a, folded_b);
}

static gboolean
fits (const LsModel *model, const LsPort *output, const LsPort *input)
{
  return output->component != input->component
         && ls_model_check_connection (model, output->component, output->variable->name,
                                       input->component, input->variable->name, NULL);
}

static void
add (GPtrArray *list, const LsPort *output, const LsPort *input, LsSuggestReason reason)
{
  LsSuggestion *suggestion = g_new0 (LsSuggestion, 1);

  suggestion->reason = reason;
  suggestion->from = output->component;
  suggestion->to = input->component;
  suggestion->output = g_strdup (output->variable->name);
  suggestion->input = g_strdup (input->variable->name);
  g_ptr_array_add (list, suggestion);
}

/* Returns: (nullable): the only output that fits of the component with the name of the input. */
static const LsPort *
find_namesake (const LsModel *model, const LsOmega *omega, const LsPort *input)
{
  const LsPort *found = NULL;

  for (guint i = 0; i < omega->n_outputs; i++)
    {
      const LsPort *output = &omega->outputs[i];
      const LsComponent *component = ls_model_find_component (model, output->component);

      if (!are_equal (component->name, input->variable->name) || !fits (model, output, input))
        continue;
      if (found != NULL)
        return NULL;
      found = output;
    }
  return found;
}

/* Returns: (nullable): the only output of another component with the unit of the input. */
static const LsPort *
find_only_one (const LsModel *model, const LsOmega *omega, const LsPort *input)
{
  const char *unit = input->variable->unit_name;
  const LsPort *found = NULL;

  /* What has no unit says nothing by it. */
  if (unit == NULL || g_str_equal (unit, "1"))
    return NULL;
  for (guint i = 0; i < omega->n_outputs; i++)
    {
      const LsPort *output = &omega->outputs[i];

      if (output->variable->type != input->variable->type
          || g_strcmp0 (output->variable->unit_name, unit) != 0 || !fits (model, output, input))
        continue;
      if (found != NULL)
        return NULL;
      found = output;
    }
  return found;
}

static void
list_input (const LsModel *model, const LsOmega *omega, const LsPort *input, GPtrArray *list)
{
  guint start = list->len;
  const LsPort *partner;

  for (guint i = 0; i < omega->n_outputs; i++)
    if (are_equal (omega->outputs[i].variable->name, input->variable->name)
        && fits (model, &omega->outputs[i], input))
      add (list, &omega->outputs[i], input, LS_SUGGEST_NAME);
  if (list->len == start && (partner = find_namesake (model, omega, input)) != NULL)
    add (list, partner, input, LS_SUGGEST_COMPONENT);
  if (list->len == start && (partner = find_only_one (model, omega, input)) != NULL)
    add (list, partner, input, LS_SUGGEST_UNIT);
  for (guint i = start; i < list->len; i++)
    ((LsSuggestion *)g_ptr_array_index (list, i))->alone = list->len == start + 1;
}

GPtrArray *
ls_equal_names_list (const LsModel *model)
{
  g_autoptr (LsOmega) omega = ls_omega_new (model);
  GPtrArray *list = g_ptr_array_new_with_free_func (suggestion_free);

  for (guint i = 0; i < omega->n_inputs; i++)
    if (omega->sources[i] < 0)
      list_input (model, omega, &omega->inputs[i], list);
  return list;
}
