/* Interception of _exit() and _Exit(), which end a process without running exit handlers: libraries
 * loaded with an FMU call our functions instead. */
#pragma once

#include <glib.h>

/**
 * ls_exits_watch:
 * @leave: called with the name of the function and the status; the process ends if it returns
 *
 * Libraries loaded before the first call belong to this program and are not changed; all libraries
 * loaded later belong to FMUs. To be called before the first FMU is loaded, and after any operation
 * that may have loaded a library; does nothing if there is no new one. Direct system calls are not
 * intercepted.
 */
void ls_exits_watch (void (*leave) (const char *function, int status));
