/* Dialogs that ask for a model's file, or for those that go into it. */
#pragma once

#include "app/window/frame.h"

/* Begins beside the model, among the examples or in one's own documents. Returns: (transfer full). */
GtkFileChooserNative *ls_file_chooser_new (const LsFrame *frame,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept);
/* @patterns: %NULL-terminated */
void
ls_file_chooser_add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns);
