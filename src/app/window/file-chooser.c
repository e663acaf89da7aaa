#include "app/window/file-chooser.h"
#include <glib/gi18n-lib.h>
#include "app/base/folders.h"
#include "app/panel/library.h"

/* Folder of the model. For saving an example or a new model: the user's documents; for opening
 * without a model: the examples. */
static char *
propose_folder (const LsFrame *frame, GtkFileChooserAction action)
{
  const char *path = ls_document_get_path (frame->document);
  const gboolean saves = action == GTK_FILE_CHOOSER_ACTION_SAVE;

  if (path != NULL && !(saves && ls_folders_is_ours (path)))
    return g_path_get_dirname (path);
  return saves ? ls_folders_get_documents () : ls_library_get_examples ();
}

GtkFileChooserNative *
ls_file_chooser_new (const LsFrame *frame,
                     const char *title,
                     GtkFileChooserAction action,
                     const char *accept)
{
  g_return_val_if_fail (frame != NULL, NULL);

  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (title, frame->window, action, accept, _ ("_Cancel"));
  g_autofree char *folder = propose_folder (frame, action);
  g_autofree char *examples = ls_library_get_examples ();

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder);
  if (examples != NULL)
    gtk_file_chooser_add_shortcut_folder (GTK_FILE_CHOOSER (dialog), examples, NULL);
  return dialog;
}

void
ls_file_chooser_add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  g_return_if_fail (chooser != NULL && patterns != NULL);
  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}
