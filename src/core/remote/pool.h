/* The workers of an orchestrator, and what is asked of them. */
#pragma once

#include "core/remote/message.h"
#include "core/remote/transport.h"

/* What a worker is asked for. With a handle those of a system: operations of LsSystemClass. */
typedef enum
{
  LS_ASK_END,    /* no more comes; not answered */
  LS_ASK_WHO,    /* version and layout of the program: see ls_pool_new() */
  LS_ASK_FILE,   /* a file of an FMU: folder, path, mode, bytes */
  LS_ASK_MEASURE, /* how long a step of a system takes that is made for it */
  LS_ASK_CREATE,
  LS_ASK_FREE,
  LS_ASK_START,
  LS_ASK_TERMINATE,
  LS_ASK_SET_CLOCK,
  LS_ASK_STEP,
  LS_ASK_EVALUATE,
  LS_ASK_GET_INPUTS,
  LS_ASK_SET_SOME,
  LS_ASK_GET_SOME,
  LS_ASK_READ,
  LS_ASK_FORGET_INPUTS,
  LS_ASK_GET_TYPED,
  LS_ASK_SET_TYPED,
  LS_ASK_SET_TEXT,
  LS_ASK_GET_TEXT,
  LS_ASK_SAVE,
  LS_ASK_RESTORE,
  LS_ASK_FORGET_SAVED,
  LS_ASK_SAVE_STATE,
  LS_ASK_RESTORE_STATE,
  LS_ASK_FREE_STATE,
  LS_ASK_GET_MEMORY,
  LS_ASK_SET_MEMORY,
  LS_ASK_CAN_SERIALIZE,
  LS_ASK_SERIALIZE,
  LS_ASK_DESERIALIZE,
  LS_ASK_GET_STATES,
  LS_ASK_GET_STATE_DERIVATIVES,
  LS_ASK_READ_POINT,
  LS_ASK_LINEARISE,
  LS_ASK_ENABLE_TIME_DERIVATIVE,
  LS_ASK_GET_TIME_DERIVATIVES,
  LS_ASK_GET_OUTPUT_DERIVATIVES,
  LS_ASK_FIND_OUTPUT_DERIVATIVES,
  LS_ASK_HAS_FEED,
  LS_ASK_GET_FEED,
  LS_ASK_HAS_CONSTRAINTS,
  LS_ASK_PROJECT,
  LS_ASK_NOTE_FIRED,
  LS_ASK_FALLS_SHORT,
  LS_ASK_LOSES_STEPS,
  LS_ASK_GET_N_TICKS,
  LS_ASK_NOTE_AT_EVENTS,
  LS_N_ASKS
} LsAsk;

/* Before each request in a message, then its arguments. @size: with this */
typedef struct
{
  guint32 size, ask, handle, answered;
} LsRequestHead;

/**
 * LsPool:
 *
 * Requests to a worker are collected, those that need no answer go with the next one that does. A
 * message has all that is to be asked of one worker at a time; its answer is one message, too.
 * Created, used and freed on one thread.
 */
typedef struct LsPool LsPool;

/* What both ends have to agree on: the answer to LS_ASK_WHO. */
void ls_pool_put_who (GByteArray *message);

/**
 * ls_pool_new:
 * @transport: (transfer full)
 *
 * Returns: (transfer full): %NULL with an error when a worker is another program than this one
 */
LsPool *ls_pool_new (LsTransport *transport, GError **error);
/* Workers end. */
void    ls_pool_free (LsPool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPool, ls_pool_free)
guint   ls_pool_get_n_workers (const LsPool *self);
/* Returns: (transfer full): "rank 2 on node7" */
char   *ls_pool_describe (const LsPool *self, guint worker);
/* Returns: (nullable): why nothing can be asked any more: a worker was lost, or the wait for an
 * answer was interrupted. */
const GError *ls_pool_get_loss (const LsPool *self);

/* Claims the report of the loss. Returns: %TRUE for the first caller, who reports it */
gboolean      ls_pool_claim_loss (LsPool *self);

/* Begins a request. Returns: (transfer none): to append its arguments to, before anything else is
 * asked */
GByteArray *ls_pool_begin (LsPool *self, guint worker, LsAsk ask, guint handle);
/* Ends it: it needs no answer, and goes with the next that does. */
void        ls_pool_put_off (LsPool *self);
/* Ends it, and waits for its answer; within ls_pool_run() other tasks go on meanwhile.
 * Returns: %FALSE if none comes: ls_pool_get_loss() */
gboolean    ls_pool_ask (LsPool *self, LsMessageReader *answer);

/* Calls @func for 0 to @n - 1. Those that wait for an answer let the next begin, so that each worker
 * has one message with what all of them ask, and works while others do. @turn: (nullable): called
 * before each begins or goes on. */
typedef void (*LsPoolFunc) (guint index, gpointer data);
void ls_pool_run (LsPool *self, guint n, LsPoolFunc func, LsPoolFunc turn, gpointer data);

/* Processor time of the workers for what they were asked, s. */
double  ls_pool_get_cpu_time (const LsPool *self);
/* Messages sent so far. */
guint64 ls_pool_get_n_messages (const LsPool *self);
