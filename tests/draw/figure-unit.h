/* Figures on an image surface, and where things are in them: for the tests of figures. */
#pragma once

#include "draw/figure.h"

#define WIDTH 600
#define HEIGHT 400

/* Ranges of a pane, and where it lies, px. */
typedef struct
{
  double x[2], y[2], left, top, width, height;
} Pane;

Pane get_pane (LsFigure *figure, guint index);
/* Where values of linear axes are, px. */
double px (const Pane *pane, double x);
double py (const Pane *pane, double y);

/* Brings @figure up to date and draws it on a light background. */
cairo_surface_t *draw_pixels (LsFigure *figure);
const unsigned char *pixel_at (cairo_surface_t *surface, double x, double y);
/* Whether a pixel within one of the point is bluish, the colour of the first method. */
gboolean has_curve (cairo_surface_t *surface, double x, double y);
