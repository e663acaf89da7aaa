#include "app/base/signal-menu.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"

/* Menus take underscores for mnemonics. */
static char *
escape (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv ("__", parts);
}

static void
append (GMenu *menu, const char *format, const char *what, const char *action, GVariant *target)
{
  g_autofree char *label = g_strdup_printf (format, what);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

void
ls_signal_menu_append (GMenu *menu, const char *const *signals, const char *title)
{
  g_return_if_fail (signals != NULL && signals[0] != NULL);

  g_autofree char *what = escape (title != NULL ? title : signals[0]);
  g_autoptr (GMenu) section = g_menu_new ();

  append (section, _ ("Plot %s"), what, "win.plot-signals", g_variant_new_strv (signals, -1));
  append (section, _ ("Record %s"), what, "win.record-signals", g_variant_new_strv (signals, -1));
  append (section, "%s", _ ("Show in Signals"), "win.show-signal",
          g_variant_new_string (signals[0]));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

void
ls_signal_menu_popup (GtkWidget *widget, const char *signal, const GdkEvent *event)
{
  g_autoptr (GMenu) model = g_menu_new ();
  GtkWidget *menu;

  ls_signal_menu_append (model, (const char *const[]){ signal, NULL }, NULL);
  menu = gtk_menu_new_from_model (G_MENU_MODEL (model));
  ls_widget_set_accessible_name (menu, _ ("Signal menu"));
  gtk_menu_attach_to_widget (GTK_MENU (menu), widget, NULL);
  g_signal_connect (menu, "selection-done", G_CALLBACK (gtk_widget_destroy), NULL);
  if (event != NULL)
    gtk_menu_popup_at_pointer (GTK_MENU (menu), event);
  else
    gtk_menu_popup_at_widget (GTK_MENU (menu), widget, GDK_GRAVITY_SOUTH_WEST,
                              GDK_GRAVITY_NORTH_WEST, NULL);
}
