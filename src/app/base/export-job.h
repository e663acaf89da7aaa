/* Files that are written on a thread, while the window lives on. */
#pragma once

#include <gtk/gtk.h>
#include "core/base/progress.h"
#include "draw/export.h"

/* On a thread: writes @path, or where that cannot be says why in @error, naming the file. @data is
 * this thread's alone until it is freed there. */
typedef gboolean (*LsExportFunc) (const char *path,
                                  gpointer data,
                                  LsProgressFunc progress,
                                  gpointer progress_data,
                                  GError **error);
/* On the main thread. @written: whether the file is there; not when it was cancelled */
typedef void (*LsExportedFunc) (gboolean written, gpointer user_data);

/**
 * ls_export_start:
 * @parent: in a window, or in a dialog of one
 * @data: (transfer full): for @write; @free_data: (nullable)
 * @exported: (nullable): is called in any case; @user_data has to live until then
 *
 * What takes long is shown in a bar with its progress and a way to cancel; what cannot be written
 * is said in a bar and among the messages. The program does not end before the file is there.
 */
void ls_export_start (GtkWidget *parent,
                      const char *path,
                      LsExportFunc write,
                      gpointer data,
                      GDestroyNotify free_data,
                      LsExportedFunc exported,
                      gpointer user_data);

/* For what is drawn with what belongs to the main thread: drawn at once, written as
 * ls_export_start() does. Sizes as of ls_export(). */
void ls_export_start_drawing (GtkWidget *parent,
                              const char *path,
                              double width,
                              double height,
                              LsDrawFunc draw,
                              gpointer user_data);
/* A text that is there. @text: (transfer full) */
void ls_export_start_text (GtkWidget *parent, const char *path, char *text);
