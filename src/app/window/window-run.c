/* Runs of the window: start, cancel, live plots, outcome. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <unistd.h>
#include "app/macro/macro-step-page.h"
#include "app/base/report.h"
#include "app/run/settings.h"
#include "app/window/window-private.h"
#include "core/base/number.h"

/* Figures in a table that change faster cannot be read, µs. */
#define TABLE_TIME (G_USEC_PER_SEC / 4)
/* A worker is let finish its macro step when the program ends, but not for ever, s. */
#define FAREWELL_TIME 5

static LsComparison *
comparison_new (LsWindow *self, GError **error)
{
  LsModel *model = ls_document_get_model (self->document);
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  g_autofree char *step_origin = NULL;
  g_autofree char *stop_origin = NULL;
  g_autoptr (GArray) step_sizes = ls_settings_list_step_sizes (self->document, &step_origin);
  double stop_time = ls_settings_get_stop_time (self->document, &stop_origin);
  g_autoptr (LsComparison) comparison = NULL;

  if (!ls_model_check (model, error))
    return NULL;
  comparison
      = ls_comparison_new (model, methods, (const double *)step_sizes->data, step_sizes->len,
                           ls_model_get_experiment (model)->start_time, stop_time, NULL, error);
  if (comparison == NULL || !ls_settings_prepare (self->document, comparison, error))
    return NULL;
  return g_steal_pointer (&comparison);
}

static void
for_each_plot (LsWindow *self, void (*func) (LsPlotPanel *))
{
  for (guint i = 0; i < LS_N_PLOTS; i++)
    func (LS_PLOT_PANEL (self->plots[i]));
}

static void
refresh_plot (LsPlotPanel *panel)
{
  ls_plot_area_refresh (ls_plot_panel_get_area (panel));
}

static void
refresh_tables (LsWindow *self)
{
  ls_results_refresh (LS_RESULTS (self->results));
  if (self->results_side != NULL)
    ls_results_refresh (LS_RESULTS (self->results_side));
}

static void
show_tables (LsWindow *self, LsComparison *comparison)
{
  ls_results_show (LS_RESULTS (self->results), comparison);
  if (self->results_side != NULL)
    ls_results_show (LS_RESULTS (self->results_side), comparison);
}

static void
progress_cb (LsWindow *self)
{
  gint64 now = g_get_monotonic_time ();

  for_each_plot (self, refresh_plot);
  if (now - self->last_table > TABLE_TIME)
    {
      refresh_tables (self);
      self->last_table = now;
    }
  if (ls_run_job_is_running (self->job))
    ls_run_status_show_progress (LS_RUN_STATUS (self->run_status), self->job);
}

static void
message_cb (LsWindow *self, guint level, const char *component, const char *text, double time)
{
  ls_messages_add (LS_MESSAGES (self->messages), level, component, text, time);
}

/* Returns: (transfer full) (nullable): why a run failed, NULL where it did not. */
static char *
get_failure (LsComparison *comparison, guint index)
{
  LsRunResult result = { 0 };
  char *text = NULL;

  ls_run_get_result (ls_comparison_get_run (comparison, index), &result);
  if (result.state == LS_RUN_FAILED)
    text = g_strdup (result.message != NULL ? result.message : _ ("No reason was given"));
  ls_run_result_clear (&result);
  return text;
}

/* Methods often fail for the same reason: it is said once, at the first of them. */
static void
report_failure (LsWindow *self, LsComparison *comparison, guint index, const char *reason)
{
  g_autofree char *label = ls_run_get_label (ls_comparison_get_run (comparison, index));
  g_autofree char *title = NULL;
  guint n_same = 0;

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autofree char *other = get_failure (comparison, i);

      if (g_strcmp0 (other, reason) != 0)
        continue;
      if (i < index)
        return;
      n_same++;
    }
  title = n_same > 1 ? g_strdup_printf (
              g_dngettext (GETTEXT_PACKAGE, "%u run failed", "%u runs failed", n_same), n_same)
                     : g_strdup_printf (_ ("%s failed"), label);
  ls_report_problem (GTK_WIDGET (self), title, reason);
}

static void
set_all_placeholders (LsWindow *self, const char *text)
{
  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_set_placeholder (LS_PLOT_PANEL (self->plots[i]), text);
}

static void
set_view_placeholder (LsWindow *self, LsPlotView view, const char *text)
{
  for (guint i = 0; i < LS_N_PLOTS; i++)
    if (ls_plot_panel_get_view (LS_PLOT_PANEL (self->plots[i])) == view)
      ls_plot_panel_set_placeholder (LS_PLOT_PANEL (self->plots[i]), text);
}

/* Runs that failed say why where it stays. */
static void
report_failures (LsWindow *self)
{
  LsComparison *comparison = ls_run_job_get_comparison (self->job);
  const char *problem = ls_comparison_get_reference_problem (comparison);

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autofree char *reason = get_failure (comparison, i);

      if (reason == NULL)
        continue;
      set_all_placeholders (self, _ ("Nothing to show: the run failed. Messages say why."));
      report_failure (self, comparison, i, reason);
    }
  if (problem != NULL && !ls_run_job_is_cancelled (self->job))
    {
      g_autofree char *text = g_strdup_printf (_ ("No errors are given: %s"), problem);

      ls_messages_add (LS_MESSAGES (self->messages), LS_LOG_WARNING, NULL, text, NAN);
      set_view_placeholder (self, LS_PLOT_VIEW_ERROR, text);
    }
}

static void
ended_cb (LsWindow *self)
{
  ls_window_history_end (self);
  ls_window_recovery_runs_ended (self);
  /* What is not there now has reasons that the figures know. */
  set_all_placeholders (self, NULL);
  for_each_plot (self, ls_plot_panel_show_reference);
  refresh_tables (self);
  ls_run_status_show_outcome (LS_RUN_STATUS (self->run_status), self->job);
  if (ls_run_job_is_cancelled (self->job))
    set_view_placeholder (self, LS_PLOT_VIEW_ERROR,
                          _ ("Cancelled before the reference was computed."));
  report_failures (self);
  ls_window_run_update (self);
  ls_window_queue_next (self);
  ls_window_lesson_continue (self);
}

static const char *
get_placeholder (LsPlotView view, gboolean running)
{
  if (view == LS_PLOT_VIEW_ERROR)
    return running ? _ ("The error is shown as soon as the reference is computed.")
                   : _ ("No run yet. Press Run (F5) to see the error against the reference.");
  if (running)
    return _ ("Starting…");
  switch (view)
    {
    case LS_PLOT_VIEW_ORBIT:
      return _ ("No run yet. Press Run (F5) to see one output over another.");
    case LS_PLOT_VIEW_DIFFERENCE:
      return _ ("No run yet. Press Run (F5) to see by how much runs differ from the first one.");
    case LS_PLOT_VIEW_STEPS:
      return _ ("No run yet. Press Run (F5) to see step sizes, iterations and residuals.");
    case LS_PLOT_VIEW_ACTIVITY:
      return _ ("No run yet. Press Run (F5) to see when each part had an event.");
    default:
      return _ ("No run yet. Press Run (F5) to see the outputs over time.");
    }
}

static void
set_placeholders (LsWindow *self, gboolean running)
{
  for (guint i = 0; i < LS_N_PLOTS; i++)
    {
      LsPlotPanel *panel = LS_PLOT_PANEL (self->plots[i]);

      ls_plot_panel_set_placeholder (panel,
                                     get_placeholder (ls_plot_panel_get_view (panel), running));
    }
}

/* Before a run another view has other words. */
static void
view_kind_changed_cb (LsWindow *self, LsPlotPanel *panel)
{
  if (self->job == NULL)
    ls_plot_panel_set_placeholder (panel, get_placeholder (ls_plot_panel_get_view (panel), FALSE));
}

static void
show_comparison (LsWindow *self, LsComparison *comparison)
{
  LsExperiment *experiment = ls_model_get_experiment (ls_document_get_model (self->document));

  set_placeholders (self, TRUE);
  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_show (LS_PLOT_PANEL (self->plots[i]), comparison, experiment);
  show_tables (self, comparison);
}

/* What is not as it should be but does not stop a run, before the run's own messages. */
static void
list_remarks (LsWindow *self)
{
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (ls_document_get_model (self->document));

  for (guint i = 0; i < remarks->len; i++)
    ls_messages_add (LS_MESSAGES (self->messages), LS_LOG_INFO, NULL,
                     g_ptr_array_index (remarks, i), NAN);
}

/* Returns: whether there was one. */
static gboolean
forget_check (LsWindow *self)
{
  if (self->checking == NULL)
    return FALSE;
  g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
  return TRUE;
}

static void
forget_job (LsWindow *self)
{
  forget_check (self);
  ls_window_journal_end (self);
  if (self->job == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  ls_run_job_cancel (self->job);
  g_clear_object (&self->job);
}

LsComparison *
ls_window_run_prepare (LsWindow *self)
{
  g_autoptr (GError) error = NULL;
  LsComparison *comparison;

  ls_window_clear_problems (self);
  ls_fmu_watch_look (self->fmu_watch);
  if (!ls_run_bar_commit (LS_RUN_BAR (self->run_bar)))
    {
      ls_run_status_set_text (LS_RUN_STATUS (self->run_status),
                              ls_run_bar_get_problem (LS_RUN_BAR (self->run_bar)));
      return NULL;
    }
  comparison = comparison_new (self, &error);
  if (comparison == NULL)
    ls_report_problem (GTK_WIDGET (self), _ ("The run cannot start"), error->message);
  return comparison;
}

static void
start (LsWindow *self, LsComparison *comparison)
{
  forget_job (self);
  list_remarks (self);
  ls_window_history_begin (self);
  show_comparison (self, comparison);
  ls_macro_step_page_set_comparison (LS_MACRO_STEP_PAGE (self->macro_step), comparison);
  self->job = ls_run_job_new (comparison);
  g_signal_connect_object (self->job, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  if (self->start_paused)
    ls_comparison_pause (comparison);
  ls_run_job_start (self->job);
  ls_window_journal_begin (self);
  if (self->start_paused)
    g_action_group_change_action_state (G_ACTION_GROUP (self), "pause",
                                        g_variant_new_boolean (TRUE));
  self->start_paused = FALSE;
  ls_run_status_show_progress (LS_RUN_STATUS (self->run_status), self->job);
  ls_window_run_update (self);
}

typedef struct
{
  LsWindow *window;
  LsComparison *comparison;
  GCancellable *cancellable;
} Start;

static void
copied_cb (gpointer data)
{
  Start *self = data;

  if (!g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_object (&self->window->checking);
      start (self->window, self->comparison);
    }
  ls_comparison_unref (self->comparison);
  g_object_unref (self->cancellable);
  g_object_unref (self->window);
  g_free (self);
}

/* An FMU may take the program along: what was edited up to now is in a copy by then. */
void
ls_window_run_start (LsWindow *self, LsComparison *comparison)
{
  Start *data = g_new0 (Start, 1);

  if (self->checking == NULL)
    self->checking = g_cancellable_new ();
  data->window = g_object_ref (self);
  data->comparison = ls_comparison_ref (comparison);
  data->cancellable = g_object_ref (self->checking);
  ls_recovery_flush (self->recovery, copied_cb, data);
  if (self->checking == NULL)
    return;
  ls_run_status_set_text (LS_RUN_STATUS (self->run_status), _ ("Copying the model for recovery…"));
  ls_window_run_update (self);
}

gboolean
ls_window_run_is_busy (LsWindow *self)
{
  return self->checking != NULL || (self->job != NULL && ls_run_job_is_running (self->job));
}

static void
checked_cb (LsWindow *self, LsComparison *comparison, const GError *error)
{
  if (error == NULL)
    {
      ls_window_run_start (self, comparison);
      return;
    }
  g_clear_object (&self->checking);
  self->start_paused = FALSE;
  ls_run_status_set_text (LS_RUN_STATUS (self->run_status), "");
  ls_report_problem (GTK_WIDGET (self), _ ("The run cannot start"), error->message);
  ls_window_run_update (self);
  ls_window_queue_next (self);
  ls_window_lesson_continue (self);
}

static void
begin (LsWindow *self, gboolean paused)
{
  g_autoptr (LsComparison) comparison = NULL;
  const char *file;

  if (ls_window_run_is_busy (self) || (comparison = ls_window_run_prepare (self)) == NULL)
    return;
  ls_window_leave_start (self);
  self->start_paused = paused;
  self->checking = g_cancellable_new ();
  file = ls_comparison_get_reference_file (comparison);
  if (file != NULL)
    {
      g_autofree char *name = g_filename_display_basename (file);
      g_autofree char *text = g_strdup_printf (_ ("Reading the reference “%s”…"), name);

      ls_run_status_set_text (LS_RUN_STATUS (self->run_status), text);
      ls_window_run_update (self);
    }
  ls_window_check (self, comparison, self->checking, checked_cb);
}

void
ls_window_run (LsWindow *self)
{
  begin (self, FALSE);
}

void
ls_window_run_paused (LsWindow *self)
{
  begin (self, TRUE);
}

static void
run_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  ls_window_run (user_data);
}

static void
cancel_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsWindow *self = user_data;

  if (forget_check (self))
    {
      ls_run_status_set_text (LS_RUN_STATUS (self->run_status), "");
      ls_window_run_update (self);
      ls_window_queue_next (self);
      ls_window_lesson_continue (self);
    }
  else if (ls_window_run_is_busy (self))
    {
      ls_run_job_cancel (self->job);
      ls_run_status_set_text (LS_RUN_STATUS (self->run_status), _ ("Cancelling…"));
    }
}

static void
methods_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  ls_run_bar_show_methods (LS_RUN_BAR (LS_WINDOW (user_data)->run_bar));
}

static const GActionEntry entries[] = {
  { .name = "run", .activate = run_cb },
  { .name = "cancel", .activate = cancel_cb },
  { .name = "methods", .activate = methods_cb },
};

/* The Run button says why it cannot be pressed. */
void
ls_window_run_update (LsWindow *self)
{
  gboolean running = ls_window_run_is_busy (self);
  gboolean empty = ls_model_get_n_components (ls_document_get_model (self->document)) == 0;
  const char *problem = ls_run_bar_get_problem (LS_RUN_BAR (self->run_bar));

  ls_window_set_action_enabled (self, "run", !running && !empty && problem == NULL);
  ls_window_set_action_enabled (self, "cancel", running);
  ls_window_control_update (self);
  ls_window_queue_update (self);
  ls_window_import_update (self);
  gtk_widget_set_tooltip_text (self->run_button,
                               running ? _ ("A run is under way")
                               : empty ? _ ("There is nothing to run: add components first")
                               : problem != NULL ? problem
                                                 : _ ("Run all chosen methods (F5)"));
}

void
ls_window_run_forget (LsWindow *self)
{
  forget_job (self);
  ls_window_queue_forget (self);
  ls_window_import_forget (self);
  ls_window_history_forget (self);
  ls_window_clear_problems (self);
  for_each_plot (self, ls_plot_panel_clear);
  set_placeholders (self, FALSE);
  show_tables (self, NULL);
  ls_run_status_show_progress (LS_RUN_STATUS (self->run_status), NULL);
  ls_run_status_set_text (LS_RUN_STATUS (self->run_status), "");
  ls_window_run_update (self);
}

typedef struct
{
  GApplication *application;
  guint timeout_id;
} Farewell;

static void
farewell_ended_cb (LsRunJob *job, Farewell *farewell)
{
  g_signal_handlers_disconnect_by_data (job, farewell);
  g_source_remove (farewell->timeout_id);
  g_application_release (farewell->application);
  g_free (farewell);
}

/* An FMU does not come back from its step: the program ends without it. */
static gboolean
farewell_timeout_cb (G_GNUC_UNUSED gpointer user_data)
{
  _exit (0);
}

/* Closing the window cancels the run; the program lives until the worker has let go. */
void
ls_window_run_dispose (LsWindow *self)
{
  GApplication *application = g_application_get_default ();
  Farewell *farewell;

  forget_check (self);
  ls_window_queue_forget (self);
  ls_window_import_forget (self);
  ls_window_journal_end (self);
  if (self->job == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  if (ls_run_job_is_running (self->job) && application != NULL)
    {
      farewell = g_new0 (Farewell, 1);
      farewell->application = application;
      g_application_hold (application);
      farewell->timeout_id = g_timeout_add_seconds (FAREWELL_TIME, farewell_timeout_cb, farewell);
      g_signal_connect (self->job, "ended", G_CALLBACK (farewell_ended_cb), farewell);
      ls_run_job_cancel (self->job);
    }
  g_clear_object (&self->job);
}

void
ls_window_run_init (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  ls_window_plots_init (self);
  ls_window_history_init (self);
  ls_window_queue_init (self);
  ls_window_import_init (self);
  ls_window_results_init (self);
  ls_window_control_init (self);
  set_placeholders (self, FALSE);
  for (guint i = 0; i < LS_N_PLOTS; i++)
    g_signal_connect_object (self->plots[i], "view-kind-changed", G_CALLBACK (view_kind_changed_cb),
                             self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run_bar, "validity-changed", G_CALLBACK (ls_window_run_update),
                           self, G_CONNECT_SWAPPED);
}
