/* Editing and viewing: the commands of the window that go to the document and the canvas. */
#include <glib/gi18n-lib.h>
#include "app/dialog/connect-names.h"
#include "app/dialog/print.h"
#include "app/dialog/replace-fmu.h"
#include "app/help/help-window.h"
#include "app/base/later.h"
#include "app/macro/macro-step-page.h"
#include "app/window/window-private.h"

#define ACTION(name)                                                                               \
  static void name##_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,   \
                         gpointer user_data)

ACTION (undo)
{
  ls_document_undo (LS_WINDOW (user_data)->document);
}

ACTION (redo)
{
  ls_document_redo (LS_WINDOW (user_data)->document);
}

#define CANVAS(name, call)                                                                         \
  ACTION (name)                                                                                    \
  {                                                                                                \
    LsCanvas *canvas = LS_CANVAS (LS_WINDOW (user_data)->canvas);                                  \
    call;                                                                                          \
  }

CANVAS (delete, ls_canvas_delete_selection (canvas))
CANVAS (disconnect, ls_canvas_disconnect_selection (canvas))
CANVAS (select_all, ls_canvas_select_all (canvas))
CANVAS (copy, ls_canvas_copy (canvas))
CANVAS (cut, ls_canvas_cut (canvas))
CANVAS (paste, ls_canvas_paste (canvas))
CANVAS (duplicate, ls_canvas_duplicate (canvas))
CANVAS (add_note, ls_canvas_add_note (canvas))
CANVAS (edit_note, ls_canvas_edit_note (canvas))
CANVAS (enter_system, ls_canvas_enter (canvas, ls_canvas_get_selected_system (canvas)))
CANVAS (leave_system, ls_canvas_leave (canvas))
CANVAS (rotate_right, ls_canvas_rotate (canvas, 1))
CANVAS (rotate_left, ls_canvas_rotate (canvas, -1))
CANVAS (flip, ls_canvas_flip (canvas))
CANVAS (align_left, ls_canvas_align (canvas, LS_ALIGN_LEFT))
CANVAS (align_center, ls_canvas_align (canvas, LS_ALIGN_CENTER))
CANVAS (align_right, ls_canvas_align (canvas, LS_ALIGN_RIGHT))
CANVAS (align_top, ls_canvas_align (canvas, LS_ALIGN_TOP))
CANVAS (align_middle, ls_canvas_align (canvas, LS_ALIGN_MIDDLE))
CANVAS (align_bottom, ls_canvas_align (canvas, LS_ALIGN_BOTTOM))
CANVAS (distribute_across, ls_canvas_distribute (canvas, FALSE))
CANVAS (distribute_down, ls_canvas_distribute (canvas, TRUE))
CANVAS (arrange, ls_canvas_arrange (canvas))
CANVAS (find, ls_canvas_find (canvas))
CANVAS (reset_route, ls_canvas_reset_routes (canvas))
CANVAS (zoom_in, ls_canvas_zoom_by (canvas, 1.2))
CANVAS (zoom_out, ls_canvas_zoom_by (canvas, 1 / 1.2))
CANVAS (zoom_fit, ls_canvas_zoom_fit (canvas))
CANVAS (zoom_one, ls_canvas_zoom_one (canvas))

ACTION (replace_fmu)
{
  LsWindow *self = user_data;
  guint id = ls_canvas_get_selected_component (LS_CANVAS (self->canvas));

  if (id != 0 && !ls_document_in_group (self->document))
    ls_replace_fmu_ask (GTK_WINDOW (self), self->document, id);
}

ACTION (print)
{
  ls_print_diagram (GTK_WINDOW (user_data), LS_CANVAS (LS_WINDOW (user_data)->canvas));
}

static void
show_map_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  ls_canvas_set_map_shown (LS_CANVAS (LS_WINDOW (user_data)->canvas),
                           g_variant_get_boolean (state));
}

static void
show_feed_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  ls_canvas_set_feed_shown (LS_CANVAS (LS_WINDOW (user_data)->canvas),
                            g_variant_get_boolean (state));
}

ACTION (rename)
{
  LsWindow *self = user_data;

  gtk_stack_set_visible_child (GTK_STACK (self->side_stack), self->inspector);
  ls_inspector_edit_name (LS_INSPECTOR (self->inspector));
}

/* By way of the diagram: a part that has the focus already would only move it on. */
static void
focus_first (LsWindow *self, GtkWidget *part)
{
  gtk_widget_grab_focus (self->canvas);
  gtk_widget_child_focus (part, GTK_DIR_TAB_FORWARD);
}

ACTION (show_library)
{
  ls_window_leave_start (user_data);
  focus_first (user_data, LS_WINDOW (user_data)->library);
}

ACTION (show_diagram)
{
  ls_window_leave_start (user_data);
  gtk_widget_grab_focus (LS_WINDOW (user_data)->canvas);
}

static void
show_side (LsWindow *self, GtkWidget *page)
{
  ls_window_leave_start (self);
  gtk_stack_set_visible_child (GTK_STACK (self->side_stack), page);
  focus_first (self, page);
}

#define SIDE(name, page)                                                                           \
  ACTION (name)                                                                                    \
  {                                                                                                \
    show_side (user_data, LS_WINDOW (user_data)->page);                                            \
  }

SIDE (show_component, inspector)
SIDE (show_omega, omega_view)
SIDE (show_inputs, open_inputs)

/* Not while a drag is under way: its steps would be mixed with these. */
ACTION (connect_names)
{
  LsWindow *self = user_data;

  if (!ls_document_in_group (self->document))
    ls_connect_names_show (GTK_WINDOW (self), self->document);
}

static void
show_lower (LsWindow *self, GtkWidget *page)
{
  gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), page);
  focus_first (self, page);
}

ACTION (show_start)
{
  ls_window_show_start (user_data);
}

#define LOWER(name, page)                                                                          \
  ACTION (name)                                                                                    \
  {                                                                                                \
    show_lower (user_data, LS_WINDOW (user_data)->page);                                           \
  }

LOWER (show_plots, plots_box)
LOWER (show_results, results)
LOWER (show_history, history_page)
LOWER (show_stability, stability)
LOWER (show_messages, messages)

/* Where a run waits, it is its next step that is looked at. */
ACTION (show_macro_step)
{
  LsWindow *self = user_data;
  LsRun *run = self->job != NULL && ls_run_job_is_running (self->job)
                   ? ls_comparison_get_paused (ls_run_job_get_comparison (self->job))
                   : NULL;

  if (run != NULL)
    {
      g_autofree char *method = ls_method_choice_to_text (ls_run_get_choice (run));

      ls_macro_step_page_look (LS_MACRO_STEP_PAGE (self->macro_step), method,
                               ls_run_get_time (run));
    }
  show_lower (self, self->macro_step);
}

static void
destroy_part_cb (GtkWidget *part, G_GNUC_UNUSED gpointer user_data)
{
  gtk_widget_destroy (part);
}

static void
keep_part_cb (GtkWidget *part, gpointer parts)
{
  g_ptr_array_add (parts, g_object_ref (part));
  if (GTK_IS_CONTAINER (part))
    gtk_container_forall (GTK_CONTAINER (part), keep_part_cb, parts);
}

/* GTK's own destroys the sections alone: the box around them would live on with a parent that is
 * dead, and who reads the screen to people would stumble over it. It looks at its parts once more
 * before it is gone, so that these stay until then. */
static void
shortcuts_destroy_cb (GtkContainer *shortcuts)
{
  GPtrArray *parts;

  if (g_object_get_data (G_OBJECT (shortcuts), "parts") != NULL)
    return;
  parts = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_container_forall (shortcuts, keep_part_cb, parts);
  g_object_set_data_full (G_OBJECT (shortcuts), "parts", parts, (GDestroyNotify)g_ptr_array_unref);
  gtk_container_forall (shortcuts, destroy_part_cb, NULL);
}

static GtkShortcutsWindow *
shortcuts_new (GtkApplicationWindow *window)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/lockstep/Workbench/shortcuts.ui");
  GtkShortcutsWindow *shortcuts
      = GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  gtk_window_set_title (GTK_WINDOW (shortcuts), _ ("Keyboard Shortcuts"));
  g_signal_connect (shortcuts, "destroy", G_CALLBACK (shortcuts_destroy_cb), NULL);
  gtk_application_window_set_help_overlay (window, shortcuts);
  return shortcuts;
}

/* Built when it is first asked for: it has more widgets than the rest of the window. Then it is
 * hidden and shown. */
ACTION (show_help_overlay)
{
  GtkApplicationWindow *window = user_data;
  GtkShortcutsWindow *shortcuts = gtk_application_window_get_help_overlay (window);

  if (shortcuts == NULL)
    shortcuts = shortcuts_new (window);
  gtk_window_present (GTK_WINDOW (shortcuts));
}

/* What the keyboard is at tells what the help begins with. */
ACTION (help)
{
  LsWindow *self = user_data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const struct
  {
    GtkWidget *part;
    const char *place;
  } places[] = {
    { self->library, "diagram#library" },
    { self->canvas, "diagram" },
    { self->inspector, "diagram#component" },
    { self->omega_view, "diagram#connections" },
    { self->open_inputs, "diagram#open-inputs" },
    { self->run_bar, "run" },
    { self->run_values, "run#while-it-runs" },
    { self->results_side, "results" },
    { self->plots_box, "plots" },
    { self->results, "results" },
    { self->stability, "stability" },
    { self->history_page, "runs" },
    { self->macro_step, "macro-step" },
    { self->lesson_panel, "lessons" },
    { self->messages, "messages" },
    { self->start_page, "index" },
  };

  for (guint i = 0; focus != NULL && i < G_N_ELEMENTS (places); i++)
    if (places[i].part != NULL
        && (focus == places[i].part || gtk_widget_is_ancestor (focus, places[i].part)))
      {
        ls_help_show (GTK_WINDOW (self), places[i].place);
        return;
      }
  ls_help_show (GTK_WINDOW (self), "index");
}

/* A hundred items take their time. */
static void
add_menu (gpointer window)
{
  LsWindow *self = window;

  if (self->menu_button != NULL
      && gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu_button)) == NULL)
    gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->menu_button),
                                    G_MENU_MODEL (self->main_menu));
}

ACTION (menu)
{
  add_menu (user_data);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (LS_WINDOW (user_data)->menu_button), TRUE);
}

static const GActionEntry entries[] = {
  { .name = "undo", .activate = undo_cb },
  { .name = "redo", .activate = redo_cb },
  { .name = "delete", .activate = delete_cb },
  { .name = "disconnect", .activate = disconnect_cb },
  { .name = "select-all", .activate = select_all_cb },
  { .name = "copy", .activate = copy_cb },
  { .name = "cut", .activate = cut_cb },
  { .name = "paste", .activate = paste_cb },
  { .name = "duplicate", .activate = duplicate_cb },
  { .name = "add-note", .activate = add_note_cb },
  { .name = "edit-note", .activate = edit_note_cb },
  { .name = "enter-system", .activate = enter_system_cb },
  { .name = "leave-system", .activate = leave_system_cb },
  { .name = "rotate-right", .activate = rotate_right_cb },
  { .name = "rotate-left", .activate = rotate_left_cb },
  { .name = "flip", .activate = flip_cb },
  { .name = "align-left", .activate = align_left_cb },
  { .name = "align-center", .activate = align_center_cb },
  { .name = "align-right", .activate = align_right_cb },
  { .name = "align-top", .activate = align_top_cb },
  { .name = "align-middle", .activate = align_middle_cb },
  { .name = "align-bottom", .activate = align_bottom_cb },
  { .name = "distribute-across", .activate = distribute_across_cb },
  { .name = "distribute-down", .activate = distribute_down_cb },
  { .name = "arrange", .activate = arrange_cb },
  { .name = "reset-route", .activate = reset_route_cb },
  { .name = "find", .activate = find_cb },
  { .name = "replace-fmu", .activate = replace_fmu_cb },
  { .name = "print", .activate = print_cb },
  { .name = "show-map", .state = "true", .change_state = show_map_cb },
  { .name = "show-feed", .state = "false", .change_state = show_feed_cb },
  { .name = "rename", .activate = rename_cb },
  { .name = "zoom-in", .activate = zoom_in_cb },
  { .name = "zoom-out", .activate = zoom_out_cb },
  { .name = "zoom-fit", .activate = zoom_fit_cb },
  { .name = "zoom-one", .activate = zoom_one_cb },
  { .name = "show-library", .activate = show_library_cb },
  { .name = "show-diagram", .activate = show_diagram_cb },
  { .name = "show-component", .activate = show_component_cb },
  { .name = "show-omega", .activate = show_omega_cb },
  { .name = "show-inputs", .activate = show_inputs_cb },
  { .name = "connect-names", .activate = connect_names_cb },
  { .name = "show-start", .activate = show_start_cb },
  { .name = "show-plots", .activate = show_plots_cb },
  { .name = "show-results", .activate = show_results_cb },
  { .name = "show-history", .activate = show_history_cb },
  { .name = "show-stability", .activate = show_stability_cb },
  { .name = "show-macro-step", .activate = show_macro_step_cb },
  { .name = "show-messages", .activate = show_messages_cb },
  { .name = "show-help-overlay", .activate = show_help_overlay_cb },
  { .name = "help", .activate = help_cb },
  { .name = "menu", .activate = menu_cb },
};

void
ls_window_edit_init (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  /* It looks as it will from the beginning. */
  gtk_widget_set_sensitive (self->menu_button, TRUE);
  ls_later_call (self, add_menu);
}

static void
set_history_tooltip (GtkWidget *button, const char *format, const char *name, const char *none)
{
  g_autofree char *text = name != NULL ? g_strdup_printf (format, name) : g_strdup (none);

  gtk_widget_set_tooltip_text (button, text);
}

/* The names of what would be undone, in the menu. */
static void
set_history_item (GMenu *menu, int index, const char *text, const char *name, const char *action)
{
  g_autoptr (GString) escaped = g_string_new (name);
  g_autofree char *label = NULL;
  g_autofree char *present = NULL;

  g_string_replace (escaped, "_", "__", 0); /* no mnemonics */
  label = name != NULL ? g_strdup_printf (_ ("%s “%s”"), text, escaped->str) : g_strdup (text);
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), index, G_MENU_ATTRIBUTE_LABEL, "s",
                                   &present);
  if (g_strcmp0 (label, present) == 0)
    return;
  g_menu_remove (menu, index);
  g_menu_insert (menu, index, label, action);
}

void
ls_window_edit_update (LsWindow *self)
{
  LsCanvas *canvas = LS_CANVAS (self->canvas);
  const char *undo = ls_document_get_undo_name (self->document);
  const char *redo = ls_document_get_redo_name (self->document);
  static const char *const of_some[]
      = { "copy", "cut", "duplicate", "rotate-right", "rotate-left", "flip" };
  static const char *const of_several[] = { "align-left", "align-center", "align-right",
                                            "align-top",  "align-middle", "align-bottom" };
  gboolean selected = ls_canvas_get_n_selected (canvas) > 0;
  guint n_blocks = ls_canvas_get_n_components_selected (canvas);

  ls_window_set_action_enabled (self, "undo", undo != NULL);
  ls_window_set_action_enabled (self, "redo", redo != NULL);
  set_history_item (self->history_menu, 0, _ ("_Undo"), undo, "win.undo");
  set_history_item (self->history_menu, 1, _ ("_Redo"), redo, "win.redo");
  set_history_tooltip (self->undo_button, _ ("Undo “%s” (Ctrl+Z)"), undo, _ ("Nothing to undo"));
  set_history_tooltip (self->redo_button, _ ("Redo “%s” (Ctrl+Shift+Z)"), redo,
                       _ ("Nothing to redo"));
  ls_window_set_action_enabled (self, "delete", selected);
  ls_window_set_action_enabled (self, "disconnect", selected);
  for (guint i = 0; i < G_N_ELEMENTS (of_some); i++)
    ls_window_set_action_enabled (self, of_some[i], n_blocks > 0);
  for (guint i = 0; i < G_N_ELEMENTS (of_several); i++)
    ls_window_set_action_enabled (self, of_several[i], n_blocks > 1);
  ls_window_set_action_enabled (self, "distribute-across", n_blocks > 2);
  ls_window_set_action_enabled (self, "distribute-down", n_blocks > 2);
  ls_window_set_action_enabled (self, "reset-route", selected);
  ls_window_set_action_enabled (self, "replace-fmu",
                                ls_canvas_get_selected_component (canvas) != 0);
  ls_window_set_action_enabled (self, "edit-note", ls_canvas_get_selected_note (canvas) != 0);
  ls_window_set_action_enabled (self, "enter-system", ls_canvas_get_selected_system (canvas) != 0);
  ls_window_set_action_enabled (self, "leave-system", ls_canvas_get_system (canvas) != 0);
  ls_window_set_action_enabled (self, "rename", ls_canvas_get_selected_component (canvas) != 0);
  ls_window_set_action_enabled (self, "reload", ls_document_get_path (self->document) != NULL);
}
