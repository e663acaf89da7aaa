/* Where FMUs run: in this process, or in processes of their own. One choice for the whole program. */
#pragma once

#include <glib.h>

/**
 * LsIsolation:
 * @LS_ISOLATION_NONE: in this process
 * @LS_ISOLATION_GROUPED: in few helper processes, each with the FMUs of one thread of this process
 * @LS_ISOLATION_EACH: each instance in a helper process of its own
 */
typedef enum
{
  LS_ISOLATION_NONE,
  LS_ISOLATION_GROUPED,
  LS_ISOLATION_EACH
} LsIsolation;

/* For instances created from now on. Default: %LS_ISOLATION_NONE. */
void        ls_isolation_set (LsIsolation isolation);
/* The choice of a program, not of its user, who has not chosen yet: where the system has no helper
 * processes, FMUs run in this one. */
void        ls_isolation_suggest (LsIsolation isolation);
LsIsolation ls_isolation_get (void);
/* Whether the present choice is the program's, so that it may take another as safe one. */
gboolean    ls_isolation_is_suggested (void);
/* Between these calls instances of this thread are in helper processes of their own, if in any. */
void        ls_isolation_enter_each (void);
void        ls_isolation_leave_each (void);
/* @reason: a sentence. Returns: whether FMUs may run in this process as none else is to be had, and do
 * from now on. */
gboolean    ls_isolation_fall_back (const char *reason);
/* Returns: (nullable): that they do, and why */
const char *ls_isolation_get_gap (void);
/* @text: "none", "grouped" or "each". Returns: %FALSE with %LS_ERROR_ARGUMENT if it is another. */
gboolean    ls_isolation_parse (const char *text, LsIsolation *isolation, GError **error);

/**
 * ls_isolation_allow:
 * @text: what FMUs in helper processes may do all the same, separated by commas: network, programs,
 * files (all that the user may read and write), all (no sandbox)
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT if it is another.
 */
gboolean    ls_isolation_allow (const char *text, GError **error);
/* Returns: the bit HOST_ALLOW_… of "network" and so on; 0: it is another name */
guint       ls_isolation_find_permission (const char *name);
/* Returns: (nullable): the other way round */
const char *ls_isolation_name_permission (guint permission);
/* Returns: bits HOST_ALLOW_… for all FMUs */
guint       ls_isolation_get_permissions (void);

/* Between these calls, which may be nested, a shared helper process of this thread outlives its last
 * instance and serves the next one: its start takes longer than most instances live where many are
 * made one after the other. Faults of an FMU while its process ends are not reported then. */
void        ls_isolation_keep_helpers (void);
void        ls_isolation_let_helpers_go (void);

/* Folders of unpacked FMUs, which helpers started from now on may read; counted. */
void        ls_isolation_add_folder (const char *path);
void        ls_isolation_remove_folder (const char *path);
/* Writes them to @texts, each with its null, as many as fit, and an empty one. */
void        ls_isolation_pack_folders (char texts[], gsize size);

/* How long a call of an FMU in a helper may take, s, instead of the limits of each phase; 0: those.
 * An FMU that takes longer is ended. */
void        ls_isolation_set_time_limit (double limit);
double      ls_isolation_get_time_limit (void);
/* How much memory the FMUs of a helper may take, bytes; 0: three quarters of that of the machine. */
void        ls_isolation_set_memory_limit (guint64 limit);
guint64     ls_isolation_get_memory_limit (void);
