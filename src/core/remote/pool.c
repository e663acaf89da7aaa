#include "core/remote/pool.h"

#include "core/base/status.h"
#include "core/remote/fibre.h"

#include <glib/gi18n-lib.h>

/**
 * Worker:
 * @out: requests that are collected; @sent: those that were sent last
 * @in: answers to @sent
 * @waiting: element-type guint: tasks that wait for answers to @out, in their order; @woken: to
 * @sent
 * @n_asked: requests in @out that are answered; @is_busy: an answer to @sent is to come
 */
typedef struct
{
  GByteArray *out, *sent, *in;
  GArray *waiting, *woken;
  guint n_asked;
  gboolean is_busy;
} Worker;

struct LsPool
{
  LsTransport *transport;
  Worker *workers;
  guint n_workers;
  guint worker, head; /* of the request that is begun: its worker, its place in @out */
  LsFibres *fibres;
  LsMessageReader answer; /* of the task that goes on */
  gboolean has_answer;
  GError *loss;
  gboolean is_told;
  guint64 n_messages;
  double cpu_time; /* of the workers, s */
};

void
ls_pool_put_who (GByteArray *message)
{
  ls_message_put_text (message, LS_VERSION);
  ls_message_put_real (message, 1.0 / 3.0);
  ls_message_put_count (message, (guint64)LS_N_ASKS << 32 | sizeof (gpointer));
}

static gboolean
check_workers (LsPool *self, GError **error)
{
  g_autoptr (GByteArray) own = g_byte_array_new ();

  ls_pool_put_who (own);
  for (guint i = 0; i < self->n_workers; i++)
    {
      g_autofree char *who = ls_pool_describe (self, i);
      LsMessageReader answer;

      ls_pool_begin (self, i, LS_ASK_WHO, 0);
      if (!ls_pool_ask (self, &answer))
        {
          g_propagate_error (error, g_error_copy (self->loss));
          return FALSE;
        }
      if ((gsize)(answer.end - answer.at) != own->len
          || memcmp (answer.at, own->data, own->len) != 0)
        return ls_fail (error, LS_ERROR_RUN,
                        /* Translators: "rank 2 on node7". */
                        _ ("%s is another version of the program, or on a machine of another kind"),
                        who);
    }
  return TRUE;
}

LsPool *
ls_pool_new (LsTransport *transport, GError **error)
{
  g_return_val_if_fail (transport != NULL, NULL);

  LsPool *self = g_new0 (LsPool, 1);

  self->transport = transport;
  self->n_workers = transport->n_peers;
  self->workers = g_new0 (Worker, self->n_workers + 1);
  for (guint i = 0; i < self->n_workers; i++)
    self->workers[i] = (Worker){ .out = g_byte_array_new (),
                                 .sent = g_byte_array_new (),
                                 .in = g_byte_array_new (),
                                 .waiting = g_array_new (FALSE, FALSE, sizeof (guint)),
                                 .woken = g_array_new (FALSE, FALSE, sizeof (guint)) };
  self->fibres = ls_fibres_new ();
  if (check_workers (self, error))
    return self;
  ls_pool_free (self);
  return NULL;
}

static void
end_worker (LsPool *self, guint index)
{
  Worker *worker = &self->workers[index];

  /* An answer that is still to come is of no use; the worker sends it and then reads this. What was
   * put off is as useless, and a worker that has ended would never take a long message. */
  g_byte_array_set_size (worker->out, 0);
  ls_pool_begin (self, index, LS_ASK_END, 0);
  ls_pool_put_off (self);
  self->transport->send (self->transport, index, worker->out->data, worker->out->len, NULL);
}

void
ls_pool_free (LsPool *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_workers; i++)
    end_worker (self, i);
  ls_transport_free (self->transport);
  for (guint i = 0; i < self->n_workers; i++)
    {
      g_byte_array_unref (self->workers[i].out);
      g_byte_array_unref (self->workers[i].sent);
      g_byte_array_unref (self->workers[i].in);
      g_array_unref (self->workers[i].waiting);
      g_array_unref (self->workers[i].woken);
    }
  g_free (self->workers);
  ls_fibres_free (self->fibres);
  g_clear_error (&self->loss);
  g_free (self);
}

guint
ls_pool_get_n_workers (const LsPool *self)
{
  return self->n_workers;
}

char *
ls_pool_describe (const LsPool *self, guint worker)
{
  return self->transport->describe (self->transport, worker);
}

const GError *
ls_pool_get_loss (const LsPool *self)
{
  return self->loss;
}

double
ls_pool_get_cpu_time (const LsPool *self)
{
  return self->cpu_time;
}

guint64
ls_pool_get_n_messages (const LsPool *self)
{
  return self->n_messages;
}

gboolean
ls_pool_claim_loss (LsPool *self)
{
  const gboolean is_told = self->is_told;

  self->is_told = TRUE;
  return !is_told && !g_error_matches (self->loss, LS_ERROR, LS_ERROR_CANCELLED);
}

/* ---- Requests ---------------------------------------------------------------------------- */

GByteArray *
ls_pool_begin (LsPool *self, guint worker, LsAsk ask, guint handle)
{
  g_return_val_if_fail (worker < self->n_workers, NULL);

  const LsRequestHead head = { .ask = ask, .handle = handle };
  GByteArray *out = self->workers[worker].out;

  self->worker = worker;
  self->head = out->len;
  ls_message_put (out, &head, sizeof head);
  return out;
}

static void
end_request (LsPool *self, gboolean answered)
{
  Worker *worker = &self->workers[self->worker];
  LsRequestHead *head = (LsRequestHead *)(gpointer)(worker->out->data + self->head);

  head->size = worker->out->len - self->head;
  head->answered = answered;
  worker->n_asked += answered;
}

void
ls_pool_put_off (LsPool *self)
{
  end_request (self, FALSE);
}

static void
lose (LsPool *self, GError *error)
{
  if (self->loss == NULL)
    self->loss = error;
  else
    g_error_free (error);
}

static void
send_requests (LsPool *self, guint index)
{
  Worker *worker = &self->workers[index];
  GByteArray *out = worker->out;
  GArray *sent_tasks;
  GError *error = NULL;

  worker->out = worker->sent;
  worker->sent = out;
  g_byte_array_set_size (worker->out, 0);
  worker->n_asked = 0;
  worker->is_busy = TRUE;
  sent_tasks = worker->waiting;
  worker->waiting = worker->woken;
  worker->woken = sent_tasks;
  self->n_messages++;
  if (!self->transport->send (self->transport, index, out->data, out->len, &error))
    lose (self, error);
}

/* Waits for the answer of @index, or of any. Returns: the worker, or -1. */
static int
receive_answers (LsPool *self, guint index)
{
  GByteArray *in;
  GError *error = NULL;
  int from;

  /* An answer of any is received by the buffer of the first, which its own takes the place of. */
  in = self->workers[index < self->n_workers ? index : 0].in;
  from = self->loss != NULL ? -1 : self->transport->receive (self->transport, index, in, &error);
  if (error != NULL)
    lose (self, error);
  if (from < 0)
    return -1;
  if (index >= self->n_workers && from > 0)
    {
      self->workers[0].in = self->workers[from].in;
      self->workers[from].in = in;
    }
  self->workers[from].is_busy = FALSE;
  return from;
}

/* The next one of the answers in a message. */
static gboolean
take_answer (LsMessageReader *message, LsMessageReader *answer)
{
  gsize size;
  const guint8 *data = ls_message_take_bytes (message, &size);

  *answer = (LsMessageReader){ .at = data, .end = data != NULL ? data + size : NULL };
  return data != NULL && !message->bad;
}

/* The message begins with the processor time of the worker. */
static LsMessageReader
open_answers (LsPool *self, guint index)
{
  const GByteArray *in = self->workers[index].in;
  LsMessageReader message = { in->data, in->data + in->len, FALSE };

  self->cpu_time += ls_message_get_real (&message);
  return message;
}

static gboolean
fail_answer (LsPool *self, guint worker)
{
  g_autofree char *who = ls_pool_describe (self, worker);

  if (self->loss == NULL)
    g_set_error (&self->loss, LS_ERROR, LS_ERROR_RUN,
                 /* Translators: "rank 2 on node7". */
                 _ ("%s gave an invalid answer"), who);
  return FALSE;
}

gboolean
ls_pool_ask (LsPool *self, LsMessageReader *answer)
{
  const guint index = self->worker;
  Worker *worker = &self->workers[index];
  LsMessageReader message;
  guint task;

  end_request (self, TRUE);
  if (G_UNLIKELY (self->loss != NULL))
    return FALSE;
  if (ls_fibres_get_running (self->fibres, &task))
    {
      g_array_append_val (worker->waiting, task);
      ls_fibres_wait (self->fibres);
      *answer = self->answer;
      return self->has_answer;
    }
  send_requests (self, index);
  if (receive_answers (self, index) < 0)
    return FALSE;
  message = open_answers (self, index);
  return take_answer (&message, answer) || fail_answer (self, index);
}

/* ---- Tasks ------------------------------------------------------------------------------- */

typedef struct
{
  LsPool *pool;
  LsPoolFunc func, turn;
  gpointer data;
} Run;

static void
run_task (guint index, gpointer data)
{
  const Run *self = data;

  self->func (index, self->data);
}

static void
resume (Run *self, guint task)
{
  if (self->turn != NULL)
    self->turn (task, self->data);
  ls_fibres_resume (self->pool->fibres, task, run_task, self);
}

static int
compare_tasks (gconstpointer a, gconstpointer b)
{
  const guint x = *(const guint *)a, y = *(const guint *)b;

  return (x > y) - (x < y);
}

static void
move_tasks (GArray *from, GArray *to)
{
  g_array_append_vals (to, from->data, from->len);
  g_array_set_size (from, 0);
}

/* No task is answered from now on. The first task fails first, as only the messages of the first
 * failure are logged, and the reason only once. */
static void
give_up (Run *self)
{
  LsPool *pool = self->pool;
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < pool->n_workers; i++)
    {
      pool->workers[i].is_busy = FALSE;
      move_tasks (pool->workers[i].woken, tasks);
      move_tasks (pool->workers[i].waiting, tasks);
    }
  g_array_sort (tasks, compare_tasks);
  pool->has_answer = FALSE;
  for (guint i = 0; i < tasks->len; i++)
    resume (self, g_array_index (tasks, guint, i));
}

/* All that wait for the answers of @index go on. */
static void
wake_tasks (Run *self, guint index)
{
  LsPool *pool = self->pool;
  Worker *worker = &pool->workers[index];
  GArray *woken = worker->woken;
  LsMessageReader message = open_answers (pool, index);

  for (guint i = 0; i < woken->len; i++)
    {
      pool->has_answer = take_answer (&message, &pool->answer) || fail_answer (pool, index);
      resume (self, g_array_index (woken, guint, i));
    }
  g_array_set_size (woken, 0);
}

/* Returns: whether an answer is to come. */
static gboolean
send_all (LsPool *self)
{
  gboolean busy = FALSE;

  for (guint i = 0; i < self->n_workers; i++)
    {
      if (!self->workers[i].is_busy && self->workers[i].n_asked > 0 && self->loss == NULL)
        send_requests (self, i);
      busy |= self->workers[i].is_busy;
    }
  return busy;
}

void
ls_pool_run (LsPool *self, guint n, LsPoolFunc func, LsPoolFunc turn, gpointer data)
{
  g_return_if_fail (func != NULL);

  Run run = { self, func, turn, data };
  int from;

  for (guint i = 0; i < n; i++)
    resume (&run, i);
  while (self->loss == NULL && send_all (self))
    if ((from = receive_answers (self, self->n_workers)) >= 0)
      wake_tasks (&run, (guint)from);
  if (self->loss != NULL)
    give_up (&run);
}
