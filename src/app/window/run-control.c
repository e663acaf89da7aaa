#include "app/window/run-control.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/report.h"
#include "app/macro/macro-step-page.h"
#include "app/panel/messages.h"
#include "app/run/budget.h"
#include "app/run/recommend.h"
#include "app/run/run-bar.h"
#include "app/run/run-farewell.h"
#include "app/run/run-status.h"
#include "app/run/settings.h"
#include "app/window/bars.h"
#include "app/window/death-bar.h"
#include "app/window/run-check.h"
#include "app/window/run-failures.h"
#include "core/base/number.h"
#include "core/helper/isolation.h"

/* Minimum interval of table updates, µs: faster changes are unreadable. */
#define TABLE_TIME (G_USEC_PER_SEC / 4)

struct _LsRunControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
  LsFmuWatch *watch;
  LsRecovery *recovery;
  LsRunJob *job;          /* (nullable): the latest, running or finished */
  LsRunJournal *journal;  /* (nullable): of @job while it runs */
  GCancellable *checking; /* (nullable): during the checks before the next run */
  gboolean start_paused;  /* pause before the first step of the run being started */
  gint64 last_table;      /* last update of the tables, monotonic, µs */
};

G_DEFINE_TYPE (LsRunControl, ls_run_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_STARTING,
  SIGNAL_STARTED,
  SIGNAL_ENDED,
  SIGNAL_IDLE,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static LsComparison *
comparison_new (LsRunControl *self, GError **error)
{
  LsModel *model = ls_document_get_model (self->frame->document);
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->frame->document);
  g_autofree char *step_origin = NULL;
  g_autofree char *stop_origin = NULL;
  g_autoptr (GArray) step_sizes = ls_settings_list_step_sizes (self->frame->document, &step_origin);
  double stop_time = ls_settings_get_stop_time (self->frame->document, &stop_origin);
  g_autoptr (LsComparison) comparison = NULL;

  if (!ls_model_check (model, error))
    return NULL;
  comparison
      = ls_comparison_new (model, methods, (const double *)step_sizes->data, step_sizes->len,
                           ls_model_get_experiment (model)->start_time, stop_time, NULL, error);
  if (comparison == NULL || !ls_settings_prepare (self->frame->document, comparison, error))
    return NULL;
  /* Without helpers an FMU that dies takes the checkpoints with it. */
  if (ls_isolation_get () != LS_ISOLATION_NONE)
    ls_comparison_keep_checkpoints (comparison);
  return g_steal_pointer (&comparison);
}

static void
say_refused (LsRunControl *self, const GError *error)
{
  ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The run cannot start"), error->message);
}

static void
progress_cb (LsRunControl *self)
{
  gint64 now = g_get_monotonic_time ();

  ls_plots_refresh (self->plots);
  if (now - self->last_table > TABLE_TIME)
    {
      ls_plots_refresh_tables (self->plots);
      self->last_table = now;
    }
  if (ls_run_job_is_running (self->job))
    ls_run_status_show_progress (LS_RUN_STATUS (self->frame->run_status), self->job);
}

static void
message_cb (LsRunControl *self, guint level, const char *component, const char *text, double time)
{
  ls_messages_add (LS_MESSAGES (self->frame->messages), level, component, text, time);
}

static void
update (LsRunControl *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Emits "idle": work that waited for the end of the run continues. */
static void
say_idle (LsRunControl *self)
{
  update (self);
  g_signal_emit (self, signals[SIGNAL_IDLE], 0);
}

static void
ended_cb (LsRunControl *self)
{
  g_signal_emit (self, signals[SIGNAL_ENDED], 0);
  ls_plots_end (self->plots);
  ls_run_status_show_outcome (LS_RUN_STATUS (self->frame->run_status), self->job);
  if (ls_run_job_is_cancelled (self->job))
    ls_plots_explain_error (self->plots, _ ("Cancelled before the reference was computed."));
  ls_run_failures_report (self->frame, self->plots, self->job);
  say_idle (self);
}

/* Lists remarks on the model, which do not prevent a run, before the messages of the run. */
static void
list_remarks (LsRunControl *self)
{
  g_autoptr (GPtrArray) remarks
      = ls_model_list_remarks (ls_document_get_model (self->frame->document));

  for (guint i = 0; i < remarks->len; i++)
    ls_messages_add (LS_MESSAGES (self->frame->messages), LS_LOG_INFO, NULL,
                     g_ptr_array_index (remarks, i), NAN);
}

/* Cancels the checks. Returns: whether there were any */
static gboolean
forget_check (LsRunControl *self)
{
  if (self->checking == NULL)
    return FALSE;
  g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
  return TRUE;
}

static void
end_journal (LsRunControl *self)
{
  if (self->journal != NULL)
    ls_run_journal_end (self->journal);
  g_clear_object (&self->journal);
}

static void
begin_journal (LsRunControl *self)
{
  g_autofree char *project = ls_frame_get_project (self->frame);

  end_journal (self);
  self->journal = ls_run_journal_new (ls_run_job_get_comparison (self->job), project);
}

static void
forget_job (LsRunControl *self)
{
  forget_check (self);
  end_journal (self);
  if (self->job == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  ls_run_job_cancel (self->job);
  g_clear_object (&self->job);
}

LsComparison *
ls_run_control_prepare (LsRunControl *self)
{
  g_autoptr (GError) error = NULL;
  LsComparison *comparison;

  g_return_val_if_fail (LS_IS_RUN_CONTROL (self), NULL);

  ls_bars_clear_problems (self->frame);
  ls_death_bar_forget (self->frame);
  ls_fmu_watch_look (self->watch);
  if (!ls_run_bar_commit (LS_RUN_BAR (self->frame->run_bar)))
    {
      ls_run_status_set_text (LS_RUN_STATUS (self->frame->run_status),
                              ls_run_bar_get_problem (LS_RUN_BAR (self->frame->run_bar)));
      return NULL;
    }
  comparison = comparison_new (self, &error);
  if (comparison == NULL)
    say_refused (self, error);
  return comparison;
}

static void
follow_job (LsRunControl *self)
{
  g_signal_connect_object (self->job, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
}

static void
start (LsRunControl *self, LsComparison *comparison)
{
  const gboolean paused = self->start_paused;

  forget_job (self);
  list_remarks (self);
  g_signal_emit (self, signals[SIGNAL_STARTING], 0, comparison);
  /* Before the plots, which get the marks of late steps. */
  ls_comparison_set_pace (comparison, ls_run_bar_get_pace (LS_RUN_BAR (self->frame->run_bar)));
  ls_plots_show (self->plots, comparison);
  ls_macro_step_page_set_comparison (LS_MACRO_STEP_PAGE (self->frame->macro_step), comparison);
  self->job = ls_run_job_new (comparison);
  follow_job (self);
  if (paused)
    ls_comparison_pause (comparison);
  ls_run_job_start (self->job);
  begin_journal (self);
  self->start_paused = FALSE;
  g_signal_emit (self, signals[SIGNAL_STARTED], 0, paused);
  ls_run_status_show_progress (LS_RUN_STATUS (self->frame->run_status), self->job);
  update (self);
}

typedef struct
{
  LsRunControl *control;
  LsComparison *comparison;
  GCancellable *cancellable;
} Start;

static void
copied_cb (gpointer data)
{
  Start *self = data;

  if (!g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_object (&self->control->checking);
      start (self->control, self->comparison);
    }
  ls_comparison_unref (self->comparison);
  g_object_unref (self->cancellable);
  g_object_unref (self->control);
  g_free (self);
}

/* An FMU may crash the process, so a recovery copy of all edits is written first. */
void
ls_run_control_start (LsRunControl *self, LsComparison *comparison)
{
  Start *data;

  g_return_if_fail (LS_IS_RUN_CONTROL (self) && comparison != NULL);

  data = g_new0 (Start, 1);
  if (self->checking == NULL)
    self->checking = g_cancellable_new ();
  data->control = g_object_ref (self);
  data->comparison = ls_comparison_ref (comparison);
  data->cancellable = g_object_ref (self->checking);
  ls_recovery_flush (self->recovery, copied_cb, data);
  if (self->checking == NULL)
    return;
  ls_run_status_set_text (LS_RUN_STATUS (self->frame->run_status),
                          _ ("Copying the model for recovery…"));
  update (self);
}

gboolean
ls_run_control_is_busy (LsRunControl *self)
{
  g_return_val_if_fail (LS_IS_RUN_CONTROL (self), FALSE);

  return self->checking != NULL || (self->job != NULL && ls_run_job_is_running (self->job));
}

static void
checked_cb (LsComparison *comparison, const GError *error, gpointer user_data)
{
  LsRunControl *self = user_data;

  if (error == NULL)
    {
      ls_run_control_start (self, comparison);
      return;
    }
  g_clear_object (&self->checking);
  self->start_paused = FALSE;
  ls_run_status_set_text (LS_RUN_STATUS (self->frame->run_status), "");
  say_refused (self, error);
  say_idle (self);
}

void
ls_run_control_begin (LsRunControl *self, gboolean paused)
{
  g_autoptr (LsComparison) comparison = NULL;
  const char *file;

  g_return_if_fail (LS_IS_RUN_CONTROL (self));

  if (ls_run_control_is_busy (self) || (comparison = ls_run_control_prepare (self)) == NULL)
    return;
  ls_frame_leave_start (self->frame);
  self->start_paused = paused;
  self->checking = g_cancellable_new ();
  file = ls_comparison_get_reference_file (comparison);
  if (file != NULL)
    {
      g_autofree char *name = g_filename_display_basename (file);
      g_autofree char *text = g_strdup_printf (_ ("Reading the reference “%s”…"), name);

      ls_run_status_set_text (LS_RUN_STATUS (self->frame->run_status), text);
      update (self);
    }
  ls_run_check (comparison, self->checking, checked_cb, G_OBJECT (self));
}

/* Goes on with the runs of the last comparison that an FMU has ended, with its settings, whatever
 * has been edited since. */
static void
resume_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsRunControl *self = user_data;
  g_autoptr (LsComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;

  if (self->job == NULL || ls_run_control_is_busy (self))
    return;
  ls_bars_clear_problems (self->frame);
  ls_death_bar_forget (self->frame);
  comparison = ls_comparison_new_resumed (ls_run_job_get_comparison (self->job), &error);
  if (comparison != NULL)
    ls_run_control_start (self, comparison);
  else
    say_refused (self, error);
}

static void
run_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  ls_run_control_begin (user_data, FALSE);
}

static void
cancel_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsRunControl *self = user_data;

  if (forget_check (self))
    {
      ls_run_status_set_text (LS_RUN_STATUS (self->frame->run_status), "");
      say_idle (self);
    }
  else if (ls_run_control_is_busy (self))
    {
      ls_run_job_cancel (self->job);
      ls_run_status_set_text (LS_RUN_STATUS (self->frame->run_status), _ ("Cancelling…"));
    }
}

static void
methods_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  ls_run_bar_show_methods (LS_RUN_BAR (((LsRunControl *)user_data)->frame->run_bar));
}

static void
budget_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsRunControl *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *project = ls_frame_get_project (self->frame);

  if (ls_model_check (ls_document_get_model (self->frame->document), &error))
    ls_budget_show (GTK_WINDOW (self->frame->window), self->frame->document, project);
  else
    say_refused (self, error);
}

static void
recommend_cb (G_GNUC_UNUSED GSimpleAction *action,
              G_GNUC_UNUSED GVariant *parameter,
              gpointer user_data)
{
  LsRunControl *self = user_data;
  g_autoptr (GError) error = NULL;

  if (ls_model_check (ls_document_get_model (self->frame->document), &error))
    ls_recommend_show (GTK_WINDOW (self->frame->window), self->frame->document);
  else
    say_refused (self, error);
}

static const GActionEntry entries[] = {
  { .name = "run", .activate = run_cb },
  { .name = "cancel", .activate = cancel_cb },
  { .name = "resume", .activate = resume_cb },
  { .name = "methods", .activate = methods_cb },
  { .name = "recommend", .activate = recommend_cb },
  { .name = "budget", .activate = budget_cb },
};

/* The tooltip of the Run button explains why it is insensitive. */
void
ls_run_control_update (LsRunControl *self)
{
  g_return_if_fail (LS_IS_RUN_CONTROL (self));

  const LsFrame *frame = self->frame;
  gboolean running = ls_run_control_is_busy (self);
  gboolean empty = ls_model_get_n_components (ls_document_get_model (frame->document)) == 0;
  const char *problem = ls_run_bar_get_problem (LS_RUN_BAR (frame->run_bar));

  ls_frame_set_enabled (frame, "run", !running && !empty && problem == NULL);
  ls_frame_set_enabled (frame, "cancel", running);
  ls_plots_set_idle (self->plots, empty);
  gtk_widget_set_tooltip_text (frame->run_button,
                               running           ? _ ("A run is under way")
                               : empty           ? _ ("Nothing to run: add components first")
                               : problem != NULL ? problem
                                                 : _ ("Run all chosen methods (F5)"));
}

LsRunJob *
ls_run_control_get_job (LsRunControl *self)
{
  g_return_val_if_fail (LS_IS_RUN_CONTROL (self), NULL);

  return self->job;
}

LsComparison *
ls_run_control_get_running (LsRunControl *self)
{
  g_return_val_if_fail (LS_IS_RUN_CONTROL (self), NULL);

  return self->job != NULL && ls_run_job_is_running (self->job)
             ? ls_run_job_get_comparison (self->job)
             : NULL;
}

LsComparison *
ls_run_control_get_ended (LsRunControl *self)
{
  g_return_val_if_fail (LS_IS_RUN_CONTROL (self), NULL);

  return self->job != NULL && !ls_run_job_is_running (self->job)
             ? ls_run_job_get_comparison (self->job)
             : NULL;
}

LsRunJournal *
ls_run_control_take_journal (LsRunControl *self)
{
  g_return_val_if_fail (LS_IS_RUN_CONTROL (self), NULL);

  return g_steal_pointer (&self->journal);
}

void
ls_run_control_cancel (LsRunControl *self)
{
  g_return_if_fail (LS_IS_RUN_CONTROL (self));

  if (self->job != NULL)
    ls_run_job_cancel (self->job);
}

void
ls_run_control_forget (LsRunControl *self)
{
  GtkWidget *status;

  g_return_if_fail (LS_IS_RUN_CONTROL (self));

  status = self->frame->run_status;
  forget_job (self);
  ls_bars_clear_problems (self->frame);
  ls_plots_clear (self->plots);
  ls_run_status_show_progress (LS_RUN_STATUS (status), NULL);
  ls_run_status_set_text (LS_RUN_STATUS (status), "");
  update (self);
}

static void
ls_run_control_dispose (GObject *object)
{
  LsRunControl *self = LS_RUN_CONTROL (object);

  forget_check (self);
  end_journal (self);
  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      ls_run_farewell_begin (self->job);
    }
  g_clear_object (&self->job);
  g_clear_object (&self->watch);
  g_clear_object (&self->recovery);
  G_OBJECT_CLASS (ls_run_control_parent_class)->dispose (object);
}

static void
ls_run_control_class_init (LsRunControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_run_control_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_STARTING] = g_signal_new ("starting", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[SIGNAL_STARTED] = g_signal_new ("started", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[SIGNAL_ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_IDLE] = g_signal_new ("idle", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_run_control_init (G_GNUC_UNUSED LsRunControl *self)
{
}

LsRunControl *
ls_run_control_new (const LsFrame *frame, LsPlots *plots, LsFmuWatch *watch, LsRecovery *recovery)
{
  LsRunControl *self = g_object_new (LS_TYPE_RUN_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots) && LS_IS_FMU_WATCH (watch)
                            && LS_IS_RECOVERY (recovery),
                        NULL);
  self->frame = frame;
  self->plots = plots;
  self->watch = g_object_ref (watch);
  self->recovery = g_object_ref (recovery);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->run_bar, "validity-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  return self;
}
