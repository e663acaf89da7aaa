/* A run that is under way when the program exits. */
#pragma once

#include "app/run/run-job.h"

/* Cancels @job if it is running, and keeps the application alive until it has ended, so that its
 * results are kept; a worker that does not finish its macro step within five seconds is left, and
 * the process exits. */
void ls_run_farewell_begin (LsRunJob *job);
