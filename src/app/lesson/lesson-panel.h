/* Shows a lesson beside the model, page by page. */
#pragma once

#include <gtk/gtk.h>
#include "core/lesson/lesson.h"

#define LS_TYPE_LESSON_PANEL (ls_lesson_panel_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonPanel, ls_lesson_panel, LS, LESSON_PANEL, GtkBox)

/* Signals: "button-activated" (guint line): line of the button in the lesson's file;
 * "link-activated" (const char *target); "close-requested" */

/* Starts at the first page. @lesson: (transfer full) (nullable): %NULL for none */
void ls_lesson_panel_show (LsLessonPanel *self, LsLesson *lesson);
/* (transfer none) (nullable) */
LsLesson *ls_lesson_panel_get_lesson (LsLessonPanel *self);
guint ls_lesson_panel_get_page (LsLessonPanel *self);
/* Out-of-range pages are ignored. */
void ls_lesson_panel_set_page (LsLessonPanel *self, int page);
/* The button was pressed and all was done: an answer below it is shown. */
void ls_lesson_panel_set_done (LsLessonPanel *self, const LsLessonButton *button);
/* (nullable) (transfer none): the first button of the page that is not done */
const LsLessonButton *ls_lesson_panel_get_next_button (LsLessonPanel *self);
/* @text: (nullable): result or error of the last button; "" or %NULL: none */
void ls_lesson_panel_set_status (LsLessonPanel *self, const char *text, gboolean is_problem);
void ls_lesson_panel_focus (LsLessonPanel *self);
