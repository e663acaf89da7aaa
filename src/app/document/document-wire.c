/* Wires between ports, which stand for several connections where these are arrays. */
#include <glib/gi18n-lib.h>
#include "app/document/document-private.h"
#include "core/model/arrange.h"

/* Connects the pair of a wire from @from to @to. */
static guint
connect (LsDocument *self, guint from, guint to, const LsPair *pair, GError **error)
{
  guint index = ls_model_get_n_connections (self->model);
  guint id = ls_model_connect (self->model, pair->back ? to : from, pair->output->name,
                               pair->back ? from : to, pair->input->name, error);

  if (id != 0 && pair->is_negated
      && !ls_model_set_connection_transformation (self->model, id, -1.0, 0.0, error))
    {
      ls_model_disconnect (self->model, id);
      return 0;
    }
  if (id != 0)
    ls_document_push_applied (
        self, ls_change_new_insert_connection (self->model,
                                               ls_model_find_connection (self->model, id), index));
  return id;
}

static char *
name_wire (LsDocument *self, guint from, const char *output, guint to, const char *input, guint n)
{
  const LsComponent *component;
  const LsVariable *port = ls_model_find_port (self->model, from, output, &component, NULL);

  if (port != NULL && ls_variable_is_terminal (port))
    return g_strdup_printf (_ ("Connect terminals %s.%s ↔ %s.%s"), component->name, output,
                            ls_model_find_component (self->model, to)->name, input);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Connect %s.%s → %s.%s (%u element)",
                                       "Connect %s.%s → %s.%s (%u elements)", n),
                          ls_model_find_component (self->model, from)->name, output,
                          ls_model_find_component (self->model, to)->name, input, n);
}

guint
ls_document_connect (
    LsDocument *self, guint from, const char *output, guint to, const char *input, GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), 0);

  g_autoptr (GArray) pairs = ls_model_list_pairs (self->model, from, output, to, input, error);
  const gboolean alone = !ls_document_in_group (self);
  g_autofree char *name = NULL;
  guint first = 0;

  if (pairs == NULL || !ls_model_check_wire (self->model, from, output, to, input, error))
    return 0;
  if (pairs->len == 1)
    return connect (self, from, to, &g_array_index (pairs, LsPair, 0), error);
  name = name_wire (self, from, output, to, input, pairs->len);
  if (alone)
    ls_document_begin_group (self, name);
  ls_document_hold (self);
  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);
      const guint id = ls_model_has_pair (self->model, from, to, pair)
                           ? 0
                           : connect (self, from, to, pair, NULL);

      first = first != 0 ? first : id;
    }
  ls_document_release (self);
  if (alone)
    ls_document_end_group (self);
  return first;
}

guint
ls_document_connect_pair (
    LsDocument *self, guint from, guint to, const LsPair *pair, GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self) && pair != NULL, 0);
  return connect (self, from, to, pair, error);
}

/* A connection between other elements, with the transformation of @like; bends and id stay with the
 * @first, so that the wire is known as the same one. */
static guint
connect_like (
    LsDocument *self, const LsConnection *like, const LsPair *pair, gboolean first, GError **error)
{
  g_autoptr (GArray) no_points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  const guint index = ls_model_get_n_connections (self->model);
  LsConnection wanted = *like;
  guint id;

  wanted.output = pair->output->name;
  wanted.input = pair->input->name;
  wanted.xml = NULL;
  if (!first)
    wanted.points = no_points;
  else if (like->hops == NULL)
    {
      ls_document_push (self, ls_change_new_insert_connection (self->model, &wanted, index));
      return like->id;
    }
  id = ls_model_add_connection_copy (self->model, &wanted, like->from, like->to, 0, 0, error);
  if (id != 0)
    ls_document_push_applied (
        self, ls_change_new_insert_connection (self->model,
                                               ls_model_find_connection (self->model, id), index));
  return id;
}

/* Whether all pairs can be connected when the wire is gone. */
static gboolean
check_pairs (const LsModel *model,
             const GArray *ids,
             const LsConnection *like,
             const GArray *pairs,
             GError **error)
{
  g_autoptr (LsModel) trial = ls_model_copy (model);

  for (guint i = 0; i < ids->len; i++)
    ls_model_disconnect (trial, g_array_index (ids, guint, i));
  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      if (!ls_model_check_connection (trial, like->from, pair->output->name, like->to,
                                      pair->input->name, error))
        return FALSE;
    }
  return TRUE;
}

guint
ls_document_map_wire (LsDocument *self, guint id, const LsElementMap *map, GError **error)
{
  const LsConnection *present = ls_model_find_connection (self->model, id);
  g_autoptr (GArray) ids = NULL;
  g_autoptr (GArray) pairs = NULL;
  g_autofree char *wire = NULL;
  g_autofree char *name = NULL;
  LsConnection *like;
  guint first = 0;

  g_return_val_if_fail (LS_IS_DOCUMENT (self) && present != NULL && map != NULL, 0);
  pairs = ls_model_map_elements (
      self->model, present->from, ls_model_name_port (self->model, present->from, present->output),
      present->to, ls_model_name_port (self->model, present->to, present->input), map, error);
  ids = ls_model_list_wire (self->model, id);
  if (pairs == NULL || !check_pairs (self->model, ids, present, pairs, error))
    return 0;
  wire = ls_model_describe_wire (self->model, present);
  name = g_strdup_printf (_ ("Connect other elements of %s"), wire);
  like = ls_connection_copy (ls_model_find_connection (self->model, g_array_index (ids, guint, 0)));
  ls_document_begin_group (self, name);
  ls_document_hold (self);
  for (guint i = 0; i < ids->len; i++)
    ls_document_disconnect (self, g_array_index (ids, guint, i));
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint added
          = connect_like (self, like, &g_array_index (pairs, LsPair, i), first == 0, error);

      first = first != 0 ? first : added;
    }
  ls_document_release (self);
  ls_document_end_group (self);
  ls_connection_free (like);
  return first;
}

void
ls_document_disconnect_all (LsDocument *self, const GArray *ids)
{
  g_autofree char *wire = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (LS_IS_DOCUMENT (self) && ids != NULL && ids->len > 0);
  if (ids->len == 1)
    {
      ls_document_disconnect (self, g_array_index (ids, guint, 0));
      return;
    }
  wire = ls_model_describe_wire (
      self->model, ls_model_find_connection (self->model, g_array_index (ids, guint, 0)));
  name = g_strdup_printf (_ ("Disconnect %s"), wire);
  ls_document_begin_group (self, name);
  ls_document_hold (self);
  for (guint i = 0; i < ids->len; i++)
    ls_document_disconnect (self, g_array_index (ids, guint, i));
  ls_document_release (self);
  ls_document_end_group (self);
}
