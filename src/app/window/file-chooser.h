/* File chooser dialogs for models and for files added to them. */
#pragma once

#include "app/base/file-dialog.h"
#include "app/window/frame.h"

/* Starts in the folder of the model, of the examples or of the user's documents. Returns:
 * (transfer full) */
GtkFileChooserNative *ls_file_chooser_new (const LsFrame *frame,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept);
/* @patterns: %NULL-terminated */
void
ls_file_chooser_add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns);
