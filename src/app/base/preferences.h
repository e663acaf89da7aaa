/* User preferences, stored in GSettings. */
#pragma once

#include <gio/gio.h>

/* Returns: (transfer none) (nullable): %NULL where the schema is not installed; defaults apply
 * then. */
GSettings *ls_preferences_get (void);
/* Returns: (transfer full): %NULL-terminated */
char **ls_preferences_get_folders (void);
void ls_preferences_set_folders (char **folders);
gboolean ls_preferences_keeps_copies (void);
/* Applies the light or dark theme, now and on each change; call once, after GTK was initialised. */
void ls_preferences_follow_appearance (void);
