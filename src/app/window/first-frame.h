/* The first frame of the window with its model; deferred work (later.h) starts after it. */
#pragma once

#include "app/window/load-control.h"
#include "app/window/frame.h"

#define LS_TYPE_FIRST_FRAME (ls_first_frame_get_type ())
G_DECLARE_FINAL_TYPE (LsFirstFrame, ls_first_frame, LS, FIRST_FRAME, GObject)

LsFirstFrame *ls_first_frame_new (const LsFrame *frame, LsLoadControl *load);
/* Then prints the time since the start of the program in ms, and closes the window. */
void ls_first_frame_measure (LsFirstFrame *self);
