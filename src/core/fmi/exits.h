/* _exit() and _Exit(), which end a process without asking anybody: libraries that came with an FMU
 * call functions of ours in their place. */
#pragma once

#include <glib.h>

/**
 * ls_exits_watch:
 * @leave: is called with the name of the function and the status; the process ends when it returns
 *
 * What is loaded at the first call is of this program, and stays as it is; so what came with an FMU
 * is all that is loaded later. To be called before the first FMU is loaded, and after anything that
 * may have loaded a library; does nothing where there is no new one. A system call without a
 * function of the libc is not seen.
 */
void ls_exits_watch (void (*leave) (const char *function, int status));
