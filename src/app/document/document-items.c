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

static void
remove_connections_of (LsDocument *self, guint component)
{
  for (guint i = ls_model_get_n_connections (self->model); i > 0; i--)
    {
      const LsConnection *connection = ls_model_get_connection (self->model, i - 1);

      if (connection->from == component || connection->to == component)
        ls_document_take_apart (self, connection->id,
                                ls_model_get_item_system (self->model, component));
    }
}

void
ls_document_remove_component (LsDocument *self, guint id)
{
  if (ls_model_find_component (self->model, id) == NULL)
    return;
  remove_connections_of (self, id);
  ls_document_push (self, ls_change_new_remove_component (self->model, id));
  ls_document_forget_signals (self);
}

static void
remove_item (LsDocument *self, guint item)
{
  if (item & LS_ITEM_NOTE)
    ls_document_remove_note (self, LS_ITEM_ID (item));
  else if (item & LS_ITEM_SUBSYSTEM)
    ls_document_remove_subsystem (self, LS_ITEM_ID (item));
  else
    ls_document_remove_component (self, item);
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
  for (guint i = 0; i < connections->len; i++)
    if (ls_model_find_connection (self->model, g_array_index (connections, guint, i)) != NULL)
      ls_document_push (self, ls_change_new_remove_connection (
                                  self->model, g_array_index (connections, guint, i)));
  for (guint i = 0; i < components->len; i++)
    remove_item (self, g_array_index (components, guint, i));
  if (alone)
    ls_document_end_group (self);
}
