/* Fuzzing of what reads files of strangers. Each target is a program of its own: with libFuzzer where
 * the build option "fuzz" is set, else with replay.c, which tries files and changes of them. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* The target: must return for any content, and leave nothing behind. Returns: 0 */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Returns: (transfer none): a folder of this process in memory, removed when it ends. */
const char *fuzz_folder (void);
/* Writes @data to the file @name in that folder. Returns: (transfer none): its path, valid until
 * @name is written again. */
const char *fuzz_write (const char *name, const void *data, gsize size);
