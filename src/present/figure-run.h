/* Runs in figures. */
#pragma once

#include "core/run/run.h"
#include "draw/figure.h"

/* Adds what the kind of @figure shows of @run, which may be under way, in the colour of its method. */
void ls_figure_add_run_of_kind (LsFigure *figure, LsRun *run, const char *label);
