/* Shared by the files of the job. */
#pragma once

#include "cli/job.h"

/* Reads the settings of @options into @self and its model. */
gboolean ls_job_read (LsJob *self, const LsJobOptions *options, GError **error);

/* Prints to stderr. Returns: (transfer full) */
LsLog *ls_job_log_new (LsJob *self);

/* From now on, a crash names the component, the call and the time on stderr. */
void ls_job_watch_for_crashes (void);
