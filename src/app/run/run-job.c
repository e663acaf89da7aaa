#include "app/run/run-job.h"
#include <glib/gi18n-lib.h>
#include <math.h>

/* Minimum interval of notifications to the main thread, ms. Less than a frame at 30 Hz: with a
 * full frame, a slightly late notification would miss one frame at 60 Hz. */
#define FRAME_TIME 25

typedef struct
{
  LsLogLevel level;
  char *component;
  char *text;
  double time;
} Message;

struct _LsRunJob
{
  GObject parent_instance;
  LsComparison *comparison;
  LsLog *log;
  gint64 start_time, end_time; /* monotonic, µs */
  gboolean running, cancelled; /* main thread */
  GError *error;               /* worker; main thread after the end */

  GMutex lock;
  LsComparisonStage stage;
  guint run;
  double fraction;
  gboolean ended;
  guint notify_id;
  gint64 last_notify;
  GPtrArray *messages; /* Message */
};

G_DEFINE_TYPE (LsRunJob, ls_run_job, G_TYPE_OBJECT)

enum
{
  SIGNAL_PROGRESS,
  SIGNAL_MESSAGE,
  SIGNAL_ENDED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
message_free (gpointer data)
{
  Message *message = data;

  g_free (message->component);
  g_free (message->text);
  g_free (message);
}

static gboolean
notify_cb (gpointer user_data)
{
  LsRunJob *self = user_data;
  g_autoptr (GPtrArray) messages = NULL;
  gboolean ended;

  g_mutex_lock (&self->lock);
  self->notify_id = 0;
  self->last_notify = g_get_monotonic_time ();
  messages = g_steal_pointer (&self->messages);
  self->messages = g_ptr_array_new_with_free_func (message_free);
  ended = self->ended;
  g_mutex_unlock (&self->lock);

  for (guint i = 0; i < messages->len; i++)
    {
      const Message *message = g_ptr_array_index (messages, i);

      g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, message->level, message->component,
                     message->text, message->time);
    }
  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
  if (ended && self->running)
    {
      self->running = FALSE;
      self->end_time = g_get_monotonic_time ();
      g_signal_emit (self, signals[SIGNAL_ENDED], 0);
    }
  return G_SOURCE_REMOVE;
}

/* Worker thread, with the lock held. Combines many updates in one notification. */
static void
publish (LsRunJob *self)
{
  gint64 since = (g_get_monotonic_time () - self->last_notify) / 1000;
  guint wait = since >= FRAME_TIME ? 0 : (guint)(FRAME_TIME - since);

  if (self->notify_id == 0)
    self->notify_id = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, wait, notify_cb,
                                          g_object_ref (self), g_object_unref);
}

static void
log_cb (const LsLogEntry *entry, gpointer user_data)
{
  LsRunJob *self = user_data;
  Message *message = g_new0 (Message, 1);

  message->level = entry->level;
  message->component = g_strdup (entry->component);
  message->text = entry->call != NULL ? g_strdup_printf ("%s: %s", entry->call, entry->message)
                                      : g_strdup (entry->message);
  message->time = entry->time;
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->messages, message);
  publish (self);
  g_mutex_unlock (&self->lock);
}

static void
progress_cb (G_GNUC_UNUSED LsComparison *comparison,
             LsComparisonStage stage,
             guint run,
             double fraction,
             gpointer user_data)
{
  LsRunJob *self = user_data;

  g_mutex_lock (&self->lock);
  self->stage = stage;
  self->run = run;
  self->fraction = fraction;
  publish (self);
  g_mutex_unlock (&self->lock);
}

/* Logs the solution of the algebraic loops at the start, once, because it is the same in all
 * runs. */
static void
tell_loops (LsRunJob *self)
{
  for (guint i = 0; i < ls_comparison_get_n_runs (self->comparison); i++)
    {
      g_autoptr (GPtrArray) loops = ls_run_list_loops (ls_comparison_get_run (self->comparison, i));

      for (guint k = 0; k < loops->len; k++)
        {
          const LsLoopReport *loop = loops->pdata[k];
          g_autofree char *said = ls_loop_report_describe (loop);
          g_autofree char *values = ls_loop_report_describe_values (loop);

          ls_log_write (self->log, LS_LOG_INFO, NULL, NULL, loop->time,
                        _ ("%s; from start to solution: %s"), said, values);
        }
      if (loops->len > 0)
        return;
    }
}

static gpointer
worker (gpointer user_data)
{
  g_autoptr (LsRunJob) self = user_data;

  ls_comparison_execute (self->comparison, self->log, progress_cb, self, &self->error);
  tell_loops (self);
  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  self->stage = LS_COMPARISON_ENDED;
  publish (self);
  g_mutex_unlock (&self->lock);
  return NULL;
}

LsRunJob *
ls_run_job_new (LsComparison *comparison)
{
  LsRunJob *self = g_object_new (LS_TYPE_RUN_JOB, NULL);

  g_return_val_if_fail (comparison != NULL, NULL);
  self->comparison = ls_comparison_ref (comparison);
  return self;
}

void
ls_run_job_start (LsRunJob *self)
{
  g_return_if_fail (!self->running && self->start_time == 0);

  self->running = TRUE;
  self->start_time = g_get_monotonic_time ();
  /* Detached: the end is notified to the main loop; no thread joins it. */
  g_thread_unref (g_thread_new ("comparison", worker, g_object_ref (self)));
}

void
ls_run_job_cancel (LsRunJob *self)
{
  if (!self->running)
    return;
  self->cancelled = TRUE;
  ls_comparison_cancel (self->comparison);
}

gboolean
ls_run_job_is_running (LsRunJob *self)
{
  g_return_val_if_fail (LS_IS_RUN_JOB (self), FALSE);

  return self->running;
}

gboolean
ls_run_job_is_cancelled (LsRunJob *self)
{
  g_return_val_if_fail (LS_IS_RUN_JOB (self), FALSE);

  return self->cancelled;
}

LsComparison *
ls_run_job_get_comparison (LsRunJob *self)
{
  g_return_val_if_fail (LS_IS_RUN_JOB (self), NULL);

  return self->comparison;
}

void
ls_run_job_get_progress (LsRunJob *self, LsComparisonStage *stage, guint *run, double *fraction)
{
  g_return_if_fail (LS_IS_RUN_JOB (self) && stage != NULL && run != NULL && fraction != NULL);

  g_mutex_lock (&self->lock);
  *stage = self->stage;
  *run = self->run;
  *fraction = isfinite (self->fraction) ? CLAMP (self->fraction, 0, 1) : 0;
  g_mutex_unlock (&self->lock);
}

double
ls_run_job_get_elapsed (LsRunJob *self)
{
  g_return_val_if_fail (LS_IS_RUN_JOB (self), NAN);

  gint64 end = self->running ? g_get_monotonic_time () : self->end_time;

  return self->start_time == 0 ? 0 : (double)(end - self->start_time) / G_USEC_PER_SEC;
}

static void
ls_run_job_finalize (GObject *object)
{
  LsRunJob *self = LS_RUN_JOB (object);

  ls_comparison_unref (self->comparison);
  ls_log_unref (self->log);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->messages);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (ls_run_job_parent_class)->finalize (object);
}

static void
ls_run_job_class_init (LsRunJobClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_run_job_finalize;
  signals[SIGNAL_PROGRESS]
      = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MESSAGE]
      = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4,
                      G_TYPE_UINT, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_DOUBLE);
  signals[SIGNAL_ENDED]
      = g_signal_new ("ended", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_run_job_init (LsRunJob *self)
{
  g_mutex_init (&self->lock);
  self->log = ls_log_new (log_cb, self);
  self->messages = g_ptr_array_new_with_free_func (message_free);
}
