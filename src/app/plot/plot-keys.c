#include "app/plot/plot-keys.h"

#define PAN_STEP 40.0
/* Cursor step as a fraction of the width. */
#define CURSOR_STEP 0.01

static void
go (LsPlotArea *area, double direction, gboolean cursor)
{
  if (cursor)
    ls_plot_area_move_cursor (area, direction * CURSOR_STEP);
  else
    ls_plot_area_pan (area, -direction * PAN_STEP, 0);
}

static gboolean
press_key (LsPlotArea *area, guint key, gboolean shift)
{
  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
      ls_plot_area_zoom_by (area, LS_PLOT_ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ls_plot_area_zoom_by (area, 1 / LS_PLOT_ZOOM_STEP);
      return TRUE;
    case GDK_KEY_BackSpace:
      if (shift)
        ls_plot_area_zoom_forward (area);
      else
        ls_plot_area_zoom_back (area);
      return TRUE;
    case GDK_KEY_Home:
    case GDK_KEY_0:
      ls_plot_area_show_all (area);
      return TRUE;
    case GDK_KEY_Left:
      go (area, -1, shift);
      return TRUE;
    case GDK_KEY_Right:
      go (area, 1, shift);
      return TRUE;
    case GDK_KEY_Up:
      ls_plot_area_pan (area, 0, PAN_STEP);
      return TRUE;
    case GDK_KEY_Down:
      ls_plot_area_pan (area, 0, -PAN_STEP);
      return TRUE;
    case GDK_KEY_m:
      ls_plot_area_toggle_mark (area);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
key_cb (LsPlotArea *area, const GdkEventKey *event)
{
  return (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK)) == 0
         && press_key (area, event->keyval, (event->state & GDK_SHIFT_MASK) != 0);
}

void
ls_plot_keys_attach (LsPlotArea *area)
{
  g_return_if_fail (LS_IS_PLOT_AREA (area));

  g_signal_connect (area, "key-press-event", G_CALLBACK (key_cb), NULL);
}
