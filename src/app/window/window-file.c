/* Files of the window: open, save, export, unsaved changes, changes on disk. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/export-job.h"
#include "app/base/folders.h"
#include "app/base/later.h"
#include "app/plot/plot-export.h"
#include "app/base/preferences.h"
#include "app/base/recent.h"
#include "app/base/report.h"
#include "app/base/widgets.h"
#include "app/window/window-private.h"

#define MAX_RECENT 10

char *
ls_window_get_project (LsWindow *self)
{
  char *name = g_strdup (ls_document_get_title (self->document));
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return name;
}

void
ls_window_project_changed (LsWindow *self)
{
  g_autofree char *project = ls_window_get_project (self);

  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_set_project (LS_PLOT_PANEL (self->plots[i]), project);
  ls_results_set_project (LS_RESULTS (self->results), project);
  if (self->results_side != NULL)
    ls_results_set_project (LS_RESULTS (self->results_side), project);
}

void
ls_window_forget_bars (LsWindow *self)
{
  if (self->changed_bar != NULL)
    gtk_widget_destroy (self->changed_bar);
}

static void
open_file_cb (LsWindow *self, const char *path)
{
  ls_window_open (self, path);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* What is made of an example, or of nothing, goes to one's own documents; what is opened is beside
 * the model, or an example. */
static char *
propose_folder (LsWindow *self, GtkFileChooserAction action)
{
  const char *path = ls_document_get_path (self->document);
  const gboolean saves = action == GTK_FILE_CHOOSER_ACTION_SAVE;

  if (path != NULL && !(saves && ls_folders_is_ours (path)))
    return g_path_get_dirname (path);
  return saves ? ls_folders_get_documents () : ls_library_get_examples ();
}

static GtkFileChooserNative *
chooser_new (LsWindow *self, const char *title, GtkFileChooserAction action, const char *accept)
{
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _ ("_Cancel"));
  g_autofree char *folder = propose_folder (self, action);
  g_autofree char *examples = ls_library_get_examples ();

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder);
  if (examples != NULL)
    gtk_file_chooser_add_shortcut_folder (GTK_FILE_CHOOSER (dialog), examples, NULL);
  return dialog;
}

void
ls_window_fill_recent (LsWindow *self)
{
  g_autoptr (GPtrArray) paths = ls_recent_list (MAX_RECENT);
  g_autoptr (GMenuModel) replaced = ls_window_recovery_list_replaced ();

  g_menu_remove_all (self->recent_menu);
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *name = g_filename_display_name (base);
      g_autoptr (GString) label = g_string_new (name);
      g_autoptr (GMenuItem) item = NULL;

      g_string_replace (label, "_", "__", 0); /* no mnemonics */
      item = g_menu_item_new (label->str, NULL);
      g_menu_item_set_action_and_target (item, "win.open-path", "s", path);
      g_menu_append_item (self->recent_menu, item);
    }
  if (g_menu_model_get_n_items (replaced) > 0)
    g_menu_append_section (self->recent_menu, _ ("Closed without Saving"), replaced);
}

void
ls_window_remember (LsWindow *self, const char *path)
{
  if (!ls_folders_is_ours (path))
    ls_recent_add (path);
  ls_window_fill_recent (self);
}

/* After the first frame. */
static gboolean
fill_recent_menu_cb (gpointer user_data)
{
  LsWindow *self = user_data;

  self->recent_id = 0;
  ls_window_fill_recent (self);
  return G_SOURCE_REMOVE;
}

void
ls_window_file_dispose (LsWindow *self)
{
  g_clear_handle_id (&self->recent_id, g_source_remove);
}

static void
new_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  if (!ls_window_confirm_close (self))
    return;
  ls_window_let_go (self);
  ls_window_load_abandon (self);
  ls_document_reset (LS_WINDOW (self)->document);
  ls_window_project_changed (self);
  ls_window_leave_start (self);
  gtk_widget_grab_focus (LS_WINDOW (self)->canvas);
}

static void
open_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  static const char *const patterns[] = { "*.ssp", "*.ssd", NULL };
  static const char *const lessons[] = { "*.md", NULL };
  LsWindow *self = user_data;
  g_autoptr (GtkFileChooserNative) dialog
      = chooser_new (self, _ ("Open Model"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));
  g_autofree char *path = NULL;

  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Models (SSP)"), patterns);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Lessons"), lessons);
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) == GTK_RESPONSE_ACCEPT)
    path = gtk_file_chooser_get_filename (GTK_FILE_CHOOSER (dialog));
  if (path != NULL)
    ls_window_open (self, path);
}

static void
open_path_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autofree char *path = g_variant_dup_string (parameter, NULL);

  ls_window_open (self, path);
}

static void
add_fmu_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  static const char *const patterns[] = { "*.fmu", NULL };
  LsWindow *self = user_data;
  g_autoptr (GtkFileChooserNative) dialog
      = chooser_new (self, _ ("Add FMUs"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Add"));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  GSList *names;

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Components (FMU)"), patterns);
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) != GTK_RESPONSE_ACCEPT)
    return;
  names = gtk_file_chooser_get_filenames (GTK_FILE_CHOOSER (dialog));
  for (GSList *l = names; l != NULL; l = l->next)
    g_ptr_array_add (paths, l->data);
  g_slist_free (names);
  g_ptr_array_add (paths, NULL);
  ls_window_place_files (self, (char **)paths->pdata);
}

static void
open_folder_cb (G_GNUC_UNUSED GSimpleAction *action,
                G_GNUC_UNUSED GVariant *parameter,
                gpointer user_data)
{
  LsWindow *self = user_data;
  g_autoptr (GtkFileChooserNative) dialog = chooser_new (
      self, _ ("Open Library Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Open"));
  g_autofree char *path = NULL;

  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) == GTK_RESPONSE_ACCEPT)
    path = gtk_file_chooser_get_filename (GTK_FILE_CHOOSER (dialog));
  if (path != NULL)
    ls_library_add_folder (LS_LIBRARY (self->library), path);
}

static gboolean
refuse_example (LsWindow *self, const char *path)
{
  if (!ls_folders_is_ours (path))
    return FALSE;
  ls_report_problem (GTK_WIDGET (self), _ ("The model was not saved"),
                     _ ("Examples stay as they are. Save it in another folder."));
  return TRUE;
}

static gboolean
save_as (LsWindow *self)
{
  static const char *const patterns[] = { "*.ssp", NULL };
  static const char *const endings[] = { ".ssp", NULL };
  g_autoptr (GtkFileChooserNative) dialog
      = chooser_new (self, _ ("Save Model"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autofree char *project = ls_window_get_project (self);
  g_autofree char *name = g_strconcat (project, ".ssp", NULL);
  g_autofree char *chosen = NULL;
  g_autofree char *path = NULL;

  if (self->saving)
    return FALSE;
  gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
  gtk_file_chooser_set_current_name (chooser, name);
  add_filter (chooser, _ ("Models (SSP)"), patterns);
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) != GTK_RESPONSE_ACCEPT)
    return FALSE;
  chosen = gtk_file_chooser_get_filename (chooser);
  if (chosen != NULL)
    path = ls_export_complete (GTK_WINDOW (self), chosen, endings);
  return path != NULL && !refuse_example (self, path) && ls_window_save_to (self, path);
}

/* Whether the file may be replaced by what is here. A file that another program wrote, or another
 * window, is replaced only by who wants that; no bar is needed to know it. */
static gboolean
confirm_replace (LsWindow *self, gboolean *elsewhere)
{
  GtkWidget *dialog;
  int response;

  *elsewhere = FALSE;
  if (self->changed_bar == NULL && !ls_document_is_file_changed (self->document))
    return TRUE;
  dialog = gtk_message_dialog_new (
      GTK_WINDOW (self), GTK_DIALOG_MODAL, GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE,
      _ ("“%s” was changed on disk by another program."), ls_document_get_title (self->document));
  gtk_message_dialog_format_secondary_text (
      GTK_MESSAGE_DIALOG (dialog),
      _ ("What the other program wrote is lost if it is replaced by what is in this window."));
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("File Changed"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("Save _As…"),
                          GTK_RESPONSE_NO, _ ("_Replace"), GTK_RESPONSE_YES, NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_NO);
  response = gtk_dialog_run (GTK_DIALOG (dialog));
  gtk_widget_destroy (dialog);
  *elsewhere = response == GTK_RESPONSE_NO;
  return response == GTK_RESPONSE_YES;
}

static gboolean
save (LsWindow *self)
{
  /* Saving makes the document forget the text it had. */
  g_autofree char *path = g_strdup (ls_document_get_path (self->document));
  gboolean elsewhere = TRUE;

  if (self->saving)
    return FALSE;
  if (ls_document_can_save_in_place (self->document) && !ls_folders_is_ours (path)
      && confirm_replace (self, &elsewhere))
    return ls_window_save_to (self, path);
  return elsewhere && save_as (self);
}

static void
save_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  save (self);
}

static void
save_as_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  save_as (self);
}

static void
reload_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsWindow *self = user_data;
  g_autofree char *path = g_strdup (ls_document_get_path (self->document));

  if (path != NULL)
    ls_window_open (self, path);
}

gboolean
ls_window_confirm_close (LsWindow *self)
{
  GtkWidget *dialog;
  int response;

  ls_window_save_wait (self);
  if (!ls_document_is_dirty (self->document))
    return TRUE;
  dialog = gtk_message_dialog_new (GTK_WINDOW (self), GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION,
                                   GTK_BUTTONS_NONE, _ ("Save the changes to “%s”?"),
                                   ls_document_get_title (self->document));
  gtk_message_dialog_format_secondary_text (
      GTK_MESSAGE_DIALOG (dialog), "%s",
      ls_preferences_keeps_copies ()
          ? _ ("Otherwise a copy stays for 30 days; File, Open Recent has it.")
          : _ ("What has changed since the last save is lost otherwise."));
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("Unsaved Changes"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _ ("Close _without Saving"), GTK_RESPONSE_NO,
                          _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("_Save"), GTK_RESPONSE_YES, NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_YES);
  response = gtk_dialog_run (GTK_DIALOG (dialog));
  gtk_widget_destroy (dialog);
  return response == GTK_RESPONSE_NO || (response == GTK_RESPONSE_YES && save (self));
}

static void
close_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  gtk_window_close (GTK_WINDOW (self));
}

static void
draw_diagram_cb (cairo_t *cr,
                 G_GNUC_UNUSED double width,
                 G_GNUC_UNUSED double height,
                 gpointer user_data)
{
  LsDiagram *diagram = user_data;
  LsRect extents = ls_diagram_get_extents (diagram);
  LsDiagramLook look = { NULL, NULL, NULL, FALSE };

  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, cr, 1, ls_theme_get_light (), &look);
}

static void
export_diagram_cb (G_GNUC_UNUSED GSimpleAction *action,
                   G_GNUC_UNUSED GVariant *parameter,
                   gpointer user_data)
{
  g_autofree const char **endings = ls_items_list_endings (".svg", ls_export_formats, NULL);
  LsWindow *self = user_data;
  LsDiagram *diagram = ls_canvas_get_diagram (LS_CANVAS (self->canvas));
  LsRect extents = ls_diagram_get_extents (diagram);
  g_autofree char *project = ls_window_get_project (self);
  g_autofree char *name = g_strdup_printf ("%s-diagram", project);
  g_autofree char *path = ls_export_ask (GTK_WIDGET (self), _ ("Export Diagram"), name, endings);

  if (path != NULL)
    ls_export_start_drawing (GTK_WIDGET (self), path, MAX (extents.width, 1),
                             MAX (extents.height, 1), draw_diagram_cb, diagram);
}

static void
changed_response_cb (LsWindow *self, int response)
{
  g_autofree char *path = g_strdup (ls_document_get_path (self->document));

  /* What was edited here is asked about; the bar stays where the answer is no. */
  if (response == GTK_RESPONSE_YES && path != NULL)
    {
      ls_window_open (self, path);
      return;
    }
  ls_window_forget_bars (self);
  ls_document_keep_mine (self->document);
}

static void
file_changed_cb (LsWindow *self)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was changed on disk by another program."),
                                           ls_document_get_title (self->document));

  if (self->changed_bar != NULL)
    return;
  self->changed_bar = ls_window_add_bar (self, GTK_MESSAGE_WARNING, text, _ ("_Reload"),
                                         GTK_RESPONSE_YES, _ ("_Keep Mine"), GTK_RESPONSE_NO, NULL);
  g_signal_connect_swapped (self->changed_bar, "response", G_CALLBACK (changed_response_cb), self);
  g_signal_connect (self->changed_bar, "destroy", G_CALLBACK (gtk_widget_destroyed),
                    &self->changed_bar);
}

static const GActionEntry entries[] = {
  { .name = "new", .activate = new_cb },
  { .name = "open", .activate = open_cb },
  { .name = "open-path", .parameter_type = "s", .activate = open_path_cb },
  { .name = "add-fmu", .activate = add_fmu_cb },
  { .name = "open-folder", .activate = open_folder_cb },
  { .name = "save", .activate = save_cb },
  { .name = "save-as", .activate = save_as_cb },
  { .name = "reload", .activate = reload_cb },
  { .name = "close", .activate = close_cb },
  { .name = "export-diagram", .activate = export_diagram_cb },
};

static void
library_activated_cb (LsWindow *self, const char *path)
{
  char *paths[] = { (char *)path, NULL };

  if (g_str_has_suffix (path, ".fmu"))
    ls_window_place_files (self, paths);
  else
    ls_window_open (self, path);
}

void
ls_window_file_init (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->document, "file-changed", G_CALLBACK (file_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "open-file", G_CALLBACK (open_file_cb), self,
                           G_CONNECT_SWAPPED);
  self->recent_id = ls_later_add (fill_recent_menu_cb, self);
  g_signal_connect_object (self->start_page, "file-activated", G_CALLBACK (open_file_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->library, "file-activated", G_CALLBACK (library_activated_cb), self,
                           G_CONNECT_SWAPPED);
}
