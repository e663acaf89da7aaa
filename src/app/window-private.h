/* Shared by the files of the window. */
#pragma once

#include "app/panel/inspector.h"
#include "app/panel/library.h"
#include "app/panel/messages.h"
#include "app/panel/omega-view.h"
#include "app/panel/open-inputs.h"
#include "app/plot/plot-panel.h"
#include "app/run/results.h"
#include "app/run/run-bar.h"
#include "app/run/run-job.h"
#include "app/run/run-status.h"
#include "app/window.h"

#define LS_N_PLOTS 3

struct _LsWindow
{
  GtkApplicationWindow parent_instance;

  LsDocument *document;
  LsRunJob *job;     /* (nullable): the latest, running or not */
  gint64 last_table; /* when the results were last filled in, monotonic, µs */

  GtkWidget *header_bar, *main_box, *info_box, *menu_button;
  GtkWidget *undo_button, *redo_button, *run_button, *cancel_button;
  GtkWidget *run_bar, *run_status, *library, *canvas, *status_label;
  GtkWidget *side_stack, *inspector, *omega_view, *open_inputs;
  GtkWidget *lower_stack, *plots_box, *results, *messages;
  GtkWidget *vertical_paned, *left_paned, *right_paned;
  GtkWidget *plots[LS_N_PLOTS]; /* by LsFigureKind */
  GtkWidget *results_side;      /* beside the plots when there is room */
  gboolean linking;             /* a plot is following another one's time axis */
  GtkWidget *changed_bar;       /* (nullable): "changed on disk" */
};

/* window.c */
void ls_window_update_state (LsWindow *self);
void ls_window_clear_problems (LsWindow *self);
void ls_window_set_action_enabled (LsWindow *self, const char *name, gboolean enabled);

/* window-file.c */
void ls_window_file_init (LsWindow *self);
/* Asks about unsaved changes. Returns: whether to go on. */
gboolean ls_window_confirm_close (LsWindow *self);
char *ls_window_get_project (LsWindow *self);

/* window-edit.c */
void ls_window_edit_init (LsWindow *self);
void ls_window_edit_update (LsWindow *self);

/* window-run.c */
void ls_window_run_init (LsWindow *self);
void ls_window_run_update (LsWindow *self);
/* Takes plots and results away: they belong to another model. */
void ls_window_run_forget (LsWindow *self);
void ls_window_run_dispose (LsWindow *self);
void ls_window_run_set_wide (LsWindow *self, gboolean wide);
