/* Closing the window during a run: the program may go on without it. */
#pragma once

#include "app/window/frame.h"
#include "app/window/queue-control.h"
#include "app/window/recovery-control.h"

#define LS_TYPE_BACKGROUND_CONTROL (ls_background_control_get_type ())
G_DECLARE_FINAL_TYPE (LsBackgroundControl, ls_background_control, LS, BACKGROUND_CONTROL, GObject)

LsBackgroundControl *ls_background_control_new (const LsFrame *frame,
                                                LsRunControl *run,
                                                LsQueueControl *queue,
                                                LsHistoryControl *history,
                                                LsRecoveryControl *recovery);
typedef void (*LsCloseFunc) (GtkWindow *window);
/* During a run asks whether it is to go on, and returns; without one, or if the run is to end, @func is
 * called: the window is to be closed. If the run is to go on, the window is hidden until all queued runs
 * have ended, or until another program asks for it, and then closed; model and runs stay as files that
 * the next program offers. */
void ls_background_control_ask (LsBackgroundControl *self, LsCloseFunc func);
