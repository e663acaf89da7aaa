/* Data shared by the controllers of a window: its document and the widgets of its template.
 * Controllers are objects with their own state. A controller calls the frame and the controllers
 * below it; it informs those above by signals, and invokes their commands as actions of the
 * window, like a menu. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Owned by the window; outlives the controllers. */
typedef struct
{
  GtkWindow *window;
  LsDocument *document;
  GMenu *main_menu, *recent_menu, *history_menu, *lessons_menu;
  GtkWidget *header_bar, *main_box, *top_box, *info_box, *menu_button;
  GtkWidget *undo_button, *redo_button, *run_button, *cancel_button;
  GtkWidget *step_button, *pause_button;
  GtkWidget *run_bar, *run_status, *stale_box, *link_button, *left_side, *left_stack, *library, *signals, *canvas, *status_label;
  GtkWidget *side_stack, *inspector, *omega_view, *open_inputs;
  GtkWidget *lower_bar, *lower_stack, *start_page, *plots_box, *results, *stability, *variations, *messages;
  GtkWidget *vertical_paned, *left_paned, *right_paned;
  GtkWidget *lesson_paned, *lesson_panel, *macro_step;
} LsFrame;

/* Makes the frame available to ls_frame_find(), from any widget of the window or of its
 * dialogs. */
void ls_frame_attach (const LsFrame *self);
/* Likewise for another window. */
void ls_frame_attach_to (const LsFrame *self, GtkWindow *window);
const LsFrame *ls_frame_find (GtkWidget *widget); /* (nullable) */
/* %FALSE after the window was closed. */
gboolean ls_frame_is_alive (const LsFrame *self);

/* Actions of the window */
void ls_frame_add_actions (const LsFrame *self,
                           const GActionEntry *entries,
                           guint n,
                           gpointer user_data);
void ls_frame_set_enabled (const LsFrame *self, const char *action, gboolean enabled);
GSimpleAction *ls_frame_get_action (const LsFrame *self, const char *name);
/* Activates an action of the window if it is enabled. @path: (nullable): its parameter */
void ls_frame_command (const LsFrame *self, const char *action, const char *path);

/* Visible pages */
gboolean ls_frame_is_start_shown (const LsFrame *self);
/* Leaves the start page, if it is shown, for the plots. */
void ls_frame_leave_start (const LsFrame *self);
/* Shows a page of the lower stack. */
void ls_frame_show_lower (const LsFrame *self, GtkWidget *page);
/* Likewise, and moves the keyboard focus to it. */
void ls_frame_focus_lower (const LsFrame *self, GtkWidget *page);
/* Moves the focus to the first widget of @part. Via the canvas: if @part had the focus, it would
 * move to the next widget only. */
void ls_frame_focus_first (const LsFrame *self, GtkWidget *part);
void ls_frame_select_component (const LsFrame *self, const char *name);
/* Returns: (transfer full): the title without file ending, for file names */
char *ls_frame_get_project (const LsFrame *self);
