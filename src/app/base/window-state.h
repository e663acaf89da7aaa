/* State of the window between sessions: switches stored in the user's configuration folder. */
#pragma once

#include <glib.h>

/* @initial: returned until a value is set, or when the file cannot be read */
gboolean ls_window_state_get_switch (const char *group, const char *key, gboolean initial);
/* @initial: likewise */
int ls_window_state_get_number (const char *group, const char *key, int initial);
/* Written together. @values: one for each of @keys (%NULL-terminated) */
void ls_window_state_set_numbers (const char *group, const char *const *keys, const int values[]);
/* Written immediately; write errors are ignored. */
void ls_window_state_set_switch (const char *group, const char *key, gboolean value);
