/* A lesson beside the model: one page after the other. */
#pragma once

#include <gtk/gtk.h>
#include "core/lesson/lesson.h"

#define LS_TYPE_LESSON_PANEL (ls_lesson_panel_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonPanel, ls_lesson_panel, LS, LESSON_PANEL, GtkBox)

/* Signals: "button-activated" (guint line): of the button in the lesson's file; "link-activated"
 * (const char *target); "close-requested" */

/* From its first page. @lesson: (transfer full) (nullable): %NULL for none */
void ls_lesson_panel_show (LsLessonPanel *self, LsLesson *lesson);
/* (transfer none) (nullable) */
LsLesson *ls_lesson_panel_get_lesson (LsLessonPanel *self);
guint ls_lesson_panel_get_page (LsLessonPanel *self);
/* Nothing happens beyond the ends. */
void ls_lesson_panel_set_page (LsLessonPanel *self, int page);
/* @text: (nullable): what the last button came to, or why it did not; "" and %NULL: nothing to say
 */
void ls_lesson_panel_set_status (LsLessonPanel *self, const char *text, gboolean is_problem);
void ls_lesson_panel_focus (LsLessonPanel *self);
