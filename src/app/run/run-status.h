/* Progress of the runs as text and bar, then their status. */
#pragma once

#include <gtk/gtk.h>
#include "app/run/run-job.h"

#define LS_TYPE_RUN_STATUS (ls_run_status_get_type ())
G_DECLARE_FINAL_TYPE (LsRunStatus, ls_run_status, LS, RUN_STATUS, GtkBox)

/* @job: its progress is shown; %NULL: no run, the text is kept */
void ls_run_status_show_progress (LsRunStatus *self, LsRunJob *job);
/* Number of queued comparisons. */
void ls_run_status_set_waiting (LsRunStatus *self, guint n);
void ls_run_status_set_text (LsRunStatus *self, const char *text);
/* Shows the results of the job, which has ended. */
void ls_run_status_show_outcome (LsRunStatus *self, LsRunJob *job);
