/* The log: what components and the master have to say, with where and when. */
#pragma once

#include <glib.h>

typedef enum
{
  LS_LOG_DEBUG,
  LS_LOG_INFO,
  LS_LOG_WARNING,
  LS_LOG_ERROR
} LsLogLevel;

/**
 * LsLogEntry:
 * @level: how grave
 * @component: (nullable): name of the component, %NULL for the master
 * @call: (nullable): the FMI function or stage, %NULL when there is none
 * @time: simulated time, s; NaN when there is none
 * @message: one line or more, UTF-8, without trailing newline
 */
typedef struct
{
  LsLogLevel  level;
  const char *component;
  const char *call;
  double      time;
  const char *message;
} LsLogEntry;

/* Called on the thread that writes, one call at a time; @entry lives for the call only.
 * It must not write to the log itself. */
typedef void (*LsLogFunc) (const LsLogEntry *entry, gpointer user_data);

/**
 * LsLog:
 *
 * A sink of entries, reference counted, usable from several threads. It keeps
 * the text of the gravest and latest error so that a GError can quote it, and
 * stops passing on entries of one component after a bound (a flood of messages
 * must not stall a run): the last one passed on says so.
 */
typedef struct LsLog LsLog;

/* How many entries of one component are passed on. */
#define LS_LOG_MAX_ENTRIES 1000u

/* @func may be %NULL: then entries are only counted and the last error kept.
 * @user_data lives as long as the log. */
LsLog *ls_log_new (LsLogFunc func, gpointer user_data);
/* The same sink for who counts time from @origin, s: it is added to the times of entries. Returns:
 * (transfer full): @log itself where that is nothing. */
LsLog *ls_log_new_from (LsLog *log, double origin);
typedef struct LsLogBook LsLogBook;
/* The same sink; what is passed on or counted there is kept in @book, too. (transfer full) */
LsLog *ls_log_new_kept (LsLog *log, LsLogBook *book);
/* What is added, s, for times within messages. @self may be %NULL. */
double ls_log_get_origin (const LsLog *self);
LsLog *ls_log_ref (LsLog *self);
void   ls_log_unref (LsLog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLog, ls_log_unref)

/* Entries below @level are dropped before they are formatted. Default %LS_LOG_INFO. */
void ls_log_set_level (LsLog *self, LsLogLevel level);

/* @self may be %NULL: nothing happens. */
void ls_log_write (LsLog *self, LsLogLevel level, const char *component, const char *call,
                   double time, const char *format, ...) G_GNUC_PRINTF (6, 7);

/* At the end of a run: one entry for each component whose messages went beyond
 * the bound, saying how many were not passed on; then counting starts anew. */
void ls_log_report_suppressed (LsLog *self);

/* Returns: (transfer full) (nullable): the newest entry of level error as one
 * line "component: call at t = … s: message", and forgets it. */
char *ls_log_take_error (LsLog *self);

/* How many entries of @level were written. */
guint ls_log_count (LsLog *self, LsLogLevel level);

/* Returns: (transfer full): @entry as one line, as in ls_log_take_error(). */
char *ls_log_entry_format (const LsLogEntry *entry);

/* Returns: (transfer none): "debug", "info", "warning", "error". */
const char *ls_log_level_name (LsLogLevel level);
