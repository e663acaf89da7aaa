/* Export of drawings: PNG, SVG, PDF, by file extension. */
#pragma once

#include <cairo.h>
#include "core/base/item.h"
#include "core/base/progress.h"
#include "core/base/status.h"

/* Formats of drawings. */
extern LsItemList ls_export_formats;

/* Draws on @cr, @width x @height points. */
typedef void (*LsDrawFunc) (cairo_t *cr, double width, double height, gpointer user_data);

/**
 * ls_export:
 * @path: ends in .png, .svg or .pdf (%LS_ERROR_ARGUMENT otherwise)
 * @width, @height: size in points; @scale: pixels per point for PNG
 *
 * Atomic: on failure (%LS_ERROR_FILE) an existing file is unchanged.
 */
gboolean ls_export (const char *path, double width, double height, double scale, LsDrawFunc draw,
                    gpointer user_data, GError **error);
/* The same: @progress (nullable) is called before an existing file is replaced; %LS_ERROR_CANCELLED
 * if it cancels. */
gboolean ls_export_with_progress (const char *path, double width, double height, double scale,
                                  LsDrawFunc draw, gpointer user_data, LsProgressFunc progress,
                                  gpointer progress_data, GError **error);
/* Whether the path has a supported extension; else %LS_ERROR_ARGUMENT. */
gboolean ls_export_check_path (const char *path, GError **error);
