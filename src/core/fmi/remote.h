/* Instances in helper processes, of all FMI versions: loading, functions, death. */
#pragma once

#include "core/fmi/instance-binary.h"
#include "core/helper/helper.h"

/* Entries of an LsRemoteClass whose user is an LsInstance. */
#define LS_REMOTE_ENTRIES                                                                          \
  .mended = ls_remote_on_mended, .warned = ls_remote_on_warned, .denied = ls_remote_on_denied,     \
  .get_time = ls_remote_get_time, .make_digest = ls_remote_make_digest,                       \
  .take_message = ls_remote_take_message
void   ls_remote_on_mended (gpointer user);
void   ls_remote_on_warned (gpointer user, const char *call);
void   ls_remote_on_denied (gpointer user, const char *said);
double ls_remote_get_time (gpointer user);
char  *ls_remote_make_digest (gpointer user);
char  *ls_remote_take_message (gpointer user);

/**
 * ls_remote_open:
 * @needs: bytes that the largest call takes
 * @names: of the functions, @n, static; @path, @file: of the binary
 *
 * Starts or joins a helper and loads the binary there; sets remote and judge_death of @instance.
 *
 * Returns: %FALSE with an error.
 */
gboolean ls_remote_open (LsInstance *instance, gsize needs, const char *const names[], guint n,
                         const char *path, const char *file, GError **error);
/* Copies pointers from @remote_table to @table, each of @n, where the binary has the function. */
void     ls_remote_fill (const LsRemote *self, gconstpointer remote_table, gpointer table, guint n);
/* Unloads the binary and leaves the helper; its death in that is logged. */
void     ls_remote_close (LsInstance *instance);

/* Which of the functions @names, @n, the binary @path has, loaded where FMUs run.
 * Returns: (transfer full) (nullable): for each; %NULL if it cannot be loaded. */
gboolean *ls_remote_look_into (LsFmu *fmu, const char *path, const char *const names[], guint n);
