#include "app/dialog/compile-fmu.h"

#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "core/fmi/compile.h"

/* Shared by the dialog and the worker thread. */
typedef struct
{
  gatomicrefcount references;
  gint stop; /* atomic */
  LsFmu *fmu;
  /* Of the worker; the main thread reads them when it has ended. */
  char *output, *problem; /* (nullable) */
  /* Main thread */
  gboolean is_working;
  GtkWidget *dialog; /* (nullable): %NULL when destroyed */
  GtkWidget *said, *spinner, *compile, *scrolled, *view;
} Compilation;

static void
compilation_unref (gpointer data)
{
  Compilation *self = data;

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  ls_fmu_unref (self->fmu);
  g_free (self->output);
  g_free (self->problem);
  g_free (self);
}

static Compilation *
compilation_ref (Compilation *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

static void
work (GTask *task,
      G_GNUC_UNUSED gpointer source,
      gpointer data,
      G_GNUC_UNUSED GCancellable *cancellable)
{
  Compilation *self = data;
  g_autoptr (GError) error = NULL;

  if (ls_fmu_compile (self->fmu, &self->stop, &self->output, &error) == 0)
    self->problem = g_strdup (error->message);
  g_task_return_boolean (task, TRUE);
}

static void
set_working (Compilation *self, gboolean working)
{
  self->is_working = working;
  gtk_widget_set_visible (self->spinner, working);
  g_object_set (self->spinner, "active", working, NULL);
  gtk_widget_set_sensitive (self->compile, !working);
}

/* Success leaves nothing to do but to close. */
static void
done_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Compilation *self = g_task_get_task_data (G_TASK (result));

  if (self->dialog == NULL)
    return;
  set_working (self, FALSE);
  gtk_label_set_text (GTK_LABEL (self->said),
                      self->problem != NULL
                          ? self->problem
                          : _ ("The binary is ready. Every model that uses this FMU finds it."));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), self->output,
                            -1);
  gtk_widget_set_visible (self->scrolled, TRUE);
  gtk_widget_set_visible (self->compile, self->problem != NULL);
  gtk_button_set_label (GTK_BUTTON (gtk_dialog_get_widget_for_response (GTK_DIALOG (self->dialog),
                                                                        GTK_RESPONSE_CLOSE)),
                        _ ("_Close"));
}

static void
compile (Compilation *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done_cb, NULL);

  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->problem, g_free);
  gtk_label_set_text (GTK_LABEL (self->said), _ ("Compiling…"));
  set_working (self, TRUE);
  g_task_set_task_data (task, compilation_ref (self), compilation_unref);
  g_task_run_in_thread (task, work);
}

static void
response_cb (Compilation *self, int response)
{
  if (response == GTK_RESPONSE_APPLY)
    compile (self);
  else
    gtk_widget_destroy (self->dialog);
}

/* A compiler at work is stopped. */
static void
destroy_cb (Compilation *self)
{
  self->dialog = NULL;
  g_atomic_int_set (&self->stop, 1);
}

static char *
ask (LsFmu *fmu)
{
  const char *name = ls_fmu_get_description (fmu)->model_name;

  return g_strdup_printf (_ ("“%s” has no binary for this machine, but sources. The C compiler of "
                             "this machine can make one, which is kept for this FMU. Its code runs "
                             "only when the model runs."),
                          name);
}

static void
add_output (Compilation *self, GtkBox *area)
{
  self->view = gtk_text_view_new ();
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  ls_widget_set_accessible_name (self->view, _ ("Output of the compiler"));
  self->scrolled = gtk_scrolled_window_new (NULL, NULL);
  gtk_scrolled_window_set_shadow_type (GTK_SCROLLED_WINDOW (self->scrolled), GTK_SHADOW_IN);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled), 180);
  gtk_container_add (GTK_CONTAINER (self->scrolled), self->view);
  gtk_box_pack_start (area, self->scrolled, TRUE, TRUE, 0);
}

static void
add_content (Compilation *self)
{
  GtkBox *area = GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (self->dialog)));
  g_autofree char *question = ask (self->fmu);

  gtk_box_set_spacing (area, 12);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  self->said = ls_label_new_wrapped (question, FALSE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->said), 60);
  gtk_label_set_selectable (GTK_LABEL (self->said), TRUE);
  gtk_box_pack_start (area, self->said, FALSE, FALSE, 0);
  self->spinner = gtk_spinner_new ();
  gtk_box_pack_start (area, self->spinner, FALSE, FALSE, 0);
  add_output (self, area);
  gtk_widget_show_all (GTK_WIDGET (area));
  gtk_widget_hide (self->spinner);
  gtk_widget_hide (self->scrolled);
}

GtkWidget *
ls_compile_fmu_show (GtkWindow *parent, LsFmu *fmu)
{
  g_return_val_if_fail (GTK_IS_WINDOW (parent) && fmu != NULL, NULL);

  Compilation *self = g_new0 (Compilation, 1);

  g_atomic_ref_count_init (&self->references);
  self->fmu = ls_fmu_ref (fmu);
  self->dialog = gtk_dialog_new_with_buttons (_ ("Compile Sources"), parent,
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              _ ("_Cancel"), GTK_RESPONSE_CLOSE, NULL);
  self->compile
      = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("C_ompile"), GTK_RESPONSE_APPLY);
  gtk_dialog_set_default_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), 560, -1);
  add_content (self);
  g_object_set_data_full (G_OBJECT (self->dialog), "compilation", self, compilation_unref);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  g_signal_connect_swapped (self->dialog, "destroy", G_CALLBACK (destroy_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  return self->dialog;
}
