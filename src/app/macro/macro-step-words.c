#include "app/macro/macro-step-words.h"
#include <glib/gi18n-lib.h>

GHashTable *
ls_macro_step_list_values (const LsMacroStep *step, const LsMacroView *view, const LsModel *model)
{
  GHashTable *values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) inputs = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (step != NULL, NULL);
  for (guint j = 0; j < step->n_in; j++)
    g_hash_table_insert (inputs, step->inputs[j], GUINT_TO_POINTER (j + 1));
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      const LsComponent *component = ls_model_find_component (model, connection->to);
      g_autofree char *name = g_strdup_printf ("%s.%s", component->name, connection->input);
      const guint j = GPOINTER_TO_UINT (g_hash_table_lookup (inputs, name));
      char *text = j > 0 ? ls_macro_step_get_wire_text (step, view, j - 1) : NULL;

      if (text != NULL)
        g_hash_table_insert (values, GUINT_TO_POINTER (connection->id), text);
    }
  return values;
}

char *
ls_macro_step_describe_start (const LsMacroStep *step)
{
  g_return_val_if_fail (step != NULL, NULL);

  const guint number = (guint)step->index + 1;

  if (step->way == LS_MACRO_START_CONTINUED)
    return g_strdup_printf (_ ("Macro step %u, continued from the current state of the components"),
                            number);
  if (step->way == LS_MACRO_START_RESTORED)
    return g_strdup_printf (_ ("Macro step %u, from restored states of the components"), number);
  if (step->reason == NULL)
    return g_strdup_printf (_ ("Macro step %u, by a run from the start"), number);
  /* Translators: the second one says why states cannot be restored: "prey cannot save its state" */
  return g_strdup_printf (_ ("Macro step %u, by a run from the start: %s"), number, step->reason);
}
