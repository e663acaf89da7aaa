#include "app/base/export-job.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/report.h"
#include "core/base/file.h"
#include "core/base/status.h"

/* Delay before the progress bar appears, then the interval of its updates, ms. */
#define GRACE_TIME 300
#define TELL_TIME 100

typedef struct
{
  GWeakRef window;
  char *path, *name;
  LsExportFunc write;
  gpointer data;
  GDestroyNotify free_data;
  LsExportedFunc exported;
  gpointer user_data;
  gint done;      /* atomic: per mille; -1: unknown */
  gint cancelled; /* atomic */
  guint timeout_id;
  GtkWidget *bar; /* (nullable) */
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_weak_ref_clear (&self->window);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

static gboolean
progress_cb (double fraction, gpointer user_data)
{
  Job *self = user_data;

  g_atomic_int_set (&self->done, (gint)(1000 * CLAMP (fraction, 0, 1)));
  return g_atomic_int_get (&self->cancelled) == 0;
}

static void
write_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  Job *self = data;
  GError *error = NULL;
  const gboolean written = self->write (self->path, self->data, progress_cb, self, &error);

  if (self->free_data != NULL)
    self->free_data (self->data);
  if (written)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
hide_bar (Job *self)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (self->bar == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->bar, self);
  gtk_widget_destroy (self->bar);
  self->bar = NULL;
}

static void
written_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Job *self = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GtkWidget) window = g_weak_ref_get (&self->window);
  const gboolean written = g_task_propagate_boolean (G_TASK (result), &error);

  hide_bar (self);
  if (error != NULL && !g_error_matches (error, LS_ERROR, LS_ERROR_CANCELLED))
    {
      if (window != NULL && gtk_window_get_application (GTK_WINDOW (window)) != NULL)
        ls_report_problem (window, _ ("The file was not written"), error->message);
      else
        g_printerr ("%s: %s\n", _ ("The file was not written"), error->message);
    }
  if (self->exported != NULL)
    self->exported (written, self->user_data);
  g_application_release (g_application_get_default ());
}

/* The bar was destroyed together with its window. */
static void
bar_gone_cb (Job *self)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  self->bar = NULL;
}

static void
cancel_cb (Job *self)
{
  g_atomic_int_set (&self->cancelled, 1);
  /* The worker may notice the cancellation late; nothing more is shown. */
  hide_bar (self);
}

static gboolean
tell_cb (gpointer user_data)
{
  Job *self = user_data;
  const gint done = g_atomic_int_get (&self->done);

  ls_report_work_progress (self->bar, done >= 0 ? done / 1000.0 : -1);
  return G_SOURCE_CONTINUE;
}

static gboolean
grace_cb (gpointer user_data)
{
  Job *self = user_data;
  g_autoptr (GtkWidget) window = g_weak_ref_get (&self->window);
  g_autofree char *text = g_strdup_printf (_ ("Writing “%s”…"), self->name);

  self->timeout_id = 0;
  if (window == NULL || gtk_window_get_application (GTK_WINDOW (window)) == NULL)
    return G_SOURCE_REMOVE;
  self->bar = ls_report_work (window, text);
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (cancel_cb), self);
  g_signal_connect_swapped (self->bar, "destroy", G_CALLBACK (bar_gone_cb), self);
  self->timeout_id = g_timeout_add (TELL_TIME, tell_cb, self);
  return G_SOURCE_REMOVE;
}

void
ls_export_start (GtkWidget *parent,
                 const char *path,
                 LsExportFunc write,
                 gpointer data,
                 GDestroyNotify free_data,
                 LsExportedFunc exported,
                 gpointer user_data)
{
  Job *self = g_new0 (Job, 1);
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_weak_ref_init (&self->window, ls_report_find_window (parent));
  self->path = g_strdup (path);
  self->name = g_path_get_basename (path);
  self->write = write;
  self->data = data;
  self->free_data = free_data;
  self->exported = exported;
  self->user_data = user_data;
  self->done = -1;
  self->timeout_id = g_timeout_add (GRACE_TIME, grace_cb, self);
  g_application_hold (g_application_get_default ());
  task = g_task_new (NULL, NULL, written_cb, NULL);
  g_task_set_task_data (task, self, job_free);
  g_task_run_in_thread (task, write_thread);
}

/* A recording surface, replayed on the worker thread. */
typedef struct
{
  cairo_surface_t *record;
  double width, height, scale;
} Drawing;

static void
drawing_free (gpointer data)
{
  Drawing *self = data;

  cairo_surface_destroy (self->record);
  g_free (self);
}

static void
replay (cairo_t *cr, G_GNUC_UNUSED double width, G_GNUC_UNUSED double height, gpointer user_data)
{
  const Drawing *self = user_data;

  cairo_set_source_surface (cr, self->record, 0, 0);
  cairo_paint (cr);
}

static gboolean
write_drawing (const char *path,
               gpointer data,
               LsProgressFunc progress,
               gpointer progress_data,
               GError **error)
{
  const Drawing *self = data;

  return ls_export_with_progress (path, self->width, self->height, self->scale, replay, data,
                                  progress, progress_data, error);
}

void
ls_export_start_drawing (GtkWidget *parent,
                         const char *path,
                         double width,
                         double height,
                         double scale,
                         LsDrawFunc draw,
                         gpointer user_data)
{
  const cairo_rectangle_t extents = { 0, 0, width, height };
  Drawing *drawing = g_new (Drawing, 1);
  cairo_t *cr;

  g_return_if_fail (GTK_IS_WIDGET (parent));
  *drawing = (Drawing){ cairo_recording_surface_create (CAIRO_CONTENT_COLOR, &extents), width,
                        height, scale };
  cr = cairo_create (drawing->record);
  draw (cr, width, height, user_data);
  cairo_destroy (cr);
  ls_export_start (parent, path, write_drawing, drawing, drawing_free, NULL, NULL);
}

static gboolean
write_text (const char *path,
            gpointer data,
            G_GNUC_UNUSED LsProgressFunc progress,
            G_GNUC_UNUSED gpointer progress_data,
            GError **error)
{
  return ls_file_write (path, data, strlen (data), error);
}

void
ls_export_start_text (GtkWidget *parent, const char *path, char *text)
{
  ls_export_start (parent, path, write_text, text, g_free, NULL, NULL);
}
