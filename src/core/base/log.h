/* The log: messages of components and of the master, with call and time. */
#pragma once

#include "core/base/log-entry.h"

/**
 * LsLog:
 *
 * A sink of entries, reference counted, usable from several threads. It keeps the text of the most
 * severe and latest error so that a GError can quote it. Entries of one component beyond a limit
 * are dropped, as a flood of messages must not stall a run; the last one forwarded is followed by a
 * note.
 */
typedef struct LsLog LsLog;
/* Of core/base/log-book.h. */
typedef struct LsLogBook LsLogBook;

/* Maximum number of entries forwarded per component. */
#define LS_LOG_MAX_ENTRIES 1000u

/* If @func is %NULL, entries are only counted and the last error kept. @user_data lives as long as
 * the log. */
LsLog *ls_log_new (LsLogFunc func, gpointer user_data);
/* The same sink for callers whose time starts at @origin, s, which is added to the times of
 * entries. Returns: (transfer full): @log itself if @origin is zero. */
LsLog *ls_log_new_from (LsLog *log, double origin);
/* The same sink; entries written to it are also stored in @book. (transfer full) */
LsLog *ls_log_new_with_book (LsLog *log, LsLogBook *book);
/* Offset to be added to times within messages, s. @self may be %NULL. */
double ls_log_get_origin (const LsLog *self);
LsLog *ls_log_ref (LsLog *self);
void   ls_log_unref (LsLog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLog, ls_log_unref)

/* No-op if @self is %NULL. */
void ls_log_write (LsLog *self, LsLogLevel level, const char *component, const char *call,
                   double time, const char *format, ...) G_GNUC_PRINTF (6, 7);

/* Others were in the process of the FMU that is taken for the culprit; also for the logs this one
 * forwards to. */
void     ls_log_doubt_culprit (LsLog *self);
gboolean ls_log_doubts_culprit (const LsLog *self);
/* What kind of fault an FMU has ended with, an LsError; also for the logs this one forwards to.
 * @component: (nullable): of that FMU; %NULL: that of the last message */
void ls_log_set_fault (LsLog *self, int code, const char *component);
/* Returns: the last one; -1: there was none. */
int  ls_log_get_fault (const LsLog *self);
/* Returns: (transfer full) (nullable): the component of the newest entry of level error when the
 * fault was set. */
char *ls_log_get_culprit (LsLog *self);

/* Returns: (transfer full) (nullable): the newest entry of level error as one line "component: call
 * at t = … s: message", and clears it. */
char *ls_log_take_error (LsLog *self);

/* Number of entries of @level written so far. */
guint ls_log_count (LsLog *self, LsLogLevel level);

/* Returns: (transfer full): @entry as one line, as in ls_log_take_error(). */
char *ls_log_entry_format (const LsLogEntry *entry);

/* Returns: (transfer none): "debug", "info", "warning", "error". */
const char *ls_log_level_name (LsLogLevel level);

/* ---- What several threads write, in an order that does not depend on them ---- */

/* Entries of one thread that wait to be written. */
typedef struct LsLogShelf LsLogShelf;

LsLogShelf *ls_log_shelf_new (void);
void        ls_log_shelf_free (LsLogShelf *self);
/* From now on entries and faults of this thread, for whatever log, go to @shelf with @place;
 * ls_log_take_error() then knows those only. %NULL: at once again. */
void        ls_log_put_on_shelf (LsLogShelf *shelf, guint place);
/* Writes the entries on @n shelves in the order of their places, up to place @last, and forgets the
 * others. */
void        ls_log_clear_shelves (LsLogShelf *const shelves[], guint n, guint last);
