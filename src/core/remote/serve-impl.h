/* A system that a worker serves. */
#pragma once

#include "core/remote/answer.h"
#include "core/remote/pool.h"

/**
 * LsServed:
 * @log: of the system; its entries wait in @entries, @n_entries of them
 * @fault: last reported
 * @status: of requests without an answer, reported with the next answer
 * @has: capabilities as last reported
 * @read, @n_read: what was read last, read again after each step; @values: there
 * @points: saved points by their numbers
 * @y, @dy, @work: n_out; n_out; of any size
 * @clock: of calls, while they are timed; @is_timed
 */
typedef struct
{
  LsSystem *system;
  LsLog *log;
  GByteArray *entries;
  guint n_entries;
  int fault;
  LsStatus status;
  gboolean has[LS_N_CAPABILITIES];
  guint n_quantised;
  guint *read, *noted;
  guint n_read;
  double *values;
  gboolean reads_again;
  GHashTable *points;
  double *y, *dy, *work;
  gsize n_work;
  LsLinearisation *point;
  GArray *fired;
  GBytes *bytes;
  LsCallClock clock;
  gboolean is_timed;
} LsServed;

LsServed *ls_served_new (void);
void      ls_served_free (LsServed *self);
/* Describes the system that was made, for an answer. */
void      ls_served_describe (LsServed *self, GByteArray *result);
/* Appends the head and the common parts of the answer to a request of the kind @ask. */
void      ls_served_put_head (LsServed *self, LsAsk ask, LsStatus status, GByteArray *answer);
/* Appends an error in place of a result; frees it. */
void      ls_served_put_error (GByteArray *result, GError *error);

/* Carry out a request of the kind @ask and append its result to @result: life cycle, steps and values;
 * saved points; all other kinds. */
LsStatus  ls_served_do_values (LsServed *self, LsAsk ask, LsMessageReader *arguments, GByteArray *result);
LsStatus  ls_served_do_points (LsServed *self, LsAsk ask, LsMessageReader *arguments, GByteArray *result);
LsStatus  ls_served_do_derivatives (LsServed *self, LsAsk ask, LsMessageReader *arguments,
                                    GByteArray *result);

/* Room for @n numbers, until the next call. */
static inline double *
ls_served_get_work (LsServed *self, gsize n)
{
  if (n > self->n_work)
    {
      g_free (self->work);
      self->work = g_new0 (double, n);
      self->n_work = n;
    }
  return self->work;
}

/* Returns: (nullable) */
static inline const LsVariable *
ls_served_take_variable (const LsServed *self, LsMessageReader *arguments)
{
  const guint64 index = ls_message_get_count (arguments);

  return index < self->system->n_variables ? &self->system->variables[index] : NULL;
}

/* @limit: indices are below it. Returns: (nullable): borrowed */
static inline const guint *
ls_served_take_some (LsMessageReader *arguments, guint *n, guint limit)
{
  const guint64 count = ls_message_get_count (arguments);
  const guint *indices
      = count < G_MAXINT ? ls_message_take (arguments, (gsize)count * sizeof (guint)) : NULL;

  *n = (guint)count;
  for (guint i = 0; indices != NULL && i < *n; i++)
    if (indices[i] >= limit)
      return NULL;
  return indices;
}

static inline LsStatus
ls_served_tell (GByteArray *result, gboolean truth)
{
  ls_message_put_count (result, (guint64)(truth != FALSE));
  return LS_OK;
}

typedef LsStatus (*LsVectorFunc) (LsSystem *system, double values[]);

static inline LsStatus
ls_served_do_vector (LsServed *self, LsVectorFunc func, guint n, GByteArray *result)
{
  double *values = ls_served_get_work (self, (gsize)n + 1);
  const LsStatus status = func != NULL ? func (self->system, values) : LS_STOP;

  if (status == LS_OK)
    ls_message_put_reals (result, values, n);
  return status;
}
