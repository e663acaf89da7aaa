/* How a run is going, in words and as a bar; afterwards its outcome. */
#pragma once

#include <gtk/gtk.h>
#include "app/run/run-job.h"

#define LS_TYPE_RUN_STATUS (ls_run_status_get_type ())
G_DECLARE_FINAL_TYPE (LsRunStatus, ls_run_status, LS, RUN_STATUS, GtkBox)

/* Shows where @job is; %NULL: nothing runs, the text stays. */
void ls_run_status_show_progress (LsRunStatus *self, LsRunJob *job);
/* How many comparisons wait for this one. */
void ls_run_status_set_waiting (LsRunStatus *self, guint n);
void ls_run_status_set_text (LsRunStatus *self, const char *text);
/* The job has ended: what came of it. */
void ls_run_status_show_outcome (LsRunStatus *self, LsRunJob *job);
