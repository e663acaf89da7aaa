/* FMUs written in Python (those of PythonFMU) leave the library of Python to the program that loads
 * them: their own names no version. A program that is not Python has to load one for them. */
#pragma once

#include <glib.h>

/* Whether the loader, by what it said, missed a symbol of Python. */
gboolean    ls_python_library_is_missed (const char *reason);
/* Loads this system's library of Python, once, for all that is loaded after it.
 * Returns: (nullable): its name; %NULL when there is none. */
const char *ls_python_library_load (void);
