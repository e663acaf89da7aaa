#include "app/dialog/replace-fmu.h"
#include <glib/gi18n-lib.h>
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"
#include "app/document/fetch.h"

typedef struct
{
  GtkWidget *dialog;
  LsDocument *document;
  guint component;
  LsFmu *fmu;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->document);
  ls_fmu_unref (self->fmu);
  g_free (self);
}

static void
response_cb (Question *self, int response)
{
  LsModel *model = ls_document_get_model (self->document);

  if (response == GTK_RESPONSE_ACCEPT && !ls_document_in_group (self->document)
      && ls_model_find_component (model, self->component) != NULL)
    ls_document_replace_fmu (self->document, self->component, self->fmu, NULL);
  gtk_widget_destroy (self->dialog);
}

static char *
summary (Question *self, const GPtrArray *broken)
{
  LsModel *model = ls_document_get_model (self->document);
  const LsComponent *component = ls_model_find_component (model, self->component);
  const char *name = ls_fmu_get_description (self->fmu)->model_name;
  guint n = g_hash_table_size (component->values);

  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);

      n += wire->from == self->component || wire->to == self->component;
    }
  if (broken->len == 0)
    return g_strdup_printf (g_dngettext (NULL, "%s becomes “%s”. Its %u connection or value stays.",
                                         "%s becomes “%s”. All its %u connections and values stay.",
                                         n),
                            component->name, name, n);
  return g_strdup_printf (
      _ ("%s becomes “%s”. Of its %u connections and values %u stay. These are removed:"),
      component->name, name, n, n - broken->len);
}

static void
add_content (Question *self)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autoptr (GPtrArray) broken
      = ls_document_try_replace_fmu (self->document, self->component, self->fmu);
  g_autofree char *text = summary (self, broken);
  GtkWidget *label = ls_label_new_wrapped (text, FALSE);

  gtk_box_set_spacing (GTK_BOX (area), 12);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_container_add (GTK_CONTAINER (area), label);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  for (guint i = 0; i < broken->len; i++)
    {
      GtkWidget *line = ls_label_new_wrapped (g_ptr_array_index (broken, i), FALSE);

      gtk_label_set_max_width_chars (GTK_LABEL (line), 70);
      gtk_container_add (GTK_CONTAINER (box), line);
    }
  gtk_container_add (GTK_CONTAINER (scrolled), box);
  gtk_container_add (GTK_CONTAINER (area), scrolled);
  gtk_widget_show_all (area);
  gtk_widget_set_visible (scrolled, broken->len > 0);
}

GtkWidget *
ls_replace_fmu_show (GtkWindow *parent, LsDocument *document, guint component, LsFmu *fmu)
{
  Question *self = g_new0 (Question, 1);

  g_return_val_if_fail (GTK_IS_WINDOW (parent) && LS_IS_DOCUMENT (document), NULL);
  self->document = g_object_ref (document);
  self->component = component;
  self->fmu = ls_fmu_ref (fmu);
  self->dialog = gtk_dialog_new_with_buttons (
      _ ("Replace FMU"), parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, _ ("_Cancel"),
      GTK_RESPONSE_CANCEL, _ ("_Replace"), GTK_RESPONSE_ACCEPT, NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_ACCEPT);
  add_content (self);
  g_object_set_data_full (G_OBJECT (self->dialog), "question", self, question_free);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  return self->dialog;
}

/* The component that gets the chosen FMU. */
typedef struct
{
  GtkWindow *parent; /* not a reference; used only while the window exists */
  LsDocument *document;
  guint component;
  char *path;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *self = data;

  g_object_unref (self->document);
  g_free (self->path);
  g_free (self);
}

static void
chosen_cb (gpointer user_data)
{
  const Choice *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_store_get (self->path, &error);

  if (fmu == NULL)
    ls_report_problem (GTK_WIDGET (self->parent), _ ("The FMU was not replaced"), error->message);
  /* The model may have been replaced in the meantime. */
  else if (ls_model_find_component (ls_document_get_model (self->document), self->component) != NULL
           && !ls_document_in_group (self->document))
    ls_replace_fmu_show (self->parent, self->document, self->component, fmu);
}

static void
file_chosen_cb (gpointer parent, const char *path, gpointer data)
{
  Choice *choice = data;

  if (path == NULL
      || ls_model_find_component (ls_document_get_model (choice->document), choice->component)
             == NULL)
    return;
  choice = g_memdup2 (choice, sizeof *choice);
  g_object_ref (choice->document);
  choice->path = g_strdup (path);
  ls_fetch_fmus (parent, (char *[]){ choice->path, NULL }, chosen_cb, choice, choice_free);
}

void
ls_replace_fmu_ask (GtkWindow *parent, LsDocument *document, guint component)
{
  g_return_if_fail (GTK_IS_WINDOW (parent) && LS_IS_DOCUMENT (document));

  static const char *const endings[] = { ".fmu", NULL };
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Replace FMU By"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"), _ ("_Cancel"));
  const LsComponent *present
      = ls_model_find_component (ls_document_get_model (document), component);
  Choice *choice = g_new (Choice, 1);

  ls_file_chooser_add_endings (GTK_FILE_CHOOSER (chooser), _ ("FMUs"), endings);
  if (present->fmu != NULL && g_path_is_absolute (ls_fmu_get_path (present->fmu)))
    {
      g_autofree char *folder = g_path_get_dirname (ls_fmu_get_path (present->fmu));

      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder);
    }
  *choice = (Choice){ parent, g_object_ref (document), component, NULL };
  ls_file_chooser_show_for_path (chooser, parent, file_chosen_cb, choice, choice_free);
}
