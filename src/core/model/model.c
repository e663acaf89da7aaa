/* Models: lists of components and connections, and their modification. */
#include "core/model/model-impl.h"

#include "core/fmi/dependencies.h"

#include <glib/gi18n-lib.h>
#include <libxml/chvalid.h>
#include <string.h>

static guint
fed_hash (gconstpointer key)
{
  const LsConnection *connection = key;

  return connection->to * 2654435761u ^ g_str_hash (connection->input);
}

static gboolean
fed_equal (gconstpointer a, gconstpointer b)
{
  const LsConnection *x = a, *y = b;

  return x->to == y->to && g_str_equal (x->input, y->input);
}

LsModel *
ls_model_new (void)
{
  LsModel *self = g_new0 (LsModel, 1);

  self->name = g_strdup ("model");
  self->experiment = ls_experiment_new ();
  self->components = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_component_free);
  self->connections = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_connection_free);
  self->by_id = g_hash_table_new (NULL, NULL);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wires = g_hash_table_new (NULL, NULL);
  self->fed = g_hash_table_new (fed_hash, fed_equal);
  self->subsystems = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_subsystem_free);
  self->connectors = g_ptr_array_new_with_free_func (ls_connector_free);
  self->pieces = g_ptr_array_new_with_free_func (ls_piece_free);
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_note_free);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_remark_free);
  self->next_id = self->next_note = 1;
  return self;
}

LsModel *
ls_model_copy (const LsModel *self)
{
  LsModel *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = ls_model_new ();
  ls_model_set_name (copy, self->name);
  ls_experiment_free (copy->experiment);
  copy->experiment = ls_experiment_copy (self->experiment);
  for (guint i = 0; i < self->subsystems->len; i++)
    ls_model_take_subsystem (copy, ls_subsystem_copy (self->subsystems->pdata[i]));
  for (guint i = 0; i < self->components->len; i++)
    ls_model_take_component (copy, ls_component_copy (self->components->pdata[i]));
  for (guint i = 0; i < self->connections->len; i++)
    ls_model_take_connection (copy, ls_connection_copy (self->connections->pdata[i]));
  g_ptr_array_unref (copy->connectors);
  copy->connectors = ls_connectors_copy (self->connectors);
  for (guint i = 0; i < self->pieces->len; i++)
    g_ptr_array_add (copy->pieces, ls_piece_copy (self->pieces->pdata[i]));
  for (guint i = 0; i < self->notes->len; i++)
    g_ptr_array_add (copy->notes, ls_remark_copy (self->notes->pdata[i]));
  copy->suggested_step = self->suggested_step;
  copy->suggested_by = g_strdup (self->suggested_by);
  for (guint i = 0; i < self->texts->len; i++)
    g_ptr_array_add (copy->texts, ls_note_copy (self->texts->pdata[i]));
  copy->next_id = self->next_id;
  copy->next_note = self->next_note;
  copy->origin = self->origin != NULL ? ls_origin_ref (self->origin) : NULL;
  copy->results = self->results != NULL ? ls_tempdir_ref (self->results) : NULL;
  copy->has_results = self->has_results;
  return copy;
}

LsModel *
ls_model_copy_known (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsModel *copy = NULL;

  for (guint i = 0; i < self->components->len; i++)
    {
      LsComponent *component = self->components->pdata[i];
      g_autoptr (LsFmu) fmu
          = component->fmu != NULL ? ls_fmu_ask_dependencies (component->fmu) : NULL;

      if (fmu == component->fmu)
        continue;
      if (copy == NULL)
        copy = ls_model_copy (self);
      component = copy->components->pdata[i];
      ls_fmu_unref (component->fmu);
      component->fmu = g_steal_pointer (&fmu);
    }
  return copy;
}

void
ls_model_free (LsModel *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->fed);
  g_hash_table_unref (self->wires);
  g_hash_table_unref (self->numbers);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->connections);
  g_ptr_array_unref (self->components);
  g_ptr_array_unref (self->subsystems);
  g_ptr_array_unref (self->connectors);
  g_ptr_array_unref (self->pieces);
  g_ptr_array_unref (self->texts);
  g_ptr_array_unref (self->notes);
  g_free (self->suggested_by);
  ls_experiment_free (self->experiment);
  ls_origin_unref (self->origin);
  g_clear_pointer (&self->results, ls_tempdir_unref);
  g_free (self->name);
  g_free (self);
}

const char *
ls_model_get_name (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

void
ls_model_set_name (LsModel *self, const char *name)
{
  char *copy;

  g_return_if_fail (self != NULL && name != NULL);
  copy = g_strdup (name);
  g_free (self->name);
  self->name = copy;
}

LsExperiment *
ls_model_get_experiment (LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->experiment;
}

guint
ls_model_take_id (LsModel *self)
{
  return self->next_id++;
}

/* Inserted objects keep their ids, which must not be assigned again. */
static void
reserve_id (LsModel *self, guint id)
{
  if (id >= self->next_id)
    self->next_id = id + 1;
}

static void
insert_component (LsModel *self, LsComponent *component, guint index)
{
  g_assert (!g_hash_table_contains (self->by_id, GUINT_TO_POINTER (component->id)));
  g_ptr_array_insert (self->components, (gint)MIN (index, self->components->len), component);
  g_hash_table_insert (self->by_id, GUINT_TO_POINTER (component->id), component);
  g_hash_table_insert (self->by_name, component->name, component);
  reserve_id (self, component->id);
}

static void
insert_connection (LsModel *self, LsConnection *connection, guint index)
{
  g_assert (!g_hash_table_contains (self->wires, GUINT_TO_POINTER (connection->id)));
  g_ptr_array_insert (self->connections, (gint)MIN (index, self->connections->len), connection);
  g_hash_table_insert (self->wires, GUINT_TO_POINTER (connection->id), connection);
  g_hash_table_add (self->fed, connection);
  reserve_id (self, connection->id);
}

void
ls_model_take_component (LsModel *self, LsComponent *component)
{
  insert_component (self, component, self->components->len);
}

void
ls_model_take_connection (LsModel *self, LsConnection *connection)
{
  insert_connection (self, connection, self->connections->len);
}

gboolean
ls_text_is_clean (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c) || !xmlIsCharQ (c))
        return FALSE;
    }
  return TRUE;
}

/* Replaces white space and characters not allowed in names by underscores. */
char *
ls_text_clean_name (const char *wish)
{
  g_autofree char *valid = g_utf8_make_valid (wish, -1);
  GString *name = g_string_new (NULL);

  g_strstrip (valid);
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '.' || g_unichar_isspace (c) || g_unichar_iscntrl (c) || !xmlIsCharQ (c))
        c = '_';
      g_string_append_unichar (name, c);
    }
  if (name->len == 0)
    g_string_append (name, "component");
  return g_string_free (name, FALSE);
}

char *
ls_model_find_free_name (const LsModel *self, const char *name)
{
  guint number = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name)), 2);
  char *free_name;

  if (!g_hash_table_contains (self->by_name, name))
    return g_strdup (name);
  while (g_hash_table_contains (self->by_name, free_name = g_strdup_printf ("%s_%u", name, number)))
    {
      g_free (free_name);
      number++;
    }
  g_hash_table_insert (self->numbers, g_strdup (name), GUINT_TO_POINTER (number));
  return free_name;
}

/* The number in "prey_2" is free again, too. */
void
ls_model_free_name (LsModel *self, const char *name)
{
  const char *point = strrchr (name, '_');
  g_autofree char *stem = point != NULL ? g_strndup (name, (gsize)(point - name)) : NULL;
  guint64 number = 0;

  g_hash_table_remove (self->by_name, name);
  if (stem != NULL && g_ascii_string_to_unsigned (point + 1, 10, 2, G_MAXUINT, &number, NULL)
      && number < GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, stem)))
    g_hash_table_insert (self->numbers, g_steal_pointer (&stem), GUINT_TO_POINTER ((guint)number));
}

char *
ls_model_make_name (const LsModel *self, const char *wish)
{
  g_autofree char *name = ls_text_clean_name (wish);

  return ls_model_find_free_name (self, name);
}

guint
ls_model_add_component (LsModel *self, LsFmu *fmu, const char *name, double x, double y)
{
  LsComponent *component;

  g_return_val_if_fail (self != NULL && fmu != NULL, 0);
  if (name == NULL)
    {
      /* Modelica names are paths: uses the last part. */
      const char *model_name = ls_fmu_get_description (fmu)->model_name;
      const char *point = strrchr (model_name, '.');

      name = point != NULL && point[1] != '\0' ? point + 1 : model_name;
    }
  component = g_new0 (LsComponent, 1);
  component->id = ls_model_take_id (self);
  component->name = ls_model_make_name (self, name);
  component->source = g_strdup (ls_fmu_get_path (fmu));
  component->fmu = ls_fmu_ref (fmu);
  component->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  component->x = x;
  component->y = y;
  ls_component_get_natural_size (component, &component->width, &component->height);
  ls_model_take_component (self, component);
  return component->id;
}

void
ls_model_insert_component (LsModel *self, const LsComponent *component, guint index)
{
  g_return_if_fail (self != NULL && component != NULL && component->id != 0);
  g_return_if_fail (ls_model_find_component (self, component->id) == NULL);
  g_return_if_fail (ls_model_find_component_by_name (self, component->name) == NULL);
  insert_component (self, ls_component_copy (component), index);
}

static void
remove_connection_at (LsModel *self, guint index)
{
  LsConnection *connection = self->connections->pdata[index];

  g_hash_table_remove (self->fed, connection);
  g_hash_table_remove (self->wires, GUINT_TO_POINTER (connection->id));
  g_ptr_array_remove_index (self->connections, index);
}

void
ls_model_remove_component (LsModel *self, guint id)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_if_fail (component != NULL);
  for (guint i = self->connections->len; i-- > 0;)
    {
      const LsConnection *connection = self->connections->pdata[i];

      if (connection->from == id || connection->to == id)
        remove_connection_at (self, i);
    }
  g_hash_table_remove (self->by_id, GUINT_TO_POINTER (id));
  ls_model_free_name (self, component->name);
  g_ptr_array_remove (self->components, component);
}

void
ls_model_move_component (LsModel *self, guint id, double x, double y)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_if_fail (component != NULL);
  component->x = x;
  component->y = y;
}

/* Replaces the component @old of a signal by @name. */
static void
rename_signal (char **signal, const char *old, const char *name)
{
  gsize length = strlen (old);
  char *renamed;

  if (strncmp (*signal, old, length) != 0 || (*signal)[length] != '.')
    return;
  renamed = g_strconcat (name, *signal + length, NULL);
  g_free (*signal);
  *signal = renamed;
}

static void
rename_all (GPtrArray *signals, const char *old, const char *name)
{
  for (guint i = 0; i < signals->len; i++)
    rename_signal ((char **)&signals->pdata[i], old, name);
}

static void
rename_in_plot (LsPlotSetup *plot, const char *old, const char *name)
{
  rename_all (plot->signals, old, name);
  for (guint i = 0; i < plot->panes->len; i++)
    {
      LsPaneChoice *pane = plot->panes->pdata[i];

      rename_all (pane->left, old, name);
      rename_all (pane->right, old, name);
    }
  for (guint i = 0; i + 1 < plot->names->len; i += 2)
    rename_signal ((char **)&plot->names->pdata[i], old, name);
  if (plot->orbit_x != NULL)
    rename_signal (&plot->orbit_x, old, name);
  if (plot->orbit_y != NULL)
    rename_signal (&plot->orbit_y, old, name);
}

static void
rename_signals (LsExperiment *experiment, const char *old, const char *name)
{
  rename_all (experiment->signals, old, name);
  for (guint i = 0; i < experiment->changes->len; i++)
    rename_signal (&((LsTimedChange *)experiment->changes->pdata[i])->signal, old, name);
  for (guint i = 0; i < experiment->plots->len; i++)
    rename_in_plot (experiment->plots->pdata[i], old, name);
  for (guint i = 0; i < experiment->orbits->len; i++)
    {
      LsOrbitChoice *orbit = experiment->orbits->pdata[i];

      rename_signal (&orbit->x, old, name);
      rename_signal (&orbit->y, old, name);
    }
  ls_variation_plan_rename (experiment->variation, old, name);
}

static gboolean
check_name (const LsModel *self,
            const LsComponent *component,
            const char *name,
            const char *full,
            GError **error)
{
  const LsComponent *other;

  if (*name == '\0')
    g_set_error_literal (error, LS_ERROR, LS_ERROR_MODEL, _ ("A component needs a name"));
  else if (!ls_text_is_clean (name))
    g_set_error_literal (error, LS_ERROR, LS_ERROR_MODEL,
                         _ ("The name has characters that cannot be shown or saved"));
  else if (strchr (name, '.') != NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                 _ ("“%s” has a point; points separate the name of a component from its variables"),
                 name);
  else if ((other = ls_model_find_component_by_name (self, full)) != NULL && other != component)
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("There is a component called “%s” already"),
                 name);
  else
    return TRUE;
  return FALSE;
}

gboolean
ls_model_rename_component (LsModel *self, guint id, const char *name, GError **error)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  g_autofree char *old = NULL;
  g_autofree char *prefix = NULL;
  g_autofree char *full = NULL;

  g_return_val_if_fail (component != NULL && name != NULL, FALSE);
  prefix = ls_model_get_subsystem_path (self, component->subsystem);
  if (*prefix != '\0' && g_str_has_prefix (name, prefix) && name[strlen (prefix)] == '.')
    name += strlen (prefix) + 1;
  full = *prefix != '\0' ? g_strconcat (prefix, ".", name, NULL) : g_strdup (name);
  if (!check_name (self, component, name, full, error))
    return FALSE;
  old = component->name;
  ls_model_free_name (self, old);
  component->name = g_steal_pointer (&full);
  g_hash_table_insert (self->by_name, component->name, component);
  rename_signals (self->experiment, old, component->name);
  return TRUE;
}

void
ls_model_insert_connection (LsModel *self, const LsConnection *connection, guint index)
{
  g_return_if_fail (self != NULL && connection != NULL && connection->id != 0);
  g_return_if_fail (ls_model_find_connection (self, connection->id) == NULL);
  g_return_if_fail (ls_model_find_component (self, connection->from) != NULL
                    && ls_model_find_component (self, connection->to) != NULL);
  g_return_if_fail (!g_hash_table_contains (self->fed, connection));
  insert_connection (self, ls_connection_copy (connection), index);
}

void
ls_model_disconnect (LsModel *self, guint id)
{
  int index = ls_model_get_connection_index (self, id);

  g_return_if_fail (index >= 0);
  remove_connection_at (self, (guint)index);
}

LsSubsystem *
ls_model_take_subsystem (LsModel *self, LsSubsystem *subsystem)
{
  if (subsystem->connectors == NULL)
    subsystem->connectors = g_ptr_array_new_with_free_func (ls_connector_free);
  g_ptr_array_add (self->subsystems, subsystem);
  if (subsystem->id == 0)
    subsystem->id = self->subsystems->len;
  return subsystem;
}
