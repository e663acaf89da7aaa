#include "app/dialog/compile-fmu.h"

#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "app/base/work.h"
#include "core/fmi/compile.h"

typedef struct
{
  LsWork work;
  LsFmu *fmu;
  /* Of the worker; the main thread reads them when it has ended. */
  char *output, *problem; /* (nullable) */
  /* Main thread */
  GtkWidget *said, *spinner, *compile, *scrolled, *view;
} Compilation;

static void
compilation_free (LsWork *work)
{
  Compilation *self = (Compilation *)work;

  ls_fmu_unref (self->fmu);
  g_free (self->output);
  g_free (self->problem);
  g_free (self);
}

/* A compiler at work is stopped when the dialog is closed. */
static void
work (LsWork *work)
{
  Compilation *self = (Compilation *)work;
  g_autoptr (GError) error = NULL;

  if (ls_fmu_compile (self->fmu, &work->cancelled, &self->output, &error) == 0)
    self->problem = g_strdup (error->message);
}

static void
show_working (Compilation *self)
{
  const gboolean working = self->work.is_working;

  gtk_widget_set_visible (self->spinner, working);
  g_object_set (self->spinner, "active", working, NULL);
  gtk_widget_set_sensitive (self->compile, !working);
}

/* Success leaves nothing to do but to close. */
static void
done (LsWork *work)
{
  Compilation *self = (Compilation *)work;

  show_working (self);
  gtk_label_set_text (GTK_LABEL (self->said),
                      self->problem != NULL
                          ? self->problem
                          : _ ("The binary is ready. Every model that uses this FMU finds it."));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), self->output,
                            -1);
  gtk_widget_set_visible (self->scrolled, TRUE);
  gtk_widget_set_visible (self->compile, self->problem != NULL);
  gtk_button_set_label (GTK_BUTTON (gtk_dialog_get_widget_for_response (GTK_DIALOG (work->dialog),
                                                                        GTK_RESPONSE_CLOSE)),
                        _ ("_Close"));
}

static void
compile (Compilation *self)
{
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->problem, g_free);
  gtk_label_set_text (GTK_LABEL (self->said), _ ("Compiling…"));
  ls_work_start (&self->work);
  show_working (self);
}

static void
response_cb (Compilation *self, int response)
{
  if (response == GTK_RESPONSE_APPLY)
    compile (self);
  else
    gtk_widget_destroy (self->work.dialog);
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
  GtkBox *area = GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (self->work.dialog)));
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

  static const LsWorkClass klass
      = { .name = "compilation", .work = work, .done = done, .free = compilation_free };
  Compilation *self = g_new0 (Compilation, 1);
  GtkWidget *dialog = gtk_dialog_new_with_buttons (
      _ ("Compile Sources"), parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
      _ ("_Cancel"), GTK_RESPONSE_CLOSE, NULL);

  ls_work_init (&self->work, &klass, dialog);
  self->fmu = ls_fmu_ref (fmu);
  self->compile = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_ompile"), GTK_RESPONSE_APPLY);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 560, -1);
  add_content (self);
  g_signal_connect_swapped (dialog, "response", G_CALLBACK (response_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}
