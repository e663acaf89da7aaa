#include "app/canvas/system-bar.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"

static gboolean
has_systems (LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_subsystems (model); i++)
    if (!ls_model_get_subsystem (model, i)->removed)
      return TRUE;
  return FALSE;
}

static void
clicked_cb (GtkWidget *button, LsCanvas *canvas)
{
  ls_canvas_enter (canvas, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "system")));
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
}

/* Prepends a button: the loop goes from the innermost system outwards. */
static void
add_step (GtkWidget *bar, LsCanvas *canvas, guint system, const char *name, gboolean last)
{
  GtkWidget *button = gtk_button_new_with_label (name);

  gtk_button_set_relief (GTK_BUTTON (button), GTK_RELIEF_NONE);
  gtk_widget_set_sensitive (button, !last);
  gtk_widget_set_tooltip_text (button, system == 0 ? _ ("The whole model") : name);
  g_object_set_data (G_OBJECT (button), "system", GUINT_TO_POINTER (system));
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), canvas);
  if (!last)
    {
      GtkWidget *arrow = gtk_label_new ("›");

      gtk_container_add (GTK_CONTAINER (bar), arrow);
      gtk_widget_show (arrow);
      gtk_box_reorder_child (GTK_BOX (bar), arrow, 0);
    }
  gtk_container_add (GTK_CONTAINER (bar), button);
  gtk_widget_show (button);
  gtk_box_reorder_child (GTK_BOX (bar), button, 0);
}

static void
remove_cb (GtkWidget *step, gpointer bar)
{
  gtk_container_remove (bar, step);
}

static void
update (GtkWidget *bar)
{
  LsCanvas *canvas = g_object_get_data (G_OBJECT (bar), "canvas");
  LsModel *model = ls_document_get_model (ls_canvas_get_document (canvas));
  guint shown = ls_canvas_get_system (canvas), id = shown;

  gtk_widget_set_visible (bar, has_systems (model));
  gtk_container_foreach (GTK_CONTAINER (bar), remove_cb, bar);
  if (!gtk_widget_get_visible (bar))
    return;
  while (id != 0)
    {
      const LsSubsystem *subsystem = ls_model_find_subsystem (model, id);

      add_step (bar, canvas, id, subsystem->name, id == shown);
      id = subsystem->parent;
    }
  add_step (bar, canvas, 0, ls_model_get_name (model), shown == 0);
}

static void
changed_cb (GtkWidget *bar, guint parts)
{
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    update (bar);
}

GtkWidget *
ls_system_bar_new (LsCanvas *canvas)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);

  g_return_val_if_fail (LS_IS_CANVAS (canvas), NULL);
  g_object_set_data (G_OBJECT (bar), "canvas", canvas);
  g_object_set (bar, "margin-start", 4, NULL);
  ls_widget_set_accessible_name (bar, _ ("Systems"));
  g_signal_connect_object (canvas, "system-changed", G_CALLBACK (update), bar, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_canvas_get_document (canvas), "changed", G_CALLBACK (changed_cb), bar,
                           G_CONNECT_SWAPPED);
  return bar;
}
