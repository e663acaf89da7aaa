/* Shared libraries, with error messages that name the missing part. */
#pragma once

#include <glib.h>

/* While at least one library is open, the standard output is redirected to the standard error. */
typedef struct LsDylib LsDylib;

/* Returns: (transfer full): the loaded library, or %NULL with %LS_ERROR_BINARY naming the file and
 * the missing part (a library, a symbol, the platform). */
LsDylib *ls_dylib_open (const char *path, GError **error);
/* Returns: (nullable): name of the library loaded to provide the symbols of an undeclared
 * dependency. */
const char *ls_dylib_get_lent (LsDylib *self);
/* Returns: (nullable): the address of @symbol. */
gpointer ls_dylib_find (LsDylib *self, const char *symbol);
void     ls_dylib_close (LsDylib *self);
/* For a library that has to stay loaded because its code may still run. */
void     ls_dylib_give_up (LsDylib *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDylib, ls_dylib_close)

/* Returns: the descriptor of the original standard output, also while it is redirected. */
int      ls_dylib_get_output (void);
