/* What an FMU is, by content. */
#pragma once

#include <glib.h>

/* @directory: an unpacked FMU. Returns: (transfer full): SHA-256 of the names and contents of all its
 * files, the same however it is packed: 64 hexadecimal digits */
char *ls_fmu_digest_folder (const char *directory);
