/* Values of type Binary (FMI 3.0): bytes of the FMU, and the hexadecimal digits that they are for
 * everybody else. */
#pragma once

#include <glib.h>

/* Bytes of all values that one call reads; more are refused. */
#define LS_BINARY_MAX_SIZE ((gsize)256 << 20)

/**
 * ls_binary_find_bad:
 * @sizes: bytes of each of @n values, as an FMU says
 * @values: the address of each; not read
 *
 * Returns: the first value that has bytes and no address, or with which there are more than
 * %LS_BINARY_MAX_SIZE bytes in all; @n if there is none
 */
gsize ls_binary_find_bad (const size_t sizes[], const gconstpointer values[], gsize n);

/* @bytes: (nullable) if @n is 0. Returns: (transfer full): two digits for each */
char *ls_binary_to_text (const guint8 *bytes, gsize n);

/* @text: of ls_text_is_binary(). Returns: (transfer full): @n bytes */
guint8 *ls_binary_from_text (const char *text, gsize *n);
