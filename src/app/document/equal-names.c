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

/* Lookup tables of outputs; each list in the order of the model. */
typedef struct
{
  const LsModel *model;
  GHashTable *by_name;      /* folded name of the variable -> GPtrArray of LsPort */
  GHashTable *by_component; /* folded name of the component -> the same */
  GHashTable *by_unit;      /* unit and type -> the same */
} Outputs;

static void
put (GHashTable *table, char *key, const LsPort *output)
{
  GPtrArray *list = g_hash_table_lookup (table, key);

  if (list == NULL)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (table, g_strdup (key), list);
    }
  g_ptr_array_add (list, (gpointer)output);
  g_free (key);
}

static GHashTable *
table_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
}

/* Returns: (transfer full) (nullable): %NULL without a unit, which is no evidence of a match. */
static char *
make_unit_key (const LsVariable *variable)
{
  if (variable->unit_name == NULL || g_str_equal (variable->unit_name, "1"))
    return NULL;
  return g_strdup_printf ("%d %s", (int)variable->type, variable->unit_name);
}

static void
outputs_fill (Outputs *self, const LsOmega *omega)
{
  for (guint i = 0; i < omega->n_outputs; i++)
    {
      const LsPort *output = &omega->outputs[i];
      const LsComponent *component = ls_model_find_component (self->model, output->component);
      char *unit = make_unit_key (output->variable);

      put (self->by_name, g_utf8_casefold (output->variable->name, -1), output);
      put (self->by_component, g_utf8_casefold (component->name, -1), output);
      if (unit != NULL)
        put (self->by_unit, unit, output);
    }
}

/* Returns: (nullable): the only output of @list (nullable) that fits; the search stops at a
 * second one. */
static const LsPort *
find_only_one (const LsModel *model, const GPtrArray *list, const LsPort *input)
{
  const LsPort *found = NULL;

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      if (!fits (model, list->pdata[i], input))
        continue;
      if (found != NULL)
        return NULL;
      found = list->pdata[i];
    }
  return found;
}

static void
list_input (const Outputs *outputs, const LsPort *input, guint max, GPtrArray *list)
{
  const LsModel *model = outputs->model;
  const guint start = list->len;
  g_autofree char *name = g_utf8_casefold (input->variable->name, -1);
  g_autofree char *unit = make_unit_key (input->variable);
  const GPtrArray *same = g_hash_table_lookup (outputs->by_name, name);
  const LsPort *partner;

  for (guint i = 0; same != NULL && i < same->len && list->len <= max; i++)
    if (fits (model, same->pdata[i], input))
      add (list, same->pdata[i], input, LS_SUGGEST_NAME);
  if (list->len == start
      && (partner = find_only_one (model, g_hash_table_lookup (outputs->by_component, name), input))
             != NULL)
    add (list, partner, input, LS_SUGGEST_COMPONENT);
  if (list->len == start && unit != NULL
      && (partner = find_only_one (model, g_hash_table_lookup (outputs->by_unit, unit), input))
             != NULL)
    add (list, partner, input, LS_SUGGEST_UNIT);
  for (guint i = start; i < list->len; i++)
    ((LsSuggestion *)g_ptr_array_index (list, i))->alone = list->len == start + 1;
}

GPtrArray *
ls_equal_names_list (const LsModel *model, guint max)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsOmega) omega = ls_omega_new (model);
  Outputs outputs = { model, table_new (), table_new (), table_new () };
  GPtrArray *list = g_ptr_array_new_with_free_func (suggestion_free);

  outputs_fill (&outputs, omega);
  for (guint i = 0; i < omega->n_inputs && list->len < max; i++)
    if (omega->sources[i] < 0)
      list_input (&outputs, &omega->inputs[i], max, list);
  g_hash_table_unref (outputs.by_name);
  g_hash_table_unref (outputs.by_component);
  g_hash_table_unref (outputs.by_unit);
  return list;
}
