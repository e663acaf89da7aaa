#include "app/panel/parameter-source.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"

/* Maximum number of entries that fits the screen. */
#define MAX_CHOICES 40u

typedef struct
{
  LsDocument *document;
  guint component;
  char *variable;
} Target;

static void
target_free (gpointer data, GClosure *closure G_GNUC_UNUSED)
{
  Target *self = data;

  g_free (self->variable);
  g_free (self);
}

static const LsConnection *
find_source (LsDocument *document, guint component, const char *variable)
{
  return ls_model_find_source (ls_document_get_model (document), component, variable);
}

/* Called for each calculated parameter that can be connected to the target; %FALSE stops. */
typedef gboolean (*VisitFunc) (const LsComponent *from,
                               const LsVariable *source,
                               gpointer user_data);

static void
visit_choices (
    LsModel *model, guint component, const char *variable, VisitFunc visit, gpointer user_data)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *from = ls_model_get_component (model, i);
      guint n;
      const LsVariable *variables = ls_component_get_variables (from, &n);

      for (guint k = 0; k < n; k++)
        if (variables[k].causality == LS_CAUSALITY_CALCULATED_PARAMETER
            && ls_model_check_connection (model, from->id, variables[k].name, component, variable,
                                          NULL)
            && !visit (from, &variables[k], user_data))
          return;
    }
}

char *
ls_parameter_source_get (LsDocument *document, guint component, const char *variable)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  const LsConnection *connection = find_source (document, component, variable);
  const LsComponent *from;

  if (connection == NULL)
    return NULL;
  from = ls_model_find_component (ls_document_get_model (document), connection->from);
  return g_strdup_printf ("%s.%s", from != NULL ? from->name : "?", connection->output);
}

static gboolean
note_choice (const LsComponent *from G_GNUC_UNUSED,
             const LsVariable *source G_GNUC_UNUSED,
             gpointer user_data)
{
  *(gboolean *)user_data = TRUE;
  return FALSE;
}

gboolean
ls_parameter_source_is_possible (LsDocument *document, guint component, const char *variable)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), FALSE);

  gboolean any = find_source (document, component, variable) != NULL;

  if (!any)
    visit_choices (ls_document_get_model (document), component, variable, note_choice, &any);
  return any;
}

static void
choose_cb (GtkWidget *item, Target *self)
{
  guint from = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (item), "component"));

  ls_document_connect (self->document, from, g_object_get_data (G_OBJECT (item), "variable"),
                       self->component, self->variable, NULL);
}

static void
release_cb (GtkWidget *item G_GNUC_UNUSED, Target *self)
{
  const LsConnection *connection = find_source (self->document, self->component, self->variable);

  if (connection != NULL)
    ls_document_disconnect (self->document, connection->id);
}

typedef struct
{
  Target *target;
  GtkWidget *menu;
  guint n;
} Filling;

static gboolean
add_choice (const LsComponent *from, const LsVariable *source, gpointer user_data)
{
  Filling *filling = user_data;
  g_autofree char *label = g_strdup_printf ("%s.%s", from->name, source->name);
  GtkWidget *item = gtk_menu_item_new_with_label (label);

  g_object_set_data (G_OBJECT (item), "component", GUINT_TO_POINTER (from->id));
  g_object_set_data_full (G_OBJECT (item), "variable", g_strdup (source->name), g_free);
  g_signal_connect (item, "activate", G_CALLBACK (choose_cb), filling->target);
  gtk_menu_shell_append (GTK_MENU_SHELL (filling->menu), item);
  return ++filling->n < MAX_CHOICES;
}

static void
fill (Target *self, GtkWidget *menu)
{
  Filling filling = { self, menu, 0 };
  GtkWidget *item;

  if (find_source (self->document, self->component, self->variable) == NULL)
    {
      visit_choices (ls_document_get_model (self->document), self->component, self->variable,
                     add_choice, &filling);
      return;
    }
  item = gtk_menu_item_new_with_label (_ ("Type the value here again"));
  g_signal_connect (item, "activate", G_CALLBACK (release_cb), self);
  gtk_menu_shell_append (GTK_MENU_SHELL (menu), item);
}

static void
clicked_cb (GtkWidget *button, Target *self)
{
  GtkWidget *menu = gtk_menu_new ();

  ls_widget_set_accessible_name (menu, _ ("Calculated parameters that fit"));
  fill (self, menu);
  gtk_widget_show_all (menu);
  gtk_menu_attach_to_widget (GTK_MENU (menu), button, NULL);
  ls_menu_destroy_when_hidden (menu);
  gtk_menu_popup_at_widget (GTK_MENU (menu), button, GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST,
                            NULL);
  gtk_menu_shell_select_first (GTK_MENU_SHELL (menu), TRUE);
}

GtkWidget *
ls_parameter_source_button_new (LsDocument *document, guint component, const char *variable)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("insert-link-symbolic", GTK_ICON_SIZE_MENU);
  g_autofree char *name = g_strdup_printf (_ ("Take %s from a component"), variable);
  Target *target = g_new0 (Target, 1);

  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);
  target->document = document;
  target->component = component;
  target->variable = g_strdup (variable);
  gtk_button_set_relief (GTK_BUTTON (button), GTK_RELIEF_NONE);
  gtk_widget_set_tooltip_text (button,
                               _ ("Use a calculated parameter of a component as the value"));
  ls_widget_set_accessible_name (button, name);
  g_signal_connect_data (button, "clicked", G_CALLBACK (clicked_cb), target, target_free, 0);
  return button;
}
