/* Edits of a document that consist of several changes. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/document/document-private.h"
#include "core/model/bond.h"

void
ls_document_place (
    LsDocument *self, const char *verb, const guint ids[], const LsPlacement places[], guint n)
{
  gboolean changed = FALSE;

  g_return_if_fail (LS_IS_DOCUMENT (self));
  for (guint i = 0; i < n; i++)
    {
      LsPlacement now;

      ls_model_get_item_placement (self->model, ids[i], &now);
      changed = changed || now.x != places[i].x || now.y != places[i].y
                || now.width != places[i].width || now.height != places[i].height
                || now.rotation != places[i].rotation || now.flip != places[i].flip;
    }
  if (changed)
    ls_document_push (self, ls_change_new_place (self->model, verb, ids, places, n));
}

void
ls_document_move (LsDocument *self, const guint ids[], const LsPoint positions[], guint n)
{
  g_autofree LsPlacement *places = g_new (LsPlacement, n + 1);

  g_return_if_fail (LS_IS_DOCUMENT (self));
  for (guint i = 0; i < n; i++)
    {
      ls_model_get_item_placement (self->model, ids[i], &places[i]);
      ls_placement_move_box (&places[i], positions[i].x, positions[i].y);
    }
  ls_document_place (self, _ ("Move"), ids, places, n);
}

void
ls_document_bend (LsDocument *self, guint connection, const LsPoint points[], guint n)
{
  const LsConnection *present = ls_model_find_connection (self->model, connection);

  g_return_if_fail (present != NULL);
  if (n == present->points->len
      && (n == 0 || memcmp (points, present->points->data, n * sizeof *points) == 0))
    return;
  ls_document_push (self, ls_change_new_bends (self->model, connection, points, n));
}

static void
insert_component (LsDocument *self,
                  const LsComponent *component,
                  guint subsystem,
                  double dx,
                  double dy,
                  GHashTable *ids)
{
  guint index = ls_model_get_n_components (self->model);
  guint id = ls_model_add_copy (self->model, component, component->x + dx, component->y + dy);

  if (subsystem != 0)
    ls_model_put_into (self->model, id, subsystem);

  g_hash_table_insert (ids, GUINT_TO_POINTER (component->id), GUINT_TO_POINTER (id));
  ls_document_push_applied (
      self, ls_change_new_insert_component (self->model, ls_model_find_component (self->model, id),
                                            index));
}

static void
insert_connection (
    LsDocument *self, const LsConnection *connection, double dx, double dy, GHashTable *ids)
{
  guint from = GPOINTER_TO_UINT (g_hash_table_lookup (ids, GUINT_TO_POINTER (connection->from)));
  guint to = GPOINTER_TO_UINT (g_hash_table_lookup (ids, GUINT_TO_POINTER (connection->to)));
  guint index = ls_model_get_n_connections (self->model);
  /* An incompatible connection in the file is skipped. */
  guint id = ls_model_add_connection_copy (self->model, connection, from, to, dx, dy, NULL);

  if (id == 0)
    return;
  ls_document_push_applied (
      self, ls_change_new_insert_connection (self->model,
                                             ls_model_find_connection (self->model, id), index));
  g_hash_table_insert (ids, GUINT_TO_POINTER (connection->id), GUINT_TO_POINTER (id));
}

void
ls_document_set_flow (LsDocument *self, guint effort, guint flow)
{
  LsConnection *before = ls_connection_copy (ls_model_find_connection (self->model, effort));

  ls_model_set_bond (self->model, effort, flow);
  ls_document_push_applied (
      self, ls_change_new_transformation (before, ls_model_find_connection (self->model, effort)));
  ls_connection_free (before);
}

static void
insert_bonds (LsDocument *self, const LsModel *fragment, GHashTable *ids)
{
  g_autoptr (GArray) bonds = ls_model_list_bonds (fragment);

  for (guint i = 0; i < bonds->len; i++)
    {
      const LsBond *bond = &g_array_index (bonds, LsBond, i);
      const gpointer effort = g_hash_table_lookup (ids, GUINT_TO_POINTER (bond->effort));
      const gpointer flow = g_hash_table_lookup (ids, GUINT_TO_POINTER (bond->flow));

      if (effort != NULL && flow != NULL)
        ls_document_set_flow (self, GPOINTER_TO_UINT (effort), GPOINTER_TO_UINT (flow));
    }
}

GArray *
ls_document_insert (LsDocument *self,
                    const char *name,
                    const LsModel *fragment,
                    guint subsystem,
                    double dx,
                    double dy)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  GArray *added = g_array_new (FALSE, FALSE, sizeof (guint));

  ls_document_begin_group (self, name);
  ls_document_hold (self);
  for (guint i = 0; i < ls_model_get_n_components (fragment); i++)
    {
      const LsComponent *component = ls_model_get_component (fragment, i);
      guint id;

      insert_component (self, component, subsystem, dx, dy, ids);
      id = GPOINTER_TO_UINT (g_hash_table_lookup (ids, GUINT_TO_POINTER (component->id)));
      g_array_append_val (added, id);
    }
  for (guint i = 0; i < ls_model_get_n_connections (fragment); i++)
    insert_connection (self, ls_model_get_connection (fragment, i), dx, dy, ids);
  insert_bonds (self, fragment, ids);
  for (guint i = 0; i < ls_model_get_n_notes (fragment); i++)
    {
      LsNote note = *ls_model_get_note (fragment, i);
      guint item;

      note.subsystem = subsystem;
      note.x += dx;
      note.y += dy;
      item = LS_ITEM_NOTE | ls_document_add_note (self, &note);
      g_array_append_val (added, item);
    }
  ls_document_release (self);
  ls_document_end_group (self);
  return added;
}

static gboolean
have_equal_names (GPtrArray *a, GPtrArray *b)
{
  gboolean equal = a->len == b->len;

  for (guint i = 0; equal && i < a->len; i++)
    equal = g_str_equal (((const LsVariable *)a->pdata[i])->name,
                         ((const LsVariable *)b->pdata[i])->name);
  return equal;
}

/* The stored SSP element names the connectors: it is dropped if they differ. */
static gboolean
have_equal_connectors (const LsComponent *a, const LsComponent *b)
{
  g_autoptr (GPtrArray) inputs_a = ls_component_list_inputs (a);
  g_autoptr (GPtrArray) inputs_b = ls_component_list_inputs (b);
  g_autoptr (GPtrArray) outputs_a = ls_component_list_outputs (a);
  g_autoptr (GPtrArray) outputs_b = ls_component_list_outputs (b);

  return have_equal_names (inputs_a, inputs_b) && have_equal_names (outputs_a, outputs_b);
}

/* Values that do not fit are dropped and listed in @broken. */
static void
drop_values (LsComponent *copy, GPtrArray *broken)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, copy->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const LsVariable *variable = ls_component_find_variable (copy, name);
      g_autoptr (GError) error = NULL;

      if (variable != NULL && ls_variable_is_settable (variable)
          && ls_component_check_value (copy, variable, value, &error))
        continue;
      g_ptr_array_add (
          broken, g_strdup_printf (_ ("Value %s = %s: %s"), (const char *)name, (const char *)value,
                                   error != NULL      ? error->message
                                   : variable != NULL ? _ ("cannot be set in the new FMU")
                                                      : _ ("is not in the new FMU")));
      g_hash_table_iter_remove (&iter);
    }
}

/* Copies the component with another FMU. @fmu: (transfer full) */
static LsComponent *
component_with_fmu (const LsComponent *component, LsFmu *fmu)
{
  LsComponent *copy = ls_component_copy (component);

  g_clear_pointer (&copy->fmu, ls_fmu_unref);
  copy->fmu = fmu;
  if (!have_equal_connectors (component, copy))
    g_clear_pointer (&copy->xml, g_free);
  return copy;
}

static void
fit_size (LsComponent *component)
{
  double width, height;

  ls_component_get_natural_size (component, &width, &height);
  component->width = MAX (component->width, width);
  component->height = MAX (component->height, height);
}

/* Removes the wires; returns a copy of each with its index. */
static GPtrArray *
take_wires (LsDocument *self, guint id, GArray *indices)
{
  GPtrArray *wires = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_connection_free);

  for (guint i = 0; i < ls_model_get_n_connections (self->model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i);

      if (connection->from != id && connection->to != id)
        continue;
      g_ptr_array_add (wires, ls_connection_copy (connection));
      g_array_append_val (indices, i);
    }
  for (guint i = wires->len; i > 0; i--)
    {
      const LsConnection *wire = g_ptr_array_index (wires, i - 1);

      ls_document_push (self, ls_change_new_remove_connection (self->model, wire->id));
    }
  return wires;
}

static void
put_wire_back (LsDocument *self, const LsConnection *wire, guint index, GPtrArray *broken)
{
  g_autoptr (GError) error = NULL;
  guint n = ls_model_get_n_connections (self->model);

  if (ls_model_check_connection (self->model, wire->from, wire->output, wire->to, wire->input,
                                 &error))
    {
      ls_document_push (self, ls_change_new_insert_connection (self->model, wire, MIN (index, n)));
      return;
    }
  g_autofree char *name = ls_model_describe_connection (self->model, wire);
  g_ptr_array_add (broken, g_strdup_printf (_ ("Connection %s: %s"), name, error->message));
}

GPtrArray *
ls_document_try_replace_fmu (LsDocument *self, guint id, LsFmu *fmu)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  g_autoptr (LsDocument) trial = ls_document_new ();
  GPtrArray *broken = NULL;

  ls_document_take_model (trial, ls_model_copy (self->model));
  ls_document_replace_fmu (trial, id, fmu, &broken);
  return broken;
}

/* @changed: (transfer full): takes the place of the component of its id */
static void
put_in_place (LsDocument *self, LsComponent *changed, GPtrArray *broken)
{
  const guint id = changed->id;
  int index = ls_model_get_component_index (self->model, id);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) wires = NULL;

  drop_values (changed, broken);
  fit_size (changed);
  wires = take_wires (self, id, indices);
  ls_document_push (self, ls_change_new_remove_component (self->model, id));
  ls_document_push (self, ls_change_new_insert_component (self->model, changed, (guint)index));
  for (guint i = 0; i < wires->len; i++)
    put_wire_back (self, g_ptr_array_index (wires, i), g_array_index (indices, guint, i), broken);
  ls_component_free (changed);
}

static void
replace (LsDocument *self, guint id, LsFmu *fmu, GPtrArray *broken)
{
  const LsComponent *component = ls_model_find_component (self->model, id);
  LsComponent *changed = component_with_fmu (component, ls_fmu_ref (fmu));

  g_clear_pointer (&changed->problem, g_free);
  g_free (changed->source);
  changed->source = g_strdup (ls_fmu_get_path (fmu));
  put_in_place (self, changed, broken);
}

/* @changed: the component with its resized FMU. Returns: (transfer full): name of the edit, with
 * the number of connections that it removes. */
static char *
name_resize (LsDocument *self, const LsComponent *changed, const char *variable)
{
  guint n = 0;

  for (guint i = 0; i < ls_model_get_n_connections (self->model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (self->model, i);

      n += (wire->from == changed->id && ls_component_find_variable (changed, wire->output) == NULL)
           || (wire->to == changed->id
               && ls_component_find_variable (changed, wire->input) == NULL);
    }
  return n == 0 ? g_strdup_printf (_ ("Set %s.%s"), changed->name, variable)
                : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                "Set %s.%s, which removes %u connection",
                                                "Set %s.%s, which removes %u connections", n),
                                   changed->name, variable, n);
}

/* @value: (nullable): of a structural parameter that is the size of arrays, valid: the component
 * gets other ports, and loses connections and values of those that are no more. */
static gboolean
set_size (LsDocument *self, guint id, const char *variable, const char *value, GError **error)
{
  const LsComponent *component = ls_model_find_component (self->model, id);
  LsComponent *trial = ls_component_copy (component), *changed;
  g_autofree char *name = NULL;
  g_autoptr (GPtrArray) broken = g_ptr_array_new_with_free_func (g_free);
  LsFmu *fmu;

  if (value != NULL)
    g_hash_table_insert (trial->values, g_strdup (variable), g_strstrip (g_strdup (value)));
  else
    g_hash_table_remove (trial->values, variable);
  fmu = ls_component_make_sized (trial, error);
  changed = fmu != NULL ? component_with_fmu (trial, fmu) : NULL;
  ls_component_free (trial);
  if (changed == NULL)
    return FALSE;
  name = name_resize (self, changed, variable);
  ls_document_begin_group (self, name);
  ls_document_hold (self);
  put_in_place (self, changed, broken);
  ls_document_forget_signals (self);
  ls_document_release (self);
  ls_document_end_group (self);
  return TRUE;
}

gboolean
ls_document_set_value (
    LsDocument *self, guint id, const char *variable, const char *value, GError **error)
{
  const LsComponent *component = ls_model_find_component (self->model, id);
  const LsVariable *record;
  const char *present;

  g_return_val_if_fail (component != NULL, FALSE);
  present = g_hash_table_lookup (component->values, variable);
  if (g_strcmp0 (present, value) == 0)
    return TRUE;
  record = component->fmu == NULL
               ? NULL
               : ls_description_find (ls_fmu_get_description (component->fmu), variable);
  if (value != NULL)
    {
      if (record == NULL)
        return ls_fail (error, LS_ERROR_MODEL, _ ("%s has no variable “%s”"), component->name,
                        variable);
      if (!ls_variable_check_value (record, value, error))
        return FALSE;
    }
  if (record != NULL && record->sizes_arrays)
    return set_size (self, id, variable, value, error);
  ls_document_push (self, ls_change_new_value (self->model, id, variable, value));
  return TRUE;
}

void
ls_document_replace_fmus (LsDocument *self,
                          const char *name,
                          const guint ids[],
                          LsFmu *const fmus[],
                          guint n,
                          GPtrArray **broken)
{
  GPtrArray *sentences = g_ptr_array_new_with_free_func (g_free);

  g_return_if_fail (LS_IS_DOCUMENT (self));
  ls_document_begin_group (self, name);
  ls_document_hold (self);
  for (guint i = 0; i < n; i++)
    replace (self, ids[i], fmus[i], sentences);
  ls_document_forget_signals (self);
  ls_document_release (self);
  ls_document_end_group (self);
  if (broken != NULL)
    *broken = sentences;
  else
    g_ptr_array_unref (sentences);
}

void
ls_document_replace_fmu (LsDocument *self, guint id, LsFmu *fmu, GPtrArray **broken)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  const LsComponent *component = ls_model_find_component (self->model, id);
  g_autofree char *name = g_strdup_printf (_ ("Replace FMU of %s"), component->name);

  ls_document_replace_fmus (self, name, &id, &fmu, 1, broken);
}

void
ls_document_set_problem (LsDocument *self, guint id, const char *problem)
{
  const LsComponent *component = ls_model_find_component (self->model, id);

  g_return_if_fail (component != NULL);
  if (g_strcmp0 (component->problem, problem) == 0)
    return;
  ls_model_set_problem (self->model, id, problem);
  ls_document_emit_changed (self, LS_EDIT_COMPONENTS, id);
}
