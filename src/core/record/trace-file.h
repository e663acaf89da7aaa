/* The part of a trace beyond the memory limit: an unlinked file, mapped into memory. */
#pragma once

#include <glib.h>

/* One writer; allocated blocks can be read by any thread. */
typedef struct LsTraceFile LsTraceFile;

/* The file is created at the first ls_trace_file_take(). */
LsTraceFile *ls_trace_file_new (void);
/* Unmaps all blocks and frees the disk space. */
void ls_trace_file_free (LsTraceFile *self);

/* Returns: (transfer none) (nullable): a block of @size bytes, which does not move until the file
 * is freed; %NULL if there is no space; a later call may succeed. */
gpointer ls_trace_file_take (LsTraceFile *self, gsize size);

/* Free bytes on the file system of such files; infinite if unknown. */
double ls_trace_file_get_room (void);
/* Whether such files are on the same file system as @folder. */
gboolean ls_trace_file_is_beside (const char *folder);
/* Bytes on disk. */
gsize ls_trace_file_get_size (const LsTraceFile *self);
/* The reason after ls_trace_file_take() returned %NULL, as a sentence. (transfer full)
 * (nullable) */
char *ls_trace_file_get_problem (const LsTraceFile *self);
