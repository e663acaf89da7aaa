/* State of the window between sessions: switches stored in the user's configuration folder. */
#pragma once

#include <glib.h>

/* @initial: returned until a value is set, or when the file cannot be read */
gboolean ls_window_state_get_switch (const char *group, const char *key, gboolean initial);
/* Written immediately; write errors are ignored. */
void ls_window_state_set_switch (const char *group, const char *key, gboolean value);
