/* Lecture mode: a whole screen with large text, for those in the last row; what is for editing is
 * out of the way. */
#pragma once

#include "app/window/plots.h"
#include "app/window/frame.h"

#define LS_TYPE_LECTURE_CONTROL (ls_lecture_control_get_type ())
G_DECLARE_FINAL_TYPE (LsLectureControl, ls_lecture_control, LS, LECTURE_CONTROL, GObject)

/* Signal "left": the lecture is over. */
LsLectureControl *ls_lecture_control_new (const LsFrame *frame, LsPlots *plots);
gboolean ls_lecture_control_is_on (LsLectureControl *self);
