/* Compiles the sources of an FMU that has no binary for this machine, on request, and shows what the
 * compiler says. */
#pragma once

#include <gtk/gtk.h>
#include "core/fmi/fmu.h"

/* Returns: (transfer none): the dialog, which destroys itself. @fmu is kept until then. */
GtkWidget *ls_compile_fmu_show (GtkWindow *parent, LsFmu *fmu);
