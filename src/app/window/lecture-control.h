/* Lecture mode: full screen with large text, without editing widgets. */
#pragma once

#include "app/window/plots.h"
#include "app/window/frame.h"

#define LS_TYPE_LECTURE_CONTROL (ls_lecture_control_get_type ())
G_DECLARE_FINAL_TYPE (LsLectureControl, ls_lecture_control, LS, LECTURE_CONTROL, GObject)

/* Signal "left": lecture mode has ended. */
LsLectureControl *ls_lecture_control_new (const LsFrame *frame, LsPlots *plots);
gboolean ls_lecture_control_is_on (LsLectureControl *self);
