/* Shows lessons and executes the actions of their buttons in sequence. */
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
/* Errors are shown in the window. Returns: whether the lesson is open */
gboolean ls_lesson_control_open (LsLessonControl *self, const char *path);
/* Continues the actions of a button after the end of a run or of loading. */
void ls_lesson_control_continue (LsLessonControl *self);
