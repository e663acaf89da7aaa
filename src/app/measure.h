/* Measurements of the window by itself, for ./dev bench. */
#pragma once

#include "app/window.h"

/* Prints, some time after the end of the run that begins next, the longest time that the main loop
 * did not come round, and the most that it worked in one turn, in ms, and wall and CPU time of its
 * first method, in s; then quits. */
void ls_measure_run (LsWindow *window);
