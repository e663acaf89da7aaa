/* Shared by the files of the window. */
#pragma once

#include "app/document/fmu-watch.h"
#include "app/document/load.h"
#include "app/document/recovery.h"
#include "app/panel/inspector.h"
#include "app/panel/library.h"
#include "app/panel/messages.h"
#include "app/panel/omega-view.h"
#include "app/panel/open-inputs.h"
#include "app/plot/plot-panel.h"
#include "app/run/history-page.h"
#include "app/run/results.h"
#include "app/run/run-bar.h"
#include "app/run/run-job.h"
#include "app/run/run-journal.h"
#include "app/run/run-status.h"
#include "app/run/run-values.h"
#include "app/stability/stability-page.h"
#include "app/start/start-page.h"
#include "app/window/window.h"

#define LS_N_PLOTS 3

typedef struct LsPending LsPending;
typedef struct LsLecture LsLecture;
typedef struct LsLessonCourse LsLessonCourse;

struct _LsWindow
{
  GtkApplicationWindow parent_instance;

  LsDocument *document;
  LsRecovery *recovery;
  LsFmuWatch *fmu_watch;
  LsPending *pending; /* (nullable): files being opened */
  gboolean saving;
  guint saving_id;
  GtkWidget *saving_bar; /* (nullable): "Saving…" */
  guint n_edits, leftovers_id, recent_id, runs_id;
  gboolean measures_frame;
  GMenu *main_menu, *recent_menu, *history_menu, *lessons_menu;
  LsRunJob *job;          /* (nullable): the latest, running or not */
  GCancellable *checking; /* (nullable): while what the next run needs is looked at */
  LsRunJournal *journal;  /* (nullable): of it, while it runs */
  GQueue queue;           /* LsQueued: comparisons that wait */
  LsRunHistory *run_history;
  guint comparison_number, history_ended; /* of the job's comparison; of the last one in it */
  guint overlays_id;
  GtkWidget *history_page;
  GtkWidget *deleted_bar; /* (nullable): "Undo" */
  GCancellable *importing;
  gboolean results_loading; /* those saved with the model */
  GPtrArray *expected;      /* (nullable): files of runs of the model to come */
  gint64 last_table;        /* when the results were last filled in, monotonic, µs */

  GtkWidget *header_bar, *main_box, *top_box, *info_box, *menu_button;
  GtkWidget *undo_button, *redo_button, *run_button, *cancel_button;
  GtkWidget *step_button, *pause_button;
  GtkWidget *run_bar, *run_status, *link_button, *library, *canvas, *status_label;
  GtkWidget *side_stack, *inspector, *omega_view, *open_inputs;
  GtkWidget *lower_stack, *start_page, *plots_box, *results, *stability, *messages;
  GtkWidget *vertical_paned, *left_paned, *right_paned;
  GtkWidget *plots[LS_N_PLOTS]; /* by LsPlotView to begin with */
  GtkWidget *results_side;      /* (nullable): beside the plots when there is room */
  GtkWidget *run_values;        /* while a run is under way */
  gboolean start_paused;        /* the run that is being begun waits before its first step */
  gboolean linking;             /* a plot is following another one's time axis */
  GtkWidget *changed_bar;       /* (nullable): "changed on disk" */
  LsLecture *lecture;           /* (nullable): in lecture mode: what was before */
  guint lecture_id;
  GtkWidget *lesson_paned, *lesson_panel, *macro_step;
  LsLessonCourse *course;      /* of the lesson's button that was pressed last */
  GtkWidget *changed_fmus_bar; /* (nullable): the same of FMUs */
  GtkWidget *missing_fmus_bar; /* (nullable) */
};

/* window.c */
void ls_window_update_state (LsWindow *self);
void ls_window_set_action_enabled (LsWindow *self, const char *name, gboolean enabled);

/* window-file.c */
void ls_window_file_init (LsWindow *self);
void ls_window_file_dispose (LsWindow *self);
/* Asks about unsaved changes. Returns: whether to go on. */
gboolean ls_window_confirm_close (LsWindow *self);
char *ls_window_get_project (LsWindow *self);
/* The file has another name now. */
void ls_window_project_changed (LsWindow *self);
/* Takes away what asks about another file. */
void ls_window_forget_bars (LsWindow *self);

/* Fills the menu of recent models anew. */
void ls_window_fill_recent (LsWindow *self);
/* Takes a model of that name into the lists of recent ones. */
void ls_window_remember (LsWindow *self, const char *path);

/* window-save.c */
/* On a thread, while the window lives on. Problems are shown. Returns: whether it is saved. */
gboolean ls_window_save_to (LsWindow *self, const char *path);
/* Until that is over. */
void ls_window_save_wait (LsWindow *self);

/* window-load.c */
void ls_window_load_init (LsWindow *self);
void ls_window_load_dispose (LsWindow *self);
void ls_window_load_abandon (LsWindow *self);
gboolean ls_window_is_loading (LsWindow *self);
/* As ls_window_open(), without a question. */
gboolean ls_window_open_anyway (LsWindow *self, const char *path, gboolean run);
/* Opens FMUs that are not yet known. Returns: whether that takes time: they are placed later then,
 * at @at (nullable), and @model (nullable) is opened after them. */
gboolean ls_window_place_later (LsWindow *self, char **paths, const LsPoint *at, const char *model);
void ls_window_place_files (LsWindow *self, char **paths);
/* Opens what was left; (transfer full). */
void ls_window_restore (LsWindow *self, LsRecoveryCopy *leftover);

/* window-recovery.c */
void ls_window_recovery_init (LsWindow *self);
void ls_window_recovery_dispose (LsWindow *self);
/* Another model comes in place of the present one: what is unsaved is kept, and what belongs to it
 * goes. */
void ls_window_let_go (LsWindow *self);
/* Of the history something is another now. */
void ls_window_recovery_runs_changed (LsWindow *self);
/* The same at the end of a comparison, whose journal goes once its runs are kept. */
void ls_window_recovery_runs_ended (LsWindow *self);
/* Of what another model took the place of; (transfer full) */
GMenuModel *ls_window_recovery_list_replaced (void);

/* window-fmus.c */
void ls_window_fmus_init (LsWindow *self);
void ls_window_fmus_dispose (LsWindow *self);

/* window-bar.c */
void ls_window_clear_problems (LsWindow *self);
/* Pairs of button text and int response follow, then %NULL. Returns: (transfer none). */
GtkWidget *ls_window_add_bar (LsWindow *self, GtkMessageType type, const char *text, ...)
    G_GNUC_NULL_TERMINATED;
void ls_window_bar_set_text (GtkWidget *bar, const char *text);

/* window-start.c */
void ls_window_start_init (LsWindow *self);
/* The page has the window to itself; there is nothing where it is not shown. */
void ls_window_leave_start (LsWindow *self);

/* window-edit.c */
void ls_window_edit_init (LsWindow *self);
void ls_window_edit_update (LsWindow *self);

/* window-control.c */
void ls_window_control_init (LsWindow *self);
void ls_window_control_update (LsWindow *self);

/* window-journal.c */
/* Results that a killed program left. */
void ls_window_journal_offer (LsWindow *self);
/* Of the present job; nothing when there is none. */
void ls_window_journal_begin (LsWindow *self);
void ls_window_journal_end (LsWindow *self);

/* window-plots.c */
void ls_window_plots_init (LsWindow *self);
/* @range: (nullable): of the time axes of all plots, s; %NULL: all of it */
void ls_window_plots_zoom (LsWindow *self, const double range[2]);
/* @id: "trajectory", ...; others are left alone */
void ls_window_plots_set_view (LsWindow *self, guint plot, const char *id);

/* window-lesson.c */
void ls_window_lesson_init (LsWindow *self);
void ls_window_lesson_dispose (LsWindow *self);
/* What is in the way of a lesson's text is not shown beside it. */
void ls_window_lesson_make_room (LsWindow *self);
/* Problems are shown in the window. Returns: whether it is open now. */
gboolean ls_window_open_lesson (LsWindow *self, const char *path);
/* Whether the model has unsaved edits that are not those of a lesson alone. */
gboolean ls_window_lesson_has_work (LsWindow *self);
/* What a lesson's button waited for has ended. */
void ls_window_lesson_continue (LsWindow *self);

/* window-lecture.c */
void ls_window_lecture_init (LsWindow *self);
void ls_window_lecture_dispose (LsWindow *self);

/* window-history.c */
void ls_window_history_init (LsWindow *self);
/* A comparison begins; the job's has ended; all belongs to another model. */
void ls_window_history_begin (LsWindow *self);
void ls_window_history_end (LsWindow *self);
void ls_window_history_forget (LsWindow *self);
/* @run: (transfer full) */
void ls_window_history_add (LsWindow *self, LsPastRun *run);
void ls_window_history_dispose (LsWindow *self);
void ls_window_history_finalize (LsWindow *self);

/* window-queue.c */
void ls_window_queue_init (LsWindow *self);
void ls_window_queue_update (LsWindow *self);
/* Begins the next one, when there is one and nothing runs. */
void ls_window_queue_next (LsWindow *self);
void ls_window_queue_forget (LsWindow *self);

/* window-import.c */
void ls_window_import_init (LsWindow *self);
void ls_window_import_update (LsWindow *self);
void ls_window_import_forget (LsWindow *self);
/* Results of other programs, read on a thread; what becomes of them is said in a bar. Whether they
 * are of a kind that can be read. */
gboolean ls_window_is_result (const char *path);
/* A filter of the results that can be read. */
void ls_window_add_result_filter (GtkFileChooser *chooser);
void ls_window_import (LsWindow *self, char **paths);
/* The same for a file that errors are to be measured against. */
void ls_window_import_reference (LsWindow *self, const char *path);
/* (transfer none): for what is read for the present model */
GCancellable *ls_window_import_get_cancellable (LsWindow *self);

/* window-results.c */
void ls_window_results_init (LsWindow *self);
/* Before @model is written: the runs that are to be stored in it then, (transfer full) (nullable).
 */
LsRunHistory *ls_window_results_take (LsWindow *self, LsModel *model);
/* Of a run something is another now. */
void ls_window_results_changed (LsWindow *self);
/* The runs of the model that is shown next are in these files (kept-runs.h) as well. */
void ls_window_results_expect (LsWindow *self, GPtrArray *paths);

/* window-check.c */
/* @error: (nullable): why it cannot run */
typedef void (*LsWindowCheckedFunc) (LsWindow *self, LsComparison *comparison, const GError *error);
/* What takes time to find out about a comparison that has not begun; at once where there is nothing
 * of the kind. Once @cancellable is cancelled @func is not called. */
void ls_window_check (LsWindow *self,
                      LsComparison *comparison,
                      GCancellable *cancellable,
                      LsWindowCheckedFunc func);

/* window-run.c */
/* Returns: (transfer full): what the document says; %NULL when that cannot be, which was said. */
LsComparison *ls_window_run_prepare (LsWindow *self);
/* Whether a run is under way, or about to be. */
gboolean ls_window_run_is_busy (LsWindow *self);
/* Begins a comparison once the model is copied for recovery; nothing runs now. */
void ls_window_run_start (LsWindow *self, LsComparison *comparison);
/* As ls_window_run(), but it waits before its first step. */
void ls_window_run_paused (LsWindow *self);
void ls_window_run_init (LsWindow *self);
void ls_window_run_update (LsWindow *self);
/* Takes plots and results away: they belong to another model. */
void ls_window_run_forget (LsWindow *self);
void ls_window_run_dispose (LsWindow *self);
void ls_window_run_set_wide (LsWindow *self, gboolean wide);
