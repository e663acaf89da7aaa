#include "app/window/window-private.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "app/base/later.h"
#include "app/base/report.h"
#include "app/base/style.h"
#include "app/canvas/system-bar.h"
#include "app/lesson/lesson-panel.h"
#include "app/macro/macro-step-page.h"
#include "app/panel/inspector.h"
#include "app/panel/library.h"
#include "app/panel/messages.h"
#include "app/panel/omega-view.h"
#include "app/panel/open-inputs.h"
#include "app/panel/signals.h"
#include "app/window/pane-sizes.h"
#include "app/run/results.h"
#include "app/run/run-bar.h"
#include "app/run/run-status.h"
#include "app/stability/stability-page.h"
#include "app/variations/variations-page.h"
#include "app/start/start-page.h"
#include "app/window/status-line.h"
#include "app/window/view-commands.h"
#include "core/lesson/lesson.h"

G_DEFINE_TYPE (LsWindow, ls_window, GTK_TYPE_APPLICATION_WINDOW)

/* Minimum width at which the table of results is shown beside the plots, px. */
#define WIDE 1500

LsDocument *
ls_window_get_document (LsWindow *self)
{
  g_return_val_if_fail (LS_IS_WINDOW (self), NULL);

  return self->frame.document;
}

LsCanvas *
ls_window_get_canvas (LsWindow *self)
{
  g_return_val_if_fail (LS_IS_WINDOW (self), NULL);

  return LS_CANVAS (self->frame.canvas);
}

static void
may_open_cb (gpointer object, gboolean go_on, gpointer path)
{
  LsWindow *self = LS_WINDOW (object);

  self->opened = go_on && ls_load_control_open (self->load, path, FALSE);
}

gboolean
ls_window_open (LsWindow *self, const char *path)
{
  g_return_val_if_fail (LS_IS_WINDOW (self) && path != NULL, FALSE);

  if (ls_lesson_is_lesson (path))
    return ls_lesson_control_open (self->lesson, path);
  /* To be asked is no error. */
  self->opened = TRUE;
  ls_save_control_ask (self->save, self, may_open_cb, g_strdup (path), g_free);
  return self->opened;
}

gboolean
ls_window_open_and_run (LsWindow *self, const char *path)
{
  g_return_val_if_fail (LS_IS_WINDOW (self) && path != NULL, FALSE);

  if (ls_lesson_is_lesson (path))
    return ls_lesson_control_open (self->lesson, path);
  return ls_load_control_open (self->load, path, TRUE);
}

void
ls_window_run (LsWindow *self)
{
  g_return_if_fail (LS_IS_WINDOW (self));

  ls_run_control_begin (self->run, FALSE);
}

void
ls_window_show_start (LsWindow *self)
{
  g_return_if_fail (LS_IS_WINDOW (self));

  ls_start_control_show (self->start);
}

void
ls_window_measure_first_frame (LsWindow *self)
{
  g_return_if_fail (LS_IS_WINDOW (self));

  ls_first_frame_measure (self->first_frame);
}

/* ---- Changes ------------------------------------------------------------------------------- */

static void
update_run_commands (LsWindow *self)
{
  if (self->first_frame == NULL)
    return;
  ls_run_control_update (self->run);
  ls_lead_control_update (self->lead);
  ls_queue_control_update (self->queue);
  ls_import_control_update (self->import);
}

static void
update_status (LsWindow *self)
{
  ls_status_line_update (&self->frame);
}

static void
update_edit_commands (LsWindow *self)
{
  ls_edit_commands_update (&self->frame);
}

static void
update_state (LsWindow *self)
{
  g_autofree char *title
      = g_strdup_printf ("%s%s", ls_document_is_dirty (self->frame.document) ? "*" : "",
                         ls_document_get_title (self->frame.document));
  g_autofree char *whole = g_strdup_printf ("%s – %s", title, _ ("Lockstep"));

  gtk_window_set_title (GTK_WINDOW (self), whole);
  if (gtk_window_get_titlebar (GTK_WINDOW (self)) != NULL)
    gtk_header_bar_set_title (GTK_HEADER_BAR (self->frame.header_bar), title);
  update_edit_commands (self);
  update_run_commands (self);
  update_status (self);
}

static void
document_changed_cb (LsWindow *self)
{
  ls_frame_leave_start (&self->frame);
  update_status (self);
  update_run_commands (self);
}

static void
selection_changed_cb (LsWindow *self)
{
  LsCanvas *canvas = LS_CANVAS (self->frame.canvas);
  LsModel *model = ls_document_get_model (self->frame.document);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint connection = ls_canvas_get_selected_connection (canvas);

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    if (ls_canvas_is_component_selected (canvas, ls_model_get_component (model, i)->id))
      g_array_append_val (ids, ls_model_get_component (model, i)->id);
  ls_inspector_set_selection (LS_INSPECTOR (self->frame.inspector), (const guint *)ids->data,
                              ids->len, connection);
  update_edit_commands (self);
  update_status (self);
}

static void
problem_cb (LsWindow *self, const char *title, const char *message)
{
  ls_report_problem (GTK_WIDGET (self), title, message);
}

static void
messages_changed_cb (LsWindow *self)
{
  guint n = ls_messages_get_n (LS_MESSAGES (self->frame.messages));
  g_autofree char *text
      = n > 0 ? g_strdup_printf (_ ("Messages (%u)"), n) : g_strdup (_ ("Messages"));

  gtk_container_child_set (GTK_CONTAINER (self->frame.lower_stack), self->frame.messages, "title",
                           text, NULL);
}

/* Runs the case chosen in the stability map and shows the plots. */
static void
case_opened_cb (LsWindow *self)
{
  ls_frame_show_lower (&self->frame, self->frame.plots_box);
  ls_window_run (self);
}

/* A click on a message selects its component. */
static void
message_component_cb (LsWindow *self, const char *name)
{
  ls_frame_select_component (&self->frame, name);
}

/* ---- Signals of controllers ---------------------------------------------------------------- */

/* Clears the data of the present model. */
static void
leaving_cb (LsWindow *self)
{
  ls_queue_control_forget (self->queue);
  ls_import_control_forget (self->import);
  ls_stored_runs_forget (self->stored);
  ls_history_control_forget (self->history);
  ls_run_control_forget (self->run);
}

static void
loaded_cb (LsWindow *self)
{
  update_state (self);
  ls_lesson_control_continue (self->lesson);
}

/* Restores in a new window if this one is in use. */
static void
restore_cb (LsWindow *self, LsRecoveryCopy *leftover)
{
  LsDocument *document = self->frame.document;

  if (ls_document_is_dirty (document) || ls_document_get_path (document) != NULL)
    {
      self = ls_window_new (gtk_window_get_application (GTK_WINDOW (self)));
      gtk_window_present (GTK_WINDOW (self));
    }
  ls_load_control_restore (self->load, leftover);
}

static void
open_path_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autofree char *path = g_variant_dup_string (parameter, NULL);

  ls_window_open (self, path);
}

static const GActionEntry entries[] = {
  { .name = "open-path", .parameter_type = "s", .activate = open_path_cb },
};

/* ---- The widget ---------------------------------------------------------------------------- */

static gboolean
ls_window_configure_event (GtkWidget *widget, GdkEventConfigure *event)
{
  LsWindow *self = LS_WINDOW (widget);

  if (self->plots != NULL)
    ls_plots_set_wide (self->plots, event->width >= WIDE && !ls_style_is_lecture (widget));
  return GTK_WIDGET_CLASS (ls_window_parent_class)->configure_event (widget, event);
}

/* Esc cancels a run if no other widget (wire, popover) has handled it. */
static gboolean
ls_window_key_press_event (GtkWidget *widget, GdkEventKey *event)
{
  if (GTK_WIDGET_CLASS (ls_window_parent_class)->key_press_event (widget, event))
    return GDK_EVENT_STOP;
  if (event->keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  g_action_group_activate_action (G_ACTION_GROUP (widget), "cancel", NULL);
  return GDK_EVENT_STOP;
}

static void
answered_cb (gpointer object, gboolean go_on, G_GNUC_UNUSED gpointer data)
{
  if (go_on)
    gtk_widget_destroy (object);
}

static void
may_close_cb (GtkWindow *window)
{
  ls_save_control_ask (LS_WINDOW (window)->save, window, answered_cb, NULL, NULL);
}

/* What has to be asked is asked by dialogs that return at once; the last answer closes the window.
 */
static gboolean
ls_window_delete_event (GtkWidget *widget, G_GNUC_UNUSED GdkEventAny *event)
{
  ls_background_control_ask (LS_WINDOW (widget)->background, may_close_cb);
  return GDK_EVENT_STOP;
}

/* In reverse order of construction; dispose explicitly, because tasks may hold references to
 * controllers longer than the window exists. */
static void
drop_controllers (LsWindow *self)
{
  gpointer *const controllers[] = {
    (gpointer *)&self->background, (gpointer *)&self->first_frame, (gpointer *)&self->recovery,
    (gpointer *)&self->lesson,     (gpointer *)&self->lecture,     (gpointer *)&self->start,
    (gpointer *)&self->fmus,       (gpointer *)&self->file,        (gpointer *)&self->load,
    (gpointer *)&self->save,       (gpointer *)&self->recent,      (gpointer *)&self->stored,
    (gpointer *)&self->import,     (gpointer *)&self->lead,        (gpointer *)&self->queue,
    (gpointer *)&self->history,    (gpointer *)&self->run,         (gpointer *)&self->stale,
    (gpointer *)&self->signals,    (gpointer *)&self->play,        (gpointer *)&self->plots
  };

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++)
    if (*controllers[i] != NULL)
      {
        g_object_run_dispose (*controllers[i]);
        g_clear_object (controllers[i]);
      }
}

/* Neither a lecture nor the start page has the panes as they are to be kept. */
static void
keep_sizes (LsWindow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->lecture != NULL
      && !ls_lecture_control_is_on (self->lecture) && !ls_frame_is_start_shown (&self->frame))
    ls_pane_sizes_save (&self->frame);
}

static void
ls_window_dispose (GObject *object)
{
  keep_sizes (LS_WINDOW (object));
  drop_controllers (LS_WINDOW (object));
  G_OBJECT_CLASS (ls_window_parent_class)->dispose (object);
}

static void
ls_window_finalize (GObject *object)
{
  g_clear_object (&LS_WINDOW (object)->frame.document);
  G_OBJECT_CLASS (ls_window_parent_class)->finalize (object);
}

#define BIND(child)                                                                                \
  gtk_widget_class_bind_template_child_full (widget_class, #child, FALSE,                          \
                                             G_STRUCT_OFFSET (LsWindow, frame.child))

static void
bind_children (GtkWidgetClass *widget_class)
{
  BIND (header_bar);
  BIND (main_box);
  BIND (top_box);
  BIND (info_box);
  BIND (menu_button);
  BIND (main_menu);
  BIND (recent_menu);
  BIND (lessons_menu);
  BIND (history_menu);
  BIND (undo_button);
  BIND (redo_button);
  BIND (run_button);
  BIND (step_button);
  BIND (pause_button);
  BIND (cancel_button);
  BIND (run_bar);
  BIND (run_status);
  BIND (stale_box);
  BIND (link_button);
  BIND (left_side);
  BIND (left_stack);
  BIND (library);
  BIND (signals);
  BIND (canvas);
  BIND (status_label);
  BIND (side_stack);
  BIND (inspector);
  BIND (omega_view);
  BIND (open_inputs);
  BIND (lower_bar);
  BIND (lower_stack);
  BIND (start_page);
  BIND (plots_box);
  BIND (results);
  BIND (stability);
  BIND (variations);
  BIND (messages);
  BIND (vertical_paned);
  BIND (lesson_paned);
  BIND (lesson_panel);
  BIND (macro_step);
  BIND (left_paned);
  BIND (right_paned);
}

static void
ls_window_class_init (LsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_window_finalize;
  widget_class->configure_event = ls_window_configure_event;
  widget_class->key_press_event = ls_window_key_press_event;
  widget_class->delete_event = ls_window_delete_event;
  /* Types used by the template. */
  g_type_ensure (LS_TYPE_CANVAS);
  g_type_ensure (LS_TYPE_RUN_BAR);
  g_type_ensure (LS_TYPE_RUN_STATUS);
  g_type_ensure (LS_TYPE_LIBRARY);
  g_type_ensure (LS_TYPE_SIGNALS);
  g_type_ensure (LS_TYPE_INSPECTOR);
  g_type_ensure (LS_TYPE_OMEGA_VIEW);
  g_type_ensure (LS_TYPE_OPEN_INPUTS);
  g_type_ensure (LS_TYPE_RESULTS);
  g_type_ensure (LS_TYPE_STABILITY_PAGE);
  g_type_ensure (LS_TYPE_VARIATIONS_PAGE);
  g_type_ensure (LS_TYPE_MESSAGES);
  g_type_ensure (LS_TYPE_START_PAGE);
  g_type_ensure (LS_TYPE_LESSON_PANEL);
  g_type_ensure (LS_TYPE_MACRO_STEP_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lockstep/Workbench/window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, messages_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, case_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, message_component_cb);
}

/* With GTK_CSD=0 the window manager draws the title bar; the buttons are placed below it. */
static void
place_header (LsWindow *self)
{
  GtkHeaderBar *bar = GTK_HEADER_BAR (self->frame.header_bar);

  if (g_strcmp0 (g_getenv ("GTK_CSD"), "0") != 0)
    {
      gtk_header_bar_set_show_close_button (bar, TRUE);
      gtk_window_set_titlebar (GTK_WINDOW (self), self->frame.header_bar);
      return;
    }
  gtk_header_bar_set_custom_title (bar, gtk_label_new (NULL));
  gtk_box_pack_start (GTK_BOX (self->frame.main_box), self->frame.header_bar, FALSE, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (self->frame.main_box), self->frame.header_bar, 0);
}

static void
add_system_bar (LsWindow *self)
{
  GtkWidget *box = gtk_widget_get_parent (self->frame.canvas);
  GtkWidget *bar = ls_system_bar_new (LS_CANVAS (self->frame.canvas));

  gtk_box_pack_start (GTK_BOX (box), bar, FALSE, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (box), bar, 0);
}

/* Parameters can be ticked while the page of variations is shown. */
static void
lower_changed_cb (LsWindow *self)
{
  ls_inspector_set_varying (LS_INSPECTOR (self->frame.inspector),
                            gtk_stack_get_visible_child (GTK_STACK (self->frame.lower_stack))
                                == self->frame.variations);
}

static void
connect_views (LsWindow *self)
{
  LsCanvas *canvas = LS_CANVAS (self->frame.canvas);

  ls_canvas_set_document (canvas, self->frame.document);
  add_system_bar (self);
  ls_signals_set_document (LS_SIGNALS (self->frame.signals), self->frame.document);
  ls_run_bar_set_document (LS_RUN_BAR (self->frame.run_bar), self->frame.document);
  ls_inspector_set_document (LS_INSPECTOR (self->frame.inspector), self->frame.document);
  ls_omega_view_set_canvas (LS_OMEGA_VIEW (self->frame.omega_view), canvas);
  ls_open_inputs_set_canvas (LS_OPEN_INPUTS (self->frame.open_inputs), canvas);
  ls_stability_page_set_document (LS_STABILITY_PAGE (self->frame.stability), self->frame.document);
  ls_variations_page_set_document (LS_VARIATIONS_PAGE (self->frame.variations),
                                   self->frame.document);
  g_signal_connect_object (self->frame.lower_stack, "notify::visible-child",
                           G_CALLBACK (lower_changed_cb), self, G_CONNECT_SWAPPED);
  ls_macro_step_page_set_document (LS_MACRO_STEP_PAGE (self->frame.macro_step),
                                   self->frame.document);
  g_signal_connect_object (self->frame.macro_step, "values-changed",
                           G_CALLBACK (ls_canvas_set_values), canvas, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->frame.document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->frame.document, "state-changed", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "view-changed", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "hint-changed", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "system-changed", G_CALLBACK (update_edit_commands), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
}

/* All pages get the same size, so that switching pages moves nothing; measuring hidden pages is
 * deferred. In lessons only the visible page determines the width. */
static void
measure_pages (gpointer window)
{
  LsWindow *self = window;

  if (self->frame.lower_stack == NULL)
    return;
  gtk_stack_set_homogeneous (GTK_STACK (self->frame.side_stack), TRUE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->frame.lower_stack), TRUE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->frame.lower_stack),
                              !gtk_widget_get_visible (self->frame.lesson_panel));
}

/* In order of dependency. */
static void
make_controllers (LsWindow *self)
{
  const LsFrame *frame = &self->frame;
  g_autoptr (LsFmuWatch) watch = ls_fmu_watch_new (frame->document);
  g_autoptr (LsRecovery) recovery = ls_recovery_new (frame->document);

  self->plots = ls_plots_new (frame);
  self->play = ls_play_control_new (frame, self->plots);
  self->signals = ls_signals_control_new (frame, self->plots);
  self->stale = ls_stale_control_new (frame, self->plots);
  self->run = ls_run_control_new (frame, self->plots, watch, recovery);
  self->history = ls_history_control_new (frame, self->plots, self->run);
  self->queue
      = ls_queue_control_new (frame, self->run, ls_history_control_get_page (self->history));
  self->lead = ls_lead_control_new (frame, self->run);
  self->import = ls_import_control_new (frame, self->plots, self->run, self->history);
  self->stored = ls_stored_runs_new (frame, self->history, self->import);
  self->recent = ls_recent_menu_new (frame);
  self->recovery = ls_recovery_control_new (frame, recovery, self->recent, self->run, self->stored,
                                            self->history);
  self->background
      = ls_background_control_new (frame, self->run, self->queue, self->history, self->recovery);
  self->save = ls_save_control_new (frame, self->stored, self->recent);
  self->load = ls_load_control_new (frame, self->save, self->recent, self->recovery, self->stored,
                                    self->run, self->import);
  self->file = ls_file_control_new (frame, self->save, self->load);
  self->fmus = ls_fmu_control_new (frame, watch);
  self->start = ls_start_control_new (frame, self->load);
  self->lecture = ls_lecture_control_new (frame, self->plots);
  self->lesson = ls_lesson_control_new (frame, self->plots, self->lecture, self->run, self->save,
                                        self->recovery, self->load);
  self->first_frame = ls_first_frame_new (frame, self->load);
}

static void
follow_controllers (LsWindow *self)
{
  g_signal_connect_object (self->run, "changed", G_CALLBACK (update_run_commands), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "idle", G_CALLBACK (ls_lesson_control_continue), self->lesson,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->load, "leaving", G_CALLBACK (leaving_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->load, "ended", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recovery, "restore", G_CALLBACK (restore_cb), self,
                           G_CONNECT_SWAPPED);
  ls_status_line_find_containment (&self->frame);
}

static void
ls_window_init (LsWindow *self)
{
  ls_style_load ();
  self->frame.window = GTK_WINDOW (self);
  self->frame.document = ls_document_new ();
  ls_frame_attach (&self->frame);
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_label_add_tooltip (GTK_LABEL (self->frame.status_label));
  place_header (self);
  connect_views (self);
  ls_edit_commands_add (&self->frame);
  ls_view_commands_add (&self->frame);
  ls_frame_add_actions (&self->frame, entries, G_N_ELEMENTS (entries), self);
  make_controllers (self);
  follow_controllers (self);
  ls_pane_sizes_restore (&self->frame);
  update_state (self);
  ls_later_call (self, measure_pages);
  ls_widget_focus (self->frame.canvas);
}

LsWindow *
ls_window_new (GtkApplication *application)
{
  g_return_val_if_fail (GTK_IS_APPLICATION (application), NULL);

  return g_object_new (LS_TYPE_WINDOW, "application", application, NULL);
}
