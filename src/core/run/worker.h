/* Work in a separate process, so that an FMU crash affects nothing else. */
#pragma once

#include "core/base/log.h"

/**
 * LsWorker:
 *
 * A forked copy of this process that executes one function and sends results through a pipe. It
 * dies with this process. Only a single-threaded process may be forked: locks held by other threads
 * would never be released in the copy.
 */
typedef struct LsWorker LsWorker;

/* Kind of a message; the sender defines the data. */
typedef enum
{
  LS_MESSAGE_LOG = 1, /* handled here */
  LS_MESSAGE_CRASH,   /* handled here */
  LS_MESSAGE_ROWS,
  LS_MESSAGE_STEPS,
  LS_MESSAGE_RESULT,
  LS_MESSAGE_TEXT,
  LS_MESSAGE_NUMBERS,
  LS_MESSAGE_PROGRESS,
  LS_MESSAGE_LOOPS,
  LS_MESSAGE_EVENTS, /* rows of an activity */
  LS_MESSAGE_COUNTS, /* its counts */
  LS_MESSAGE_ESTIMATES, /* rows of estimated errors */
  LS_MESSAGE_BONDS,   /* rows of power bonds */
  LS_MESSAGE_INTEGERS, /* integers of 64 bits of the following rows */
  LS_MESSAGE_FAULT     /* what failed can be done again in another way */
} LsMessageKind;

/* Whether this process is single-threaded. */
gboolean ls_worker_is_possible (void);

/* Runs in the worker process, which exits when the function returns. Only sent messages reach the
 * parent. */
typedef void (*LsWorkerFunc) (LsWorker *self, gpointer data);

/* Returns: (transfer full): the started worker, or %NULL with %LS_ERROR_RUN. */
LsWorker *ls_worker_new (LsWorkerFunc work, gpointer data, GError **error);
/* Kills the process if it is still running. */
void ls_worker_free (LsWorker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsWorker, ls_worker_free)

/* In the worker: sends a message; blocks while the pipe is full. */
void ls_worker_send (LsWorker *self, LsMessageKind kind, const void *data, gsize size);
/* In the worker: a log whose entries are sent to the parent. (transfer full) */
LsLog *ls_worker_make_log (LsWorker *self);
/* In the worker: @cancel is called on cancellation, from a signal handler. */
void ls_worker_set_cancel (LsWorker *self, void (*cancel) (gpointer data), gpointer data);

/* In the parent: file descriptor to poll; in the worker: to which it sends. */
int ls_worker_get_fd (const LsWorker *self);
/* @data: valid during the call */
typedef void (*LsMessageFunc) (LsMessageKind kind,
                               const void *data,
                               gsize size,
                               gpointer user_data);
/* In the parent: receives all available messages; log entries are written to @log together, after
 * the end.
 * Returns: %FALSE after the end, when all messages have been received. */
gboolean ls_worker_receive (LsWorker *self, LsMessageFunc receive, gpointer user_data);
void ls_worker_write_log (LsWorker *self, LsLog *log);
/* In the parent: requests cancellation; after @LS_WORKER_PATIENCE ls_worker_receive() kills the
 * process. */
void ls_worker_cancel (LsWorker *self);
#define LS_WORKER_PATIENCE 3.0 /* s */
/* In the parent: the process has FMUs in it that may send what they like: one that sends a message of
 * more than @limit bytes, or for the log, is ended. */
void ls_worker_distrust (LsWorker *self, gsize limit);
/* In the parent: ends the process at once; the end is then received like any other. */
void ls_worker_end (LsWorker *self);
/* In the parent, after the end: (transfer full) (nullable): error message, "prey: fmi2DoStep at t =
 * 1 s: the FMU crashed …"; %NULL after a regular end. */
char *ls_worker_describe_end (const LsWorker *self);
/* Likewise where the end seems regular, but cannot be. */
char *ls_worker_describe_exit (const LsWorker *self);
