/* Sizes of arrays: structural parameters of FMI 3.0 among the values of a component. */
#include "core/model/model-impl.h"

#include <glib/gi18n-lib.h>

/* Returns: (transfer full): name -> value, borrowed. */
static GHashTable *
list_sizes (const LsComponent *self)
{
  GHashTable *sizes = g_hash_table_new (g_str_hash, g_str_equal);
  guint n;
  const LsVariable *variables = ls_component_get_variables (self, &n);

  for (guint i = 0; i < n; i++)
    {
      char *value = variables[i].sizes_arrays && variables[i].is_structural
                        ? g_hash_table_lookup (self->values, variables[i].name)
                        : NULL;

      if (value != NULL)
        g_hash_table_insert (sizes, variables[i].name, value);
    }
  return sizes;
}

LsFmu *
ls_component_make_sized (const LsComponent *self, GError **error)
{
  g_return_val_if_fail (self != NULL && self->fmu != NULL, NULL);

  g_autoptr (GHashTable) sizes = list_sizes (self);

  return ls_fmu_resize (self->fmu, sizes, error);
}

/* Wires of elements that are no more would be lost. */
static gboolean
check_wires (const LsModel *model, const LsComponent *component, const LsFmu *fmu, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (fmu);

  for (guint i = 0; i < model->connections->len; i++)
    {
      const LsConnection *connection = model->connections->pdata[i];
      g_autofree char *what = NULL;

      if ((connection->from != component->id
           || ls_description_find (description, connection->output) != NULL)
          && (connection->to != component->id
              || ls_description_find (description, connection->input) != NULL))
        continue;
      what = ls_model_describe_connection (model, connection);
      return ls_fail (error, LS_ERROR_MODEL,
                      _ ("the connection %s would lose its end; delete it first"), what);
    }
  return TRUE;
}

gboolean
ls_model_resize_component (LsModel *self, LsComponent *component, GError **error)
{
  LsFmu *fmu;
  GHashTableIter iter;
  gpointer name;
  double width, height;

  if ((fmu = ls_component_make_sized (component, error)) == NULL)
    return FALSE;
  if (!check_wires (self, component, fmu, error))
    {
      ls_fmu_unref (fmu);
      return FALSE;
    }
  ls_fmu_unref (component->fmu);
  component->fmu = fmu;
  g_hash_table_iter_init (&iter, component->values);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (ls_component_find_variable (component, name) == NULL)
      g_hash_table_iter_remove (&iter);
  ls_component_get_natural_size (component, &width, &height);
  component->width = MAX (component->width, width);
  component->height = MAX (component->height, height);
  return TRUE;
}
