#include "app/window/window-private.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "app/canvas/system-bar.h"
#include "app/base/later.h"
#include "app/lesson/lesson-panel.h"
#include "app/macro/macro-step-page.h"
#include "app/base/report.h"
#include "app/base/style.h"
#include "app/base/widgets.h"

G_DEFINE_TYPE (LsWindow, ls_window, GTK_TYPE_APPLICATION_WINDOW)

/* From this width on the table of results stands beside the plots, px. */
#define WIDE 1500

LsDocument *
ls_window_get_document (LsWindow *self)
{
  return self->document;
}

LsCanvas *
ls_window_get_canvas (LsWindow *self)
{
  return LS_CANVAS (self->canvas);
}

void
ls_window_set_action_enabled (LsWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static guint
count_open_inputs (LsModel *model)
{
  guint n = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      g_autoptr (GPtrArray) inputs = ls_component_list_inputs (component);

      for (guint j = 0; j < inputs->len; j++)
        {
          const LsVariable *variable = g_ptr_array_index (inputs, j);

          if (variable->causality == LS_CAUSALITY_INPUT
              && ls_model_find_source (model, component->id, variable->name) == NULL)
            n++;
        }
    }
  return n;
}

/* "2 components, 2 connections, 1 input open, 1 selected; zoom 100 %" */
static void
update_status (LsWindow *self)
{
  LsModel *model = ls_document_get_model (self->document);
  const char *hint = ls_canvas_get_hint (LS_CANVAS (self->canvas));
  guint n_components = ls_model_get_n_components (model);
  guint n_connections = ls_model_get_n_connections (model);
  guint n_open = count_open_inputs (model);
  guint n_selected = ls_canvas_get_n_selected (LS_CANVAS (self->canvas));
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%u component", "%u components", n_components),
                          n_components);
  g_string_append_printf (text, ngettext (", %u connection", ", %u connections", n_connections),
                          n_connections);
  g_string_append_printf (text, ngettext (", %u input open", ", %u inputs open", n_open), n_open);
  if (n_selected > 0)
    g_string_append_printf (text, ngettext (", %u selected", ", %u selected", n_selected),
                            n_selected);
  g_string_append_printf (text, _ ("; zoom %.0f %%"),
                          100 * ls_canvas_get_zoom (LS_CANVAS (self->canvas)));
  if (*hint != '\0')
    g_string_append_printf (text, " — %s", hint);
  gtk_label_set_text (GTK_LABEL (self->status_label), text->str);
}

void
ls_window_update_state (LsWindow *self)
{
  g_autofree char *title
      = g_strdup_printf ("%s%s", ls_document_is_dirty (self->document) ? "*" : "",
                         ls_document_get_title (self->document));
  g_autofree char *whole = g_strdup_printf ("%s – %s", title, _ ("Lockstep"));

  gtk_window_set_title (GTK_WINDOW (self), whole);
  if (gtk_window_get_titlebar (GTK_WINDOW (self)) != NULL)
    gtk_header_bar_set_title (GTK_HEADER_BAR (self->header_bar), title);
  ls_window_edit_update (self);
  ls_window_run_update (self);
  update_status (self);
}

static void
document_changed_cb (LsWindow *self)
{
  ls_window_leave_start (self);
  update_status (self);
  ls_window_run_update (self);
}

static void
selection_changed_cb (LsWindow *self)
{
  LsCanvas *canvas = LS_CANVAS (self->canvas);
  LsModel *model = ls_document_get_model (self->document);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  guint connection = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    if (ls_canvas_is_component_selected (canvas, ls_model_get_component (model, i)->id))
      g_array_append_val (ids, ls_model_get_component (model, i)->id);
  for (guint i = 0; ids->len == 0 && i < ls_model_get_n_connections (model); i++)
    if (ls_canvas_is_connection_selected (canvas, ls_model_get_connection (model, i)->id))
      connection = ls_model_get_connection (model, i)->id;
  if (ls_canvas_get_n_selected (canvas) > 1)
    connection = 0;
  ls_inspector_set_selection (LS_INSPECTOR (self->inspector), (const guint *)ids->data, ids->len,
                              connection);
  ls_window_edit_update (self);
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
  guint n = ls_messages_get_n (LS_MESSAGES (self->messages));
  g_autofree char *text
      = n > 0 ? g_strdup_printf (_ ("Messages (%u)"), n) : g_strdup (_ ("Messages"));

  gtk_container_child_set (GTK_CONTAINER (self->lower_stack), self->messages, "title", text, NULL);
}

/* The case chosen in the map is run; its curves are what was asked for. */
static void
case_opened_cb (LsWindow *self)
{
  gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), self->plots_box);
  ls_window_run (self);
}

/* A click on a message leads to the block. */
static void
message_component_cb (LsWindow *self, const char *name)
{
  const LsComponent *component
      = ls_model_find_component_by_name (ls_document_get_model (self->document), name);

  if (component != NULL)
    ls_canvas_select_component (LS_CANVAS (self->canvas), component->id, FALSE);
}

static gboolean
ls_window_configure_event (GtkWidget *widget, GdkEventConfigure *event)
{
  LsWindow *self = LS_WINDOW (widget);

  ls_window_run_set_wide (self, event->width >= WIDE);
  return GTK_WIDGET_CLASS (ls_window_parent_class)->configure_event (widget, event);
}

/* Esc cancels a run when nothing on the way (a wire, a popover) had a use for it. */
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

static gboolean
ls_window_delete_event (GtkWidget *widget, G_GNUC_UNUSED GdkEventAny *event)
{
  return ls_window_confirm_close (LS_WINDOW (widget)) ? GDK_EVENT_PROPAGATE : GDK_EVENT_STOP;
}

/* Time since the program was started, ms, from the kernel's books. */
static double
time_since_start (void)
{
  g_autofree char *text = NULL;
  const char *fields;
  unsigned long long start = 0;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL))
    return NAN;
  /* The name in parentheses may hold spaces; the 22nd field is the 20th after it. */
  fields = strrchr (text, ')');
  if (fields == NULL
      || sscanf (
             fields + 1,
             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
             &start)
             != 1)
    return NAN;
  struct timespec now;
  clock_gettime (CLOCK_BOOTTIME, &now);
  return 1e3 * ((double)now.tv_sec - (double)start / (double)sysconf (_SC_CLK_TCK))
         + (double)now.tv_nsec * 1e-6;
}

static void
after_paint_cb (GdkFrameClock *clock, LsWindow *self)
{
  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, self);
  ls_later_begin ();
  if (!self->measures_frame)
    return;
  gdk_display_sync (gtk_widget_get_display (GTK_WIDGET (self)));
  g_print ("%.0f\n", time_since_start ());
  gtk_widget_destroy (GTK_WIDGET (self));
}

/* The frame that counts is that with the model in it. */
static gboolean
first_draw_cb (LsWindow *self)
{
  if (ls_window_is_loading (self))
    return GDK_EVENT_PROPAGATE;
  g_signal_handlers_disconnect_by_func (self->canvas, first_draw_cb, self);
  g_signal_handlers_disconnect_by_func (self->start_page, first_draw_cb, self);
  g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (self)), "after-paint",
                           G_CALLBACK (after_paint_cb), self, 0);
  return GDK_EVENT_PROPAGATE;
}

void
ls_window_measure_first_frame (LsWindow *self)
{
  self->measures_frame = TRUE;
}

static void
ls_window_dispose (GObject *object)
{
  LsWindow *self = LS_WINDOW (object);

  ls_window_recovery_dispose (self);
  ls_window_file_dispose (self);
  ls_window_load_dispose (self);
  ls_window_lecture_dispose (self);
  ls_window_lesson_dispose (self);
  ls_window_fmus_dispose (self);
  ls_window_history_dispose (self);
  ls_window_run_dispose (self);
  G_OBJECT_CLASS (ls_window_parent_class)->dispose (object);
}

static void
ls_window_finalize (GObject *object)
{
  g_clear_object (&LS_WINDOW (object)->document);
  ls_window_history_finalize (LS_WINDOW (object));
  G_OBJECT_CLASS (ls_window_parent_class)->finalize (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsWindow, child)

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
  BIND (link_button);
  BIND (library);
  BIND (canvas);
  BIND (status_label);
  BIND (side_stack);
  BIND (inspector);
  BIND (omega_view);
  BIND (open_inputs);
  BIND (lower_stack);
  BIND (start_page);
  BIND (plots_box);
  BIND (results);
  BIND (stability);
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
  /* Types that the template names. */
  g_type_ensure (LS_TYPE_CANVAS);
  g_type_ensure (LS_TYPE_RUN_BAR);
  g_type_ensure (LS_TYPE_RUN_STATUS);
  g_type_ensure (LS_TYPE_LIBRARY);
  g_type_ensure (LS_TYPE_INSPECTOR);
  g_type_ensure (LS_TYPE_OMEGA_VIEW);
  g_type_ensure (LS_TYPE_OPEN_INPUTS);
  g_type_ensure (LS_TYPE_RESULTS);
  g_type_ensure (LS_TYPE_STABILITY_PAGE);
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

/* With GTK_CSD=0 the window manager draws the title; the buttons stand beneath it. */
static void
place_header (LsWindow *self)
{
  GtkHeaderBar *bar = GTK_HEADER_BAR (self->header_bar);

  if (g_strcmp0 (g_getenv ("GTK_CSD"), "0") != 0)
    {
      gtk_header_bar_set_show_close_button (bar, TRUE);
      gtk_window_set_titlebar (GTK_WINDOW (self), self->header_bar);
      return;
    }
  gtk_header_bar_set_custom_title (bar, gtk_label_new (NULL));
  gtk_box_pack_start (GTK_BOX (self->main_box), self->header_bar, FALSE, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (self->main_box), self->header_bar, 0);
}

static void
add_system_bar (LsWindow *self)
{
  GtkWidget *box = gtk_widget_get_parent (self->canvas);
  GtkWidget *bar = ls_system_bar_new (LS_CANVAS (self->canvas));

  gtk_box_pack_start (GTK_BOX (box), bar, FALSE, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (box), bar, 0);
}

static void
connect_views (LsWindow *self)
{
  LsCanvas *canvas = LS_CANVAS (self->canvas);

  ls_canvas_set_document (canvas, self->document);
  add_system_bar (self);
  ls_run_bar_set_document (LS_RUN_BAR (self->run_bar), self->document);
  ls_inspector_set_document (LS_INSPECTOR (self->inspector), self->document);
  ls_omega_view_set_canvas (LS_OMEGA_VIEW (self->omega_view), canvas);
  ls_open_inputs_set_canvas (LS_OPEN_INPUTS (self->open_inputs), canvas);
  ls_stability_page_set_document (LS_STABILITY_PAGE (self->stability), self->document);
  ls_macro_step_page_set_document (LS_MACRO_STEP_PAGE (self->macro_step), self->document);
  g_signal_connect_object (self->macro_step, "values-changed", G_CALLBACK (ls_canvas_set_values),
                           canvas, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "state-changed", G_CALLBACK (ls_window_update_state),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "view-changed", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "hint-changed", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "system-changed", G_CALLBACK (ls_window_edit_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
}

/* Pages need the same room, so that nothing moves when another one is shown; to measure those that
 * cannot be seen has time. In lessons only the shown one counts. */
static void
measure_pages (gpointer window)
{
  LsWindow *self = window;

  if (self->lower_stack == NULL)
    return;
  gtk_stack_set_homogeneous (GTK_STACK (self->side_stack), TRUE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->lower_stack), TRUE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->lower_stack),
                              !gtk_widget_get_visible (self->lesson_panel));
}

static void
ls_window_init (LsWindow *self)
{
  ls_style_load ();
  self->document = ls_document_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  place_header (self);
  connect_views (self);
  self->recovery = ls_recovery_new (self->document);
  ls_window_file_init (self);
  ls_window_load_init (self);
  ls_window_fmus_init (self);
  ls_window_edit_init (self);
  ls_window_run_init (self);
  ls_window_lecture_init (self);
  ls_window_lesson_init (self);
  ls_window_start_init (self);
  ls_window_recovery_init (self);
  ls_window_update_state (self);
  ls_later_call (self, measure_pages);
  g_signal_connect_object (self->canvas, "draw", G_CALLBACK (first_draw_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->start_page, "draw", G_CALLBACK (first_draw_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_grab_focus (self->canvas);
}

LsWindow *
ls_window_new (GtkApplication *application)
{
  return g_object_new (LS_TYPE_WINDOW, "application", application, NULL);
}
