/* Benchmarks of the user interface for ./dev bench. */
#pragma once

#include "app/window/window.h"

/**
 * ls_measure_run:
 *
 * Makes a second run after the one that starts next, which is kept. Some time after its end prints the
 * longest stall of the main loop and the longest work in one iteration, in ms; wall and CPU time of the
 * first method of the second run, in s; and the mean interval between drawings of its curves, in ms. Then
 * quits.
 */
void ls_measure_run (LsWindow *window);
