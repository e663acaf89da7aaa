/* Values of varied parameters go into the model. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* @parameters: (element-type LsVaried), with @values; @name: of the one step to undo. @reporter: a widget in the
 * window that reports why it failed: then nothing has changed. */
gboolean ls_use_values (LsDocument *document, const GPtrArray *parameters, const double values[], const char *name,
                        GtkWidget *reporter);
