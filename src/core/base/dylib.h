/* Shared libraries, with messages that name what is missing. */
#pragma once

#include <glib.h>

/* While one is open, what is written to the standard output goes to the standard error. */
typedef struct LsDylib LsDylib;

/* Returns: (transfer full): the loaded library, or %NULL with %LS_ERROR_BINARY
 * naming the file and what the loader misses (a library, a symbol, the platform). */
LsDylib *ls_dylib_open (const char *path, GError **error);
/* Returns: (nullable): the library that was loaded for it because it uses symbols of that one
 * without naming it. */
const char *ls_dylib_get_lent (LsDylib *self);
/* Returns: (nullable): the address of @symbol. */
gpointer ls_dylib_find (LsDylib *self, const char *symbol);
void     ls_dylib_close (LsDylib *self);
/* Of one that has to stay loaded, since code of it may still run. */
void     ls_dylib_give_up (LsDylib *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDylib, ls_dylib_close)

/* Returns: the descriptor of the standard output, also then. */
int      ls_dylib_get_output (void);
