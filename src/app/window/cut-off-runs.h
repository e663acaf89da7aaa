/* Recovers results of runs interrupted by a crash. */
#pragma once

#include "app/window/frame.h"

/* Shows a bar for each interrupted run, to save or discard its results. */
void ls_cut_off_runs_offer (const LsFrame *frame);
