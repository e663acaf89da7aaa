#include "app/panel/messages.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/widgets.h"
#include "core/base/language.h"

/* Limit of the list: the oldest messages are removed. */
#define MAX_MESSAGES 500

struct _LsMessages
{
  GtkBox parent_instance;
  guint n;
  GtkWidget *list, *scrolled, *copy_button, *clear_button;
  GtkWidget *level_combo, *component_combo, *search_entry, *count_label, *placeholder_label;
};

G_DEFINE_TYPE (LsMessages, ls_messages, GTK_TYPE_BOX)

enum
{
  SIGNAL_COMPONENT_ACTIVATED,
  SIGNAL_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static const char *
level_icon (LsLogLevel level)
{
  return level == LS_LOG_ERROR     ? "dialog-error-symbolic"
         : level == LS_LOG_WARNING ? "dialog-warning-symbolic"
                                   : "dialog-information-symbolic";
}

static const char *
level_name (LsLogLevel level)
{
  return level == LS_LOG_ERROR ? _ ("Error") : level == LS_LOG_WARNING ? _ ("Warning") : _ ("Note");
}

static char *
where_text (const char *component, double time)
{
  char number[LS_NUMBER_SIZE];

  if (isnan (time))
    return g_strdup (component != NULL ? component : "");
  ls_number_display (time, 6, number);
  if (component == NULL)
    return g_strdup_printf (_ ("t = %s s"), number);
  return g_strdup_printf (_ ("%s at t = %s s"), component, number);
}

/* Rows of the level combo box: their id is the minimum level shown. */
static LsLogLevel
get_level (LsMessages *self)
{
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->level_combo));

  return g_strcmp0 (id, "error") == 0     ? LS_LOG_ERROR
         : g_strcmp0 (id, "warning") == 0 ? LS_LOG_WARNING
                                          : LS_LOG_DEBUG;
}

static gboolean
is_wanted (GtkListBoxRow *row, gpointer user_data)
{
  LsMessages *self = user_data;
  const char *component = g_object_get_data (G_OBJECT (row), "component");
  const char *wanted = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->component_combo));
  g_autofree char *text = g_utf8_casefold (g_object_get_data (G_OBJECT (row), "text"), -1);
  g_autofree char *searched
      = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->search_entry)), -1);

  if (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "level")) < get_level (self))
    return FALSE;
  /* Entries: all messages; messages without a component; then one per component. */
  if (g_strcmp0 (wanted, "none:") == 0 ? component != NULL
      : wanted != NULL && g_str_has_prefix (wanted, "one:")
          ? g_strcmp0 (component, wanted + strlen ("one:")) != 0
          : FALSE)
    return FALSE;
  return strstr (text, searched) != NULL;
}

static gboolean
is_narrowed (LsMessages *self)
{
  return get_level (self) != LS_LOG_DEBUG
         || gtk_combo_box_get_active (GTK_COMBO_BOX (self->component_combo)) > 0
         || *gtk_entry_get_text (GTK_ENTRY (self->search_entry)) != '\0';
}

/* Adds a component to the combo box once; the active entry is kept. */
static void
list_component (LsMessages *self, const char *component)
{
  g_autofree char *id = g_strconcat ("one:", component, NULL);
  GtkTreeModel *model = gtk_combo_box_get_model (GTK_COMBO_BOX (self->component_combo));
  GtkTreeIter iter;
  gboolean valid;

  if (component == NULL)
    return;
  for (valid = gtk_tree_model_get_iter_first (model, &iter); valid;
       valid = gtk_tree_model_iter_next (model, &iter))
    {
      g_autofree char *present = NULL;

      gtk_tree_model_get (model, &iter, 1, &present, -1);
      if (g_strcmp0 (present, id) == 0)
        return;
    }
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->component_combo), id, component);
}

static void
list_components (LsMessages *self)
{
  gtk_combo_box_text_remove_all (GTK_COMBO_BOX_TEXT (self->component_combo));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->component_combo),
                             "all:", _ ("All components"));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->component_combo),
                             "none:", _ ("Model and runs"));
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->component_combo), 0);
}

static GtkWidget *
row_new (LsLogLevel level, const char *component, const char *text, double time)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name (level_icon (level), GTK_ICON_SIZE_MENU);
  GtkWidget *where, *label = ls_label_new_wrapped (text, FALSE);
  g_autofree char *place = where_text (component, time);
  g_autofree char *whole
      = g_strdup_printf ("%s: %s%s%s", level_name (level), place, *place != '\0' ? ": " : "",
                         gtk_label_get_text (GTK_LABEL (label)));
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *clock = g_date_time_format (now, "%H:%M:%S");

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_container_add (GTK_CONTAINER (box), icon);
  where = ls_label_new_wrapped (clock, TRUE);
  gtk_widget_set_valign (where, GTK_ALIGN_START);
  gtk_container_add (GTK_CONTAINER (box), where);
  if (*place != '\0')
    {
      where = ls_label_new_wrapped (place, FALSE);
      gtk_widget_set_valign (where, GTK_ALIGN_START);
      gtk_style_context_add_class (gtk_widget_get_style_context (where), "strong");
      gtk_container_add (GTK_CONTAINER (box), where);
    }
  gtk_label_set_max_width_chars (GTK_LABEL (label), -1);
  gtk_box_pack_start (GTK_BOX (box), label, TRUE, TRUE, 0);
  gtk_container_set_border_width (GTK_CONTAINER (box), 6);
  gtk_container_add (GTK_CONTAINER (row), box);
  g_object_set_data_full (G_OBJECT (row), "component", g_strdup (component), g_free);
  g_object_set_data (G_OBJECT (row), "level", GUINT_TO_POINTER (level));
  g_object_set_data_full (G_OBJECT (row), "text", g_strdup (whole), g_free);
  ls_widget_set_accessible_name (row, whole);
  gtk_widget_show_all (row);
  return row;
}

static guint
count_shown (LsMessages *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += is_wanted (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)i), self);
  return n;
}

static void
update (LsMessages *self)
{
  guint shown = is_narrowed (self) ? count_shown (self) : self->n;
  g_autofree char *count = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u of %u message", "%u of %u messages", self->n), shown,
      self->n);

  gtk_label_set_text (GTK_LABEL (self->count_label), is_narrowed (self) ? count : "");
  gtk_label_set_text (GTK_LABEL (self->placeholder_label),
                      self->n > 0
                          ? _ ("No message matches the filter.")
                          : _ ("No messages. Messages from components and runs appear here."));
  gtk_widget_set_sensitive (self->copy_button, shown > 0);
  gtk_widget_set_sensitive (self->clear_button, self->n > 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Newest first, so that it is visible. */
void
ls_messages_add (
    LsMessages *self, LsLogLevel level, const char *component, const char *text, double time)
{
  g_return_if_fail (LS_IS_MESSAGES (self));

  list_component (self, component);
  gtk_list_box_prepend (GTK_LIST_BOX (self->list), row_new (level, component, text, time));
  if (++self->n > MAX_MESSAGES)
    {
      self->n = MAX_MESSAGES;
      gtk_widget_destroy (
          GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), MAX_MESSAGES)));
    }
  update (self);
}

void
ls_messages_clear (LsMessages *self)
{
  for (guint i = self->n; i > 0; i--)
    gtk_widget_destroy (
        GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)i - 1)));
  self->n = 0;
  list_components (self);
  update (self);
}

static void
filter_changed_cb (LsMessages *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  update (self);
}

guint
ls_messages_get_n (LsMessages *self)
{
  g_return_val_if_fail (LS_IS_MESSAGES (self), 0);

  return self->n;
}

static void
row_activated_cb (LsMessages *self, GtkListBoxRow *row)
{
  const char *component = g_object_get_data (G_OBJECT (row), "component");

  if (component != NULL)
    g_signal_emit (self, signals[SIGNAL_COMPONENT_ACTIVATED], 0, component);
}

/* Visible messages, oldest first. */
static void
copy_clicked_cb (LsMessages *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = self->n; i > 0; i--)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)i - 1);

      if (is_wanted (row, self))
        g_string_append_printf (text, "%s\n", (char *)g_object_get_data (G_OBJECT (row), "text"));
    }
  gtk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self), GDK_SELECTION_CLIPBOARD),
                          text->str, (int)text->len);
}

static void
ls_messages_class_init (LsMessagesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/lockstep/Workbench/messages.ui");
  gtk_widget_class_bind_template_child (widget_class, LsMessages, list);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, scrolled);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, copy_button);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, clear_button);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, level_combo);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, component_combo);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, search_entry);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, count_label);
  gtk_widget_class_bind_template_child (widget_class, LsMessages, placeholder_label);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, ls_messages_clear);
  signals[SIGNAL_COMPONENT_ACTIVATED]
      = g_signal_new ("component-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_messages_init (LsMessages *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  list_components (self);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_wanted, self, NULL);
  g_signal_connect_object (self->component_combo, "changed", G_CALLBACK (filter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  update (self);
}
