/* Deletes the selection, or its wires. */
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-view.h"

static GArray *
list_connections (LsCanvas *self, gboolean of_components)
{
  LsModel *model = ls_canvas_get_model (self);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      guint id = connection->id;

      if (ls_canvas_is_connection_selected (self, id)
          || (of_components
              && (ls_canvas_is_component_selected (self, connection->from)
                  || ls_canvas_is_component_selected (self, connection->to))))
        g_array_append_val (ids, id);
    }
  return ids;
}

/* Of connections through subsystems, only the visible piece is removed. */
static void
take_apart (LsCanvas *self, const GArray *connections)
{
  LsModel *model = ls_canvas_get_model (self);
  guint n = connections->len;
  g_autofree char *single = ls_model_describe_wire (
      model, ls_model_find_connection (model, g_array_index (connections, guint, 0)));
  g_autofree char *name
      = n == 1 || ls_canvas_get_selected_connection (self) != 0
            ? g_strdup_printf (_ ("Disconnect %s"), single)
            : g_strdup_printf (
                g_dngettext (NULL, "Delete %u connection", "Delete %u connections", n), n);
  gboolean alone = !ls_document_in_group (self->document);

  if (alone)
    ls_document_begin_group (self->document, name);
  ls_document_take_all_apart (self->document, connections, ls_canvas_get_system (self));
  if (alone)
    ls_document_end_group (self->document);
}

void
ls_canvas_delete_selection (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_autoptr (GArray) components = ls_canvas_list_selected (self);
  g_autoptr (GArray) connections = list_connections (self, FALSE);

  ls_canvas_cancel (self);
  if (connections->len > 0 && components->len == 0)
    take_apart (self, connections);
  else
    ls_document_remove (self->document, components, connections);
}

void
ls_canvas_disconnect_selection (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_autoptr (GArray) components = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) connections = list_connections (self, TRUE);

  ls_canvas_cancel (self);
  if (connections->len == 0)
    return;
  ls_document_begin_group (self->document, _ ("Disconnect"));
  ls_document_remove (self->document, components, connections);
  ls_document_end_group (self->document);
}
