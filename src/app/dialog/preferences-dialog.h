/* The Preferences dialog. */
#pragma once

#include <gtk/gtk.h>

void ls_preferences_dialog_show (GtkWindow *parent);
