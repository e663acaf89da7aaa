/* Helper processes, in which FMUs run, and calls of functions there. Neutral to versions of FMI: what
 * is called with what is up to the caller. */
#pragma once

#include "host/protocol.h"

#include <glib.h>
#include <sched.h>
#include <string.h>

typedef struct LsHelper LsHelper;
typedef struct LsRemote LsRemote;

/* What the owner of a remote instance does when asked; on the thread that waits for an answer.
 * @user is that of the instance. */
typedef struct LsRemoteClass
{
  /* A message of the FMU or of the helper; @status, @value: what they are for that kind. */
  void (*receive) (gpointer user, HostMessageKind kind, int status, double value,
                   const char *category, const char *text);
  /* The FMU had changed how its thread computes. */
  void (*mended) (gpointer user);
  /* A call that was put off gave Warning. @call: its name */
  void (*warned) (gpointer user, const char *call);
  /* The sandbox has denied something. @said: a sentence for the user. */
  void (*denied) (gpointer user, const char *said);
  /* Simulated time for messages, s; NaN: none. */
  double (*get_time) (gpointer user);
  /* (nullable): (transfer full) (nullable): the last message of the FMU of a warning or an error */
  char *(*take_message) (gpointer user);
  /* (nullable): (transfer full): digest of the FMU, for permissions */
  char *(*make_digest) (gpointer user);
} LsRemoteClass;

/* Why a helper ended. */
typedef enum
{
  LS_FATE_ALIVE,
  LS_FATE_CRASHED, /* or left */
  LS_FATE_HUNG,
  LS_FATE_DENIED, /* tried what the sandbox denies, and died of it */
  LS_FATE_MEMORY,
  LS_FATE_CANCELLED /* ended because the run was */
} LsFate;

/* A call whose results will be asked for soon, in a message with others. */
typedef enum
{
  LS_AHEAD_NONE,
  LS_AHEAD_WRITTEN, /* into the present message */
  LS_AHEAD_READY    /* answered: @status, and the bytes at @out in @results */
} LsAheadState;

typedef struct
{
  LsAheadState state;
  guint index;       /* of LsRemote.names */
  GByteArray *asked; /* references */
  gsize out;         /* of the message */
  GByteArray *results;
  int status;
} LsAhead;

/* Maximum number of places, of eight bytes each, that a step writes beside its status. */
#define LS_STEP_PLACES HOST_MAX_STARTS

/**
 * LsStepCalls: the part of an instance in a message of several: a step, with the values set before and got
 *   after it
 * @is_written: whether the message has it
 * @set_call, @step_call, @get_call: their places in the message
 * @values_at, @step_at: where the request has the values to be set, and time and length of the step,
 *   followed by the initial values of its places
 * @values_out, @places_out: where the response has the values that are got, and the places of the
 *   step, @n_places
 * @set, @step, @get: statuses; -1: not called
 */
typedef struct
{
  gboolean is_written;
  guint set_call, step_call, get_call;
  gsize values_at, step_at;
  gsize values_out, places_out;
  guint n_places;
  int set, step, get;
  guint64 places[LS_STEP_PLACES];
} LsStepCalls;

/**
 * LsRemote: one instance in a helper process. All functions are for the thread that made it.
 * @names, @functions: (nullable): functions of the library and their addresses in the helper
 * @component, @library: addresses in the helper
 * @failed: (nullable): the call put off that failed within the last message, by name
 * @late_status, @late_call: failure of a deferred call, reported by the next one
 * @is_ahead: what gives something is written into @ahead, for the next message, and gives nothing yet
 */
struct LsRemote
{
  LsHelper *helper;
  const LsRemoteClass *klass;
  gpointer user;
  char *name, *file;
  guint64 token;
  const char *const *names;
  guint64 *functions;
  GPtrArray *texts; /* read last */
  guint64 component, library;
  int late_status;
  const char *late_call, *failed;
  gboolean is_ahead;
  LsAhead ahead;
  LsStepCalls step_calls;
};

typedef struct
{
  LsRemote *owner;
  const char *name;
  gboolean is_ahead; /* the one of LsRemote.ahead, if it has not been written again */
} LsRemoteCall;

/* A call being written. */
typedef struct
{
  HostCall head;
  guint64 words[HOST_MAX_WORDS];
  double reals[HOST_MAX_REALS];
  guint64 starts[HOST_MAX_STARTS];
} LsCallDraft;

/**
 * LsHelper: a helper process; private but for the functions below.
 * @calls: those of the present message, which are only here trusted
 * @in, @out: bytes used of the data areas
 * @fate, @death: why and how it ended; NULL while it lives
 * @printed: (nullable): the last that it had printed then
 */
struct LsHelper
{
  HostRequest *request;
  const HostResponse *response;
  gsize request_size, response_size; /* of the data areas */
  guint32 number;
  guint n_calls, n_done; /* of them; 0 before the answer */
  gsize in, out;
  LsCallDraft draft;
  LsRemoteCall *calls;
  gboolean is_posted;
  gboolean is_batch; /* the message is being written for several instances */
  LsHelper *next;    /* (nullable): that has a part of the same step */
  /* The last message, if nothing has been written since: for whom; NULL: another one. */
  gconstpointer kept;
  guint n_kept, n_kept_calls;
  gsize kept_in, kept_out;
  guint n_remotes;
  guint64 n_tokens;
  GHashTable *remotes; /* token -> LsRemote */
  GThread *thread; /* with the process below: who made it */
  pid_t parent;
  pid_t pid;
  int pidfd;
  gint ended; /* atomic: set by the watch */
  LsFate fate;
  char *death, *printed;
  int exit_status; /* -1: a signal */
  guint64 n_oom_kills; /* of the system when it started */
  LsRemote *culprit;
  gboolean is_doubtful; /* another one may have done it */
  gconstpointer told; /* the log that has the death */
  struct LsWatched *output;
  struct LsTempdir *scratch; /* its working folder */
  guint32 denied;            /* the part of HostResponse.denied that is already reported */
  double longest; /* s */
  gboolean is_apart;    /* it has, with other helpers, all processors */
  gboolean is_beside;   /* on the processor of its owner */
  cpu_set_t processors; /* where it is held; none: wherever the kernel likes */
};

/* ---- Life of an instance ---- */

/**
 * ls_remote_new:
 * @name: of the component; @file: name of the FMU for messages
 * @folder: of the unpacked FMU
 * @needs: bytes that its largest call takes
 * @alone: whether it must have a process of its own
 *
 * Returns: an instance in a helper process, new or shared as by ls_isolation_get(); %NULL with
 * %LS_ERROR_FILE: the helper is missing, of another version, or does not start.
 */
LsRemote *ls_remote_new (const LsRemoteClass *klass, gpointer user, const char *name,
                         const char *file, const char *folder, gsize needs, gboolean alone,
                         GError **error);
/* Leaves the helper; the last one ends it. Returns: (transfer full) (nullable): how the helper died
 * in that. */
char     *ls_remote_free (LsRemote *self);

/* Passes on what the FMU has said since the last answer. Returns: whether the helper lives. */
gboolean  ls_remote_listen (LsRemote *self);
/* Whether the helper has ended. */
gboolean  ls_remote_is_dead (const LsRemote *self);
/* The LsError of the death. */
int       ls_remote_get_error (const LsRemote *self);

/* Returns: (transfer full) (nullable): what the sandbox cannot hold here, as a sentence. */
char     *ls_remote_describe_gaps (const LsRemote *self);
/* Loads the library @path. @lent: (nullable): one to be loaded before. Returns: (transfer full)
 * (nullable): what the loader says against it. */
char     *ls_remote_load (LsRemote *self, const char *path, const char *lent);
/* @names: @n names, which stay; sets names and functions; 0 for missing ones. */
void      ls_remote_find (LsRemote *self, const char *const names[], guint n);

/* ---- Messages ---- */

/* Whether there is room for @in and @out bytes, if need be after sending what was put off. */
gboolean  ls_remote_make_room (LsRemote *self, gsize in, gsize out);
/* Sends deferred calls; failures are reported by the next call of each instance. */
void      ls_helper_settle (LsHelper *self);
/* Sends all calls, those that other instances have put off too, waits for the answer and reads the
 * results up to the last call of @self. @result: (out): of the last call. Returns: the first status of
 * @self above Warning, or that of its last call; 4 (Fatal) if the helper is dead. */
int       ls_remote_flush (LsRemote *self, guint64 *result);
/* The two halves, for several helpers at once. */
void      ls_helper_post (LsHelper *self);
gboolean  ls_helper_await (LsHelper *self);
/* Empties the message after its results are read. */
static inline void
ls_helper_clear (LsHelper *self)
{
  self->n_calls = 0;
  self->in = self->out = 0;
}
/* -- A step of several instances, called items, in one message to each helper -- */
/* @self gets a message for some, after what was put off; @again: its last one, to be sent once more with
 * other numbers. Adds it to @helpers. */
void      ls_helper_take_part (LsHelper *self, gboolean again, LsHelper **helpers);
/* All are asked before the first is waited for. */
void      ls_helper_exchange (LsHelper *helpers);
/* After the results are read. @items: %n of them, whose messages these were */
void      ls_helper_end_parts (LsHelper *helpers, gconstpointer items, guint n);
/* Result of call @i of the answer; %FALSE if it was not made. */
gboolean  ls_helper_get_result (const LsHelper *self, guint i, guint64 *result);

/* ---- Writing calls: begin, arguments in the order of the parameters, end. ---- */

#define LS_CALL_ALIGN(size) (((gsize)(size) + 7u) & ~(gsize)7)

static inline void
ls_call_begin (LsRemote *self, guint64 function, guint flags)
{
  self->helper->draft.head = (HostCall){ .function = function, .flags = (guint8)flags };
}

static inline void
ls_call_word (LsRemote *self, guint kind, guint64 word)
{
  LsCallDraft *draft = &self->helper->draft;

  draft->head.kinds |= kind << (2 * draft->head.n_words);
  draft->words[draft->head.n_words++] = word;
}

static inline void
ls_call_value (LsRemote *self, guint64 value)
{
  ls_call_word (self, HOST_WORD_VALUE, value);
}

static inline void
ls_call_real (LsRemote *self, double value)
{
  LsCallDraft *draft = &self->helper->draft;

  draft->reals[draft->head.n_reals++] = value;
}

/* The next initial value, of eight bytes, from the first place on that the function writes. */
static inline void
ls_call_start (LsRemote *self, guint64 start)
{
  LsCallDraft *draft = &self->helper->draft;

  draft->starts[draft->head.n_starts++] = start;
}

/* An array that the function reads. */
static inline void
ls_call_in (LsRemote *self, const void *data, gsize size)
{
  LsHelper *helper = self->helper;

  ls_call_word (self, HOST_WORD_REQUEST, helper->in);
  if (size > 0)
    memcpy (helper->request->data + helper->in, data, size);
  helper->in += LS_CALL_ALIGN (size);
}

/* An array that the function writes. Returns: for ls_remote_read() */
static inline gsize
ls_call_out (LsRemote *self, gsize size)
{
  LsHelper *helper = self->helper;
  const gsize offset = helper->out;

  ls_call_word (self, HOST_WORD_RESPONSE, offset);
  helper->out += LS_CALL_ALIGN (size);
  return offset;
}

/* Returns: the index of the call in the message. @name: static, for messages */
static inline guint
ls_call_end (LsRemote *self, const char *name)
{
  LsHelper *helper = self->helper;
  const LsCallDraft *draft = &helper->draft;
  unsigned char *to = helper->request->data + helper->in;

  helper->request->calls[helper->n_calls] = (guint32)helper->in;
  memcpy (to, &draft->head, sizeof draft->head);
  to += sizeof draft->head;
  for (guint i = 0; i < draft->head.n_words; i++, to += 8)
    memcpy (to, &draft->words[i], 8);
  for (guint i = 0; i < draft->head.n_reals; i++, to += 8)
    memcpy (to, &draft->reals[i], 8);
  for (guint i = 0; i < draft->head.n_starts; i++, to += 8)
    memcpy (to, &draft->starts[i], 8);
  helper->in = (gsize)(to - helper->request->data);
  helper->calls[helper->n_calls] = (LsRemoteCall){ self, name, FALSE };
  helper->kept = NULL;
  return helper->n_calls++;
}

/* The array at @offset of the last answer, copied. */
static inline void
ls_remote_read (const LsRemote *self, gsize offset, void *data, gsize size)
{
  if (size > 0)
    memcpy (data, self->helper->response->data + offset, size);
}
