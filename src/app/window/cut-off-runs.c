#include "app/window/cut-off-runs.h"
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include "app/base/export-job.h"
#include "app/plot/plot-export.h"
#include "app/run/run-journal.h"
#include "app/window/bars.h"
#include "core/base/language.h"
#include "core/record/journal.h"
#include "core/record/trace-writer.h"

/* Maximum number of bars shown at once. */
#define MAX_BARS 4

static gboolean
write_recovered (const char *path,
                 gpointer journal,
                 LsProgressFunc progress,
                 gpointer progress_data,
                 GError **error)
{
  g_autoptr (LsTrace) trace = ls_journal_recover (journal, error);

  return trace != NULL
         && ls_trace_write_with_progress (trace, path, progress, progress_data, error);
}

/* On failure, the bar stays for another try. */
static void
saved_cb (gboolean written, gpointer user_data)
{
  g_autoptr (GtkWidget) bar = user_data;

  if (written)
    {
      g_unlink (g_object_get_data (G_OBJECT (bar), "path"));
      gtk_widget_destroy (bar);
    }
  else
    gtk_widget_set_sensitive (bar, TRUE);
}

static void
target_chosen_cb (gpointer bar, const char *target, G_GNUC_UNUSED gpointer data)
{
  const char *path = g_object_get_data (bar, "path");

  gtk_widget_set_sensitive (bar, FALSE);
  ls_export_start (bar, target, write_recovered, g_strdup (path), g_free, saved_cb,
                   g_object_ref (bar));
}

static void
save (GtkWidget *bar)
{
  g_autofree const char **endings = ls_items_list_endings (NULL, ls_trace_writers, NULL);

  ls_export_ask (bar, _ ("Save Recovered Results"), "recovered", endings, bar, target_chosen_cb,
                 NULL, NULL);
}

static void
response_cb (GtkWidget *bar, int response)
{
  const char *path = g_object_get_data (G_OBJECT (bar), "path");

  if (response == GTK_RESPONSE_YES)
    save (bar);
  else
    {
      g_unlink (path);
      gtk_widget_destroy (bar);
    }
}

/* Content of a journal. */
typedef struct
{
  char *path;
  gsize n_rows;
  double time; /* of the last row, s */
} Found;

static void
found_free (gpointer data)
{
  Found *self = data;

  g_free (self->path);
  g_free (self);
}

static void
look_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  Found *self = data;
  g_autoptr (LsTrace) trace = ls_journal_recover (self->path, NULL);

  self->n_rows = trace != NULL ? ls_trace_get_n_rows (trace) : 0;
  if (self->n_rows > 0)
    self->time = ls_trace_get (trace, 0, self->n_rows - 1);
  else
    g_unlink (self->path);
  g_task_return_boolean (task, TRUE);
}

static void
looked_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) window = user_data;
  const LsFrame *frame = ls_frame_find (window);
  const Found *found = g_task_get_task_data (G_TASK (result));
  g_autofree char *title = ls_run_journal_get_title (found->path);
  g_autofree char *text = NULL;
  char time[LS_NUMBER_SIZE];
  GtkWidget *bar;

  if (found->n_rows == 0 || !ls_frame_is_alive (frame))
    return;
  /* Translators: model and method, rows, time in seconds. */
  text = g_strdup_printf (_ ("A run was interrupted: %s. %.0f rows up to t = %s s were recovered."),
                          title, (double)found->n_rows, ls_number_display (found->time, 5, time));
  bar = ls_bars_add (frame, GTK_MESSAGE_INFO, text, _ ("_Save As…"), GTK_RESPONSE_YES,
                     _ ("_Discard Results"), GTK_RESPONSE_NO, NULL);
  g_object_set_data_full (G_OBJECT (bar), "path", g_strdup (found->path), g_free);
  g_signal_connect (bar, "response", G_CALLBACK (response_cb), NULL);
}

/* Reads on a worker thread: a long journal takes seconds. */
static void
offer (const LsFrame *frame, const char *path)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, looked_cb, g_object_ref (frame->window));
  Found *found = g_new0 (Found, 1);

  found->path = g_strdup (path);
  g_task_set_task_data (task, found, found_free);
  g_task_run_in_thread (task, look_thread);
}

void
ls_cut_off_runs_offer (const LsFrame *frame)
{
  g_autoptr (GPtrArray) paths = NULL;

  g_return_if_fail (frame != NULL);

  paths = ls_run_journal_list_left ();
  for (guint i = 0; i < paths->len && i < MAX_BARS; i++)
    offer (frame, g_ptr_array_index (paths, i));
}
