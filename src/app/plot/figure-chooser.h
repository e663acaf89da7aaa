/* The file chooser for a figure: its size, its resolution and how it looks by them. */
#pragma once

#include "app/plot/chart-area.h"
#include "draw/figure.h"

typedef struct
{
  double width, height; /* mm */
  double resolution;    /* pixels per inch, of bitmaps */
  gboolean shown_only;  /* numbers: only those that are shown */
} LsFigureSize;

/**
 * ls_figure_chooser_new:
 * @figure: (nullable) (transfer full): a copy; %NULL: @charts
 * @charts: (nullable) (element-type LsChart)
 * @size: (inout): proposed; follows what is entered, lives as long as the chooser
 *
 * Returns: (transfer full): a #GtkFileChooserDialog
 */
GtkWidget *ls_figure_chooser_new (GtkWidget *parent,
                                  LsFigure *figure,
                                  GPtrArray *charts,
                                  LsFigureSize *size);

/* Draws it, @width points wide, with text of the size that it has on a screen of 96 dpi: 11 pt stay 11 pt. */
void ls_figure_draw_sized (LsFigure *figure, cairo_t *cr, double width, double height);
void ls_charts_draw_sized (GPtrArray *charts, cairo_t *cr, double width, double height);
