/* Lecture mode: a whole screen with large text, for those in the last row; what is for editing is
 * out of the way. */
#include "app/base/style.h"
#include "app/window/window-private.h"

/* The diagram's part of the height, by what is below it: a table needs less room than curves, and
 * a map says more than the model it is of. */
#define SHARE_TABLE 0.42
#define SHARE_FIGURE 0.27
#define SHARE_MAP 0.26

struct LsLecture
{
  int positions[3]; /* of the panes, as they were */
  int height;       /* that the panes are laid out for now */
  double share;
  gboolean plot_visible;
};

static void
show_chrome (LsWindow *self, gboolean show)
{
  gtk_widget_set_visible (self->library, show);
  gtk_widget_set_visible (gtk_widget_get_parent (self->side_stack), show);
  gtk_widget_set_visible (self->status_label, show);
  gtk_widget_set_visible (self->link_button, show);
  gtk_widget_set_visible (self->header_bar, show);
  ls_run_bar_set_brief (LS_RUN_BAR (self->run_bar), !show);
}

/* The few buttons that a lecture needs go where there is room; a title bar is not to be seen on a
 * whole screen. */
static void
move_buttons (LsWindow *self, gboolean to_bar)
{
  /* From the right. What stays in the title bar would stand before what comes back into it. */
  GtkWidget *const buttons[] = { self->menu_button, self->cancel_button, self->step_button,
                                 self->pause_button, self->run_button };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      g_autoptr (GtkWidget) button = g_object_ref (buttons[i]);

      if (to_bar && (button == self->step_button || button == self->pause_button))
        continue;
      gtk_container_remove (GTK_CONTAINER (gtk_widget_get_parent (button)), button);
      if (to_bar)
        gtk_box_pack_end (GTK_BOX (self->top_box), button, FALSE, FALSE, i == 0 ? 6 : 0);
      else
        gtk_header_bar_pack_end (GTK_HEADER_BAR (self->header_bar), button);
    }
}

static double
get_share (LsWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (self->lower_stack));

  if (page == self->stability)
    return SHARE_MAP;
  return page == self->plots_box || page == self->macro_step ? SHARE_FIGURE : SHARE_TABLE;
}

/* When the window has its new size, or another page. */
static gboolean
fit_cb (gpointer user_data)
{
  LsWindow *self = user_data;
  const int height = gtk_widget_get_allocated_height (self->vertical_paned);
  const double share = get_share (self);

  self->lecture_id = 0;
  /* A height that is known already has been seen to; this changes no height. */
  if (self->lecture != NULL && height == self->lecture->height && share == self->lecture->share)
    return G_SOURCE_REMOVE;
  if (self->lecture != NULL)
    {
      self->lecture->height = height;
      self->lecture->share = share;
      gtk_paned_set_position (GTK_PANED (self->vertical_paned), (int)(share * height));
    }
  ls_canvas_zoom_fit_later (LS_CANVAS (self->canvas));
  return G_SOURCE_REMOVE;
}

static void
size_allocated_cb (LsWindow *self)
{
  if (self->lecture_id == 0)
    self->lecture_id = g_idle_add (fit_cb, self);
}

static GtkPaned *
get_paned (LsWindow *self, guint index)
{
  GtkWidget *const panes[] = { self->vertical_paned, self->left_paned, self->right_paned };

  return GTK_PANED (panes[index]);
}

static void
enter (LsWindow *self)
{
  self->lecture = g_new0 (LsLecture, 1);
  for (guint i = 0; i < G_N_ELEMENTS (self->lecture->positions); i++)
    self->lecture->positions[i] = gtk_paned_get_position (get_paned (self, i));
  /* Two large figures are read; of three the last is left out. */
  self->lecture->plot_visible = gtk_widget_get_visible (self->plots[LS_N_PLOTS - 1]);
  gtk_widget_hide (self->plots[LS_N_PLOTS - 1]);
  show_chrome (self, FALSE);
  move_buttons (self, TRUE);
  ls_canvas_set_large (LS_CANVAS (self->canvas), TRUE);
  gtk_style_context_add_class (gtk_widget_get_style_context (GTK_WIDGET (self)), LS_STYLE_LECTURE);
  gtk_window_fullscreen (GTK_WINDOW (self));
  g_signal_connect_swapped (self->vertical_paned, "size-allocate", G_CALLBACK (size_allocated_cb),
                            self);
  g_signal_connect_swapped (self->lower_stack, "notify::visible-child",
                            G_CALLBACK (size_allocated_cb), self);
}

static void
leave (LsWindow *self)
{
  g_signal_handlers_disconnect_by_func (self->vertical_paned, size_allocated_cb, self);
  g_signal_handlers_disconnect_by_func (self->lower_stack, size_allocated_cb, self);
  gtk_window_unfullscreen (GTK_WINDOW (self));
  gtk_style_context_remove_class (gtk_widget_get_style_context (GTK_WIDGET (self)),
                                  LS_STYLE_LECTURE);
  ls_canvas_set_large (LS_CANVAS (self->canvas), FALSE);
  move_buttons (self, FALSE);
  show_chrome (self, TRUE);
  gtk_widget_set_visible (self->plots[LS_N_PLOTS - 1], self->lecture->plot_visible);
  for (guint i = 0; i < G_N_ELEMENTS (self->lecture->positions); i++)
    gtk_paned_set_position (get_paned (self, i), self->lecture->positions[i]);
  g_clear_pointer (&self->lecture, g_free);
  ls_window_lesson_make_room (self);
  size_allocated_cb (self);
}

static void
change_state_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsWindow *self = user_data;

  if (g_variant_get_boolean (state) == (self->lecture != NULL))
    return;
  g_simple_action_set_state (action, state);
  if (g_variant_get_boolean (state))
    enter (self);
  else
    leave (self);
  /* What we draw takes its sizes from the style. */
  gtk_widget_reset_style (GTK_WIDGET (self));
}

static const GActionEntry entries[]
    = { { .name = "lecture", .state = "false", .change_state = change_state_cb } };

void
ls_window_lecture_init (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
ls_window_lecture_dispose (LsWindow *self)
{
  if (self->vertical_paned != NULL)
    g_signal_handlers_disconnect_by_func (self->vertical_paned, size_allocated_cb, self);
  if (self->lower_stack != NULL)
    g_signal_handlers_disconnect_by_func (self->lower_stack, size_allocated_cb, self);
  g_clear_handle_id (&self->lecture_id, g_source_remove);
  g_clear_pointer (&self->lecture, g_free);
}
