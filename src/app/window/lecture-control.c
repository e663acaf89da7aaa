#include "app/window/lecture-control.h"
#include "app/base/style.h"
#include "app/canvas/canvas.h"
#include "app/run/run-bar.h"

/* Height of the diagram as a fraction, depending on the page below: a table needs less space than
 * plots, and a stability map is more important than the diagram. */
#define SHARE_TABLE 0.42
#define SHARE_FIGURE 0.27
#define SHARE_MAP 0.26

/* State before lecture mode. */
typedef struct
{
  int positions[3]; /* of the paned widgets */
  int height;       /* for which the paned widgets are laid out now */
  double share;
} Lecture;

struct _LsLectureControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlotDesk *desk;
  Lecture *lecture; /* (nullable): during lecture mode */
  guint fit_id;
};

G_DEFINE_TYPE (LsLectureControl, ls_lecture_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_LEFT,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
show_chrome (LsLectureControl *self, gboolean show)
{
  gtk_widget_set_visible (self->frame->left_side, show);
  gtk_widget_set_visible (gtk_widget_get_parent (self->frame->side_stack), show);
  gtk_widget_set_visible (self->frame->status_label, show);
  gtk_widget_set_visible (self->frame->link_button, show);
  gtk_widget_set_visible (self->frame->header_bar, show);
  ls_run_bar_set_brief (LS_RUN_BAR (self->frame->run_bar), !show);
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
  GtkWidget *const panes[]
      = { self->frame->vertical_paned, self->frame->left_paned, self->frame->right_paned };

  return GTK_PANED (panes[index]);
}

static void
enter (LsLectureControl *self)
{
  self->lecture = g_new0 (Lecture, 1);
  for (guint i = 0; i < G_N_ELEMENTS (self->lecture->positions); i++)
    self->lecture->positions[i] = gtk_paned_get_position (get_paned (self, i));
  /* Only two large plots are readable. */
  ls_plot_desk_set_few (self->desk, LS_FEW_IN_LECTURE, TRUE);
  show_chrome (self, FALSE);
  move_buttons (self, TRUE);
  ls_canvas_set_large (LS_CANVAS (self->frame->canvas), TRUE);
  gtk_style_context_add_class (gtk_widget_get_style_context (GTK_WIDGET (self->frame->window)),
                               LS_STYLE_LECTURE);
  gtk_window_fullscreen (self->frame->window);
  g_signal_connect_swapped (self->frame->vertical_paned, "size-allocate",
                            G_CALLBACK (size_allocated_cb), self);
  g_signal_connect_swapped (self->frame->lower_stack, "notify::visible-child",
                            G_CALLBACK (size_allocated_cb), self);
}

static void
leave (LsLectureControl *self)
{
  g_signal_handlers_disconnect_by_func (self->frame->vertical_paned, size_allocated_cb, self);
  g_signal_handlers_disconnect_by_func (self->frame->lower_stack, size_allocated_cb, self);
  gtk_window_unfullscreen (self->frame->window);
  gtk_style_context_remove_class (gtk_widget_get_style_context (GTK_WIDGET (self->frame->window)),
                                  LS_STYLE_LECTURE);
  ls_canvas_set_large (LS_CANVAS (self->frame->canvas), FALSE);
  move_buttons (self, FALSE);
  show_chrome (self, TRUE);
  ls_plot_desk_set_few (self->desk, LS_FEW_IN_LECTURE, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (self->lecture->positions); i++)
    gtk_paned_set_position (get_paned (self, i), self->lecture->positions[i]);
  g_clear_pointer (&self->lecture, g_free);
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
  /* Drawn widgets derive their sizes from the style. */
  gtk_widget_reset_style (GTK_WIDGET (self->frame->window));
}

static const GActionEntry entries[]
    = { { .name = "lecture", .state = "false", .change_state = change_state_cb } };

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

  if (self->frame->vertical_paned != NULL)
    g_signal_handlers_disconnect_by_func (self->frame->vertical_paned, size_allocated_cb, self);
  if (self->frame->lower_stack != NULL)
    g_signal_handlers_disconnect_by_func (self->frame->lower_stack, size_allocated_cb, self);
  g_clear_handle_id (&self->fit_id, g_source_remove);
  g_clear_pointer (&self->lecture, g_free);
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
  self->desk = ls_plots_get_desk (plots);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  return self;
}
