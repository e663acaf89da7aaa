/* Protects the process from side effects of FMUs. */
#pragma once

#include "core/base/log.h"

#include <glib.h>

/* Has to set @error when returning %FALSE. */
typedef gboolean (*LsGuardFunc) (gpointer data, GError **error);

/**
 * ls_guard_run:
 * @work: calls FMUs
 *
 * Calls @work. If an FMU calls exit() or _exit() within, on this thread, @work is aborted instead
 * of the process, with %LS_ERROR_FMU naming component, call and time. The FMU is not called any
 * more, and memory owned by @work at that moment is leaked.
 *
 * Returns: the result of @work; %FALSE with an error if it was aborted.
 */
gboolean ls_guard_run (LsGuardFunc work, gpointer data, GError **error);

/* Restores process state changed by FMUs (floating-point environment, working folder, signal
 * handlers, locale), with a warning for the instance last called by this thread. Takes some
 * microseconds. */
void     ls_guard_mend (void);

/* To be called before and after every loading of a library, and after any operation that may have
 * loaded one: exit handlers run in reverse order, and ours has to run first. */
void     ls_guard_watch (void);

/* The process serves more than runs (the window): if a thread created by an FMU tries to exit, only
 * that thread is stopped, and the FMU is not called any more. Otherwise the process ends then, with
 * a message and status 1. */
void     ls_guard_keep_process (void);
