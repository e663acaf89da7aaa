#include "app/window/pane-sizes.h"
#include "app/base/window-state.h"

/* Sizes below, or of a window larger than the screen, are not taken. */
#define LEAST 100

static const char *const keys[]
    = { "width", "height", "maximised", "diagram", "library", "properties", NULL };

/* Share of the height of the diagram where nothing was kept. */
#define SHARE 0.46

/* "window 1920x1080": the screen */
static char *
get_group (const LsFrame *frame, GdkRectangle *screen)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (frame->window));
  GdkWindow *window = gtk_widget_get_window (GTK_WIDGET (frame->window));
  GdkMonitor *monitor = window != NULL ? gdk_display_get_monitor_at_window (display, window)
                                       : gdk_display_get_primary_monitor (display);

  if (monitor == NULL)
    monitor = gdk_display_get_monitor (display, 0);
  if (monitor == NULL)
    return NULL;
  gdk_monitor_get_geometry (monitor, screen);
  return g_strdup_printf ("window %dx%d", screen->width, screen->height);
}

/* The diagram comes into sight for the first time; meanwhile the window may have been maximised. */
static void
first_map_cb (GtkWidget *diagram, gpointer user_data)
{
  GtkPaned *paned = user_data;
  const int height = gtk_widget_get_allocated_height (GTK_WIDGET (paned));

  g_signal_handlers_disconnect_by_func (diagram, first_map_cb, paned);
  if (height > LEAST)
    gtk_paned_set_position (paned, (int)(SHARE * height));
}

void
ls_pane_sizes_restore (const LsFrame *frame)
{
  GtkWidget *const panes[] = { frame->vertical_paned, frame->left_paned, frame->right_paned };
  GdkRectangle screen;
  g_autofree char *group = get_group (frame, &screen);
  int values[G_N_ELEMENTS (keys) - 1];

  if (group == NULL)
    return;
  for (guint i = 0; keys[i] != NULL; i++)
    values[i] = ls_window_state_get_number (group, keys[i], -1);
  if (values[0] < LEAST || values[1] < LEAST || values[0] > screen.width
      || values[1] > screen.height)
    {
      g_signal_connect (frame->left_paned, "map", G_CALLBACK (first_map_cb), frame->vertical_paned);
      return;
    }
  gtk_window_set_default_size (frame->window, values[0], values[1]);
  if (values[2] > 0)
    gtk_window_maximize (frame->window);
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    if (values[i + 3] >= LEAST)
      gtk_paned_set_position (GTK_PANED (panes[i]), values[i + 3]);
}

void
ls_pane_sizes_save (const LsFrame *frame)
{
  GdkRectangle screen;
  g_autofree char *group = get_group (frame, &screen);
  int values[G_N_ELEMENTS (keys) - 1];

  if (group == NULL)
    return;
  gtk_window_get_size (frame->window, &values[0], &values[1]);
  values[2] = gtk_window_is_maximized (frame->window);
  values[3] = gtk_paned_get_position (GTK_PANED (frame->vertical_paned));
  values[4] = gtk_paned_get_position (GTK_PANED (frame->left_paned));
  values[5] = gtk_paned_get_position (GTK_PANED (frame->right_paned));
  ls_window_state_set_numbers (group, keys, values);
}
