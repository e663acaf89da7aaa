/* What is said of runs that have failed. */
#pragma once

#include "app/run/run-job.h"
#include "app/window/frame.h"
#include "app/window/plots.h"

/* Of those of @job, which has ended: in the plots, in a bar and in Messages. */
void ls_run_failures_report (const LsFrame *frame, LsPlots *plots, LsRunJob *job);
