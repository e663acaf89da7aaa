/* Inside of a run, for the comparison that has it done elsewhere. */
#pragma once

#include "core/run/run.h"

/* Takes @result, whose message is (transfer full), as that of the run. */
void ls_run_adopt_result (LsRun *self, LsRunResult *result);
/* @loops: (transfer full): element-type LsLoopReport */
void ls_run_adopt_loops (LsRun *self, GPtrArray *loops);
