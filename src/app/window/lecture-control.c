#include "app/window/lecture-control.h"
#include <math.h>
#include "app/base/style.h"
#include "app/base/window-state.h"
#include "app/canvas/canvas.h"
#include "app/macro/macro-step-page.h"
#include "app/run/run-bar.h"
#include "app/window/bars.h"

/* Text of a lecture relative to the height of the screen: slides have no smaller one. */
#define TEXT 0.03
/* Factor of one command for larger or smaller text, and the maximum number of such commands. */
#define TEXT_FACTOR 1.1
#define MAX_SIZE 6
#define MIN_SIZE (-6)

/* Height of the diagram as a fraction, depending on the page below: a table needs less space than
 * plots, and a stability map is more important than the diagram. */
#define SHARE_TABLE 0.42
#define SHARE_FIGURE 0.27
#define SHARE_MAP 0.26
/* Tabs that are hidden. */
#define N_HIDDEN 1
/* Width of a lesson as a fraction. */
#define SHARE_LESSON 0.26

/* State before lecture mode. */
typedef struct
{
  int positions[4]; /* of the paned widgets */
  int height;       /* for which the paned widgets are laid out now */
  double share;
} Lecture;

struct _LsLectureControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
  Lecture *lecture; /* (nullable): during lecture mode */
  guint fit_id;
  int size;         /* of the text: number of steps from the default */
  GtkWidget *focus; /* (nullable): while the screen is black: what had the focus before */
  gboolean is_black;
  char *titles[N_HIDDEN]; /* (nullable): of tabs, once they were hidden */
};

G_DEFINE_TYPE (LsLectureControl, ls_lecture_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_LEFT,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* The tabs of what serves preparation leave room for the others. */
static void
show_tabs (LsLectureControl *self, gboolean show)
{
  GtkContainer *stack = GTK_CONTAINER (self->frame->lower_stack);
  GtkWidget *const pages[N_HIDDEN] = { self->frame->variations };

  for (guint i = 0; i < N_HIDDEN; i++)
    {
      if (!show && self->titles[i] == NULL)
        gtk_container_child_get (stack, pages[i], "title", &self->titles[i], NULL);
      gtk_container_child_set (stack, pages[i], "title", show ? self->titles[i] : NULL, NULL);
    }
}

static void
show_chrome (LsLectureControl *self, gboolean show)
{
  show_tabs (self, show);
  gtk_widget_set_visible (self->frame->left_side, show);
  gtk_widget_set_visible (gtk_widget_get_parent (self->frame->side_stack), show);
  gtk_widget_set_visible (self->frame->status_label, show);
  gtk_widget_set_visible (self->frame->link_button, show);
  gtk_widget_set_visible (self->frame->header_bar, show);
  ls_run_bar_set_brief (LS_RUN_BAR (self->frame->run_bar), !show);
  ls_macro_step_page_set_brief (LS_MACRO_STEP_PAGE (self->frame->macro_step), !show);
}

/* Moves the few buttons needed in a lecture to the top bar: the title bar is hidden in full
 * screen. */
static void
move_buttons (LsLectureControl *self, gboolean to_bar)
{
  /* From right to left. Buttons left in the title bar would precede those that return to it. */
  GtkWidget *const buttons[]
      = { self->frame->menu_button, self->frame->cancel_button, self->frame->step_button,
          self->frame->pause_button, self->frame->run_button };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      g_autoptr (GtkWidget) button = g_object_ref (buttons[i]);

      if (to_bar && (button == self->frame->step_button || button == self->frame->pause_button))
        continue;
      gtk_container_remove (GTK_CONTAINER (gtk_widget_get_parent (button)), button);
      if (to_bar)
        gtk_box_pack_end (GTK_BOX (self->frame->top_box), button, FALSE, FALSE, i == 0 ? 6 : 0);
      else
        gtk_header_bar_pack_end (GTK_HEADER_BAR (self->frame->header_bar), button);
    }
}

/* ---- Size of the text ---------------------------------------------------------------------- */

static void
get_screen (LsLectureControl *self, GdkRectangle *screen)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self->frame->window));
  GdkWindow *window = gtk_widget_get_window (GTK_WIDGET (self->frame->window));
  GdkMonitor *monitor = window != NULL ? gdk_display_get_monitor_at_window (display, window)
                                       : gdk_display_get_monitor (display, 0);

  *screen = (GdkRectangle){ 0, 0, 1280, 720 };
  if (monitor != NULL)
    gdk_monitor_get_geometry (monitor, screen);
}

static void
set_size (LsLectureControl *self, int size)
{
  GdkRectangle screen;

  self->size = CLAMP (size, MIN_SIZE, MAX_SIZE);
  get_screen (self, &screen);
  ls_style_set_lecture_text (ceil (TEXT * screen.height * pow (TEXT_FACTOR, self->size)));
  ls_frame_set_enabled (self->frame, "text-larger", self->lecture != NULL && self->size < MAX_SIZE);
  ls_frame_set_enabled (self->frame, "text-smaller",
                        self->lecture != NULL && self->size > MIN_SIZE);
  ls_frame_set_enabled (self->frame, "text-usual", self->lecture != NULL);
  /* Drawn widgets derive their sizes from the style. */
  gtk_widget_reset_style (GTK_WIDGET (self->frame->window));
  ls_canvas_zoom_fit_later (LS_CANVAS (self->frame->canvas));
}

/* Kept for the next lecture. */
static void
choose_size (LsLectureControl *self, int size)
{
  static const char *const keys[] = { "text", NULL };

  set_size (self, size);
  ls_window_state_set_numbers ("lecture", keys, &self->size);
}

static void
larger_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  choose_size (self, LS_LECTURE_CONTROL (self)->size + 1);
}

static void
smaller_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  choose_size (self, LS_LECTURE_CONTROL (self)->size - 1);
}

static void
usual_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  choose_size (self, 0);
}

/* Text that makes the window larger than the screen becomes smaller. Returns: whether it did */
static gboolean
fit_text (LsLectureControl *self)
{
  GdkRectangle screen;

  get_screen (self, &screen);
  if (self->size <= MIN_SIZE
      || (gtk_widget_get_allocated_width (GTK_WIDGET (self->frame->window)) <= screen.width
          && gtk_widget_get_allocated_height (GTK_WIDGET (self->frame->window)) <= screen.height))
    return FALSE;
  set_size (self, self->size - 1);
  return TRUE;
}

/* ---- Panes --------------------------------------------------------------------------------- */

static double
get_share (LsLectureControl *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (self->frame->lower_stack));

  if (page == self->frame->stability)
    return SHARE_MAP;
  return page == self->frame->plots_box || page == self->frame->macro_step ? SHARE_FIGURE
                                                                           : SHARE_TABLE;
}

/* After a change of the window size or the page. */
static gboolean
fit_cb (gpointer user_data)
{
  LsLectureControl *self = user_data;
  const int height = gtk_widget_get_allocated_height (self->frame->vertical_paned);
  const double share = get_share (self);

  self->fit_id = 0;
  if (self->lecture != NULL && fit_text (self))
    return G_SOURCE_REMOVE;
  /* Already laid out for this height, which setting the position does not change. */
  if (self->lecture != NULL && height == self->lecture->height && share == self->lecture->share)
    return G_SOURCE_REMOVE;
  if (self->lecture != NULL)
    {
      self->lecture->height = height;
      self->lecture->share = share;
      gtk_paned_set_position (GTK_PANED (self->frame->vertical_paned), (int)(share * height));
    }
  ls_canvas_zoom_fit_later (LS_CANVAS (self->frame->canvas));
  return G_SOURCE_REMOVE;
}

static void
size_allocated_cb (LsLectureControl *self)
{
  if (self->fit_id == 0)
    self->fit_id = g_idle_add (fit_cb, self);
}

static GtkPaned *
get_paned (LsLectureControl *self, guint index)
{
  GtkWidget *const panes[] = { self->frame->vertical_paned, self->frame->left_paned,
                               self->frame->right_paned, self->frame->lesson_paned };

  return GTK_PANED (panes[index]);
}

/* ---- Keys of a presenter ------------------------------------------------------------------- */

static void
set_black (LsLectureControl *self, gboolean black)
{
  GtkWidget *window = GTK_WIDGET (self->frame->window);

  if (black == self->is_black)
    return;
  self->is_black = black;
  if (black)
    {
      self->focus = gtk_window_get_focus (self->frame->window);
      if (self->focus != NULL)
        g_object_add_weak_pointer (G_OBJECT (self->focus), (gpointer *)&self->focus);
      gtk_style_context_add_class (gtk_widget_get_style_context (window), "black");
    }
  gtk_widget_set_visible (self->frame->main_box, !black);
  if (black)
    return;
  gtk_style_context_remove_class (gtk_widget_get_style_context (window), "black");
  if (self->focus != NULL)
    {
      g_object_remove_weak_pointer (G_OBJECT (self->focus), (gpointer *)&self->focus);
      gtk_widget_grab_focus (self->focus);
      self->focus = NULL;
    }
}

/* Shows the page after (@by 1) or before (-1) in the lower part. */
static void
step_page (LsLectureControl *self, int by)
{
  GtkStack *stack = GTK_STACK (self->frame->lower_stack);
  g_autoptr (GList) pages = gtk_container_get_children (GTK_CONTAINER (stack));
  GList *page = g_list_find (pages, gtk_stack_get_visible_child (stack));

  do
    page = page == NULL ? NULL : by > 0 ? page->next : page->prev;
  while (page != NULL
         && (!gtk_widget_get_visible (page->data) || page->data == (gpointer)self->frame->start_page
             || page->data == (gpointer)self->frame->variations));
  if (page != NULL)
    gtk_stack_set_visible_child (stack, page->data);
}

static gboolean
has_action (LsLectureControl *self, const char *action)
{
  return g_action_get_enabled (G_ACTION (ls_frame_get_action (self->frame, action)));
}

/* A lesson has pages of its own. */
static void
turn (LsLectureControl *self, int by, gboolean with_buttons)
{
  const char *action = by < 0 ? "lesson-previous" : with_buttons ? "lesson-step" : "lesson-next";

  if (has_action (self, action))
    ls_frame_command (self->frame, action, NULL);
  else if (!has_action (self, "lesson-close"))
    step_page (self, by);
}

static gboolean
press_key (LsLectureControl *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      turn (self, 1, TRUE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      turn (self, -1, TRUE);
      return GDK_EVENT_STOP;
    case GDK_KEY_b:
    case GDK_KEY_B:
    case GDK_KEY_period:
      set_black (self, TRUE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_Down:
      turn (self, 1, FALSE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_Up:
      turn (self, -1, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gboolean
press_with_control (LsLectureControl *self, guint key)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_plus, "text-larger" },         { GDK_KEY_equal, "text-larger" },
    { GDK_KEY_KP_Add, "text-larger" },       { GDK_KEY_minus, "text-smaller" },
    { GDK_KEY_KP_Subtract, "text-smaller" }, { GDK_KEY_0, "text-usual" },
    { GDK_KEY_KP_0, "text-usual" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key)
      {
        ls_frame_command (self->frame, keys[i].action, NULL);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* Where letters are typed, keys are no commands. */
static gboolean
is_typing (LsLectureControl *self)
{
  return GTK_IS_EDITABLE (gtk_window_get_focus (self->frame->window));
}

/* Arrows, unlike the other keys, are for the presenter only if the focused widget has no use for
 * them: there is a cursor in plots, and a macro step has phases. Nobody moves blocks in a lecture.
 */
static gboolean
key_cb (LsLectureControl *self, GdkEventKey *event)
{
  const GdkModifierType modifiers = event->state & gtk_accelerator_get_default_mod_mask ();
  const gboolean is_arrow = event->keyval == GDK_KEY_Left || event->keyval == GDK_KEY_Right
                            || event->keyval == GDK_KEY_Up || event->keyval == GDK_KEY_Down;

  if (self->is_black)
    {
      set_black (self, FALSE);
      return GDK_EVENT_STOP;
    }
  if ((modifiers & ~GDK_SHIFT_MASK) == GDK_CONTROL_MASK)
    return press_with_control (self, event->keyval);
  if (modifiers != 0 || is_typing (self))
    return GDK_EVENT_PROPAGATE;
  if (is_arrow && gtk_window_get_focus (self->frame->window) != self->frame->canvas
      && gtk_window_propagate_key_event (self->frame->window, event))
    return GDK_EVENT_STOP;
  return press_key (self, event->keyval);
}

static gboolean
button_cb (LsLectureControl *self)
{
  if (!self->is_black)
    return GDK_EVENT_PROPAGATE;
  set_black (self, FALSE);
  return GDK_EVENT_STOP;
}

/* ---- Mode ---------------------------------------------------------------------------------- */

static void
follow_window (LsLectureControl *self)
{
  g_signal_connect_swapped (self->frame->vertical_paned, "size-allocate",
                            G_CALLBACK (size_allocated_cb), self);
  g_signal_connect_swapped (self->frame->lower_stack, "notify::visible-child",
                            G_CALLBACK (size_allocated_cb), self);
  g_signal_connect_swapped (self->frame->window, "key-press-event", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (self->frame->window, "button-press-event", G_CALLBACK (button_cb),
                            self);
}

static void
unfollow_window (LsLectureControl *self)
{
  GtkWidget *const followed[]
      = { self->frame->vertical_paned, self->frame->lower_stack, GTK_WIDGET (self->frame->window) };

  /* After the window was destroyed its template has no children any more. */
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    if (followed[i] != NULL)
      g_signal_handlers_disconnect_by_data (followed[i], self);
}

static void
enter (LsLectureControl *self)
{
  LsPlotDesk *desk = ls_plots_get_desk (self->plots);
  GdkRectangle screen;

  self->lecture = g_new0 (Lecture, 1);
  for (guint i = 0; i < G_N_ELEMENTS (self->lecture->positions); i++)
    self->lecture->positions[i] = gtk_paned_get_position (get_paned (self, i));
  ls_plot_desk_set_brief (desk, LS_BRIEF_IN_LECTURE, TRUE);
  ls_plots_set_wide (self->plots, FALSE);
  show_chrome (self, FALSE);
  ls_bars_set_quiet (self->frame, TRUE);
  move_buttons (self, TRUE);
  ls_canvas_set_large (LS_CANVAS (self->frame->canvas), TRUE);
  gtk_style_context_add_class (gtk_widget_get_style_context (GTK_WIDGET (self->frame->window)),
                               LS_STYLE_LECTURE);
  /* Hidden pages must not determine the width of the visible one. */
  gtk_stack_set_hhomogeneous (GTK_STACK (self->frame->lower_stack), FALSE);
  gtk_window_fullscreen (self->frame->window);
  follow_window (self);
  get_screen (self, &screen);
  gtk_paned_set_position (GTK_PANED (self->frame->lesson_paned),
                          (int)(SHARE_LESSON * screen.width));
  set_size (self, ls_window_state_get_number ("lecture", "text", 0));
}

static void
leave (LsLectureControl *self)
{
  set_black (self, FALSE);
  unfollow_window (self);
  gtk_window_unfullscreen (self->frame->window);
  gtk_style_context_remove_class (gtk_widget_get_style_context (GTK_WIDGET (self->frame->window)),
                                  LS_STYLE_LECTURE);
  ls_canvas_set_large (LS_CANVAS (self->frame->canvas), FALSE);
  move_buttons (self, FALSE);
  show_chrome (self, TRUE);
  ls_bars_set_quiet (self->frame, FALSE);
  ls_plot_desk_set_brief (ls_plots_get_desk (self->plots), LS_BRIEF_IN_LECTURE, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (self->lecture->positions); i++)
    gtk_paned_set_position (get_paned (self, i), self->lecture->positions[i]);
  g_clear_pointer (&self->lecture, g_free);
  set_size (self, self->size);
  g_signal_emit (self, signals[SIGNAL_LEFT], 0);
  size_allocated_cb (self);
}

static void
change_state_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsLectureControl *self = user_data;

  if (g_variant_get_boolean (state) == (self->lecture != NULL))
    return;
  g_simple_action_set_state (action, state);
  if (g_variant_get_boolean (state))
    enter (self);
  else
    leave (self);
}

static const GActionEntry entries[] = {
  { .name = "lecture", .state = "false", .change_state = change_state_cb },
  { .name = "text-larger", .activate = larger_cb },
  { .name = "text-smaller", .activate = smaller_cb },
  { .name = "text-usual", .activate = usual_cb },
};

gboolean
ls_lecture_control_is_on (LsLectureControl *self)
{
  g_return_val_if_fail (LS_IS_LECTURE_CONTROL (self), FALSE);

  return self->lecture != NULL;
}

static void
ls_lecture_control_dispose (GObject *object)
{
  LsLectureControl *self = LS_LECTURE_CONTROL (object);

  unfollow_window (self);
  if (self->focus != NULL)
    g_object_remove_weak_pointer (G_OBJECT (self->focus), (gpointer *)&self->focus);
  self->focus = NULL;
  g_clear_handle_id (&self->fit_id, g_source_remove);
  g_clear_pointer (&self->lecture, g_free);
  for (guint i = 0; i < N_HIDDEN; i++)
    g_clear_pointer (&self->titles[i], g_free);
  G_OBJECT_CLASS (ls_lecture_control_parent_class)->dispose (object);
}

static void
ls_lecture_control_class_init (LsLectureControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_lecture_control_dispose;
  signals[SIGNAL_LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_lecture_control_init (G_GNUC_UNUSED LsLectureControl *self)
{
}

LsLectureControl *
ls_lecture_control_new (const LsFrame *frame, LsPlots *plots)
{
  LsLectureControl *self = g_object_new (LS_TYPE_LECTURE_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots), NULL);
  self->frame = frame;
  self->plots = plots;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  for (guint i = 1; i < G_N_ELEMENTS (entries); i++)
    ls_frame_set_enabled (frame, entries[i].name, FALSE);
  return self;
}
