/* Parts of helper processes. */
#pragma once

#include "core/helper/helper.h"
#include "core/helper/permissions.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* helper-start.c. @needs: bytes of a message; @wish: if there is room for more;
 * @permission: (nullable): of its FMU, beside what all may do. Returns: a running helper; %NULL with
 * an error, %LS_ERROR_SYSTEM if none can start here */
LsHelper *ls_helper_start (gsize needs, gsize wish, const LsPermission *permission,
                           GError **error);
/* Ends the process, by force if need be, and releases everything. Returns: (transfer full)
 * (nullable): how it died before it could leave. */
char     *ls_helper_stop (LsHelper *self);

/* helper-death.c: once the process has ended or is to be ended: finds out why, and ends it.
 * @fate: what the core has decided, %LS_FATE_ALIVE: it ended by itself; @waited: s, for an FMU that
 * hangs */
void ls_helper_bury (LsHelper *self, LsFate fate, double waited);

/* Processes that the system has killed because memory ran out, since it was started. */
guint64 ls_helper_count_oom_kills (void);

/* helper-start.c; @holds: (out): bits HOST_HOLDS_… of the last helper that was started in a sandbox.
 * Returns: %FALSE: none was */
gboolean ls_helper_get_containment (guint *holds);

/* helper-denial.c: reports what the sandbox has denied since the last report. */
void ls_helper_tell_denials (LsHelper *self);

/* helper-watch.c: one thread reads what helpers print, and sees that they end. */
typedef struct LsWatched LsWatched;
/* @fd: taken over; written to by @helper. */
LsWatched *ls_watch_add (LsHelper *helper, int fd);
/* Returns: (transfer full): the last 64 KiB that it has printed, printable but for ends of lines */
char      *ls_watch_get_output (LsWatched *self);
/* Reads what is left, and forgets the helper. */
void       ls_watch_remove (LsWatched *self);
/* In a process forked from this one, which has none of its helpers. */
void       ls_watch_forget_all (void);

/* helper-ring.c: passes on what FMUs have said. */
void ls_helper_take_messages (LsHelper *self);

/* helper-wait.c */
/* Measures, once per program, how long waiting takes. */
void ls_helper_calibrate (LsHelper *self);
/* A helper more, or fewer (@by): spinning pays only while there are processors for all. */
void ls_helper_count (LsHelper *self, int by);
/* As ls_watch_forget_all(). */
void ls_helper_forget_counts (void);

/* Waits while *@word is @old, at most @timeout µs; may return early. */
static inline void
ls_futex_wait (const guint32 *word, guint32 old, gint64 timeout)
{
  const struct timespec time = { timeout / 1000000, timeout % 1000000 * 1000 };

  syscall (SYS_futex, word, FUTEX_WAIT, old, &time, NULL, 0);
}

static inline void
ls_futex_wake (const guint32 *word)
{
  syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}
