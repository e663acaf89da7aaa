/* Runs of a comparison and its reference, each in a separate process. */
#include "core/run/comparison-impl.h"

#include "core/base/team.h"
#include "core/reference/reference-impl.h"
#include "core/run/run-estimate.h"
#include "core/run/run-impl.h"
#include "core/run/worker.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <poll.h>
#include <string.h>

/* Maximum rows per message. */
#define ROWS_AT_ONCE 4096u
/* Interval of checks for cancellation while waiting for messages, ms. */
#define PATIENCE 50

/* State in the worker of a run. */
typedef struct
{
  LsWorker *worker;
  LsRun *run;
  gsize n_rows, n_steps, n_events, n_bonds; /* sent so far */
} Sending;

typedef struct
{
  guint64 column, row;
  LsInteger value;
} LongSample;

/* Those of the rows [@first, @end). */
static void
send_integers (LsWorker *worker, const LsTrace *trace, gsize first, gsize end)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, TRUE, sizeof (LongSample));

  for (guint k = 1; k < ls_trace_get_n_columns (trace); k++)
    for (gsize i = first; i < end; i++)
      {
        LongSample sample = { .column = k, .row = i };

        if (ls_trace_get_integer (trace, k, i, &sample.value))
          g_array_append_val (samples, sample);
      }
  if (samples->len > 0)
    ls_worker_send (worker, LS_MESSAGE_INTEGERS, samples->data, samples->len * sizeof (LongSample));
}

static void
note_integers (LsTrace *trace, const void *data, gsize size)
{
  const guint n_columns = ls_trace_get_n_columns (trace);
  LongSample sample;

  for (gsize at = 0; at + sizeof sample <= size; at += sizeof sample)
    {
      memcpy (&sample, (const guint8 *)data + at, sizeof sample);
      if (sample.column < n_columns)
        ls_trace_note_integer (trace, (guint)sample.column, sample.row, sample.value);
    }
}

static void
send_rows (LsWorker *worker, LsMessageKind kind, const LsTrace *trace, gsize *sent)
{
  const guint n_columns = ls_trace_get_n_columns (trace);
  const gsize n_rows = ls_trace_get_n_rows (trace);
  g_autofree double *rows = g_new (double, ROWS_AT_ONCE *n_columns);

  while (*sent < n_rows)
    {
      const gsize n = MIN (n_rows - *sent, ROWS_AT_ONCE);

      for (gsize i = 0; i < n; i++)
        for (guint k = 0; k < n_columns; k++)
          rows[i * n_columns + k] = k == 0 ? ls_trace_get_elapsed (trace, *sent + i)
                                           : ls_trace_get (trace, k, *sent + i);
      ls_worker_send (worker, kind, rows, n * n_columns * sizeof (double));
      *sent += n;
    }
}

/* The result so far, followed by its message. */
static void
send_result (LsWorker *worker, LsRun *run)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();
  LsRunResult result;

  ls_run_get_result (run, &result);
  g_byte_array_append (data, (const guint8 *)&result, sizeof result);
  if (result.message != NULL)
    g_byte_array_append (data, (const guint8 *)result.message, (guint)strlen (result.message));
  ls_worker_send (worker, LS_MESSAGE_RESULT, data->data, data->len);
  ls_run_result_clear (&result);
}

static void
send_activity (Sending *sending, LsActivity *activity)
{
  const guint n = ls_activity_get_n (activity);
  g_autofree guint64 *counts = g_new0 (guint64, (gsize)n + 1);

  send_rows (sending->worker, LS_MESSAGE_EVENTS, ls_activity_get_trace (activity),
             &sending->n_events);
  for (guint i = 0; i < n; i++)
    counts[i] = ls_activity_get_count (activity, i);
  ls_worker_send (sending->worker, LS_MESSAGE_COUNTS, counts, n * sizeof *counts);
}

static void
send_progress (LsRun *run, gpointer user_data)
{
  Sending *sending = user_data;

  LsTrace *trace = ls_run_get_trace (run);

  send_integers (sending->worker, trace, sending->n_rows, ls_trace_get_n_rows (trace));
  send_rows (sending->worker, LS_MESSAGE_ROWS, trace, &sending->n_rows);
  send_rows (sending->worker, LS_MESSAGE_STEPS, ls_run_get_steps (run), &sending->n_steps);
  send_rows (sending->worker, LS_MESSAGE_BONDS, ls_run_get_bonds (run), &sending->n_bonds);
  send_activity (sending, ls_run_get_activity (run));
  send_result (sending->worker, run);
}

static void
send_loops (LsWorker *worker, LsRun *run)
{
  g_autoptr (GPtrArray) loops = ls_run_list_loops (run);
  g_autoptr (GBytes) bytes = ls_loop_reports_pack (loops);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  if (size > 0)
    ls_worker_send (worker, LS_MESSAGE_LOOPS, data, size);
}

/* The estimate as numbers, or as text why there is none. */
static void
send_estimate (LsWorker *worker, LsRun *run)
{
  g_autofree char *why = NULL;
  g_autoptr (LsErrorEstimate) estimate = ls_run_get_estimate (run, &why);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  gsize n_rows = 0;

  if (why != NULL)
    ls_worker_send (worker, LS_MESSAGE_TEXT, why, strlen (why));
  if (estimate == NULL)
    return;
  send_rows (worker, LS_MESSAGE_ESTIMATES, estimate->trace, &n_rows);
  g_array_append_vals (numbers, estimate->percent, estimate->n_signals);
  g_array_append_vals (numbers, estimate->orders, estimate->n_signals);
  g_array_append_vals (numbers, &(double){ estimate->n_runs }, 1);
  g_array_append_vals (numbers, &estimate->cpu_time, 1);
  ls_worker_send (worker, LS_MESSAGE_NUMBERS, numbers->data, numbers->len * sizeof (double));
}

static void
cancel_run (gpointer data)
{
  ls_run_cancel (data);
}

/* A run and its process. */
typedef struct
{
  LsComparison *self;
  guint index;
  LsRun *run;
  LsWorker *worker;   /* %NULL before and after the process */
  LsTrace *estimates; /* (nullable): estimated errors over time */
  guint n_parallel;   /* maximum number of simultaneous processes */
  gboolean ended;
} Job;

static void
receive_estimate (Job *job, const double numbers[], gsize n)
{
  const guint n_signals = ls_trace_get_n_columns (ls_run_get_trace (job->run)) - 1;
  const LsErrorEstimate estimate
      = { .n_signals = n_signals,
          .percent = (double *)numbers,
          .orders = (double *)numbers + n_signals,
          .trace = job->estimates,
          .n_runs = n == 2 * (gsize)n_signals + 2 ? (guint)numbers[n - 2] : 0,
          .cpu_time = n > 0 ? numbers[n - 1] : 0 };

  if (estimate.n_runs > 0 && estimate.trace != NULL)
    ls_run_adopt_estimate (job->run, ls_error_estimate_copy (&estimate), NULL);
}

static void
work_on_run (LsWorker *worker, gpointer data)
{
  const Job *job = data;
  LsRun *run = job->run;
  g_autoptr (LsLog) log = ls_worker_make_log (worker);
  Sending sending = { .worker = worker, .run = run };

  ls_team_set_share (MIN (job->self->n_jobs, job->self->runs->len));
  ls_worker_set_cancel (worker, cancel_run, run);
  if (ls_run_execute (run, log, send_progress, &sending, NULL) && job->self->estimate > 0)
    ls_run_estimate_errors (run, job->self->estimate, NULL, NULL, NULL);
  send_loops (worker, run);
  send_estimate (worker, run);
}

static void
append_rows (LsTrace *trace, const void *data, gsize size)
{
  const guint n_columns = ls_trace_get_n_columns (trace);
  const gsize row_size = n_columns * sizeof (double);
  g_autofree double *row = g_new (double, n_columns);

  for (gsize at = 0; at + row_size <= size; at += row_size)
    {
      memcpy (row, (const guint8 *)data + at, row_size);
      if (!ls_trace_append (trace, row))
        return; /* detectable later: fewer rows than the result states */
    }
}

static void
append_events (LsActivity *activity, const void *data, gsize size)
{
  double row[2];

  ls_activity_set_limit (activity, G_MAXUINT64); /* the worker applied its own limit */
  for (gsize at = 0; at + sizeof row <= size; at += sizeof row)
    {
      memcpy (row, (const guint8 *)data + at, sizeof row);
      ls_activity_add_row (activity, row);
    }
}

static void
set_counts (LsActivity *activity, const void *data, gsize size)
{
  const guint n = ls_activity_get_n (activity);
  g_autofree guint64 *counts = g_new0 (guint64, (gsize)n + 1);

  if (size != n * sizeof *counts)
    return;
  memcpy (counts, data, size);
  ls_activity_set_counts (activity, counts);
}

static void
receive_run (LsMessageKind kind, const void *data, gsize size, gpointer user_data)
{
  Job *job = user_data;
  LsRunResult result;
  GPtrArray *loops;

  if (kind == LS_MESSAGE_INTEGERS)
    note_integers (ls_run_get_trace (job->run), data, size);
  else if (kind == LS_MESSAGE_ROWS)
    append_rows (ls_run_get_trace (job->run), data, size);
  else if (kind == LS_MESSAGE_ESTIMATES)
    {
      if (job->estimates == NULL)
        job->estimates = ls_trace_new_like (ls_run_get_trace (job->run));
      append_rows (job->estimates, data, size);
    }
  else if (kind == LS_MESSAGE_STEPS)
    append_rows (ls_run_get_steps (job->run), data, size);
  else if (kind == LS_MESSAGE_BONDS)
    append_rows (ls_run_get_bonds (job->run), data, size);
  else if (kind == LS_MESSAGE_EVENTS)
    append_events (ls_run_get_activity (job->run), data, size);
  else if (kind == LS_MESSAGE_COUNTS)
    set_counts (ls_run_get_activity (job->run), data, size);
  else if (kind == LS_MESSAGE_RESULT && size >= sizeof result)
    {
      memcpy (&result, data, sizeof result);
      result.message = result.message != NULL
                           ? g_strndup ((const char *)data + sizeof result, size - sizeof result)
                           : NULL;
      result.n_parallel = job->n_parallel;
      ls_run_adopt_result (job->run, &result);
    }
  else if (kind == LS_MESSAGE_NUMBERS)
    {
      g_autofree double *numbers = g_memdup2 (data, size);

      receive_estimate (job, numbers, size / sizeof (double));
    }
  else if (kind == LS_MESSAGE_TEXT)
    {
      g_autofree char *why = g_strndup (data, size);

      ls_run_adopt_estimate (job->run, NULL, why);
    }
  else if (kind == LS_MESSAGE_LOOPS && (loops = ls_loop_reports_unpack (data, size)) != NULL)
    ls_run_adopt_loops (job->run, loops);
}

static gboolean
is_cancelled (const LsComparison *self)
{
  return g_atomic_int_get (&self->cancelled) != 0;
}

/* Sets the result of a process that ended without sending one. */
static void
conclude (Job *job)
{
  LsRunResult result;

  job->ended = TRUE;
  ls_run_get_result (job->run, &result);
  if (result.state <= LS_RUN_RUNNING)
    {
      g_free (result.message);
      result.message = ls_worker_describe_end (job->worker);
      if (result.message == NULL)
        result.message = g_strdup (_ ("the process of the run ended without a result"));
      result.state = is_cancelled (job->self) ? LS_RUN_CANCELLED : LS_RUN_FAILED;
    }
  result.n_parallel = job->n_parallel;
  ls_run_adopt_result (job->run, &result);
}

static void
fail (Job *job, LsRunState state, const char *message)
{
  LsRunResult result
      = { .state = state, .message = g_strdup (message), .fault = -1, .culprit = -1 };

  job->ended = TRUE;
  ls_run_adopt_result (job->run, &result);
}

static void
begin (Job *job)
{
  g_autoptr (GError) error = NULL;

  if (is_cancelled (job->self))
    fail (job, LS_RUN_CANCELLED, _ ("cancelled before it began"));
  else if ((job->worker = ls_worker_new (work_on_run, job, &error)) == NULL)
    fail (job, LS_RUN_FAILED, error->message);
}

typedef struct
{
  Job *jobs;
  guint n, next, n_active;
  LsLog *log;
  guint n_logged; /* jobs whose log is written: in job order, not in order of completion */
} Jobs;

/* Starts jobs up to the limit of simultaneous ones. */
static void
begin_some (Jobs *self, guint n_at_once)
{
  while (self->next < self->n && self->n_active < n_at_once)
    {
      Job *job = &self->jobs[self->next++];

      begin (job);
      self->n_active += job->worker != NULL;
    }
  for (guint i = 0; i < self->next; i++)
    if (self->jobs[i].worker != NULL && !self->jobs[i].ended)
      self->jobs[i].n_parallel = MAX (self->jobs[i].n_parallel, self->n_active);
}

static void
wait_for_news (const Jobs *self)
{
  g_autofree struct pollfd *fds = g_new0 (struct pollfd, self->n_active + 1);
  guint n = 0;

  for (guint i = 0; i < self->next; i++)
    if (self->jobs[i].worker != NULL && !self->jobs[i].ended)
      fds[n++] = (struct pollfd){ .fd = ls_worker_get_fd (self->jobs[i].worker), .events = POLLIN };
  poll (fds, n, PATIENCE);
}

static void
receive_all (Jobs *self, LsJobProgressFunc progress, gpointer user_data)
{
  for (guint i = 0; i < self->next; i++)
    {
      Job *job = &self->jobs[i];

      if (job->worker == NULL || job->ended)
        continue;
      if (is_cancelled (job->self))
        ls_worker_cancel (job->worker);
      if (!ls_worker_receive (job->worker, receive_run, job))
        {
          conclude (job);
          self->n_active--;
        }
      progress (job->index, user_data);
    }
}

static void
write_logs (Jobs *self)
{
  while (self->n_logged < self->n && self->jobs[self->n_logged].ended)
    {
      Job *job = &self->jobs[self->n_logged++];
      g_autoptr (LsLog) log = ls_log_new_with_book (self->log, ls_run_get_book (job->run));

      if (job->worker != NULL)
        ls_worker_write_log (job->worker, log);
      /* Errors are already in the result of the run. */
      g_free (ls_log_take_error (self->log));
      g_clear_pointer (&job->worker, ls_worker_free);
      g_clear_pointer (&job->estimates, ls_trace_unref);
    }
}

guint
ls_comparison_execute_jobs (LsComparison *self,
                            LsLog *log,
                            LsJobProgressFunc progress,
                            gpointer user_data)
{
  Jobs jobs = { .jobs = g_new0 (Job, self->runs->len), .n = self->runs->len, .log = log };
  guint n_done = 0;

  for (guint i = 0; i < jobs.n; i++)
    jobs.jobs[i] = (Job){ .self = self, .index = i, .run = g_ptr_array_index (self->runs, i) };
  while (jobs.n_logged < jobs.n)
    {
      begin_some (&jobs, self->n_jobs);
      if (jobs.n_active > 0)
        wait_for_news (&jobs);
      receive_all (&jobs, progress, user_data);
      write_logs (&jobs);
    }
  for (guint i = 0; i < jobs.n; i++)
    n_done += ls_comparison_is_done (self, i);
  g_free (jobs.jobs);
  return n_done;
}

/* In the worker of the reference. The first letter of a text is its kind. */
static void
send_text (LsWorker *worker, char what, const char *text)
{
  g_autofree char *message = text != NULL ? g_strdup_printf ("%c%s", what, text) : NULL;

  if (message != NULL)
    ls_worker_send (worker, LS_MESSAGE_TEXT, message, strlen (message));
}

static gboolean
send_fraction (double fraction, gpointer user_data)
{
  ls_worker_send (user_data, LS_MESSAGE_PROGRESS, &fraction, sizeof fraction);
  return TRUE;
}

static void
work_on_reference (LsWorker *worker, gpointer data)
{
  LsComparison *self = data;
  g_autoptr (LsLog) log = ls_worker_make_log (worker);
  gsize sent = 0;

  ls_comparison_make_reference (self, log, send_fraction, worker);
  if (self->reference != NULL)
    {
      send_text (worker, 'k', self->reference->kind);
      send_text (worker, 'd', self->reference->description);
      send_text (worker, 'c', self->reference->check);
      ls_worker_send (worker, LS_MESSAGE_NUMBERS, self->reference->errors,
                      self->reference->n_numbers * sizeof (double));
      send_rows (worker, LS_MESSAGE_ROWS, self->reference->trace, &sent);
    }
  send_text (worker, 'n', self->reference_note);
  send_text (worker, 'p', self->reference_problem);
}

typedef struct
{
  LsComparison *self;
  LsProgressFunc progress;
  gpointer user_data;
  gboolean wanted;
} Receiving;

static void
receive_text (LsComparison *self, const char *text)
{
  if (*text == 'k')
    {
      self->reference = ls_reference_alloc (g_intern_string (text + 1), self->n_signals);
      self->reference->trace
          = ls_reference_make_trace (self->model, (const char *const *)self->signals);
    }
  else if (*text == 'd' && self->reference != NULL)
    self->reference->description = g_strdup (text + 1);
  else if (*text == 'c' && self->reference != NULL)
    self->reference->check = g_strdup (text + 1);
  else if (*text == 'n')
    self->reference_note = g_strdup (text + 1);
  else if (*text == 'p')
    self->reference_problem = g_strdup (text + 1);
}

static void
receive_reference (LsMessageKind kind, const void *data, gsize size, gpointer user_data)
{
  Receiving *receiving = user_data;
  LsReference *reference = receiving->self->reference;
  double fraction;

  if (kind == LS_MESSAGE_TEXT)
    {
      g_autofree char *text = g_strndup (data, size);
      receive_text (receiving->self, text);
    }
  else if (kind == LS_MESSAGE_ROWS && reference != NULL)
    append_rows (reference->trace, data, size);
  else if (kind == LS_MESSAGE_NUMBERS && reference != NULL)
    memcpy (reference->errors, data, MIN (size, reference->n_numbers * sizeof (double)));
  else if (kind == LS_MESSAGE_PROGRESS && size == sizeof fraction)
    {
      memcpy (&fraction, data, sizeof fraction);
      receiving->wanted = receiving->progress (fraction, receiving->user_data);
    }
}

void
ls_comparison_make_reference_apart (LsComparison *self,
                                    LsLog *log,
                                    LsProgressFunc progress,
                                    gpointer user_data)
{
  Receiving receiving
      = { .self = self, .progress = progress, .user_data = user_data, .wanted = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (LsWorker) worker = ls_worker_new (work_on_reference, self, &error);
  g_autofree char *problem = NULL;

  if (worker == NULL)
    {
      self->reference_problem = g_strdup (error->message);
      return;
    }
  do
    {
      struct pollfd fd = { .fd = ls_worker_get_fd (worker), .events = POLLIN };

      poll (&fd, 1, PATIENCE);
      if (is_cancelled (self))
        ls_worker_cancel (worker);
    }
  while (ls_worker_receive (worker, receive_reference, &receiving));
  ls_worker_write_log (worker, log);
  problem = ls_worker_describe_end (worker);
  if (problem == NULL)
    return;
  g_clear_pointer (&self->reference, ls_reference_free);
  g_free (self->reference_problem);
  self->reference_problem = g_steal_pointer (&problem);
}
