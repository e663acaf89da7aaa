/* What single FMUs may do all the same, by their content: kept with the settings of the user
 * (lockstep/permissions.ini in the folder of settings), never with a model. All threads. */
#pragma once

#include <glib.h>

/**
 * LsPermission:
 * @digest: of the FMU, 64 hexadecimal digits (ls_fmu_get_digest())
 * @file: name of its file when it was allowed, or ""
 * @allowed: bits HOST_ALLOW_…
 * @folders: %NULL-terminated: absolute paths that it may read and write
 */
typedef struct
{
  char *digest, *file;
  guint allowed;
  char **folders;
} LsPermission;

void ls_permission_free (LsPermission *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPermission, ls_permission_free)

/* Whether there are any at all; else no digest is needed. */
gboolean ls_permissions_exist (void);
/* Returns: (transfer full) (nullable): of that FMU */
LsPermission *ls_permissions_find (const char *digest);
/* Returns: (transfer full) (element-type LsPermission): all */
GPtrArray *ls_permissions_list (void);

/**
 * ls_permissions_grant:
 * @what: network, programs, files, all or folder=PATH; for helpers started from now on
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT if it is another, or no folder; with %LS_ERROR_FILE if the
 * settings cannot be written
 */
gboolean ls_permissions_grant (const char *digest, const char *file, const char *what,
                               GError **error);
/* Takes all back. Returns: %FALSE with an error; %LS_ERROR_ARGUMENT: nothing was allowed */
gboolean ls_permissions_revoke (const char *digest, GError **error);
/* Returns: (transfer full): "network, folder=/data" */
char    *ls_permission_describe (const LsPermission *self);
