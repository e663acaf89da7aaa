#include "core/vary/run-pool.h"

#include "core/base/team.h"
#include "core/helper/isolation.h"
#include "core/run/worker.h"

#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>

/* Interval of checks for cancellation while waiting for messages, ms. */
#define WAIT_TIME 50
/* A process takes no further run after this time, µs: it costs much less to make one. */
#define PROCESS_TIME 100000
/* Maximum number of runs of a process. */
#define MAX_RUNS 256u

typedef struct
{
  const LsRunSettings *settings;
  guint n_numbers;
  const LsRunPoolFuncs *funcs;
  gpointer user_data;
  GQueue open; /* runs to do, as pointers */
} Pool;

/* A process. Messages are the number of a run with its numbers, or with the reason of its failure,
 * in the order of @runs. */
typedef struct
{
  Pool *pool;
  LsWorker *worker; /* %NULL: free */
  guint runs[MAX_RUNS];
  guint n_runs, n_ended;
  guint n_slots; /* processes at the same time */
} Slot;

/* ---- In the process of runs ---------------------------------------------------------------- */

static void
cancel_run (gpointer run)
{
  ls_run_cancel (run);
}

static gboolean
execute_run (LsWorker *worker, const Pool *pool, guint index, double numbers[], GError **error)
{
  const LsRunSettings *settings = pool->settings;
  g_autoptr (LsModel) model = ls_model_copy (settings->model);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsRun) run = NULL;
  g_autofree char *diverged = NULL;
  gboolean done;

  if (!ls_varied_apply (settings->parameters, pool->funcs->get_values (index, pool->user_data),
                        model, error))
    return FALSE;
  run = ls_run_new (model, settings->choice, settings->start_time, settings->stop_time,
                    settings->step_size, (const char *const *)settings->signals, error);
  if (run == NULL
      || (settings->tolerance > 0 && !ls_run_set_tolerance (run, settings->tolerance, error)))
    return FALSE;
  ls_worker_set_cancel (worker, cancel_run, run);
  done = ls_run_execute (run, log, NULL, NULL, error);
  ls_worker_set_cancel (worker, NULL, NULL);
  if (!done)
    return FALSE;
  diverged = ls_run_find_divergence (run);
  if (diverged == NULL)
    return pool->funcs->evaluate (index, ls_run_get_trace (run), numbers, pool->user_data, error);
  return ls_fail (error, LS_ERROR_RUN, _ ("the run diverged: %s"), diverged);
}

static void
work (LsWorker *worker, gpointer data)
{
  const Slot *slot = data;
  const Pool *pool = slot->pool;
  const gint64 end = g_get_monotonic_time () + PROCESS_TIME;
  g_autofree double *numbers = g_new0 (double, pool->n_numbers);

  ls_team_set_share (slot->n_slots);
  ls_isolation_keep_helpers ();
  for (guint i = 0; i < slot->n_runs && (i == 0 || g_get_monotonic_time () < end); i++)
    {
      g_autoptr (GError) error = NULL;

      if (execute_run (worker, pool, slot->runs[i], numbers, &error))
        ls_worker_send (worker, LS_MESSAGE_NUMBERS, numbers, pool->n_numbers * sizeof *numbers);
      else
        ls_worker_send (worker, LS_MESSAGE_TEXT, error->message, strlen (error->message));
    }
  ls_isolation_let_helpers_go ();
}

/* ---- In this process ---------------------------------------------------------------------- */

static void
receive (LsMessageKind kind, const void *data, gsize size, gpointer user_data)
{
  Slot *slot = user_data;
  const Pool *pool = slot->pool;
  g_autofree char *message = NULL;

  if (slot->n_ended == slot->n_runs)
    return;
  if (kind == LS_MESSAGE_NUMBERS && size == pool->n_numbers * sizeof (double))
    pool->funcs->done (slot->runs[slot->n_ended++], data, NULL, pool->user_data);
  else if (kind == LS_MESSAGE_TEXT)
    {
      message = g_strndup (data, size);
      pool->funcs->done (slot->runs[slot->n_ended++], NULL, message, pool->user_data);
    }
}

/* After the end of the process: a crash fails the run it was at; runs not begun are open again. */
static void
conclude (Slot *slot)
{
  Pool *pool = slot->pool;
  g_autofree char *message = ls_worker_describe_end (slot->worker);

  if (message != NULL && slot->n_ended < slot->n_runs)
    pool->funcs->done (slot->runs[slot->n_ended++], NULL, message, pool->user_data);
  while (slot->n_runs > slot->n_ended)
    g_queue_push_head (&pool->open, GUINT_TO_POINTER (slot->runs[--slot->n_runs]));
  g_clear_pointer (&slot->worker, ls_worker_free);
}

/* Gives a process its share of what is open, so that all have something to do. */
static gboolean
start (Slot *slot, guint n_slots, GError **error)
{
  Pool *pool = slot->pool;
  const guint n = MIN (MAX_RUNS, (g_queue_get_length (&pool->open) + n_slots - 1) / n_slots);

  slot->n_slots = n_slots;
  slot->n_ended = 0;
  for (slot->n_runs = 0; slot->n_runs < n; slot->n_runs++)
    slot->runs[slot->n_runs] = GPOINTER_TO_UINT (g_queue_pop_head (&pool->open));
  slot->worker = ls_worker_new (work, slot, error);
  return slot->worker != NULL;
}

static gboolean
start_all (Slot slots[], guint n_slots, GError **error)
{
  for (guint i = 0; i < n_slots; i++)
    if (slots[i].worker == NULL && !g_queue_is_empty (&slots[i].pool->open)
        && !start (&slots[i], n_slots, error))
      return FALSE;
  return TRUE;
}

/* Waits for messages and takes them. Returns: whether processes are running */
static gboolean
receive_all (Slot slots[], guint n_slots)
{
  g_autofree struct pollfd *fds = g_new0 (struct pollfd, n_slots);
  guint n_running = 0;

  for (guint i = 0; i < n_slots; i++)
    if (slots[i].worker != NULL)
      fds[n_running++]
          = (struct pollfd){ .fd = ls_worker_get_fd (slots[i].worker), .events = POLLIN };
  if (n_running > 0)
    poll (fds, n_running, WAIT_TIME);
  for (guint i = 0; i < n_slots; i++)
    if (slots[i].worker != NULL && !ls_worker_receive (slots[i].worker, receive, &slots[i]))
      conclude (&slots[i]);
  return n_running > 0;
}

gboolean
ls_run_pool_execute (const LsRunSettings *settings,
                     const guint indices[],
                     guint n_indices,
                     guint n_numbers,
                     guint n_jobs,
                     const LsRunPoolFuncs *funcs,
                     const int *cancelled,
                     gpointer user_data,
                     GError **error)
{
  g_return_val_if_fail (settings != NULL, FALSE);
  g_return_val_if_fail (funcs != NULL, FALSE);

  Pool pool
      = { .settings = settings, .n_numbers = n_numbers, .funcs = funcs, .user_data = user_data };
  g_autofree Slot *slots = g_new0 (Slot, n_jobs);
  gboolean done;

  for (guint i = 0; i < n_indices; i++)
    g_queue_push_tail (&pool.open, GUINT_TO_POINTER (indices[i]));
  for (guint i = 0; i < n_jobs; i++)
    slots[i].pool = &pool;
  do
    {
      done = start_all (slots, n_jobs, error);
      if (done && g_atomic_int_get (cancelled) != 0)
        {
          g_set_error_literal (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
          done = FALSE;
        }
    }
  while (done && (receive_all (slots, n_jobs) || !g_queue_is_empty (&pool.open)));
  /* Ends what is running without waiting for it to comply. */
  for (guint i = 0; i < n_jobs; i++)
    g_clear_pointer (&slots[i].worker, ls_worker_free);
  g_queue_clear (&pool.open);
  return done;
}
