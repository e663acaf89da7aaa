#include "app/document/fetch.h"
#include <glib/gi18n-lib.h>
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/document/load.h"

/* Delay before the progress bar appears, ms. */
#define GRACE_TIME 300

typedef struct
{
  GtkWidget *widget;
  LsLoad *load;
  void (*then) (gpointer user_data);
  gpointer user_data;
  GDestroyNotify free_data;
  guint grace_id;
  GtkWidget *bar; /* (nullable) */
} Fetch;

static void
fetch_free (Fetch *self)
{
  g_clear_handle_id (&self->grace_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->load, self);
  g_signal_handlers_disconnect_by_data (self->widget, self);
  ls_load_abandon (self->load);
  g_object_unref (self->load);
  if (self->bar != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->bar, self);
      gtk_widget_destroy (self->bar);
    }
  if (self->free_data != NULL)
    self->free_data (self->user_data);
  g_object_unref (self->widget);
  g_free (self);
}

static void
ended_cb (Fetch *self)
{
  /* @then may destroy the widget. */
  g_signal_handlers_disconnect_by_data (self->widget, self);
  self->then (self->user_data);
  fetch_free (self);
}

static void
progress_cb (Fetch *self)
{
  guint n_done, n;

  if (self->bar == NULL)
    return;
  ls_load_get_progress (self->load, &n_done, &n);
  ls_report_work_progress (self->bar, n > 1 ? (double)n_done / n : -1.0);
}

static gboolean
grace_cb (gpointer user_data)
{
  Fetch *self = user_data;
  g_autofree char *base = g_filename_display_basename (ls_load_get_path (self->load));
  g_autofree char *text = g_strdup_printf (_ ("Opening “%s”…"), base);

  self->grace_id = 0;
  if (ls_report_find_window (self->widget) == NULL)
    return G_SOURCE_REMOVE;
  self->bar = ls_report_work (self->widget, text);
  g_signal_connect (self->bar, "destroy", G_CALLBACK (gtk_widget_destroyed), &self->bar);
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (fetch_free), self);
  progress_cb (self);
  return G_SOURCE_REMOVE;
}

static gboolean
are_stored (char **paths)
{
  for (guint i = 0; paths[i] != NULL; i++)
    if (!ls_fmu_store_has (paths[i]))
      return FALSE;
  return TRUE;
}

void
ls_fetch_fmus (GtkWidget *widget,
               char **paths,
               void (*then) (gpointer user_data),
               gpointer user_data,
               GDestroyNotify free_data)
{
  Fetch *self;

  g_return_if_fail (GTK_IS_WIDGET (widget) && paths != NULL && then != NULL);

  if (are_stored (paths))
    {
      then (user_data);
      if (free_data != NULL)
        free_data (user_data);
      return;
    }
  self = g_new0 (Fetch, 1);
  self->widget = g_object_ref (widget);
  self->load = ls_load_new_fmus (paths);
  self->then = then;
  self->user_data = user_data;
  self->free_data = free_data;
  self->grace_id = g_timeout_add (GRACE_TIME, grace_cb, self);
  g_signal_connect_swapped (self->load, "ended", G_CALLBACK (ended_cb), self);
  g_signal_connect_swapped (self->load, "progress", G_CALLBACK (progress_cb), self);
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (fetch_free), self);
  ls_load_start (self->load);
}
