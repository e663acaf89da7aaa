/* How a run has ended: state, message, fault, peak of memory; for its execution. */
#pragma once

#include "core/run/run-impl.h"

/* @message: (nullable): of a failure */
void ls_run_set_state (LsRun *self, LsRunState state, const char *message);
/* @size: bytes */
void ls_run_set_peak_memory (LsRun *self, guint64 size);
/* An FMU that ended the run gives its kind of fault to the error. @problem: (nullable) */
void ls_run_note_fault (LsRun *self, LsLog *log, GError *problem);
/* @problem: (nullable): %NULL: the run is complete */
void ls_run_conclude (LsRun *self, const GError *problem);
