#include "app/base/file-dialog.h"
#include <glib/gi18n-lib.h>

void
ls_file_chooser_add_endings (GtkFileChooser *chooser, const char *name, const char *const endings[])
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  g_return_if_fail (chooser != NULL);
  for (guint i = 0; endings[i] != NULL; i++)
    {
      g_autofree char *capital = g_ascii_strup (endings[i], -1);
      g_autofree char *pattern = g_strconcat ("*", endings[i], NULL);
      g_autofree char *other = g_strconcat ("*", capital, NULL);

      gtk_file_filter_add_pattern (filter, pattern);
      gtk_file_filter_add_pattern (filter, other);
    }
  gtk_file_filter_set_name (filter, name);
  gtk_file_chooser_add_filter (chooser, filter);
}

GStrv
ls_file_chooser_list_paths (GtkFileChooser *chooser)
{
  g_autoptr (GSList) names = chooser != NULL ? gtk_file_chooser_get_filenames (chooser) : NULL;
  GPtrArray *paths = names != NULL ? g_ptr_array_new () : NULL;

  if (paths == NULL)
    return NULL;
  for (GSList *l = names; l != NULL; l = l->next)
    g_ptr_array_add (paths, l->data);
  g_ptr_array_add (paths, NULL);
  return (GStrv)g_ptr_array_free (paths, FALSE);
}

/* What a chooser that is shown belongs to; its data. */
typedef struct
{
  GWeakRef object;
  LsChosenFunc func;
  gpointer data;
  GDestroyNotify free_data;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *self = data;

  g_weak_ref_clear (&self->object);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

/* Ends it, answered or with its window. */
static void
close_chooser (gpointer chooser)
{
  if (GTK_IS_NATIVE_DIALOG (chooser))
    {
      gtk_native_dialog_destroy (chooser);
      g_object_unref (chooser);
    }
  else
    gtk_widget_destroy (chooser);
}

static void
response_cb (gpointer chooser, int response, gpointer data)
{
  Asking *self = data;
  g_autoptr (GObject) object = g_weak_ref_get (&self->object);
  G_GNUC_UNUSED g_autoptr (GObject) held = g_object_ref (chooser);

  /* The keyboard is to be the window's again when @func acts. */
  if (GTK_IS_WIDGET (chooser))
    gtk_widget_hide (chooser);
  if (object != NULL)
    self->func (object, response == GTK_RESPONSE_ACCEPT ? GTK_FILE_CHOOSER (chooser) : NULL,
                self->data);
  close_chooser (chooser);
}

GtkWindow *
ls_file_chooser_get_parent (gpointer chooser)
{
  g_return_val_if_fail (GTK_IS_FILE_CHOOSER (chooser), NULL);

  return GTK_IS_NATIVE_DIALOG (chooser) ? gtk_native_dialog_get_transient_for (chooser)
                                        : gtk_window_get_transient_for (chooser);
}

void
ls_file_chooser_show (
    gpointer chooser, gpointer object, LsChosenFunc func, gpointer data, GDestroyNotify free_data)
{
  g_return_if_fail (GTK_IS_FILE_CHOOSER (chooser) && G_IS_OBJECT (object) && func != NULL);

  GtkWindow *parent = ls_file_chooser_get_parent (chooser);
  Asking *self = g_new0 (Asking, 1);

  g_weak_ref_init (&self->object, object);
  self->func = func;
  self->data = data;
  self->free_data = free_data;
  g_object_set_data_full (chooser, "asking", self, asking_free);
  g_signal_connect (chooser, "response", G_CALLBACK (response_cb), self);
  if (parent != NULL)
    g_signal_connect_object (parent, "destroy", G_CALLBACK (close_chooser), chooser,
                             G_CONNECT_SWAPPED);
  if (GTK_IS_NATIVE_DIALOG (chooser))
    {
      gtk_native_dialog_set_modal (chooser, TRUE);
      gtk_native_dialog_show (chooser);
    }
  else
    {
      gtk_window_set_modal (chooser, TRUE);
      gtk_window_present (chooser);
    }
}

typedef struct
{
  LsPathFunc func;
  gpointer data;
  GDestroyNotify free_data;
} Path;

static void
path_free (gpointer data)
{
  Path *self = data;

  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

static void
path_chosen_cb (gpointer object, GtkFileChooser *chooser, gpointer data)
{
  const Path *self = data;
  g_autofree char *path = chooser != NULL ? gtk_file_chooser_get_filename (chooser) : NULL;

  self->func (object, path, self->data);
}

void
ls_file_chooser_show_for_path (
    gpointer chooser, gpointer object, LsPathFunc func, gpointer data, GDestroyNotify free_data)
{
  g_return_if_fail (func != NULL);

  Path *path = g_new (Path, 1);

  *path = (Path){ func, data, free_data };
  ls_file_chooser_show (chooser, object, path_chosen_cb, path, path_free);
}

void
ls_file_chooser_ask (GtkWidget *widget,
                     const char *title,
                     GtkFileChooserAction action,
                     const char *name,
                     const char *filter,
                     const char *const endings[],
                     LsPathFunc func,
                     gpointer data,
                     GDestroyNotify free_data)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && title != NULL && endings != NULL);

  const gboolean saves = action == GTK_FILE_CHOOSER_ACTION_SAVE;
  GtkFileChooserNative *chooser
      = gtk_file_chooser_native_new (title, GTK_WINDOW (gtk_widget_get_toplevel (widget)), action,
                                     saves ? _ ("_Save") : _ ("_Open"), _ ("_Cancel"));

  ls_file_chooser_add_endings (GTK_FILE_CHOOSER (chooser), filter, endings);
  gtk_file_chooser_set_do_overwrite_confirmation (GTK_FILE_CHOOSER (chooser), TRUE);
  if (name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  ls_file_chooser_show_for_path (chooser, widget, func, data, free_data);
}
