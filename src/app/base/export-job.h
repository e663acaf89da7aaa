/* Writes files on a worker thread while the window stays usable. */
#pragma once

#include <gtk/gtk.h>
#include "core/base/progress.h"
#include "draw/export.h"

/* Worker thread. Writes @path; on failure @error names the file. @data belongs to this thread until
 * it is freed there. */
typedef gboolean (*LsExportFunc) (const char *path,
                                  gpointer data,
                                  LsProgressFunc progress,
                                  gpointer progress_data,
                                  GError **error);
/* Main thread. @written: whether the file was written; %FALSE when cancelled */
typedef void (*LsExportedFunc) (gboolean written, gpointer user_data);

/**
 * ls_export_start:
 * @parent: a widget in a window or in a dialog of one
 * @data: (transfer full): for @write; @free_data: (nullable)
 * @exported: (nullable): always called; @user_data has to live until then
 *
 * A bar with progress and a Cancel button appears when writing takes long; errors appear in a bar and in
 * Messages. The application is held until the file is written.
 */
void ls_export_start (GtkWidget *parent,
                      const char *path,
                      LsExportFunc write,
                      gpointer data,
                      GDestroyNotify free_data,
                      LsExportedFunc exported,
                      gpointer user_data);

/* Pixels per point of bitmaps without a chosen resolution. */
#define LS_EXPORT_SCALE 2
/* For drawings that need data of the main thread: recorded at once, written like ls_export_start().
 * Sizes as for ls_export(). */
void ls_export_start_drawing (GtkWidget *parent,
                              const char *path,
                              double width,
                              double height,
                              double scale,
                              LsDrawFunc draw,
                              gpointer user_data);
/* Writes a text. @text: (transfer full) */
void ls_export_start_text (GtkWidget *parent, const char *path, char *text);
