#include "app/panel/table-file.h"
#include <glib/gi18n-lib.h>
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"
#include "app/document/table-fmu.h"
#include "core/base/language.h"
#include "core/foreign/foreign.h"
#include "core/model/block.h"

/* Maximum number of column names listed. */
#define MAX_NAMES 6u

struct _LsTableFile
{
  GtkBox parent_instance;
  LsDocument *document;
  guint id;                       /* or 0 */
  const LsFmu *taken;             /* FMU described by @understood; for comparison only */
  GCancellable *reading, *taking; /* (nullable): running tasks */
  GtkWidget *summary, *understood, *button, *problem;
};

G_DEFINE_TYPE (LsTableFile, ls_table_file, GTK_TYPE_BOX)

static const LsComponent *
get_table (LsTableFile *self)
{
  const LsComponent *component
      = self->id != 0 ? ls_model_find_component (ls_document_get_model (self->document), self->id)
                      : NULL;
  const LsBlock *block
      = component != NULL && component->fmu != NULL ? ls_block_find (component->fmu) : NULL;

  return block != NULL && g_str_equal (block->id, "table") ? component : NULL;
}

static void
set_problem (LsTableFile *self, const char *problem)
{
  gtk_label_set_text (GTK_LABEL (self->problem), problem != NULL ? problem : "");
  gtk_widget_set_visible (self->problem, problem != NULL);
}

/* "From forces.csv: 120 rows from 0 s to 6 s. Column 1: force, 2: torque" */
static char *
describe (const LsCsvTable *table, const char *name)
{
  GString *text = g_string_new (NULL);
  char first[LS_NUMBER_SIZE], last[LS_NUMBER_SIZE];

  g_string_append_printf (text,
                          g_dngettext (NULL, "“%s”: %u row, from %s s to %s s.",
                                       "“%s”: %u rows, from %s s to %s s.", (gulong)table->n_rows),
                          name, (guint)table->n_rows,
                          ls_number_display (table->columns[0][0], 6, first),
                          ls_number_display (table->columns[0][table->n_rows - 1], 6, last));
  for (guint i = 1; i < table->n_columns && i <= MAX_NAMES; i++)
    g_string_append_printf (text, i == 1 ? _ (" Column %u: %s") : ", %u: %s", i, table->names[i]);
  if (table->n_columns > MAX_NAMES + 1)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

/* Worker thread. */
static void
read_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer fmu,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (LsCsvTable) table = ls_block_read_table (fmu, &error);
  g_autofree char *base = g_filename_display_basename (ls_fmu_get_path (fmu));

  if (g_str_has_suffix (base, ".fmu"))
    base[strlen (base) - strlen (".fmu")] = '\0';
  if (table == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, table->n_rows > 0 ? describe (table, base) : g_strdup (""),
                           g_free);
}

static void
read_cb (GObject *object, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  LsTableFile *self = LS_TABLE_FILE (object);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error);

  /* Cancelled: another table, or none, is shown now. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_label_set_text (GTK_LABEL (self->summary), text != NULL ? text : "");
  set_problem (self, error != NULL ? error->message : NULL);
}

/* Cancels the previous task. */
static GCancellable *
renew (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
  return *cancellable = g_cancellable_new ();
}

static void
show (LsTableFile *self)
{
  const LsComponent *component = get_table (self);
  GCancellable *cancellable = renew (&self->reading);
  g_autoptr (GTask) task = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), component != NULL);
  gtk_widget_set_visible (self->understood, component != NULL && component->fmu == self->taken);
  set_problem (self, NULL);
  gtk_label_set_text (GTK_LABEL (self->summary), "");
  if (component == NULL)
    return;
  task = g_task_new (self, cancellable, read_cb, NULL);
  g_task_set_task_data (task, ls_fmu_ref (component->fmu), (GDestroyNotify)ls_fmu_unref);
  g_task_run_in_thread (task, read_thread);
}

/* Conversion of a table to the FMU of a component. @made: by the worker thread */
typedef struct
{
  char *csv;
  guint id;
  LsTableFmu *made;
} Taking;

static void
taking_free (gpointer data)
{
  Taking *self = data;

  g_free (self->csv);
  ls_table_fmu_free (self->made);
  g_free (self);
}

/* Worker thread. */
static void
take_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  Taking *taking = data;
  GError *error = NULL;

  if ((taking->made = ls_table_fmu_make (taking->csv, &error)) != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
take_cb (GObject *object, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  LsTableFile *self = LS_TABLE_FILE (object);
  Taking *taking = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) broken = NULL;
  g_autofree char *base = g_filename_display_basename (taking->csv);
  g_autofree char *name = g_strdup_printf (_ ("Import “%s”"), base);

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        set_problem (self, error->message);
      return;
    }
  ls_fmu_store_put (taking->made->path, taking->made->fmu);
  if (get_table (self) == NULL || ls_document_in_group (self->document))
    return;
  self->taken = taking->made->fmu;
  gtk_label_set_text (GTK_LABEL (self->understood), taking->made->understood);
  ls_document_replace_fmus (self->document, name, &taking->id, &taking->made->fmu, 1, &broken);
  ls_report_broken (GTK_WIDGET (self), broken);
  show (self);
}

static void
take (LsTableFile *self, const char *csv)
{
  g_autoptr (GTask) task = g_task_new (self, renew (&self->taking), take_cb, NULL);
  Taking *taking = g_new0 (Taking, 1);

  taking->csv = g_strdup (csv);
  taking->id = self->id;
  g_task_set_task_data (task, taking, taking_free);
  g_task_run_in_thread (task, take_thread);
}

static void
chosen_cb (gpointer object, const char *path, gpointer id)
{
  LsTableFile *self = object;

  /* Another block may be shown by now. */
  if (path != NULL && self->id == GPOINTER_TO_UINT (id))
    take (self, path);
}

static void
choose_cb (LsTableFile *self)
{
  g_autofree const char **endings = ls_foreign_list_table_endings ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Choose CSV File"), GTK_WINDOW (gtk_widget_get_toplevel (GTK_WIDGET (self))),
      GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Import"), _ ("_Cancel"));
  GtkFileFilter *all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  ls_file_chooser_add_endings (GTK_FILE_CHOOSER (chooser), _ ("Tables (CSV, text, MAT)"), endings);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);
  ls_file_chooser_show_for_path (chooser, self, chosen_cb, GUINT_TO_POINTER (self->id), NULL);
}

static void
document_changed_cb (LsTableFile *self, guint parts)
{
  if (self->id != 0 && (parts & LS_EDIT_COMPONENTS) != 0)
    show (self);
}

void
ls_table_file_set_component (LsTableFile *self, guint id)
{
  g_return_if_fail (LS_IS_TABLE_FILE (self));

  /* Cancel an import for the previous component. */
  if (self->taking != NULL && id != self->id)
    g_cancellable_cancel (self->taking);
  self->id = id;
  show (self);
}

void
ls_table_file_set_document (LsTableFile *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
ls_table_file_finalize (GObject *object)
{
  g_clear_object (&LS_TABLE_FILE (object)->document);
  g_clear_object (&LS_TABLE_FILE (object)->reading);
  g_clear_object (&LS_TABLE_FILE (object)->taking);
  G_OBJECT_CLASS (ls_table_file_parent_class)->finalize (object);
}

static void
ls_table_file_class_init (LsTableFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_table_file_finalize;
}

static void
ls_table_file_init (LsTableFile *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_set_no_show_all (GTK_WIDGET (self), TRUE);
  self->summary = ls_label_new_wrapped ("", FALSE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->summary), 30);
  gtk_label_set_line_wrap_mode (GTK_LABEL (self->summary), PANGO_WRAP_WORD_CHAR);
  self->button = gtk_button_new_with_mnemonic (_ ("Choose _CSV File…"));
  gtk_widget_set_halign (self->button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (self->button,
                               _ ("Comma, semicolon, tab or space separated, with a time column "
                                  "that does not decrease; copied into the model"));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (choose_cb), self);
  self->understood = ls_label_new_wrapped ("", TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->understood), 30);
  self->problem = ls_label_new_wrapped ("", FALSE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->problem), 30);
  gtk_label_set_line_wrap_mode (GTK_LABEL (self->problem), PANGO_WRAP_WORD_CHAR);
  gtk_style_context_add_class (gtk_widget_get_style_context (self->problem), "error");
  gtk_container_add (GTK_CONTAINER (self), self->summary);
  gtk_container_add (GTK_CONTAINER (self), self->understood);
  gtk_container_add (GTK_CONTAINER (self), self->button);
  gtk_container_add (GTK_CONTAINER (self), self->problem);
  gtk_widget_show (self->summary);
  gtk_widget_show (self->button);
}
