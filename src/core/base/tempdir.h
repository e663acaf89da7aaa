/* A private directory, removed with its last reference. */
#pragma once

#include <glib.h>

typedef struct LsTempdir LsTempdir;

LsTempdir  *ls_tempdir_new (GError **error);
LsTempdir  *ls_tempdir_ref (LsTempdir *self);
void        ls_tempdir_unref (LsTempdir *self);
const char *ls_tempdir_get_path (const LsTempdir *self);
/* Immediately, for a process that exits early; the directories must not be used any more. */
void        ls_tempdir_remove_all (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTempdir, ls_tempdir_unref)
