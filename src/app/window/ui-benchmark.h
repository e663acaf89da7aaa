/* Measurements of the window by itself, for ./dev bench. */
#pragma once

#include "app/window/window.h"

/* Makes a second run after the one that begins next, which is kept then. Prints, some time after its
 * end, the longest time that the main loop did not come round, and the most that it worked in one
 * turn, in ms, wall and CPU time of the second run's first method, in s, and the time from one
 * drawing of its curves to the next, in ms; then quits. */
void ls_measure_run (LsWindow *window);
