/* Threads that work on one task at the same time. */
#pragma once

#include <glib.h>

/**
 * LsTeam:
 *
 * The thread that makes it, its member 0, and others that wait while there is nothing to do: some
 * 40 µs awake, so that tasks which follow each other quickly are not late, then asleep. Created,
 * used and freed on one thread.
 */
typedef struct LsTeam LsTeam;

/* Called on the thread of each member, 0 to n - 1, at the same time. */
typedef void (*LsTeamFunc) (guint member, gpointer data);

/* Returns: (transfer full): a team of at most @n threads, this one included; fewer where the system
 * gives no more. The threads begin with the floating-point environment of this one. */
LsTeam *ls_team_new (guint n);
void    ls_team_free (LsTeam *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTeam, ls_team_free)
guint   ls_team_get_n (const LsTeam *self);
/* Calls @func on all members and returns when the last has returned. What interrupts this thread
 * (ls_interrupt_is_wanted()) interrupts the others, too. */
void    ls_team_work (LsTeam *self, LsTeamFunc func, gpointer data);
/* Processor time of all members but 0 since they were made, s. */
double  ls_team_get_cpu_time (const LsTeam *self);

/* ---- How many threads: of the whole process, any thread ---- */

#define LS_TEAM_MOST 1024u

/* @n: threads of each run; 0 (default): as many as there are processors, where they help. */
void     ls_team_set_threads (guint n);
/* Returns: what was set. */
guint    ls_team_get_threads (void);
/* @n: processes that run at the same time and share the processors, where no number is set */
void     ls_team_set_share (guint n);
/* Returns: the same, at least 1 */
guint    ls_team_get_share (void);
/* Returns: the most threads that a run may have, this one included. */
guint    ls_team_get_most (void);
/**
 * ls_team_parse_threads:
 * @text: "auto" or a number from 1 to %LS_TEAM_MOST
 * @n: (out): 0 for "auto"
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT
 */
gboolean ls_team_parse_threads (const char *text, guint *n, GError **error);
