/* Edits of notes and subsystems. */
#include <glib/gi18n-lib.h>
#include "app/document/document-private.h"

guint
ls_document_add_note (LsDocument *self, const LsNote *note)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self) && note != NULL, 0);

  guint index = ls_model_get_n_notes (self->model);
  guint id = ls_model_add_note (self->model, note->subsystem, note->text, note->x, note->y,
                                note->width, note->height);
  LsNote *added = ls_note_copy (ls_model_find_note (self->model, id));
  LsChange *change;

  /* The model chooses the id; then the change is made from the state before. */
  ls_model_remove_note (self->model, id);
  g_assert (ls_model_get_n_notes (self->model) == index);
  change = ls_change_new_note (self->model, id, added);
  ls_note_free (added);
  ls_document_push (self, change);
  return id;
}

void
ls_document_set_note (LsDocument *self, guint id, const char *text, double width, double height)
{
  const LsNote *present = ls_model_find_note (self->model, id);
  LsNote *after;

  g_return_if_fail (present != NULL);
  if (g_str_equal (present->text, text))
    return;
  after = ls_note_copy (present);
  g_free (after->text);
  after->text = g_strdup (text);
  after->width = width;
  after->height = height;
  ls_document_push (self, ls_change_new_note (self->model, id, after));
  ls_note_free (after);
}

void
ls_document_remove_note (LsDocument *self, guint id)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  if (ls_model_find_note (self->model, id) != NULL)
    ls_document_push (self, ls_change_new_note (self->model, id, NULL));
}

/* Removes the content too, innermost subsystem first. */
void
ls_document_remove_subsystem (LsDocument *self, guint id)
{
  const LsModel *model = self->model;

  for (guint i = ls_model_get_n_subsystems (model); i-- > 0;)
    {
      const LsSubsystem *inner = ls_model_get_subsystem (model, i);

      if (inner->parent == id && !inner->removed)
        ls_document_remove_subsystem (self, inner->id);
    }
  for (guint i = ls_model_get_n_notes (model); i-- > 0;)
    if (ls_model_get_note (model, i)->subsystem == id)
      ls_document_remove_note (self, ls_model_get_note (model, i)->id);
  for (guint i = ls_model_get_n_components (model); i-- > 0;)
    if (ls_model_get_component (model, i)->subsystem == id)
      ls_document_remove_component (self, ls_model_get_component (model, i)->id);
  ls_document_push (self, ls_change_new_remove_subsystem (model, id));
}

/* Removes only the piece in that system; the other pieces stay, unconnected at that end. */
void
ls_document_take_apart (LsDocument *self, guint connection, guint system)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  const LsConnection *present = ls_model_find_connection (self->model, connection);
  g_autoptr (GPtrArray) pieces = NULL;

  if (present == NULL)
    return;
  pieces = ls_connection_list_other_pieces (self->model, present, system);
  if (pieces->len > 0)
    ls_document_push (self, ls_change_new_add_pieces (self->model, g_steal_pointer (&pieces)));
  ls_document_push (self, ls_change_new_remove_connection (self->model, connection));
}

void
ls_document_take_all_apart (LsDocument *self, const GArray *connections, guint system)
{
  g_return_if_fail (LS_IS_DOCUMENT (self) && connections != NULL);

  ls_document_hold (self);
  for (guint i = 0; i < connections->len; i++)
    ls_document_take_apart (self, g_array_index (connections, guint, i), system);
  ls_document_release (self);
}

guint
ls_document_connect_through (LsDocument *self,
                             guint from,
                             const char *output,
                             const LsSubsystemPath *source,
                             guint to,
                             const char *input,
                             const LsSubsystemPath *sink,
                             GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), 0);

  guint index = ls_model_get_n_connections (self->model);
  guint id = ls_model_connect_through (self->model, from, output, source, to, input, sink, error);

  if (id != 0)
    ls_document_push_applied (
        self, ls_change_new_insert_connection (self->model,
                                               ls_model_find_connection (self->model, id), index));
  return id;
}

/* The connections of all these components, in one pass over the model. */
static void
remove_connections_of (LsDocument *self, const GArray *components)
{
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < components->len; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (g_array_index (components, guint, i)));
  for (guint i = ls_model_get_n_connections (self->model); i > 0; i--)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i - 1);
      const gboolean from = g_hash_table_contains (set, GUINT_TO_POINTER (connection->from));

      if (from || g_hash_table_contains (set, GUINT_TO_POINTER (connection->to)))
        ls_document_take_apart (
            self, connection->id,
            ls_model_get_item_system (self->model, from ? connection->from : connection->to));
    }
}

void
ls_document_remove_component (LsDocument *self, guint id)
{
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (guint));

  if (ls_model_find_component (self->model, id) == NULL)
    return;
  g_array_append_val (alone, id);
  remove_connections_of (self, alone);
  ls_document_push (self, ls_change_new_remove_component (self->model, id));
}

static void
remove_item (LsDocument *self, guint item)
{
  if (item & LS_ITEM_NOTE)
    ls_document_remove_note (self, LS_ITEM_ID (item));
  else if (item & LS_ITEM_SUBSYSTEM)
    ls_document_remove_subsystem (self, LS_ITEM_ID (item));
  else
    ls_document_push (self, ls_change_new_remove_component (self->model, item));
}

/* @components: items; their connections first. Views learn of it when all is done. */
static void
remove_all (LsDocument *self, const GArray *components, const GArray *connections)
{
  for (guint i = 0; i < connections->len; i++)
    if (ls_model_find_connection (self->model, g_array_index (connections, guint, i)) != NULL)
      ls_document_push (self, ls_change_new_remove_connection (
                                  self->model, g_array_index (connections, guint, i)));
  remove_connections_of (self, components);
  for (guint i = 0; i < components->len; i++)
    if (!LS_ITEM_IS_COMPONENT (g_array_index (components, guint, i))
        || ls_model_find_component (self->model, g_array_index (components, guint, i)) != NULL)
      remove_item (self, g_array_index (components, guint, i));
  if (components->len > 0)
    ls_document_forget_signals (self);
}

static char *
name_removal (LsDocument *self, GArray *components, GArray *connections)
{
  guint n = components->len;

  if (n == 1)
    {
      g_autofree char *item
          = ls_model_get_item_name (self->model, g_array_index (components, guint, 0));

      return g_strdup_printf (_ ("Delete %s"), item);
    }
  if (n > 1)
    return g_strdup_printf (g_dngettext (NULL, "Delete %u component", "Delete %u components", n),
                            n);
  n = connections->len;
  return g_strdup_printf (g_dngettext (NULL, "Delete %u connection", "Delete %u connections", n),
                          n);
}

void
ls_document_remove (LsDocument *self, GArray *components, GArray *connections)
{
  g_return_if_fail (LS_IS_DOCUMENT (self) && components != NULL && connections != NULL);

  gboolean alone = self->group == NULL;

  if (components->len + connections->len == 0)
    return;
  if (alone)
    {
      g_autofree char *name = name_removal (self, components, connections);

      ls_document_begin_group (self, name);
    }
  ls_document_hold (self);
  remove_all (self, components, connections);
  ls_document_release (self);
  if (alone)
    ls_document_end_group (self);
}
