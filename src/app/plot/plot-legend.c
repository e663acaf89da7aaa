#include "app/plot/plot-legend.h"

static LsTarget
find (LsPlotArea *area, double x, double y, guint *index)
{
  return ls_figure_find_target (ls_plot_area_get_figure (area), x, y, index);
}

/* Before the area begins a drag there. */
static gboolean
press_cb (LsPlotArea *area, const GdkEventButton *event)
{
  guint index = 0;
  const LsTarget target = find (area, event->x, event->y, &index);

  if (target == LS_TARGET_NONE || event->button != GDK_BUTTON_PRIMARY)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (GTK_WIDGET (area));
  if (event->type == GDK_BUTTON_PRESS && target == LS_TARGET_OUTLYING)
    ls_plot_area_show_all (area);
  else if (event->type == GDK_BUTTON_PRESS)
    g_signal_emit_by_name (area, "legend-activated", (int)target, index);
  return GDK_EVENT_STOP;
}

/* A hand where there is something to click. */
static gboolean
motion_cb (LsPlotArea *area, const GdkEventMotion *event)
{
  guint index;
  const gboolean over = find (area, event->x, event->y, &index) != LS_TARGET_NONE;
  GdkWindow *window = gtk_widget_get_window (GTK_WIDGET (area));
  g_autoptr (GdkCursor) cursor = NULL;

  if (over == (gdk_window_get_cursor (window) != NULL))
    return GDK_EVENT_PROPAGATE;
  cursor = over ? gdk_cursor_new_from_name (gdk_window_get_display (window), "pointer") : NULL;
  gdk_window_set_cursor (window, cursor);
  return GDK_EVENT_PROPAGATE;
}

static void
focus (LsPlotArea *area, int entry)
{
  ls_figure_set_entry_focus (ls_plot_area_get_figure (area), entry);
  ls_plot_area_redraw (area);
}

static void
activate (LsPlotArea *area, guint entry)
{
  g_autofree char *text = NULL;
  guint index;
  const LsTarget target
      = ls_figure_get_entry (ls_plot_area_get_figure (area), entry, &index, &text);

  g_signal_emit_by_name (area, "legend-activated", (int)target, index);
}

static gboolean
press_key (LsPlotArea *area, guint key)
{
  const int n = (int)ls_figure_get_n_entries (ls_plot_area_get_figure (area));
  const int entry = MIN (ls_figure_get_entry_focus (ls_plot_area_get_figure (area)), n - 1);

  if (n == 0 || (entry < 0 && key != GDK_KEY_l))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_l:
      focus (area, entry < 0 ? 0 : -1);
      return TRUE;
    case GDK_KEY_Escape:
      focus (area, -1);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_Up:
      focus (area, (entry + n - 1) % n);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_Down:
      focus (area, (entry + 1) % n);
      return TRUE;
    case GDK_KEY_space:
    case GDK_KEY_Return:
      activate (area, (guint)entry);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
key_cb (LsPlotArea *area, const GdkEventKey *event)
{
  return (event->state & gtk_accelerator_get_default_mod_mask ()) == 0
         && press_key (area, event->keyval);
}

void
ls_plot_legend_attach (LsPlotArea *area)
{
  g_return_if_fail (LS_IS_PLOT_AREA (area));

  g_signal_connect (area, "button-press-event", G_CALLBACK (press_cb), NULL);
  g_signal_connect (area, "motion-notify-event", G_CALLBACK (motion_cb), NULL);
  g_signal_connect (area, "key-press-event", G_CALLBACK (key_cb), NULL);
}
