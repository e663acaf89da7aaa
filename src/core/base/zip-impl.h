/* Shared by reading and writing of archives. */
#pragma once

#include <glib.h>

/* Returns: (nullable): why @entry is not allowed as a name in an archive, translated; %NULL if it
 * is. */
const char *ls_zip_name_problem (const char *entry);
