/* What reading and writing of archives share. */
#pragma once

#include <glib.h>

/* Returns: (nullable): why @entry is no name an archive may hold, translated; %NULL when it is
 * fine. */
const char *ls_zip_name_problem (const char *entry);
