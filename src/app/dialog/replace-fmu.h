/* Another FMU for a component: asks which, shows what would break, and does it. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Asks for a file first. */
void ls_replace_fmu_ask (GtkWindow *parent, LsDocument *document, guint component);
/* The dry run alone; the dialog destroys itself when it is answered. */
GtkWidget *
ls_replace_fmu_show (GtkWindow *parent, LsDocument *document, guint component, LsFmu *fmu);
