/* A remote system for its operations, in several files. */
#pragma once

#include "core/remote/answer.h"
#include "core/remote/system-remote.h"

/* A saved point of the worker: its number there, and the times, s. */
typedef struct
{
  guint64 number;
  double time, event_time;
} LsRemotePoint;

/**
 * LsSystemRemote:
 * @klass: of the system itself: operations that the worker's lacks are %NULL
 * @answer: of the last request, after its head and parts
 * @time, @event_time: s; @has_ended: as the last answer says
 * @has_feed, @has_constraints: -1 until asked
 * @noted_sent, @n_noted_sent: variables at events that the worker knows
 * @read, @n_read: what was read last, 0 after a failure; @values: read again after the last step,
 *   while @knows_values
 * @text: of the last typed value
 * @owed: a failure not yet reported
 */
typedef struct
{
  LsSystem base;
  LsSystemClass klass;
  LsPool *pool;
  guint worker, handle;
  LsLog *log; /* with times of the run */
  gpointer keeps;
  GDestroyNotify let_go;
  LsMessageReader answer;
  double time, event_time, saved_event_time;
  gboolean has_ended;
  int has_feed, has_constraints;
  const guint *noted_sent;
  guint n_noted_sent;
  guint *read;
  guint n_read;
  double *values;
  gboolean knows_values;
  GString *text;
  LsStatus owed;
  GArray *own_fired;
  LsCallClock *clock; /* (nullable) */
  guint64 last_point;
} LsSystemRemote;

static inline LsSystemRemote *
ls_system_remote (const LsSystem *system)
{
  return (LsSystemRemote *)(gpointer)system;
}

/* system-remote-answer.c: as ls_pool_begin() */
GByteArray *ls_system_remote_begin (LsSystemRemote *self, LsAsk ask);
/* Sends the request and takes the head and the parts of its answer. */
LsStatus ls_system_remote_ask (LsSystemRemote *self);
/* For requests that change values: what was read is not valid any more. */
GByteArray *ls_system_remote_change (LsSystemRemote *self, LsAsk ask);
/* A request without arguments, its result being @n numbers. */
LsStatus ls_system_remote_ask_reals (LsSystemRemote *self, LsAsk ask, double values[], gsize n);
/* Sends a request whose result is a truth value; @fallback: where there is no answer. A failure, of a
 * request before it that was put off, too, is that of the next request which can tell it. */
gboolean ls_system_remote_hear_truth (LsSystemRemote *self, gboolean fallback);
/* The same of a request without arguments. */
gboolean ls_system_remote_ask_truth (LsSystemRemote *self, LsAsk ask, gboolean fallback);

/* Sets the error in an answer. */
gboolean ls_system_remote_fail (LsSystemRemote *self, GError **error);
/* What may change of the information on a system. */
void ls_system_remote_take_info (LsSystem *system, LsMessageReader *answer);

/* system-remote-values.c */
LsStatus ls_system_remote_evaluate (LsSystem *system, const double u[], double y[]);
LsStatus ls_system_remote_get_inputs (LsSystem *system, double u[]);
LsStatus ls_system_remote_set_some (LsSystem *system, const guint indices[], guint n,
                                    const double values[]);
LsStatus ls_system_remote_get_some (LsSystem *system, const guint indices[], guint n, double values[]);
LsStatus ls_system_remote_read (LsSystem *system, const guint variables[], guint n, double values[]);
void ls_system_remote_forget_inputs (LsSystem *system);
LsStatus ls_system_remote_get_typed (LsSystem *system, const LsVariable *variable,
                                     LsSystemValue *value);
LsStatus ls_system_remote_set_typed (LsSystem *system, const LsVariable *variable,
                                     const LsSystemValue *value);
gboolean ls_system_remote_set_text (LsSystem *system, const LsVariable *variable, const char *text,
                                    GError **error);
char *ls_system_remote_get_text (LsSystem *system, guint variable, GError **error);
guint64 ls_system_remote_get_n_ticks (const LsSystem *system, const LsVariable *clock, double *time);

/* system-remote-state.c */
LsStatus ls_system_remote_save (LsSystem *system, gboolean expected);
LsStatus ls_system_remote_restore (LsSystem *system);
void ls_system_remote_forget_saved (LsSystem *system);
LsStatus ls_system_remote_save_state (LsSystem *system, LsSavedState **state);
LsStatus ls_system_remote_restore_state (LsSystem *system, LsSavedState *state);
void ls_system_remote_free_state (LsSystem *system, LsSavedState *state);
void ls_system_remote_visit_state (LsSystem *system, LsVisitMemoryFunc func, gpointer user_data);
gboolean ls_system_remote_can_serialize (const LsSystem *system);
GBytes *ls_system_remote_serialize_state (LsSystem *system, LsSavedState *state, GError **error);
LsSavedState *ls_system_remote_deserialize_state (LsSystem *system, GBytes *bytes, GError **error);

/* system-remote-derivatives.c */
LsStatus ls_system_remote_get_states (LsSystem *system, double x[]);
LsStatus ls_system_remote_get_state_derivatives (LsSystem *system, double dx[]);
LsStatus ls_system_remote_read_point (LsSystem *system, const double u[], LsLinearisation *result);
LsStatus ls_system_remote_linearise_at (LsSystem *system, const double u[], LsLinearisation *result);
gboolean ls_system_remote_enable_time_derivative (LsSystem *system);
LsStatus ls_system_remote_get_time_derivatives (LsSystem *system, const LsLinearisation *point,
                                                const double u[], double h, double ft[], double gt[],
                                                gboolean *changes);
LsStatus ls_system_remote_get_output_derivatives (LsSystem *system, double dy[]);
LsStatus ls_system_remote_find_output_derivatives (LsSystem *system, const double u[],
                                                   const double du[], double h, double dy[]);
gboolean ls_system_remote_find_feed (const LsSystem *system);
LsStatus ls_system_remote_get_feed (LsSystem *system, guint input, double seed,
                                    const guint outputs[], guint n, double column[]);
gboolean ls_system_remote_has_constraints (const LsSystem *system);
LsStatus ls_system_remote_project (LsSystem *system, const double u[], double y[], gboolean *moved);
