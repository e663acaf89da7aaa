/* Computes macro steps on a worker thread, which keeps the components and their state. */
#pragma once

#include <gio/gio.h>
#include "core/run/macro-walk.h"

/**
 * LsMacroStepJob:
 *
 * Uses one thread during its life: components are created, used and freed there. Requests for the same run
 * continue from the last step; any other request starts a new run.
 */
typedef struct LsMacroStepJob LsMacroStepJob;

LsMacroStepJob *ls_macro_step_job_new (void);
/* Returns immediately; the thread ends after the current request. */
void ls_macro_step_job_free (LsMacroStepJob *self);

/**
 * ls_macro_step_job_look:
 * @settings: copied; @run: key of the run they describe: equal strings mean the same run
 * @user: an object, referenced until @callback
 * @cancellable: cancels the request; @callback: on the main thread; its user data is @user, which it must
 * unreference, because widgets must be finalised there
 */
void ls_macro_step_job_look (LsMacroStepJob *self,
                             gpointer user,
                             const LsMacroWalkSettings *settings,
                             const char *run,
                             double time,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback);
/* Call in @callback. Returns: (transfer full): %NULL with an error */
LsMacroStep *ls_macro_step_job_finish (GAsyncResult *result, GError **error);
