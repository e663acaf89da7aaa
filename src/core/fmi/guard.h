/* What an FMU may do to the process that it is in, and what is done about that. */
#pragma once

#include "core/base/log.h"

#include <glib.h>

/* @error is to be set where it gives %FALSE. */
typedef gboolean (*LsGuardFunc) (gpointer data, GError **error);

/**
 * ls_guard_run:
 * @work: calls FMUs
 *
 * Does @work. An FMU that calls exit() or _exit() within, on this thread, ends @work and not the
 * process: that is an error then, %LS_ERROR_FMU, that names component, call and time. Nothing of the FMU is called
 * any more after that, and what @work had at hand at that moment is not freed.
 *
 * Returns: what @work gives; %FALSE with an error also where it was ended.
 */
gboolean ls_guard_run (LsGuardFunc work, gpointer data, GError **error);

/* Sets back what of the process FMUs have changed (floating point, working folder, signal handlers,
 * locale), with a warning of the one that this thread called last. Some microseconds. */
void     ls_guard_mend (void);

/* To be called before and after every loading of a library, and after what may have loaded one:
 * what is asked to be done at the exit of the process is done in reverse order, and this has to
 * come first. */
void     ls_guard_watch (void);

/* This process is there for more than runs: where a thread that an FMU has begun wants to end it,
 * the thread is stopped in place of that, and the FMU called no more. Else the process ends then,
 * with a message and status 1. */
void     ls_guard_keep_process (void);
