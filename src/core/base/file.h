/* Files: written beside, flushed and renamed, so that no file is ever half written. */
#pragma once

#include <glib.h>
#include <stdio.h>

/**
 * LsFileWriter:
 *
 * A file being written beside its final place. ls_file_writer_free() without a
 * commit removes it and leaves what was at the final place untouched.
 */
typedef struct LsFileWriter LsFileWriter;

/**
 * ls_file_writer_new:
 * @path: the final place; a symbolic link is followed and stays a link. A device
 *   or pipe is written to directly, as nothing can be renamed over it.
 *
 * An existing file keeps its permissions; one that may not be written is refused.
 *
 * Returns: (transfer full): the writer, or %NULL with %LS_ERROR_FILE naming @path.
 */
LsFileWriter *ls_file_writer_new (const char *path, GError **error);
/* The stream to write to, owned by the writer. */
FILE         *ls_file_writer_get_stream (LsFileWriter *self);
/* Name of the unfinished file, for libraries that want a name. They may replace
 * the file: the commit takes what has this name then. */
const char   *ls_file_writer_get_temporary (LsFileWriter *self);
/* Flushes, fsyncs and renames; %LS_ERROR_FILE names the path (full disk, no permission). */
gboolean      ls_file_writer_commit (LsFileWriter *self, GError **error);
void          ls_file_writer_free (LsFileWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFileWriter, ls_file_writer_free)

/* Writes @size bytes at once. */
gboolean ls_file_write (const char *path, const void *data, gsize size, GError **error);

/* Removes what writers that were killed have left in a folder: files of this user that nobody holds
 * any more, an hour old at least. Every new writer does so in its own folder. */
void ls_file_sweep (const char *folder);
