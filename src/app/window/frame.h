/* What the controllers of a window work on: its document and the widgets of its template.
 *
 * Each controller is an object with a state of its own. It knows the frame and the controllers below
 * it, which it calls; it says what it did by signals, and asks for what is above it by the actions
 * of the window, as its menus do. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Outlives the controllers; all of it is the window's. */
typedef struct
{
  GtkWindow *window;
  LsDocument *document;
  GMenu *main_menu, *recent_menu, *history_menu, *lessons_menu;
  GtkWidget *header_bar, *main_box, *top_box, *info_box, *menu_button;
  GtkWidget *undo_button, *redo_button, *run_button, *cancel_button;
  GtkWidget *step_button, *pause_button;
  GtkWidget *run_bar, *run_status, *link_button, *library, *canvas, *status_label;
  GtkWidget *side_stack, *inspector, *omega_view, *open_inputs;
  GtkWidget *lower_stack, *start_page, *plots_box, *results, *stability, *messages;
  GtkWidget *vertical_paned, *left_paned, *right_paned;
  GtkWidget *lesson_paned, *lesson_panel, *macro_step;
} LsFrame;

/* The frame is found from any widget of its window, or of a dialog of it. */
void ls_frame_attach (const LsFrame *self);
const LsFrame *ls_frame_find (GtkWidget *widget); /* (nullable) */
/* Whether the window has not been closed. */
gboolean ls_frame_is_alive (const LsFrame *self);

/* Actions of the window */
void ls_frame_add_actions (const LsFrame *self,
                           const GActionEntry *entries,
                           guint n,
                           gpointer user_data);
void ls_frame_set_enabled (const LsFrame *self, const char *action, gboolean enabled);
GSimpleAction *ls_frame_get_action (const LsFrame *self, const char *name);
/* Does what the command of a menu would do, where it may be done now. @path: (nullable) */
void ls_frame_command (const LsFrame *self, const char *action, const char *path);

/* What the window shows */
gboolean ls_frame_is_start_shown (const LsFrame *self);
/* The page has the window to itself; there is nothing where it is not shown. */
void ls_frame_leave_start (const LsFrame *self);
/* A page of the lower stack. */
void ls_frame_show_lower (const LsFrame *self, GtkWidget *page);
/* The same, and the keyboard goes to it. */
void ls_frame_focus_lower (const LsFrame *self, GtkWidget *page);
/* By way of the diagram: a part that has the focus already would only move it on. */
void ls_frame_focus_first (const LsFrame *self, GtkWidget *part);
void ls_frame_select_component (const LsFrame *self, const char *name);
/* Returns: (transfer full): the title without its ending, for names of files. */
char *ls_frame_get_project (const LsFrame *self);
