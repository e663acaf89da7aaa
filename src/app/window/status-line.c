#include "app/window/status-line.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas.h"
#include "core/helper/containment.h"

/* ---- What is held back from FMUs: of the whole program ---- */

static char *contained; /* (nullable): not known yet */

static void
probe_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              G_GNUC_UNUSED gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  g_task_return_pointer (task, ls_containment_describe_runs (), g_free);
}

static void
probed_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) window = user_data;
  const LsFrame *frame = ls_frame_find (window);

  g_free (contained);
  contained = g_task_propagate_pointer (G_TASK (result), NULL);
  if (ls_frame_is_alive (frame))
    ls_status_line_update (frame);
}

/* A helper process is started for it, on a worker thread. */
void
ls_status_line_find_containment (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GTask) task = g_task_new (NULL, NULL, probed_cb, g_object_ref (self->window));

  g_task_run_in_thread (task, probe_thread);
}

/* ---- The line ---- */

/* "2 components, 2 connections, 1 input open, 1 selected; zoom 100 % — FMUs contained: files"; a
 * hint, like the reason why a connection is refused, comes first: the end may be cut. */
void
ls_status_line_update (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  LsModel *model = ls_document_get_model (self->document);
  const char *hint = ls_canvas_get_hint (LS_CANVAS (self->canvas));
  guint n_components = ls_model_get_n_components (model);
  guint n_connections = ls_model_get_n_connections (model);
  guint n_open = ls_model_count_open_inputs (model);
  guint n_selected = ls_canvas_get_n_selected (LS_CANVAS (self->canvas));
  g_autoptr (GString) text = g_string_new (NULL);

  if (*hint != '\0')
    g_string_append_printf (text, "%s — ", hint);
  g_string_append_printf (text, ngettext ("%u component", "%u components", n_components),
                          n_components);
  g_string_append_printf (text, ngettext (", %u connection", ", %u connections", n_connections),
                          n_connections);
  g_string_append_printf (text, ngettext (", %u input open", ", %u inputs open", n_open), n_open);
  if (n_selected > 0)
    g_string_append_printf (text, ngettext (", %u selected", ", %u selected", n_selected),
                            n_selected);
  g_string_append_printf (text, _ ("; zoom %.0f %%"),
                          100 * ls_canvas_get_zoom (LS_CANVAS (self->canvas)));
  if (*hint == '\0' && contained != NULL)
    g_string_append_printf (text, " — %s", contained);
  gtk_label_set_text (GTK_LABEL (self->status_label), text->str);
}
