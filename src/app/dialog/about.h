/* The About dialog. */
#pragma once

#include <gtk/gtk.h>

/* @parent: (nullable) */
void ls_about_show (GtkWindow *parent);
