/* How the window was left: switches kept in a file of the user's configuration folder. */
#pragma once

#include <glib.h>

/* @initial: what holds until it was set for the first time, or when the file cannot be read. */
gboolean ls_memory_get_switch (const char *group, const char *key, gboolean initial);
/* Written at once; a folder that cannot be written is no reason to bother anybody. */
void ls_memory_set_switch (const char *group, const char *key, gboolean value);
