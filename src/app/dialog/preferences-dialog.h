/* The dialog for what the user prefers. */
#pragma once

#include <gtk/gtk.h>

void ls_preferences_dialog_show (GtkWindow *parent);
