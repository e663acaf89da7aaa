#include "app/window/view-commands.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "app/base/later.h"
#include "app/canvas/canvas.h"
#include "app/help/help-window.h"

#define ACTION(name)                                                                               \
  static void name##_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,   \
                         gpointer user_data)

#define CANVAS(name, call)                                                                         \
  ACTION (name)                                                                                    \
  {                                                                                                \
    LsCanvas *canvas = LS_CANVAS (((const LsFrame *)user_data)->canvas);                           \
    call;                                                                                          \
  }

CANVAS (zoom_in, ls_canvas_zoom_by (canvas, 1.2))
CANVAS (zoom_out, ls_canvas_zoom_by (canvas, 1 / 1.2))
CANVAS (zoom_fit, ls_canvas_zoom_fit (canvas))
CANVAS (zoom_one, ls_canvas_zoom_one (canvas))

static void
show_map_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  ls_canvas_set_map_shown (LS_CANVAS (((const LsFrame *)user_data)->canvas),
                           g_variant_get_boolean (state));
}

static void
show_feed_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  ls_canvas_set_feed_shown (LS_CANVAS (((const LsFrame *)user_data)->canvas),
                            g_variant_get_boolean (state));
}

ACTION (show_library)
{
  const LsFrame *self = user_data;

  ls_frame_leave_start (self);
  gtk_stack_set_visible_child (GTK_STACK (self->left_stack), self->library);
  ls_frame_focus_first (self, self->library);
}

ACTION (show_diagram)
{
  ls_frame_leave_start (user_data);
  ls_widget_focus (((const LsFrame *)user_data)->canvas);
}

static void
show_side (const LsFrame *self, GtkWidget *page)
{
  ls_frame_leave_start (self);
  gtk_stack_set_visible_child (GTK_STACK (self->side_stack), page);
  ls_frame_focus_first (self, page);
}

#define SIDE(name, page)                                                                           \
  ACTION (name)                                                                                    \
  {                                                                                                \
    show_side (user_data, ((const LsFrame *)user_data)->page);                                     \
  }

SIDE (show_component, inspector)
SIDE (show_omega, omega_view)
SIDE (show_inputs, open_inputs)

#define LOWER(name, page)                                                                          \
  ACTION (name)                                                                                    \
  {                                                                                                \
    ls_frame_focus_lower (user_data, ((const LsFrame *)user_data)->page);                          \
  }

LOWER (show_plots, plots_box)
LOWER (show_results, results)
LOWER (show_stability, stability)
LOWER (show_variations, variations)
LOWER (show_messages, messages)

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

/* The GTK handler destroys the sections only and would leave a finalised parent to AT-SPI. GTK
 * accesses the children once more before the window is finalised, so they are referenced until
 * then. */
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

/* Created on demand, because it has more widgets than the rest of the window; then only hidden
 * and shown. */
ACTION (show_help_overlay)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (((const LsFrame *)user_data)->window);
  GtkShortcutsWindow *shortcuts = gtk_application_window_get_help_overlay (window);

  if (shortcuts == NULL)
    shortcuts = shortcuts_new (window);
  gtk_window_present (GTK_WINDOW (shortcuts));
}

/* Shows the help page of the focused widget. */
ACTION (help)
{
  const LsFrame *self = user_data;

  ls_help_show (self->window, ls_help_get_place (gtk_window_get_focus (self->window)));
}

static void
set_help_places (const LsFrame *self)
{
  const struct
  {
    GtkWidget *part;
    const char *place;
  } places[] = {
    { self->library, "diagram#library" },
    { self->signals, "plots#signals" },
    { self->canvas, "diagram" },
    { self->inspector, "diagram#component" },
    { self->omega_view, "diagram#connections" },
    { self->open_inputs, "diagram#open-inputs" },
    { self->run_bar, "run" },
    { self->plots_box, "plots" },
    { self->results, "results" },
    { self->stability, "stability" },
    { self->variations, "variations" },
    { self->macro_step, "macro-step" },
    { self->lesson_panel, "lessons" },
    { self->messages, "messages" },
    { self->start_page, "index" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    ls_help_set_place (places[i].part, places[i].place);
}

/* Deferred: creating a hundred items takes time. */
static void
add_menu (gpointer window)
{
  const LsFrame *self = ls_frame_find (window);

  if (self->menu_button != NULL
      && gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu_button)) == NULL)
    gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->menu_button),
                                    G_MENU_MODEL (self->main_menu));
}

ACTION (menu)
{
  add_menu (((const LsFrame *)user_data)->window);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (((const LsFrame *)user_data)->menu_button),
                                TRUE);
}

static const GActionEntry entries[] = {
  { .name = "show-map", .state = "true", .change_state = show_map_cb },
  { .name = "show-feed", .state = "false", .change_state = show_feed_cb },
  { .name = "zoom-in", .activate = zoom_in_cb },
  { .name = "zoom-out", .activate = zoom_out_cb },
  { .name = "zoom-fit", .activate = zoom_fit_cb },
  { .name = "zoom-one", .activate = zoom_one_cb },
  { .name = "show-library", .activate = show_library_cb },
  { .name = "show-diagram", .activate = show_diagram_cb },
  { .name = "show-component", .activate = show_component_cb },
  { .name = "show-omega", .activate = show_omega_cb },
  { .name = "show-inputs", .activate = show_inputs_cb },
  { .name = "show-plots", .activate = show_plots_cb },
  { .name = "show-results", .activate = show_results_cb },
  { .name = "show-stability", .activate = show_stability_cb },
  { .name = "show-variations", .activate = show_variations_cb },
  { .name = "show-messages", .activate = show_messages_cb },
  { .name = "show-help-overlay", .activate = show_help_overlay_cb },
  { .name = "help", .activate = help_cb },
  { .name = "menu", .activate = menu_cb },
};

void
ls_view_commands_add (const LsFrame *frame)
{
  g_return_if_fail (frame != NULL);

  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), (gpointer)frame);
  set_help_places (frame);
  /* GtkMenuButton is insensitive without a menu; the menu is created later. */
  gtk_widget_set_sensitive (frame->menu_button, TRUE);
  ls_later_call (frame->window, add_menu);
}
