/* Lessons in the window: what their buttons do, one action after the other. */
#pragma once

#include "app/window/lecture-control.h"
#include "app/window/load-control.h"
#include "app/window/frame.h"

#define LS_TYPE_LESSON_CONTROL (ls_lesson_control_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonControl, ls_lesson_control, LS, LESSON_CONTROL, GObject)

LsLessonControl *ls_lesson_control_new (const LsFrame *frame,
                                        LsPlots *plots,
                                        LsLectureControl *lecture,
                                        LsRunControl *run,
                                        LsSaveControl *save,
                                        LsRecoveryControl *recovery,
                                        LsLoadControl *load);
/* Problems are shown in the window. Returns: whether it is open now. */
gboolean ls_lesson_control_open (LsLessonControl *self, const char *path);
/* What a lesson's button waited for has ended. */
void ls_lesson_control_continue (LsLessonControl *self);
