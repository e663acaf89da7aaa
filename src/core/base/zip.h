/* Zip archives by libzip, untrusted when read, by whom reader.h says, atomic when written. */
#pragma once

#include "core/base/tempdir.h"

/**
 * ls_zip_extract:
 * @path: the archive
 * @directory: an existing directory to unpack into
 *
 * Refuses entries with absolute paths, "..", drive letters, backslashes or control characters,
 * symbolic links and other special files, entries that occur twice or are both file and folder,
 * encrypted ones, and sizes beyond the bounds of zip-read.h (counted while unpacking, not trusted from the
 * headers). All names and declared sizes are checked before the first byte is written. Files that
 * are in @directory already are not overwritten: that is an error too.
 *
 * Returns: %FALSE with an error naming @path and the entry (%LS_ERROR_FILE,
 * %LS_ERROR_FORMAT, %LS_ERROR_LIMIT); @directory then may hold some of the entries.
 */
gboolean ls_zip_extract (const char *path, const char *directory, GError **error);

/* Returns: (transfer full): the content of one entry, without unpacking the rest;
 * NUL-terminated, @size (may be %NULL) without the NUL. %NULL with %LS_ERROR_FILE when
 * there is no such entry, %LS_ERROR_LIMIT when it is larger than @max_size bytes. */
char *ls_zip_read_entry (const char *path, const char *entry, gsize max_size, gsize *size,
                         GError **error);

/* Returns: (transfer full): names of the direct content of @folder ("binaries"), without
 * duplicates, sorted, %NULL-terminated; empty if there is no such folder. %NULL with the error if
 * the archive cannot be read. */
char **ls_zip_list_folder (const char *path, const char *folder, GError **error);

/**
 * LsZipWriter: entries are added from memory or files and written to disk at commit.
 */
typedef struct LsZipWriter LsZipWriter;

LsZipWriter *ls_zip_writer_new (const char *path, GError **error);
/* The bytes are copied. Names follow the rules of ls_zip_extract(). */
gboolean     ls_zip_writer_add_data (LsZipWriter *self, const char *entry, const void *data,
                                     gsize size, GError **error);
/* The file is opened now and read at commit. */
gboolean     ls_zip_writer_add_file (LsZipWriter *self, const char *entry, const char *file,
                                     GError **error);
/* Writes to a temporary next to @path, flushes, renames. */
gboolean     ls_zip_writer_commit (LsZipWriter *self, GError **error);
void         ls_zip_writer_free (LsZipWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsZipWriter, ls_zip_writer_free)
