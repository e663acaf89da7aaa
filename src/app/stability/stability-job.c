#include "app/stability/stability-job.h"

/* Minimum interval of notifications to the main thread, µs. */
#define FRAME_TIME 33000

struct _LsStabilityJob
{
  GObject parent_instance;
  LsStability *stability;
  double start_time, stop_time;
  LsLog *log;
  GError *error;            /* worker; main thread after the end */
  gboolean cancelled, told; /* main thread */
  gint64 last_notify;       /* worker, monotonic, µs */
  GMutex lock;
  double fraction;
  gboolean ended;
};

G_DEFINE_TYPE (LsStabilityJob, ls_stability_job, G_TYPE_OBJECT)

enum
{
  SIGNAL_PROGRESS,
  SIGNAL_ENDED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static gboolean
notify_cb (gpointer user_data)
{
  LsStabilityJob *self = user_data;
  gboolean ended;

  g_mutex_lock (&self->lock);
  ended = self->ended;
  g_mutex_unlock (&self->lock);
  /* A late progress notification may find the end already and report it; then the last one is
   * redundant. */
  if (self->told)
    return G_SOURCE_REMOVE;
  self->told = ended;
  if (ended && g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (!self->cancelled)
    g_signal_emit (self, signals[ended ? SIGNAL_ENDED : SIGNAL_PROGRESS], 0);
  return G_SOURCE_REMOVE;
}

static void
publish (LsStabilityJob *self, double fraction, gboolean ended)
{
  g_mutex_lock (&self->lock);
  self->fraction = fraction;
  self->ended = ended;
  g_mutex_unlock (&self->lock);
  if (!ended && g_get_monotonic_time () - self->last_notify < FRAME_TIME)
    return;
  self->last_notify = g_get_monotonic_time ();
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, notify_cb, g_object_ref (self), g_object_unref);
}

static void
progress_cb (G_GNUC_UNUSED LsStability *stability, double fraction, gpointer user_data)
{
  publish (user_data, fraction, FALSE);
}

static gpointer
worker (gpointer user_data)
{
  g_autoptr (LsStabilityJob) self = user_data;

  ls_stability_execute (self->stability, self->start_time, self->stop_time, self->log, progress_cb,
                        self, &self->error);
  publish (self, 1.0, TRUE);
  return NULL;
}

LsStabilityJob *
ls_stability_job_new (LsStability *stability, double start_time, double stop_time)
{
  LsStabilityJob *self = g_object_new (LS_TYPE_STABILITY_JOB, NULL);

  g_return_val_if_fail (stability != NULL, NULL);
  self->stability = stability;
  self->start_time = start_time;
  self->stop_time = stop_time;
  return self;
}

void
ls_stability_job_start (LsStabilityJob *self)
{
  g_return_if_fail (LS_IS_STABILITY_JOB (self));

  /* Hold the application while FMU functions are called. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  /* Detached: the end is notified to the main loop; no thread joins it. */
  g_thread_unref (g_thread_new ("stability", worker, g_object_ref (self)));
}

void
ls_stability_job_cancel (LsStabilityJob *self)
{
  g_return_if_fail (LS_IS_STABILITY_JOB (self));

  self->cancelled = TRUE;
  ls_stability_cancel (self->stability);
}

double
ls_stability_job_get_fraction (LsStabilityJob *self)
{
  double fraction;

  g_return_val_if_fail (LS_IS_STABILITY_JOB (self), 0);
  g_mutex_lock (&self->lock);
  fraction = self->fraction;
  g_mutex_unlock (&self->lock);
  return fraction;
}

LsStability *
ls_stability_job_get_result (LsStabilityJob *self, const GError **error)
{
  g_return_val_if_fail (LS_IS_STABILITY_JOB (self), NULL);

  *error = self->error;
  return self->error == NULL ? self->stability : NULL;
}

static void
ls_stability_job_finalize (GObject *object)
{
  LsStabilityJob *self = LS_STABILITY_JOB (object);

  ls_stability_free (self->stability);
  ls_log_unref (self->log);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (ls_stability_job_parent_class)->finalize (object);
}

static void
ls_stability_job_class_init (LsStabilityJobClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_stability_job_finalize;
  signals[SIGNAL_PROGRESS]
      = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ENDED]
      = g_signal_new ("ended", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_stability_job_init (LsStabilityJob *self)
{
  g_mutex_init (&self->lock);
  self->log = ls_log_new (NULL, NULL);
}
