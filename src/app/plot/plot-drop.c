#include "app/plot/plot-drop.h"
#include "app/base/signal-menu.h"
#include "app/base/widgets.h"

enum
{
  SIGNAL_TARGET,
  FILES_TARGET
};

static void
received_cb (GtkWidget *area,
             GdkDragContext *context,
             int x,
             int y,
             GtkSelectionData *data,
             guint info,
             guint time)
{
  const guchar *text = gtk_selection_data_get_data (data);
  const int length = gtk_selection_data_get_length (data);
  g_autofree char *name = length > 0 ? g_strndup ((const char *)text, (gsize)length) : NULL;

  if (info == FILES_TARGET)
    {
      g_auto (GStrv) paths = ls_drop_list_paths (data, NULL);

      gtk_drag_finish (context, paths[0] != NULL, FALSE, time);
      g_signal_emit_by_name (area, "files-dropped", paths);
      return;
    }
  gtk_drag_finish (context, name != NULL, FALSE, time);
  if (name != NULL)
    g_signal_emit_by_name (area, "signal-dropped", name, (double)x, (double)y);
}

void
ls_plot_drop_attach (GtkWidget *area)
{
  const GtkTargetEntry targets[]
      = { { (char *)LS_SIGNAL_TARGET, GTK_TARGET_SAME_APP, SIGNAL_TARGET },
          { (char *)"text/uri-list", 0, FILES_TARGET } };

  g_return_if_fail (GTK_IS_WIDGET (area));

  gtk_drag_dest_set (area, GTK_DEST_DEFAULT_ALL, targets, G_N_ELEMENTS (targets), GDK_ACTION_COPY);
  g_signal_connect (area, "drag-data-received", G_CALLBACK (received_cb), NULL);
}
