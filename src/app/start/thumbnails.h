/* Pictures of models and lessons, drawn on a worker thread. */
#pragma once

#include <gtk/gtk.h>
#include "draw/theme.h"

typedef struct LsThumbnails LsThumbnails;

/* @surface: (nullable): the picture, %NULL if the model cannot be read or the lesson has no curves;
 * @description: (nullable): description in the file */
typedef void (*LsThumbnailFunc) (const char *path,
                                 cairo_surface_t *surface,
                                 const char *description,
                                 gpointer user_data);

/**
 * ls_thumbnails_start:
 * @paths: %NULL-terminated; done in order. A model has its diagram, with the curves of
 *   ls_sketch_find() beside it if there are any; a lesson has the curves.
 * @width, @height: px at scale 1
 * @func: called on the main thread, once for each, until ls_thumbnails_stop()
 *
 * Returns: (transfer full)
 */
LsThumbnails *ls_thumbnails_start (char **paths,
                                   int width,
                                   int height,
                                   int scale,
                                   const LsTheme *theme,
                                   LsThumbnailFunc func,
                                   gpointer user_data);
void ls_thumbnails_stop (LsThumbnails *self);
