/* Reading of zip archives by libzip in this process; shared with the writing. */
#pragma once

#include <glib.h>

/* Limits on the unpacked content of an archive; beyond them: %LS_ERROR_LIMIT. */
#define LS_ZIP_MAX_ENTRIES 100000u
#define LS_ZIP_MAX_DEPTH   32u   /* folders within folders */
#define LS_ZIP_MAX_NAME    1024u /* bytes of an entry's name */
#define LS_ZIP_MAX_SIZE    (G_GUINT64_CONSTANT (4) << 30) /* bytes, all entries together */
#define LS_ZIP_MAX_RATIO   1000u                          /* unpacked over packed, above 64 MiB */

/* Returns: (nullable): why @entry is not allowed as a name in an archive, translated; %NULL if it
 * is. */
const char *ls_zip_name_problem (const char *entry);

typedef enum
{
  LS_ZIP_FILE,
  LS_ZIP_PROGRAM,
  LS_ZIP_FOLDER
} LsZipKind;

/* Where an archive is unpacked to. @open: Returns: (transfer full): a descriptor to write to; -1 with
 * errno, 0 for a folder */
typedef struct
{
  int (*open) (gpointer user, const char *name, LsZipKind kind);
  gpointer user;
} LsZipTarget;

/* As in zip.h, by libzip in this process, of a descriptor, which stays; @path: for messages. */
gboolean ls_zip_unpack (int archive, const char *path, const LsZipTarget *target, GError **error);
char    *ls_zip_get_entry (int archive, const char *path, const char *entry, gsize max_size,
                           gsize *size, GError **error);
char   **ls_zip_get_names (int archive, const char *path, const char *folder, GError **error);
