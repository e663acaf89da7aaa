/* Components, connections and systems found by id or place. */
#include "core/model/model-impl.h"

guint
ls_model_get_n_components (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->components->len;
}

const LsComponent *
ls_model_get_component (const LsModel *self, guint index)
{
  g_return_val_if_fail (index < self->components->len, NULL);
  return self->components->pdata[index];
}

const LsComponent *
ls_model_find_component (const LsModel *self, guint id)
{
  return g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
}

const LsComponent *
ls_model_find_component_by_name (const LsModel *self, const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);
  return g_hash_table_lookup (self->by_name, name);
}

int
ls_model_get_component_index (const LsModel *self, guint id)
{
  g_return_val_if_fail (self != NULL, 0);

  const guint n = self->components->len, likely = MIN (id, n);

  /* Numbers are given in order: it is where its number says, or before by as many as were removed.
   */
  for (guint i = likely; i-- > 0;)
    if (((const LsComponent *)self->components->pdata[i])->id == id)
      return (int)i;
  for (guint i = likely; i < n; i++)
    if (((const LsComponent *)self->components->pdata[i])->id == id)
      return (int)i;
  return -1;
}

guint
ls_model_get_n_connections (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->connections->len;
}

const LsConnection *
ls_model_get_connection (const LsModel *self, guint index)
{
  g_return_val_if_fail (index < self->connections->len, NULL);
  return self->connections->pdata[index];
}

const LsConnection *
ls_model_find_connection (const LsModel *self, guint id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_hash_table_lookup (self->wires, GUINT_TO_POINTER (id));
}

int
ls_model_get_connection_index (const LsModel *self, guint id)
{
  g_return_val_if_fail (self != NULL, 0);

  guint from = 0, to = self->connections->len;

  if (ls_model_find_connection (self, id) == NULL)
    return -1;
  /* Numbers are given in order, and a connection is put back where it was: rarely in vain. */
  while (from < to)
    {
      const guint middle = (from + to) / 2;

      if (((const LsConnection *)self->connections->pdata[middle])->id < id)
        from = middle + 1;
      else
        to = middle;
    }
  if (from < self->connections->len
      && ((const LsConnection *)self->connections->pdata[from])->id == id)
    return (int)from;
  for (guint i = 0; i < self->connections->len; i++)
    if (((const LsConnection *)self->connections->pdata[i])->id == id)
      return (int)i;
  return -1;
}

guint
ls_model_get_n_subsystems (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->subsystems->len;
}

const LsSubsystem *
ls_model_get_subsystem (const LsModel *self, guint index)
{
  g_return_val_if_fail (index < self->subsystems->len, NULL);
  return self->subsystems->pdata[index];
}

/* Subsystems are never removed from the list: ids are positions. */
const LsSubsystem *
ls_model_find_subsystem (const LsModel *self, guint id)
{
  g_return_val_if_fail (self != NULL, NULL);

  return id > 0 && id <= self->subsystems->len ? self->subsystems->pdata[id - 1] : NULL;
}

char *
ls_model_get_subsystem_path (const LsModel *self, guint id)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsSubsystem *subsystem = ls_model_find_subsystem (self, id);
  GString *path = g_string_new (NULL);

  for (; subsystem != NULL; subsystem = ls_model_find_subsystem (self, subsystem->parent))
    {
      if (path->len > 0)
        g_string_prepend_c (path, '.');
      g_string_prepend (path, subsystem->name);
    }
  return g_string_free (path, FALSE);
}

gboolean
ls_model_is_within (const LsModel *self, guint subsystem, guint around)
{
  g_return_val_if_fail (self != NULL, FALSE);

  while (subsystem != around && subsystem != 0)
    {
      const LsSubsystem *found = ls_model_find_subsystem (self, subsystem);

      subsystem = found != NULL ? found->parent : 0;
    }
  return subsystem == around;
}

const char *
ls_model_get_local_name (const LsModel *self, const LsComponent *component)
{
  g_return_val_if_fail (self != NULL && component != NULL, NULL);

  g_autofree char *path = ls_model_get_subsystem_path (self, component->subsystem);
  gsize length = strlen (path);

  if (length > 0 && strncmp (component->name, path, length) == 0 && component->name[length] == '.')
    return component->name + length + 1;
  return component->name;
}
