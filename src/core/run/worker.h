/* Work in a process of its own, so that an FMU that crashes takes nothing else with it. */
#pragma once

#include "core/base/log.h"

/**
 * LsWorker:
 *
 * A forked copy of this process that does one thing and sends what comes of it through a pipe.
 * It dies with this process. Only a process of one thread may be forked: what other threads hold
 * at that moment would be held for ever in the copy.
 */
typedef struct LsWorker LsWorker;

/* What a message is about; its data is told by who sends it. */
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
  LS_MESSAGE_COUNTS  /* its counts */
} LsMessageKind;

/* Whether this process has one thread. */
gboolean ls_worker_is_possible (void);

/* In the worker; it has ended when @work returns. Nothing that it does is seen but what it sends.
 */
typedef void (*LsWorkerFunc) (LsWorker *self, gpointer data);

/* Returns: (transfer full): the worker, begun, or %NULL with %LS_ERROR_RUN. */
LsWorker *ls_worker_new (LsWorkerFunc work, gpointer data, GError **error);
/* Ends the process where it has not ended. */
void ls_worker_free (LsWorker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsWorker, ls_worker_free)

/* In the worker: sends a message of several parts; waits where the receiver is slow. */
void ls_worker_send (LsWorker *self, LsMessageKind kind, const void *data, gsize size);
/* In the worker: a log that is passed on. (transfer full) */
LsLog *ls_worker_make_log (LsWorker *self);
/* In the worker: what to call when the work is not wanted any more. From a signal handler. */
void ls_worker_set_cancel (LsWorker *self, void (*cancel) (gpointer data), gpointer data);

/* Outside: to be waited for. */
int ls_worker_get_fd (const LsWorker *self);
/* @data: valid during the call */
typedef void (*LsMessageFunc) (LsMessageKind kind,
                               const void *data,
                               gsize size,
                               gpointer user_data);
/* Outside: takes what there is; entries of its log go to @log when it has ended, in one piece.
 * Returns: %FALSE when it has ended and all is taken. */
gboolean ls_worker_receive (LsWorker *self, LsMessageFunc receive, gpointer user_data);
void ls_worker_write_log (LsWorker *self, LsLog *log);
/* Outside: asks it to stop; after @LS_WORKER_PATIENCE ls_worker_receive() ends it. */
void ls_worker_cancel (LsWorker *self);
#define LS_WORKER_PATIENCE 3.0 /* s */
/* Outside, after its end: (transfer full) (nullable): what went wrong, "prey: fmi2DoStep at t = 1
 * s: the FMU crashed …"; %NULL when it came to its end. */
char *ls_worker_describe_end (const LsWorker *self);
