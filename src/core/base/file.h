/* Atomic writing of files: to a temporary, flushed and renamed, so that no file is ever half
 * written. */
#pragma once

#include <glib.h>
#include <stdio.h>

/**
 * LsFileWriter:
 *
 * A file being written to a temporary next to its target. ls_file_writer_free() without a commit
 * removes the temporary and leaves the target untouched.
 */
typedef struct LsFileWriter LsFileWriter;

/**
 * ls_file_writer_new:
 * @path: the target; a symbolic link is followed and stays a link. A device or pipe is written to
 *   directly, as it must not be replaced by a rename.
 *
 * An existing file keeps its permissions; a read-only one is an error.
 *
 * Returns: (transfer full): the writer, or %NULL with %LS_ERROR_FILE naming @path.
 */
LsFileWriter *ls_file_writer_new (const char *path, GError **error);
/* The stream to write to, owned by the writer. */
FILE         *ls_file_writer_get_stream (LsFileWriter *self);
/* Name of the temporary, for libraries that need a name. They may replace the file: the commit
 * renames the file that has this name then. */
const char   *ls_file_writer_get_temporary (LsFileWriter *self);
/* Flushes, fsyncs and renames; %LS_ERROR_FILE names the path (full disk, no permission). */
gboolean      ls_file_writer_commit (LsFileWriter *self, GError **error);
void          ls_file_writer_free (LsFileWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFileWriter, ls_file_writer_free)

/* Writes @size bytes in one call. */
gboolean ls_file_write (const char *path, const void *data, gsize size, GError **error);

/* Removes temporaries left in a folder by killed writers: files of this user, unlocked, at least an
 * hour old. Every new writer does so in its own folder. */
void ls_file_sweep (const char *folder);
