/* Macro steps computed on a thread of their own, which keeps the components where it has come to.
 */
#pragma once

#include <gio/gio.h>
#include "core/run/macro-walk.h"

/**
 * LsMacroStepJob:
 *
 * One thread for all its life: components are created, used and freed there. Steps that are asked
 * for of one and the same run go on from the last one; anything else begins a new run.
 */
typedef struct LsMacroStepJob LsMacroStepJob;

LsMacroStepJob *ls_macro_step_job_new (void);
/* Returns at once: what is under way ends by itself. */
void ls_macro_step_job_free (LsMacroStepJob *self);

/**
 * ls_macro_step_job_look:
 * @settings: copied; @run: which run they describe: the same text is the same run
 * @user: an object that is kept until then
 * @cancellable: ends it; @callback: on the main thread; its user data is @user, to be unreferenced
 * there, where widgets have to end
 */
void ls_macro_step_job_look (LsMacroStepJob *self,
                             gpointer user,
                             const LsMacroWalkSettings *settings,
                             const char *run,
                             double time,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback);
/* In @callback. Returns: (transfer full): %NULL with an error */
LsMacroStep *ls_macro_step_job_finish (GAsyncResult *result, GError **error);
