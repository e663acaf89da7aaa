#include "app/base/parameter-button.h"
#include <gdk/gdkkeysyms.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/widgets.h"

/* Width of the list, px. */
#define WIDTH 280
#define HEIGHT 300

struct _LsParameterButton
{
  GtkMenuButton parent_instance;
  char *active; /* (nullable) */
  char *prompt; /* (nullable): shown instead of it */
  LsNamesFunc list;
  gpointer list_data;
  gboolean stale;       /* the list is to be filled when it opens */
  GtkTreeModel *filter; /* of names; the first row is "none" */
  char **words;         /* search words, case-folded */
  GtkWidget *label, *popover, *search, *view;
};

G_DEFINE_TYPE (LsParameterButton, ls_parameter_button, GTK_TYPE_MENU_BUTTON)

static guint changed_signal;

/* ---- Choice ----------------------------------------------------------------------------- */

static void
show_active (LsParameterButton *self)
{
  gtk_label_set_text (GTK_LABEL (self->label), self->prompt != NULL   ? self->prompt
                                               : self->active != NULL ? self->active
                                                                      : _ ("none"));
}

const char *
ls_parameter_button_get_active (LsParameterButton *self)
{
  g_return_val_if_fail (LS_IS_PARAMETER_BUTTON (self), NULL);

  return self->active;
}

void
ls_parameter_button_set_source (LsParameterButton *self, LsNamesFunc list, gpointer user_data)
{
  g_return_if_fail (LS_IS_PARAMETER_BUTTON (self) && list != NULL);

  self->list = list;
  self->list_data = user_data;
  self->stale = TRUE;
}

void
ls_parameter_button_update (LsParameterButton *self)
{
  g_return_if_fail (LS_IS_PARAMETER_BUTTON (self) && self->list != NULL);

  g_autoptr (GPtrArray) names = self->active != NULL ? self->list (self->list_data) : NULL;

  self->stale = TRUE;
  if (names != NULL && !g_ptr_array_find_with_equal_func (names, self->active, g_str_equal, NULL))
    g_clear_pointer (&self->active, g_free);
  show_active (self);
}

void
ls_parameter_button_set_prompt (LsParameterButton *self, const char *prompt, const char *list)
{
  g_return_if_fail (LS_IS_PARAMETER_BUTTON (self) && prompt != NULL);

  g_autofree char *search = g_strdup_printf (_ ("Search: %s"), list);

  g_free (self->prompt);
  self->prompt = g_strdup (prompt);
  ls_widget_set_accessible_name (self->view, list);
  ls_widget_set_accessible_name (self->search, search);
  show_active (self);
}

/* ---- Search ----------------------------------------------------------------------------- */

static gboolean
is_visible_cb (GtkTreeModel *model, GtkTreeIter *iter, gpointer user_data)
{
  LsParameterButton *self = user_data;
  g_autofree char *name = NULL;
  g_autofree char *folded = NULL;

  if (self->words == NULL || self->words[0] == NULL)
    return TRUE;
  gtk_tree_model_get (model, iter, 0, &name, -1);
  folded = g_utf8_casefold (name != NULL ? name : "", -1);
  for (guint i = 0; self->words[i] != NULL; i++)
    if (strstr (folded, self->words[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* @names: (nullable). Makes a new model: clearing one that has a filter takes time by the square of
 * its rows. */
static void
show_names (LsParameterButton *self, const GPtrArray *names)
{
  g_autoptr (GtkListStore) store = gtk_list_store_new (1, G_TYPE_STRING);

  if (self->prompt == NULL)
    gtk_list_store_insert_with_values (store, NULL, -1, 0, _ ("none"), -1);
  for (guint i = 0; names != NULL && i < names->len; i++)
    gtk_list_store_insert_with_values (store, NULL, -1, 0, names->pdata[i], -1);
  g_clear_object (&self->filter);
  self->filter = gtk_tree_model_filter_new (GTK_TREE_MODEL (store), NULL);
  gtk_tree_model_filter_set_visible_func (GTK_TREE_MODEL_FILTER (self->filter), is_visible_cb, self,
                                          NULL);
  gtk_tree_view_set_model (GTK_TREE_VIEW (self->view), self->filter);
}

static void
fill (LsParameterButton *self)
{
  g_autoptr (GPtrArray) names = self->list (self->list_data);

  self->stale = FALSE;
  show_names (self, names);
}

/* On the first row. A list that has no size yet would scroll past it to bring its end in sight. */
static void
put_cursor (LsParameterButton *self)
{
  g_autoptr (GtkTreePath) path = gtk_tree_path_new_first ();

  if (gtk_tree_model_iter_n_children (self->filter, NULL) == 0)
    return;
  gtk_tree_view_set_cursor (GTK_TREE_VIEW (self->view), path, NULL, FALSE);
  gtk_tree_view_scroll_to_cell (GTK_TREE_VIEW (self->view), path, NULL, TRUE, 0, 0);
}

static void
search_changed_cb (LsParameterButton *self)
{
  g_autofree char *folded = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->search)), -1);

  g_strfreev (self->words);
  self->words = g_strsplit_set (g_strstrip (folded), " \t", -1);
  gtk_tree_view_set_model (GTK_TREE_VIEW (self->view), NULL);
  gtk_tree_model_filter_refilter (GTK_TREE_MODEL_FILTER (self->filter));
  gtk_tree_view_set_model (GTK_TREE_VIEW (self->view), self->filter);
  put_cursor (self);
}

static void
choose (LsParameterButton *self, GtkTreePath *path)
{
  GtkTreeIter iter;
  char *name = NULL;

  if (!gtk_tree_model_get_iter (self->filter, &iter, path))
    return;
  gtk_tree_model_get (self->filter, &iter, 0, &name, -1);
  g_free (self->active);
  /* The row "none": all other names contain a dot. */
  if (strchr (name, '.') == NULL)
    g_clear_pointer (&name, g_free);
  self->active = name;
  show_active (self);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  g_signal_emit (self, changed_signal, 0);
  if (self->prompt != NULL)
    g_clear_pointer (&self->active, g_free);
}

static void
row_activated_cb (LsParameterButton *self, GtkTreePath *path)
{
  choose (self, path);
}

/* Return chooses the row of the cursor, initially the first match. */
static void
search_activate_cb (LsParameterButton *self)
{
  g_autoptr (GtkTreePath) path = NULL;

  gtk_tree_view_get_cursor (GTK_TREE_VIEW (self->view), &path, NULL);
  if (path != NULL)
    choose (self, path);
}

static gboolean
search_key_cb (LsParameterButton *self, GdkEventKey *event)
{
  if (event->keyval != GDK_KEY_Down && event->keyval != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (self->view);
  return GDK_EVENT_STOP;
}

static void
map_cb (LsParameterButton *self)
{
  gtk_entry_set_text (GTK_ENTRY (self->search), "");
  if (self->stale)
    fill (self);
  put_cursor (self);
  gtk_widget_grab_focus (self->search);
}

/* ---- The widget ------------------------------------------------------------------------- */

static void
build_view (LsParameterButton *self)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();

  self->view = gtk_tree_view_new ();
  show_names (self, NULL);
  gtk_tree_view_insert_column_with_attributes (GTK_TREE_VIEW (self->view), -1, "", renderer, "text",
                                               0, NULL);
  gtk_tree_view_column_set_sizing (gtk_tree_view_get_column (GTK_TREE_VIEW (self->view), 0),
                                   GTK_TREE_VIEW_COLUMN_FIXED);
  gtk_tree_view_set_headers_visible (GTK_TREE_VIEW (self->view), FALSE);
  gtk_tree_view_set_enable_search (GTK_TREE_VIEW (self->view), FALSE);
  gtk_tree_view_set_fixed_height_mode (GTK_TREE_VIEW (self->view), TRUE);
  gtk_tree_view_set_activate_on_single_click (GTK_TREE_VIEW (self->view), TRUE);
  ls_widget_set_accessible_name (self->view, _ ("Parameters"));
  g_signal_connect_swapped (self->view, "row-activated", G_CALLBACK (row_activated_cb), self);
}

static void
build_popover (LsParameterButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  self->popover = gtk_popover_new (GTK_WIDGET (self));
  self->search = gtk_search_entry_new ();
  ls_widget_set_accessible_name (self->search, _ ("Search parameters"));
  build_view (self);
  gtk_container_set_border_width (GTK_CONTAINER (box), 6);
  gtk_widget_set_size_request (scrolled, WIDTH, HEIGHT);
  gtk_container_add (GTK_CONTAINER (scrolled), self->view);
  gtk_box_pack_start (GTK_BOX (box), self->search, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), scrolled, TRUE, TRUE, 0);
  gtk_widget_show_all (box);
  gtk_container_add (GTK_CONTAINER (self->popover), box);
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activate_cb), self);
  g_signal_connect_swapped (self->search, "key-press-event", G_CALLBACK (search_key_cb), self);
  g_signal_connect_swapped (self->popover, "map", G_CALLBACK (map_cb), self);
}

static void
ls_parameter_button_finalize (GObject *object)
{
  LsParameterButton *self = LS_PARAMETER_BUTTON (object);

  g_clear_object (&self->filter);
  g_strfreev (self->words);
  g_free (self->active);
  g_free (self->prompt);
  G_OBJECT_CLASS (ls_parameter_button_parent_class)->finalize (object);
}

static void
ls_parameter_button_class_init (LsParameterButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_parameter_button_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_parameter_button_init (LsParameterButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (self->label), 8);
  gtk_label_set_max_width_chars (GTK_LABEL (self->label), 24);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_box_pack_start (GTK_BOX (box), self->label, TRUE, TRUE, 0);
  gtk_box_pack_end (GTK_BOX (box),
                    gtk_image_new_from_icon_name ("pan-down-symbolic", GTK_ICON_SIZE_BUTTON), FALSE,
                    FALSE, 0);
  gtk_widget_show_all (box);
  gtk_container_add (GTK_CONTAINER (self), box);
  build_popover (self);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self), self->popover);
  show_active (self);
}
