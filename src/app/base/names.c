#include "app/base/names.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"

static void
find_text_cb (GtkWidget *widget, gpointer user_data)
{
  const char **text = user_data;

  if (*text != NULL)
    return;
  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0')
    *text = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), find_text_cb, user_data);
}

/* The visible text of @widget, or its tooltip. */
static char *
name_of_content (GtkWidget *widget)
{
  const char *text = NULL;

  find_text_cb (widget, &text);
  return text != NULL ? g_strdup (text) : gtk_widget_get_tooltip_text (widget);
}

static char *
make_name (GtkWidget *widget)
{
  if (GTK_IS_PANED (widget))
    return g_strdup (_ ("Width of the parts"));
  if (GTK_IS_TOGGLE_BUTTON (widget) && GTK_IS_SHORTCUTS_WINDOW (gtk_widget_get_toplevel (widget)))
    return g_strdup (_ ("Search shortcuts"));
  if (GTK_IS_TREE_VIEW (widget) || GTK_IS_ICON_VIEW (widget))
    return g_strdup (_ ("List"));
  return name_of_content (widget);
}

static void
name_widget (GtkWidget *widget)
{
  AtkObject *accessible = gtk_widget_get_accessible (widget);
  const char *present = atk_object_get_name (accessible);
  g_autofree char *name = NULL;

  if (present != NULL && *present != '\0')
    return;
  name = make_name (widget);
  if (name != NULL && *name != '\0')
    atk_object_set_name (accessible, name);
}

static gboolean
map_cb (G_GNUC_UNUSED GSignalInvocationHint *hint,
        G_GNUC_UNUSED guint n_values,
        const GValue *values,
        G_GNUC_UNUSED gpointer user_data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);

  if (GTK_IS_LIST_BOX_ROW (widget) || GTK_IS_PANED (widget) || GTK_IS_BUTTON (widget)
      || GTK_IS_TREE_VIEW (widget))
    name_widget (widget);
  return TRUE;
}

void
ls_names_follow (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, map_cb, NULL, NULL);
}
