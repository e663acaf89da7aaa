/* Earlier runs: what stays of a comparison, what is drawn of it, what was taken away. */
#include <glib/gi18n-lib.h>
#include "app/plot/plot-overlay.h"
#include "app/run/history-page.h"
#include "app/run/history-row.h"
#include "app/window/window-private.h"

/* Whether it is of the comparison that the plots show by themselves. */
static gboolean
is_present (LsWindow *self, const LsPastRun *run)
{
  return run->comparison != 0 && run->comparison == self->comparison_number;
}

static LsPlotOverlay *
overlay_new (LsWindow *self, const LsPastRun *run)
{
  LsPlotOverlay *overlay = g_new0 (LsPlotOverlay, 1);
  const gboolean present = is_present (self, run);

  overlay->trace = ls_trace_ref (run->trace);
  if (!g_str_equal (run->name, run->origin) || run->comparison == 0)
    overlay->label = g_strdup (run->name);
  else if (!present)
    /* Translators: an earlier run, number of the comparison that it was part of. */
    overlay->label = g_strdup_printf (_ ("%s (comparison %u)"), run->name, run->comparison);
  overlay->color = ls_history_get_color (run);
  overlay->run = present ? (int)run->index : -1;
  overlay->shown = run->shown;
  return overlay;
}

static gboolean
is_kept (LsWindow *self, guint index)
{
  for (guint i = 0; i < ls_run_history_get_n (self->run_history); i++)
    {
      const LsPastRun *run = ls_run_history_get (self->run_history, i);

      if (is_present (self, run) && run->index == index)
        return TRUE;
    }
  return FALSE;
}

/* Runs of the present comparison that were deleted: it still draws them by itself. */
static void
hide_deleted (LsWindow *self, GPtrArray *overlays)
{
  LsComparison *comparison;

  if (self->job == NULL || self->history_ended != self->comparison_number)
    return;
  comparison = ls_run_job_get_comparison (self->job);
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsPlotOverlay *overlay;

      if (is_kept (self, i))
        continue;
      overlay = g_new0 (LsPlotOverlay, 1);
      overlay->trace = ls_trace_ref (ls_run_get_trace (ls_comparison_get_run (comparison, i)));
      overlay->color = g_strdup (ls_run_get_choice (ls_comparison_get_run (comparison, i))->method);
      overlay->run = (int)i;
      g_ptr_array_add (overlays, overlay);
    }
}

static void
show_overlays (LsWindow *self)
{
  g_autoptr (GPtrArray) overlays
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_plot_overlay_free);

  for (guint i = 0; i < ls_run_history_get_n (self->run_history); i++)
    {
      const LsPastRun *run = ls_run_history_get (self->run_history, i);

      if (run->shown || is_present (self, run))
        g_ptr_array_add (overlays, overlay_new (self, run));
    }
  hide_deleted (self, overlays);
  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_set_overlays (LS_PLOT_PANEL (self->plots[i]), overlays);
}

/* Typing a name draws once, when it is over. */
static gboolean
overlays_cb (gpointer user_data)
{
  LsWindow *self = user_data;

  self->overlays_id = 0;
  show_overlays (self);
  return G_SOURCE_REMOVE;
}

static void
show_later (LsWindow *self)
{
  if (self->overlays_id == 0)
    self->overlays_id = g_idle_add (overlays_cb, self);
}

static void
changed_cb (LsWindow *self)
{
  show_later (self);
  ls_window_results_changed (self);
  ls_window_recovery_runs_changed (self);
}

static void
refresh (LsWindow *self)
{
  const guint n = ls_run_history_get_n (self->run_history);
  g_autofree char *title
      = n > 0 ? g_strdup_printf (_ ("History (%u)"), n) : g_strdup (_ ("History"));

  ls_history_page_refresh (LS_HISTORY_PAGE (self->history_page));
  gtk_container_child_set (GTK_CONTAINER (self->lower_stack), self->history_page, "title", title,
                           NULL);
  ls_window_recovery_runs_changed (self);
}

void
ls_window_history_begin (LsWindow *self)
{
  self->comparison_number = ls_run_history_begin (self->run_history);
  refresh (self);
  show_overlays (self);
}

void
ls_window_history_end (LsWindow *self)
{
  LsComparison *comparison = ls_run_job_get_comparison (self->job);

  ls_run_history_add (self->run_history, self->comparison_number, comparison,
                      g_get_real_time () / G_USEC_PER_SEC);
  self->history_ended = self->comparison_number;
  refresh (self);
}

void
ls_window_history_add (LsWindow *self, LsPastRun *run)
{
  const guint id = ls_run_history_add_run (self->run_history, run);

  refresh (self);
  ls_history_page_select (LS_HISTORY_PAGE (self->history_page), id);
  show_later (self);
}

/* What is needed to bring a run back. */
typedef struct
{
  LsPastRun *run;
  guint index;
} Deleted;

static void
deleted_free (gpointer data)
{
  Deleted *self = data;

  ls_past_run_free (self->run);
  g_free (self);
}

static void
forget_deleted (LsWindow *self)
{
  GtkWidget *bar = self->deleted_bar;

  self->deleted_bar = NULL;
  if (bar != NULL)
    gtk_widget_destroy (bar);
}

static void
deleted_response_cb (GtkWidget *bar, int response, LsWindow *self)
{
  Deleted *deleted = g_object_get_data (G_OBJECT (bar), "deleted");
  LsPastRun *run = g_steal_pointer (&deleted->run);
  guint id = run->id;

  if (response == GTK_RESPONSE_YES)
    {
      ls_run_history_put (self->run_history, run, deleted->index);
      refresh (self);
      ls_history_page_select (LS_HISTORY_PAGE (self->history_page), id);
      changed_cb (self);
    }
  else
    ls_past_run_free (run);
  forget_deleted (self);
}

static void
delete_cb (LsWindow *self, guint id)
{
  Deleted *deleted = g_new0 (Deleted, 1);
  g_autofree char *text = NULL;

  deleted->run = ls_run_history_take (self->run_history, id, &deleted->index);
  if (deleted->run == NULL)
    {
      g_free (deleted);
      return;
    }
  forget_deleted (self);
  text = g_strdup_printf (_ ("Deleted: %s"), deleted->run->name);
  self->deleted_bar = ls_window_add_bar (self, GTK_MESSAGE_INFO, text, _ ("_Undo"),
                                         GTK_RESPONSE_YES, _ ("_Close"), GTK_RESPONSE_NO, NULL);
  g_object_set_data_full (G_OBJECT (self->deleted_bar), "deleted", deleted, deleted_free);
  g_signal_connect (self->deleted_bar, "response", G_CALLBACK (deleted_response_cb), self);
  refresh (self);
  changed_cb (self);
}

void
ls_window_history_forget (LsWindow *self)
{
  LsRunHistory *old = self->run_history;

  forget_deleted (self);
  g_clear_handle_id (&self->overlays_id, g_source_remove);
  self->run_history = ls_run_history_new ();
  self->comparison_number = self->history_ended = 0;
  ls_history_page_set_history (LS_HISTORY_PAGE (self->history_page), self->run_history);
  ls_run_history_free (old);
  refresh (self);
  show_overlays (self);
}

void
ls_window_history_dispose (LsWindow *self)
{
  g_clear_handle_id (&self->overlays_id, g_source_remove);
}

void
ls_window_history_finalize (LsWindow *self)
{
  g_clear_pointer (&self->run_history, ls_run_history_free);
}

void
ls_window_history_init (LsWindow *self)
{
  self->run_history = ls_run_history_new ();
  self->history_page = ls_history_page_new (self->run_history);
  gtk_stack_add_titled (GTK_STACK (self->lower_stack), self->history_page, "history",
                        _ ("History"));
  gtk_container_child_set (GTK_CONTAINER (self->lower_stack), self->history_page, "position", 3,
                           NULL);
  g_signal_connect_object (self->history_page, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history_page, "delete", G_CALLBACK (delete_cb), self,
                           G_CONNECT_SWAPPED);
}
