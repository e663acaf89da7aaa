#include "figure-unit.h"

#include <math.h>

Pane
get_pane (LsFigure *figure, guint index)
{
  Pane pane;

  g_assert_true (ls_figure_get_range (figure, index, pane.x, pane.y));
  g_assert_true (
      ls_figure_get_pane (figure, index, &pane.left, &pane.top, &pane.width, &pane.height));
  return pane;
}

double
px (const Pane *pane, double x)
{
  return pane->left + (x - pane->x[0]) / (pane->x[1] - pane->x[0]) * pane->width;
}

double
py (const Pane *pane, double y)
{
  return pane->top + (pane->y[1] - y) / (pane->y[1] - pane->y[0]) * pane->height;
}

cairo_surface_t *
draw_pixels (LsFigure *figure)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ls_figure_update (figure);
  ls_figure_draw (figure, cr, WIDTH, HEIGHT, ls_theme_get_light ());
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

const unsigned char *
pixel_at (cairo_surface_t *surface, double x, double y)
{
  return cairo_image_surface_get_data (surface)
         + (int)floor (y) * cairo_image_surface_get_stride (surface) + 4 * (int)floor (x);
}

gboolean
has_curve (cairo_surface_t *surface, double x, double y)
{
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      {
        const int column = (int)floor (x) + dx, line = (int)floor (y) + dy;
        const unsigned char *pixel;

        if (column < 0 || column >= WIDTH || line < 0 || line >= HEIGHT)
          continue;
        pixel = pixel_at (surface, column, line);
        if (pixel[0] > pixel[2] + 60) /* blue over red */
          return TRUE;
      }
  return FALSE;
}
