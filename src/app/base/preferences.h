/* What the user prefers, kept by GSettings. */
#pragma once

#include <gio/gio.h>

/* Returns: (transfer none) (nullable): %NULL where the schema is not installed: defaults hold then.
 */
GSettings *ls_preferences_get (void);
/* Returns: (transfer full): %NULL-terminated. */
char **ls_preferences_get_folders (void);
void ls_preferences_set_folders (char **folders);
gboolean ls_preferences_keeps_copies (void);
/* Light or dark, now and whenever it is changed; once, when GTK has been started. */
void ls_preferences_follow_appearance (void);
