/* Replaces the FMU of a component: asks for the file and shows incompatible items first. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Asks for a file, then shows the dialog. */
void ls_replace_fmu_ask (GtkWindow *parent, LsDocument *document, guint component);
/* Shows the dry run and asks for confirmation; the dialog destroys itself on a response. */
GtkWidget *
ls_replace_fmu_show (GtkWindow *parent, LsDocument *document, guint component, LsFmu *fmu);
