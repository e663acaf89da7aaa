/* Sizes of arrays that change in a run: which elements are there. */
#include "core/master/master-impl.h"

#include <string.h>

static void
add_sizes (GArray *sizes, guint system, const LsDescription *description)
{
  for (guint i = 0; description != NULL && i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];
      const LsMasterSize size = { system, variable, variable->size };

      if (variable->is_structural && variable->sizes_arrays && !variable->is_alias
          && variable->variability == LS_VARIABILITY_TUNABLE)
        g_array_append_val (sizes, size);
    }
}

void
ls_master_list_sizes (LsMaster *self)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (LsMasterSize));

  for (guint k = 0; k < self->network.n_systems; k++)
    add_sizes (sizes, k, self->network.assembly->descriptions[k]);
  self->n_sizes = sizes->len;
  self->sizes = (LsMasterSize *)(gpointer)g_array_free (sizes, FALSE);
}

LsMasterSize *
ls_master_find_size (const LsMaster *self, guint system, const char *name)
{
  for (guint i = 0; name != NULL && i < self->n_sizes; i++)
    if (self->sizes[i].system == system && strcmp (self->sizes[i].variable->name, name) == 0)
      return &self->sizes[i];
  return NULL;
}

gboolean
ls_master_has_element (const LsMaster *self, guint system, const LsVariable *variable)
{
  const LsDescription *description = self->network.assembly->descriptions[system];
  const LsArray *array;
  g_autofree guint64 *dimensions = NULL;

  if (variable->array == 0 || description == NULL)
    return TRUE;
  array = &description->arrays[variable->array - 1];
  dimensions = g_memdup2 (array->dimensions, array->n_dimensions * sizeof (guint64));
  for (guint i = 0; i < array->n_dimensions; i++)
    {
      const LsMasterSize *size = ls_master_find_size (self, system, array->sized_by[i]);

      if (size != NULL)
        dimensions[i] = size->value;
    }
  return ls_array_locate (array, variable->element, dimensions) >= 0;
}

gboolean
ls_master_is_reshaped (const LsMaster *self)
{
  for (guint i = 0; i < self->n_sizes; i++)
    if (self->sizes[i].value != self->sizes[i].variable->size)
      return TRUE;
  return FALSE;
}
