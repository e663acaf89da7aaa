/* Fuzzing of what reads files of strangers. Each target is a program of its own: with libFuzzer
 * if the build option "fuzz" is set, else with replay.c, which tries files and changes of them. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* The target: must return for any content, and leave nothing behind. Returns: 0 */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
/* Called before the first input. Returns: 0 */
int LLVMFuzzerInitialize (int *argc, char ***argv);

/* Returns: (transfer none): a folder of this process in memory, removed when it ends. */
const char *fuzz_folder (void);
/* Writes @data to the file @name in that folder. Returns: (transfer none): its path, valid until
 * @name is written again. */
const char *fuzz_write (const char *name, const void *data, gsize size);

/* modelDescription.xml of an FMU (FMI 3.0) with inputs, outputs, arrays and parameters of all
 * types. */
extern const char fuzz_description[];
/* Writes an FMU with it, unpacked, to resources/m.fmu in that folder, unless it is there. */
void fuzz_need_fmu (void);
