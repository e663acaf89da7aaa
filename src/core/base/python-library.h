/* FMUs written in Python (those of PythonFMU) expect the loading program to provide Python's
 * library: as they support any version, they declare none. A program other than Python has to load
 * one for them. */
#pragma once

#include <glib.h>

/* Whether @reason, a message of the loader, names a missing symbol of Python. */
gboolean    ls_python_library_is_missed (const char *reason);
/* Loads this system's Python library, once, for all libraries loaded later. Returns: (nullable):
 * its name; %NULL if there is none. */
const char *ls_python_library_load (void);
/* Returns: (transfer full): names it may have, the likeliest first, %NULL-terminated. */
char      **ls_python_library_list_names (void);
