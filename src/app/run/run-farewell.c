#include "app/run/run-farewell.h"
#include <unistd.h>

/* Time for a worker to finish its macro step, s. */
#define FAREWELL_TIME 5

typedef struct
{
  GApplication *application;
  guint timeout_id;
} Farewell;

static void
ended_cb (LsRunJob *job, Farewell *farewell)
{
  g_signal_handlers_disconnect_by_data (job, farewell);
  g_source_remove (farewell->timeout_id);
  g_application_release (farewell->application);
  g_free (farewell);
}

/* An FMU does not return from its step: exit without waiting. */
static gboolean
timeout_cb (G_GNUC_UNUSED gpointer user_data)
{
  _exit (0);
}

void
ls_run_farewell_begin (LsRunJob *job)
{
  g_return_if_fail (LS_IS_RUN_JOB (job));

  GApplication *application = g_application_get_default ();
  Farewell *farewell;

  if (!ls_run_job_is_running (job) || application == NULL)
    return;
  farewell = g_new0 (Farewell, 1);
  farewell->application = application;
  g_application_hold (application);
  farewell->timeout_id = g_timeout_add_seconds (FAREWELL_TIME, timeout_cb, farewell);
  g_signal_connect (job, "ended", G_CALLBACK (ended_cb), farewell);
  ls_run_job_cancel (job);
}
