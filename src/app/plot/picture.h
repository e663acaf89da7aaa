/* What a plot shows, on paper: for files, the clipboard and previews. */
#pragma once

#include "app/plot/chart-area.h"
#include "draw/figure.h"

/* One of both. */
typedef struct
{
  LsFigure *figure;  /* (nullable) */
  GPtrArray *charts; /* (nullable) (element-type LsChart) */
} LsPicture;

/* With a figure of its own; charts are shared. */
LsPicture ls_picture_copy (const LsPicture *self);
void ls_picture_clear (LsPicture *self);

/* Draws the #LsPicture @picture. @width, @height: points. Text that has 11 pt on a screen of 96 dpi has
 * 11 pt here, too. */
void ls_picture_draw (cairo_t *cr, double width, double height, gpointer picture);

typedef void (*LsPictureFunc) (GtkWidget *widget, cairo_surface_t *surface);

/**
 * ls_picture_paint:
 * @width, @height: pixels
 * @scale: pixels per point
 * @func: gets the surface, borrowed; not called if @widget has been closed by then
 *
 * Paints a bitmap: a figure, which may have many points, on a thread, charts at once. Main thread.
 */
void ls_picture_paint (const LsPicture *self,
                       int width,
                       int height,
                       double scale,
                       GtkWidget *widget,
                       LsPictureFunc func);
