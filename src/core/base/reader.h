/* Reading of files of strangers by lockstep-reader, a process without rights: archives, XML, results.
 * It gets one descriptor and returns a sealed area of memory, which the caller validates. Crashes,
 * hangs and exhausted memory are those of that process. */
#pragma once

#include "core/base/reader-message.h"

/* Whether files are read by that process, or in this one (the default, and in the reader itself);
 * for the whole program. Any thread. */
void     ls_reader_set_contained (gboolean contained);
gboolean ls_reader_is_contained (void);
/* For tests: another program than lockstep-reader (%NULL: that one), and its time limit, s; while it
 * waits for a processor only its processor time counts. */
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
 * %LS_ERROR_FILE, %LS_ERROR_FORMAT, %LS_ERROR_LIMIT of the file, %LS_ERROR_READER if the reader crashed,
 * took too long or gave no valid answer. Callers that can do without a file must report the last one.
 * Blocks; any thread. */
GBytes *ls_reader_ask (const LsReaderTask *task, GError **error);
/* An %LS_ERROR_READER: the area read from @name is malformed. Returns: %NULL */
gpointer ls_reader_refuse (const char *name, GError **error);

/* Returns: a descriptor of a regular file of at most @limit bytes, with its @size; -1 with
 * %LS_ERROR_FILE or %LS_ERROR_LIMIT. */
int      ls_reader_open (const char *path, guint64 limit, guint64 *size, GError **error);
/* Areas of memory, sealed when they are written: they stay as they are. Returns: a descriptor; -1 with
 * errno */
int      ls_reader_begin_area (void);
gboolean ls_reader_write_area (int area, const void *data, gsize size);
/* @good: whether all was written */
int      ls_reader_end_area (int area, gboolean good);
int      ls_reader_make_area (const void *data, gsize size);

/* ---- For those who read files by their paths ---- */

/* Has the reader read a file of at most @limit bytes. @task: all but name, file and size. */
GBytes     *ls_reader_ask_path (LsReaderTask *task, const char *path, guint64 limit, GError **error);
/* Where the content of @path is to be opened: there, or in the reader what was handed in for it. */
const char *ls_reader_get_place (const char *path);
/* In the reader. @path, @place: (nullable), have to stay */
void        ls_reader_set_place (const char *path, const char *place);
