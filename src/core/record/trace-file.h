/* The part of a trace that memory is not to hold: a file without a name, mapped into memory. */
#pragma once

#include <glib.h>

/* One writer; what was taken can be read by any thread. */
typedef struct LsTraceFile LsTraceFile;

/* Nothing is opened before something is taken. */
LsTraceFile *ls_trace_file_new (void);
/* Gives back what was taken, and the space on the disk with it. */
void ls_trace_file_free (LsTraceFile *self);

/* Returns: (transfer none) (nullable): room for @size bytes, which stays where it is until the file
 * is freed; %NULL when there is none, and a later call may have more luck. */
gpointer ls_trace_file_take (LsTraceFile *self, gsize size);

/* Bytes free where such files lie; infinite where that is not known. */
double ls_trace_file_get_room (void);
/* Whether they lie on the disk of @folder. */
gboolean ls_trace_file_is_beside (const char *folder);
/* Bytes on the disk. */
gsize ls_trace_file_get_size (const LsTraceFile *self);
/* After ls_trace_file_take() had nothing: why, as a sentence. (transfer full) (nullable) */
char *ls_trace_file_get_problem (const LsTraceFile *self);
