#include "core/vary/run-pool.h"

#include "core/base/team.h"
#include "core/helper/isolation.h"
#include "core/helper/own-sandbox.h"
#include "core/helper/permissions.h"
#include "core/run/worker.h"

#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>

/* Interval of checks for cancellation while waiting for messages, ms. */
#define WAIT_TIME 50
/* A process takes no further run after this time, µs: it costs much less to make one. */
#define PROCESS_TIME 500000
/* Maximum number of runs of a process. */
#define MAX_RUNS 256u
/* A process that is its own sandbox and does not go on for so long is ended, s. */
#define PATIENCE 30.0
/* Reasons of failures of a process that is its own sandbox, bytes. */
#define MAX_TEXT 65536u
/* Runs that fail in the process, but not with helpers: then helpers are better for all. */
#define MAX_MISTAKES 3u

typedef struct
{
  const LsRunSettings *settings;
  guint n_numbers;
  const LsRunPoolFuncs *funcs;
  gpointer user_data;
  GQueue open;      /* runs to do, as pointers */
  GQueue faults;    /* likewise: again, with helpers */
  gboolean owns;    /* processes are their own sandboxes */
  guint n_mistakes; /* runs of @faults that succeeded */
} Pool;

/* A process. Messages are the number of a run with its numbers, or with the reason of its failure,
 * in the order of @runs. */
typedef struct
{
  Pool *pool;
  LsWorker *worker;      /* %NULL: free */
  LsOwnSandbox *sandbox; /* (nullable): of the process; %NULL: FMUs run where the user wants them */
  gboolean again;        /* @runs are of Pool.faults */
  guint32 n_beats;       /* as last seen, at @seen, monotonic, µs */
  gint64 seen;
  guint runs[MAX_RUNS];
  guint n_runs, n_ended;
  guint n_slots; /* processes at the same time */
} Slot;

/* A run that cannot be made at all may be possible with other parameters. */
gboolean
ls_run_settings_check (const LsRunSettings *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (LsRun) run = NULL;

  if (self->tolerance > 0)
    run = ls_run_new (self->model, self->choice, self->start_time, self->stop_time, self->step_size,
                      NULL, NULL);
  return run == NULL || ls_run_set_tolerance (run, self->tolerance, error);
}

/* ---- In the process of runs ---------------------------------------------------------------- */

static void
cancel_run (gpointer run)
{
  ls_run_cancel (run);
}

static void
beat (LsRun *run G_GNUC_UNUSED, gpointer user_data)
{
  const Slot *slot = user_data;

  if (slot->sandbox != NULL)
    ls_own_sandbox_beat (slot->sandbox);
}

/* @has_diverged: (out): the failure is that of the method, not of an FMU */
static gboolean
execute_run (LsWorker *worker,
             const Slot *slot,
             guint index,
             double numbers[],
             gboolean *has_diverged,
             GError **error)
{
  const Pool *pool = slot->pool;
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
  done = ls_run_execute (run, log, beat, (gpointer)slot, error);
  ls_worker_set_cancel (worker, NULL, NULL);
  if (!done)
    return FALSE;
  diverged = ls_run_find_divergence (run);
  *has_diverged = diverged != NULL;
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
  if (slot->sandbox != NULL)
    ls_own_sandbox_enter (slot->sandbox, ls_worker_get_fd (worker));
  ls_isolation_keep_helpers ();
  for (guint i = 0; i < slot->n_runs && (i == 0 || g_get_monotonic_time () < end); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean has_diverged = FALSE;

      beat (NULL, (gpointer)slot);
      if (execute_run (worker, slot, slot->runs[i], numbers, &has_diverged, &error))
        ls_worker_send (worker, LS_MESSAGE_NUMBERS, numbers, pool->n_numbers * sizeof *numbers);
      else
        ls_worker_send (worker,
                        slot->sandbox != NULL && !has_diverged ? LS_MESSAGE_FAULT : LS_MESSAGE_TEXT,
                        error->message, strlen (error->message));
    }
  ls_isolation_let_helpers_go ();
}

/* ---- In this process ---------------------------------------------------------------------- */

/* @numbers, @message: (nullable) */
static void
end_run (Slot *slot, const double numbers[], const char *message)
{
  Pool *pool = slot->pool;

  if (slot->again && numbers != NULL && ++pool->n_mistakes == MAX_MISTAKES)
    pool->owns = FALSE;
  pool->funcs->done (slot->runs[slot->n_ended++], numbers, message, pool->user_data);
}

static void
receive (LsMessageKind kind, const void *data, gsize size, gpointer user_data)
{
  Slot *slot = user_data;
  Pool *pool = slot->pool;
  g_autofree char *message = NULL;

  if (slot->n_ended == slot->n_runs)
    return;
  if (kind == LS_MESSAGE_NUMBERS && size == pool->n_numbers * sizeof (double))
    end_run (slot, data, NULL);
  else if (kind == LS_MESSAGE_FAULT && slot->sandbox != NULL)
    g_queue_push_tail (&pool->faults, GUINT_TO_POINTER (slot->runs[slot->n_ended++]));
  else if (kind == LS_MESSAGE_TEXT)
    {
      message = g_strndup (data, size);
      end_run (slot, NULL, message);
    }
}

/* After the end of the process: a crash fails the run it was at; runs not begun are open again. */
static void
conclude (Slot *slot)
{
  Pool *pool = slot->pool;
  GQueue *open = slot->again ? &pool->faults : &pool->open;
  g_autofree char *message = ls_worker_describe_end (slot->worker);

  /* An FMU can end the process as if all had been well. */
  if (message == NULL && slot->n_ended == 0)
    message = ls_worker_describe_exit (slot->worker);
  if (message != NULL && slot->n_ended < slot->n_runs)
    {
      if (slot->sandbox != NULL)
        g_queue_push_tail (&pool->faults, GUINT_TO_POINTER (slot->runs[slot->n_ended++]));
      else
        end_run (slot, NULL, message);
    }
  while (slot->n_runs > slot->n_ended)
    g_queue_push_head (open, GUINT_TO_POINTER (slot->runs[--slot->n_runs]));
  g_clear_pointer (&slot->worker, ls_worker_free);
  g_clear_pointer (&slot->sandbox, ls_own_sandbox_free);
}

/* Gives a process half of its share of what is open, so that all have something to do until the
 * end; runs that have failed before any other. */
static gboolean
start (Slot *slot, guint n_slots, GError **error)
{
  Pool *pool = slot->pool;
  const gboolean again = !g_queue_is_empty (&pool->faults);
  GQueue *open = again ? &pool->faults : &pool->open;
  const guint n = MIN (MAX_RUNS, (g_queue_get_length (open) + 2 * n_slots - 1) / (2 * n_slots));

  slot->n_slots = n_slots;
  slot->n_ended = 0;
  slot->again = again;
  slot->n_beats = 0;
  slot->seen = g_get_monotonic_time ();
  if (pool->owns && !again
      && (slot->sandbox = ls_own_sandbox_new (pool->settings->folder, error)) == NULL)
    return FALSE;
  for (slot->n_runs = 0; slot->n_runs < n; slot->n_runs++)
    slot->runs[slot->n_runs] = GPOINTER_TO_UINT (g_queue_pop_head (open));
  slot->worker = ls_worker_new (work, slot, error);
  if (slot->worker != NULL && slot->sandbox != NULL)
    ls_worker_distrust (slot->worker, MAX (pool->n_numbers * sizeof (double), MAX_TEXT));
  return slot->worker != NULL;
}

static gboolean
is_done (const Pool *pool)
{
  return g_queue_is_empty ((GQueue *)&pool->open) && g_queue_is_empty ((GQueue *)&pool->faults);
}

static gboolean
start_all (Slot slots[], guint n_slots, GError **error)
{
  for (guint i = 0; i < n_slots; i++)
    if (slots[i].worker == NULL && !is_done (slots[i].pool) && !start (&slots[i], n_slots, error))
      return FALSE;
  return TRUE;
}

/* Ends a process whose FMU does not return. */
static void
watch (Slot *slot)
{
  const double chosen = ls_isolation_get_time_limit ();
  const gint64 now = g_get_monotonic_time ();
  guint32 n_beats;

  if (slot->worker == NULL || slot->sandbox == NULL)
    return;
  n_beats = ls_own_sandbox_count_beats (slot->sandbox);
  if (n_beats != slot->n_beats)
    slot->seen = now;
  slot->n_beats = n_beats;
  if ((double)(now - slot->seen) > 1e6 * (chosen > 0 ? chosen : PATIENCE))
    ls_worker_end (slot->worker);
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
    {
      watch (&slots[i]);
      if (slots[i].worker != NULL && !ls_worker_receive (slots[i].worker, receive, &slots[i]))
        conclude (&slots[i]);
    }
  return n_running > 0;
}

/* Whether the processes of runs can be the sandboxes of their FMUs. */
static gboolean
can_own (const LsModel *model)
{
  g_autoptr (GPtrArray) digests = g_ptr_array_new_with_free_func (g_free);

  if (ls_isolation_get () != LS_ISOLATION_GROUPED || !ls_isolation_is_suggested ())
    return FALSE;
  for (guint i = 0; ls_permissions_exist () && i < ls_model_get_n_components (model); i++)
    {
      char *digest = ls_fmu_make_digest (ls_model_get_component (model, i)->fmu);

      if (digest == NULL)
        return FALSE;
      g_ptr_array_add (digests, digest);
    }
  return ls_own_sandbox_is_possible (digests);
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
  pool.owns = can_own (settings->model);
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
  while (done && (receive_all (slots, n_jobs) || !is_done (&pool)));
  /* Ends what is running without waiting for it to comply. */
  for (guint i = 0; i < n_jobs; i++)
    {
      g_clear_pointer (&slots[i].worker, ls_worker_free);
      g_clear_pointer (&slots[i].sandbox, ls_own_sandbox_free);
    }
  g_queue_clear (&pool.open);
  g_queue_clear (&pool.faults);
  return done;
}
