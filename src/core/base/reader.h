/* Reading of files of strangers by lockstep-reader, a process without rights: archives, XML, results.
 * It gets one descriptor, and gives an area of memory that cannot change any more; whoever asked
 * checks it. What crashes, hangs or takes all memory is that process. */
#pragma once

#include "core/base/reader-message.h"

/* Whether files are read by that process, or in this one (the default, and in the reader itself);
 * for the whole program. Any thread. */
void     ls_reader_set_contained (gboolean contained);
gboolean ls_reader_is_contained (void);
/* Another program than lockstep-reader (%NULL: that one), and the time it may take, s, for tests. */
void     ls_reader_set_program (const char *path, double seconds);

/**
 * LsReaderTask:
 * @kind: a task
 * @name: of the file, for messages; @detail: (nullable)
 * @file: a descriptor, which stays with the caller; -1: none
 * @size: its bytes, which tell how long it may take
 * @number: of the task
 * @open: (nullable): of a task with files to be written: called for %LS_READER_FILE and
 *   %LS_READER_FOLDER. Returns: a descriptor, which stays with it; -1 with errno, 0 for a folder
 */
typedef struct
{
  LsReaderKind kind;
  const char *name, *detail;
  int file;
  guint64 size, number;
  int (*open) (gpointer user, const LsReaderMessage *message);
  gpointer user;
} LsReaderTask;

/* Returns: (transfer full): what was read, not checked; %NULL with an error of the reader:
 * %LS_ERROR_FILE, %LS_ERROR_FORMAT, %LS_ERROR_LIMIT. Blocks; any thread. */
GBytes *ls_reader_ask (const LsReaderTask *task, GError **error);
/* An %LS_ERROR_FORMAT: what was read of @name is none of what it is to be. Returns: %NULL */
gpointer ls_reader_refuse (const char *name, GError **error);

/* Returns: a descriptor of a regular file of at most @limit bytes, with its @size; -1 with
 * %LS_ERROR_FILE or %LS_ERROR_LIMIT. */
int      ls_reader_open (const char *path, guint64 limit, guint64 *size, GError **error);
/* Returns: a descriptor of @size bytes in memory, sealed: they stay as they are; -1 with errno */
int      ls_reader_make_area (const void *data, gsize size);
