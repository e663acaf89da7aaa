/* What a program that was killed in the middle of a run left of its results. */
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include "app/plot/plot-export.h"
#include "app/window-private.h"
#include "core/base/language.h"
#include "core/record/journal.h"

/* More than that many at once would leave no room for anything else. */
#define MAX_BARS 4

static void
save (LsWindow *self, GtkWidget *bar, const char *path)
{
  static const char *const endings[] = { "csv", "mat", NULL };
  g_autofree char *target
      = ls_export_ask (GTK_WIDGET (self), _ ("Save Recovered Results"), "recovered", endings);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTrace) trace = NULL;

  if (target == NULL)
    return;
  trace = ls_journal_recover (path, &error);
  if (trace == NULL || !ls_trace_write (trace, target, &error))
    {
      ls_export_report (GTK_WIDGET (self), error);
      return;
    }
  g_unlink (path);
  gtk_widget_destroy (bar);
}

static void
response_cb (GtkWidget *bar, int response, LsWindow *self)
{
  const char *path = g_object_get_data (G_OBJECT (bar), "path");

  if (response == GTK_RESPONSE_YES)
    save (self, bar, path);
  else
    {
      g_unlink (path);
      gtk_widget_destroy (bar);
    }
}

static void
offer (LsWindow *self, const char *path)
{
  g_autofree char *title = ls_run_journal_get_title (path);
  g_autoptr (LsTrace) trace = ls_journal_recover (path, NULL);
  gsize n_rows = trace != NULL ? ls_trace_get_n_rows (trace) : 0;
  g_autofree char *text = NULL;
  char time[LS_NUMBER_SIZE];
  GtkWidget *bar;

  if (n_rows == 0)
    {
      g_unlink (path);
      return;
    }
  /* Translators: model and method, rows, time in seconds. */
  text = g_strdup_printf (_ ("A run was cut off: %s, %.0f rows up to t = %s s are there."), title,
                          (double)n_rows,
                          ls_number_show (ls_trace_get (trace, 0, n_rows - 1), 5, time));
  bar = ls_window_add_bar (self, GTK_MESSAGE_INFO, text, _ ("_Save As…"), GTK_RESPONSE_YES,
                           _ ("_Discard Results"), GTK_RESPONSE_NO, NULL);
  g_object_set_data_full (G_OBJECT (bar), "path", g_strdup (path), g_free);
  g_signal_connect (bar, "response", G_CALLBACK (response_cb), self);
}

void
ls_window_journal_offer (LsWindow *self)
{
  g_autoptr (GPtrArray) paths = ls_run_journal_list_left ();

  for (guint i = 0; i < paths->len && i < MAX_BARS; i++)
    offer (self, g_ptr_array_index (paths, i));
}

void
ls_window_journal_begin (LsWindow *self)
{
  g_autofree char *project = ls_window_get_project (self);

  ls_window_journal_end (self);
  self->journal = ls_run_journal_new (ls_run_job_get_comparison (self->job), project);
}

void
ls_window_journal_end (LsWindow *self)
{
  if (self->journal != NULL)
    ls_run_journal_end (self->journal);
  g_clear_object (&self->journal);
}
