/* The file chooser for a figure: its size, its resolution and how it looks by them. */
#pragma once

#include "app/plot/picture.h"

typedef struct
{
  double width, height; /* mm */
  double resolution;    /* pixels per inch, of bitmaps */
  gboolean shown_only;  /* numbers: only those that are shown */
} LsFigureSize;

/**
 * ls_figure_chooser_new:
 * @size: (inout): proposed; follows what is entered, lives as long as the chooser
 *
 * Returns: (transfer full): a #GtkFileChooserDialog
 */
GtkWidget *ls_figure_chooser_new (GtkWidget *parent, const LsPicture *picture, LsFigureSize *size);
