/* The start page has the window to itself; the diagram and what goes with it come with a model. */
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas.h"
#include "app/base/report.h"
#include "app/window/window-private.h"

static gboolean
is_start_shown (LsWindow *self)
{
  return gtk_stack_get_visible_child (GTK_STACK (self->lower_stack)) == self->start_page;
}

static void
page_changed_cb (LsWindow *self)
{
  const gboolean start = is_start_shown (self);

  gtk_widget_set_visible (self->left_paned, !start);
  gtk_widget_set_visible (self->run_bar, !start);
  gtk_widget_set_visible (self->link_button,
                          !start && !gtk_widget_get_visible (self->lesson_panel));
}

void
ls_window_show_start (LsWindow *self)
{
  gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), self->start_page);
  gtk_widget_child_focus (self->start_page, GTK_DIR_TAB_FORWARD);
}

void
ls_window_leave_start (LsWindow *self)
{
  if (is_start_shown (self))
    gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), self->plots_box);
}

/* As on the diagram, which is not seen: FMUs make a model, and a model is opened. */
static void
drag_data_received_cb (LsWindow *self,
                       GdkDragContext *context,
                       G_GNUC_UNUSED int x,
                       G_GNUC_UNUSED int y,
                       GtkSelectionData *data,
                       G_GNUC_UNUSED guint info,
                       guint time)
{
  g_auto (GStrv) uris = gtk_selection_data_get_uris (data);
  g_autoptr (GPtrArray) fmus = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = NULL;

  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    {
      g_autofree char *path = g_filename_from_uri (uris[i], NULL, NULL);

      if (path == NULL)
        ls_report_problem (GTK_WIDGET (self), _ ("Not a file on this computer"), uris[i]);
      else if (g_str_has_suffix (path, ".fmu"))
        g_ptr_array_add (fmus, g_steal_pointer (&path));
      else if (model == NULL)
        model = g_steal_pointer (&path);
    }
  gtk_drag_finish (context, fmus->len > 0 || model != NULL, FALSE, time);
  g_ptr_array_add (fmus, NULL);
  if (fmus->len > 1)
    {
      ls_window_leave_start (self);
      ls_window_place_files (self, (char **)fmus->pdata);
      ls_canvas_zoom_fit_later (LS_CANVAS (self->canvas));
    }
  if (model != NULL)
    ls_window_open (self, model);
}

void
ls_window_start_init (LsWindow *self)
{
  gtk_drag_dest_set (self->start_page, GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
  gtk_drag_dest_add_uri_targets (self->start_page);
  g_signal_connect_object (self->start_page, "drag-data-received",
                           G_CALLBACK (drag_data_received_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lower_stack, "notify::visible-child", G_CALLBACK (page_changed_cb),
                           self, G_CONNECT_SWAPPED);
  /* Whoever opens the window without a file asks for the page. */
  gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), self->plots_box);
}
