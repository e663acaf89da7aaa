#include "app/window/plot-box.h"
#include <math.h>

/* Where a panel is on the screen; FALSE if it is not to be seen. */
static gboolean
get_box (LsPlotPanel *panel, GdkRectangle *box)
{
  GtkWidget *widget = GTK_WIDGET (panel), *window = gtk_widget_get_toplevel (widget);
  int x = 0, y = 0;

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  gtk_widget_translate_coordinates (widget, window, 0, 0, &box->x, &box->y);
  gdk_window_get_origin (gtk_widget_get_window (window), &x, &y);
  box->x += x;
  box->y += y;
  box->width = gtk_widget_get_allocated_width (widget);
  box->height = gtk_widget_get_allocated_height (widget);
  return TRUE;
}

LsPlotPanel *
ls_plot_box_find_at (const GPtrArray *panels, double x, double y, GdkRectangle *box)
{
  g_return_val_if_fail (panels != NULL && box != NULL, NULL);

  for (guint i = 0; i < panels->len; i++)
    if (get_box (panels->pdata[i], box) && x >= box->x && y >= box->y && x < box->x + box->width
        && y < box->y + box->height)
      return panels->pdata[i];
  return NULL;
}

LsSide
ls_plot_box_find_side (const GdkRectangle *box, double x, double y)
{
  g_return_val_if_fail (box != NULL, LS_SIDE_LEFT);

  const double across = (x - box->x) / box->width, down = (y - box->y) / box->height;

  if (fabs (across - 0.5) >= fabs (down - 0.5))
    return across < 0.5 ? LS_SIDE_LEFT : LS_SIDE_RIGHT;
  return down < 0.5 ? LS_SIDE_ABOVE : LS_SIDE_BELOW;
}

/* How far @to is from @from towards a side; negative: it is not there. */
static double
get_distance (const GdkRectangle *from, const GdkRectangle *to, LsSide side)
{
  const double across = to->x + to->width / 2.0 - from->x - from->width / 2.0;
  const double down = to->y + to->height / 2.0 - from->y - from->height / 2.0;
  const double along[] = { -across, across, -down, down };
  const double aside = side == LS_SIDE_LEFT || side == LS_SIDE_RIGHT ? down : across;

  return along[side] > 0 ? along[side] + 2 * fabs (aside) : -1;
}

LsPlotPanel *
ls_plot_box_find_nearest (const GPtrArray *panels, LsPlotPanel *panel, LsSide side)
{
  GdkRectangle from, to;
  LsPlotPanel *nearest = NULL;
  double least = INFINITY;

  g_return_val_if_fail (panels != NULL && LS_IS_PLOT_PANEL (panel), NULL);
  if (!get_box (panel, &from))
    return NULL;
  for (guint i = 0; i < panels->len; i++)
    {
      LsPlotPanel *other = panels->pdata[i];
      double distance;

      if (other == panel || !get_box (other, &to))
        continue;
      distance = get_distance (&from, &to, side);
      if (distance > 0 && distance < least)
        {
          least = distance;
          nearest = other;
        }
    }
  return nearest;
}
