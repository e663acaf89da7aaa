#include "app/window/start-control.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas.h"
#include "app/base/report.h"
#include "app/base/widgets.h"

struct _LsStartControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsLoadControl *load;
};

G_DEFINE_TYPE (LsStartControl, ls_start_control, G_TYPE_OBJECT)

static void
page_changed_cb (LsStartControl *self)
{
  const gboolean start = ls_frame_is_start_shown (self->frame);
  const LsModel *model = ls_document_get_model (self->frame->document);

  /* The start page is no page of results: their tabs lead back to a model that is open. */
  gtk_widget_set_visible (self->frame->lower_bar, !start || ls_model_get_n_components (model) > 0);
  gtk_widget_set_visible (self->frame->left_paned, !start);
  gtk_widget_set_visible (self->frame->run_bar, !start);
  gtk_widget_set_visible (self->frame->link_button,
                          !start && !gtk_widget_get_visible (self->frame->lesson_panel));
}

void
ls_start_control_show (LsStartControl *self)
{
  g_return_if_fail (LS_IS_START_CONTROL (self));

  ls_frame_show_lower (self->frame, self->frame->start_page);
  gtk_widget_child_focus (self->frame->start_page, GTK_DIR_TAB_FORWARD);
}

static void
show_start_cb (G_GNUC_UNUSED GSimpleAction *action,
               G_GNUC_UNUSED GVariant *parameter,
               gpointer user_data)
{
  ls_start_control_show (user_data);
}

/* Same as on the diagram, which is hidden: FMUs form a new model, a model is opened. */
static void
drag_data_received_cb (LsStartControl *self,
                       GdkDragContext *context,
                       G_GNUC_UNUSED int x,
                       G_GNUC_UNUSED int y,
                       GtkSelectionData *data,
                       G_GNUC_UNUSED guint info,
                       guint time)
{
  g_auto (GStrv) paths = ls_drop_list_paths (data, GTK_WIDGET (self->frame->window));
  g_autoptr (GPtrArray) fmus = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    if (g_str_has_suffix (paths[i], ".fmu"))
      g_ptr_array_add (fmus, g_strdup (paths[i]));
    else if (model == NULL)
      model = g_strdup (paths[i]);
  gtk_drag_finish (context, fmus->len > 0 || model != NULL, FALSE, time);
  g_ptr_array_add (fmus, NULL);
  if (fmus->len > 1)
    {
      ls_frame_leave_start (self->frame);
      ls_load_control_place_files (self->load, (char **)fmus->pdata);
      ls_canvas_zoom_fit_later (LS_CANVAS (self->frame->canvas));
    }
  if (model != NULL)
    ls_frame_command (self->frame, "open-path", model);
}

static const GActionEntry entries[] = {
  { .name = "show-start", .activate = show_start_cb },
};

static void
ls_start_control_class_init (G_GNUC_UNUSED LsStartControlClass *klass)
{
}

static void
ls_start_control_init (G_GNUC_UNUSED LsStartControl *self)
{
}

LsStartControl *
ls_start_control_new (const LsFrame *frame, LsLoadControl *load)
{
  LsStartControl *self = g_object_new (LS_TYPE_START_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_LOAD_CONTROL (load), NULL);
  self->frame = frame;
  self->load = load;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  gtk_drag_dest_set (frame->start_page, GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
  gtk_drag_dest_add_uri_targets (frame->start_page);
  g_signal_connect_object (frame->start_page, "drag-data-received",
                           G_CALLBACK (drag_data_received_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->lower_stack, "notify::visible-child",
                           G_CALLBACK (page_changed_cb), self, G_CONNECT_SWAPPED);
  /* Not the start page: callers that open the window without a file request it. */
  ls_frame_show_lower (frame, frame->plots_box);
  return self;
}
