/* What a program that was killed in the middle of a run left of its results. */
#pragma once

#include "app/window/frame.h"

/* In bars: the results can be saved or discarded. */
void ls_cut_off_runs_offer (const LsFrame *frame);
