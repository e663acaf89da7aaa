/* Shared libraries, with error messages that name the missing part. */
#pragma once

#include <glib.h>

/* While at least one library is open, the standard output is redirected to the standard error. */
typedef struct LsDylib LsDylib;

/* Returns: (transfer full): the loaded library, or %NULL with %LS_ERROR_BINARY naming the file and
 * the missing part (a library, a symbol, the platform). */
LsDylib *ls_dylib_open (const char *path, GError **error);
/* The header of the file at the absolute @path, for clearer messages than those of the loader
 * ("invalid ELF header"). Returns: %FALSE with %LS_ERROR_BINARY if it cannot be loaded. */
gboolean ls_dylib_check (const char *path, GError **error);
/* Sets the error for @path, which the loader refuses with @reason. @has_python: whether Python's
 * library was lent to it */
void     ls_dylib_set_error (const char *path, const char *reason, gboolean has_python,
                             GError **error);
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
