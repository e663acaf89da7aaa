/* Execution of a run: the loop over macro steps, on one thread. */
#include "core/run/run-recorder.h"

#include "core/base/interrupt.h"
#include "core/fmi/guard.h"
#include "core/master/master-checkpoint.h"
#include "core/run/peak-memory.h"
#include "core/run/profile.h"
#include "core/run/run-conclude.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <time.h>

#define PROGRESS_INTERVAL 20000 /* µs */
/* Maximum steps between clock readings; cancelling does not depend on them. */
#define MAX_PATIENCE 16u
/* A macro step that takes longer than this after a pause request is paused inside, µs. */
#define LONG_STEP 250000

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Accurate to a few milliseconds, at a tenth of the cost of the exact clock. */
static gint64
read_coarse_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC_COARSE, &now);
  return (gint64)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

typedef struct
{
  LsRun *run;
  LsMaster *master;
  LsRunRecorder recorder;
  LsCheckpointClock checkpoints;
  gboolean resumed; /* the sample at the present time is recorded already */
  LsProfile profile;
  gint64 looked, reported; /* times of the last clock reading and the last progress call, µs */
  guint patience, left;    /* steps between clock readings, and to the next one */
  double wall_start, cpu_start;
  double wall_reported, cpu_reported; /* spent in the progress function, s */
  double paced_from; /* with a pace: clock at the start of the run, later by the pauses, s */
  guint64 n_late;
  double lateness; /* s */
  gint64 noticed;  /* first pause request in this macro step, µs; 0: none */
  gboolean led;    /* run to the end of this macro step without pause */
  LsRunProgressFunc progress;
  gpointer user_data;
  LsLog *log;
} Execution;

static void
publish (Execution *self)
{
  LsRun *run = self->run;
  LsCounts counts;

  ls_master_get_counts (self->master, &counts);
  g_mutex_lock (&run->lock);
  run->result.counts = counts;
  run->result.n_late = self->n_late;
  run->result.lateness = self->lateness;
  run->result.wall_time = read_clock (CLOCK_MONOTONIC) - self->wall_start - self->wall_reported;
  run->result.cpu_time = read_clock (CLOCK_THREAD_CPUTIME_ID) - self->cpu_start - self->cpu_reported
                         + ls_master_get_cpu_time (self->master);
  run->result.component_wall_time = run->result.wall_time;
  run->result.component_cpu_time = run->result.cpu_time;
  ls_profile_divide (&self->profile, &run->result.component_wall_time,
                     &run->result.component_cpu_time);
  g_mutex_unlock (&run->lock);
}

/* Calls the progress function; its time is excluded from the run. */
static void
report_progress (Execution *self)
{
  double wall = read_clock (CLOCK_MONOTONIC), cpu = read_clock (CLOCK_THREAD_CPUTIME_ID);

  ls_guard_mend ();
  publish (self);
  if (self->progress != NULL)
    self->progress (self->run, self->user_data);
  wall = read_clock (CLOCK_MONOTONIC) - wall;
  cpu = read_clock (CLOCK_THREAD_CPUTIME_ID) - cpu;
  self->wall_reported += wall;
  self->cpu_reported += cpu;
  ls_profile_skip (&self->profile, wall, cpu);
}

static G_GNUC_NO_INLINE gboolean
say_cancelled (LsRun *run, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED,
               _ ("cancelled at t = %g s; results so far are kept"), ls_run_get_time (run));
  return FALSE;
}

static inline gboolean
check_cancelled (Execution *self, GError **error)
{
  return G_LIKELY ((g_atomic_int_get (&self->run->requests) & LS_REQUEST_CANCEL) == 0)
         || say_cancelled (self->run, error);
}

/* Sets the requested values; failures are logged only. */
static void
set_values (Execution *self)
{
  LsRun *run = self->run;
  g_autoptr (GArray) changes = NULL;

  g_atomic_int_and (&run->requests, ~LS_REQUEST_VALUES);
  g_mutex_lock (&run->lock);
  changes = g_steal_pointer (&run->changes);
  run->changes = ls_run_changes_new ();
  g_mutex_unlock (&run->lock);
  for (guint i = 0; i < changes->len; i++)
    {
      const LsRunChange *change = &g_array_index (changes, LsRunChange, i);
      g_autoptr (GError) error = NULL;

      if (ls_master_set_value (self->master, change->signal, change->value, &error))
        {
          LsRunChange taken
              = { ls_master_get_time (self->master), g_strdup (change->signal), change->value };

          g_atomic_int_set (&run->changed, 1);
          g_mutex_lock (&run->lock);
          g_array_append_val (run->taken, taken);
          g_mutex_unlock (&run->lock);
          ls_log_write (self->log, LS_LOG_INFO, NULL, NULL, ls_master_get_time (self->master),
                        _ ("%s was set to %g"), change->signal, change->value);
        }
      else
        ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, ls_master_get_time (self->master),
                      "%s", error->message);
    }
}

/* Excludes time from the measured ones. */
static void
skip_time (Execution *self, double wall, double cpu)
{
  self->wall_reported += wall;
  self->cpu_reported += cpu;
  ls_profile_skip (&self->profile, wall, cpu);
}

/* Waits until the end of the pause; the time is excluded from the run. @between: between macro
 * steps, where values may be set */
static void
wait (Execution *self, gboolean between)
{
  LsRun *run = self->run;
  double wall, cpu;

  g_atomic_int_set (&run->waiting, 1);
  report_progress (self);
  wall = read_clock (CLOCK_MONOTONIC);
  cpu = read_clock (CLOCK_THREAD_CPUTIME_ID);
  while (
      (g_atomic_int_get (&run->requests) & (LS_REQUEST_PAUSE | LS_REQUEST_CANCEL | LS_REQUEST_STEP))
      == LS_REQUEST_PAUSE)
    {
      if (between && (g_atomic_int_get (&run->requests) & LS_REQUEST_VALUES) != 0)
        set_values (self);
      sem_wait (&run->requested);
    }
  g_atomic_int_and (&run->requests, ~LS_REQUEST_STEP);
  g_atomic_int_set (&run->waiting, 0);
  wall = read_clock (CLOCK_MONOTONIC) - wall;
  cpu = read_clock (CLOCK_THREAD_CPUTIME_ID) - cpu;
  self->paced_from += wall;
  skip_time (self, wall, cpu);
}

/* Pauses happen between macro steps, where samples are complete and values can be set; in a long
 * macro step, inside it. */
static G_GNUC_NO_INLINE void
hold_up (Execution *self)
{
  const gint64 now = g_get_monotonic_time ();

  if (self->led || self->master == NULL)
    return;
  if (self->noticed == 0)
    self->noticed = now;
  if (now - self->noticed < LONG_STEP)
    return;
  wait (self, FALSE);
  self->noticed = 0;
  /* A single step continues to the end of this macro step. */
  self->led = (g_atomic_int_get (&self->run->requests) & LS_REQUEST_PAUSE) != 0;
}

/* Called inside a macro step, at every model evaluation. */
static gboolean
is_interrupted (gpointer user_data)
{
  Execution *self = user_data;
  const gint requests = g_atomic_int_get (&self->run->requests);

  if (G_LIKELY ((requests & (LS_REQUEST_CANCEL | LS_REQUEST_PAUSE)) == 0))
    {
      self->noticed = 0;
      self->led = FALSE;
      return FALSE;
    }
  if ((requests & LS_REQUEST_CANCEL) == 0)
    hold_up (self);
  return (g_atomic_int_get (&self->run->requests) & LS_REQUEST_CANCEL) != 0;
}

/* Executes user requests between macro steps. */
static G_GNUC_NO_INLINE gboolean
handle_requests (Execution *self, GError **error)
{
  self->led = FALSE;
  if (!check_cancelled (self, error))
    return FALSE;
  if ((g_atomic_int_get (&self->run->requests) & LS_REQUEST_PAUSE) != 0)
    {
      wait (self, TRUE);
      /* The requested single step runs to its end. */
      self->led = (g_atomic_int_get (&self->run->requests) & LS_REQUEST_PAUSE) != 0;
      self->noticed = 0;
    }
  if ((g_atomic_int_get (&self->run->requests) & LS_REQUEST_VALUES) != 0)
    set_values (self);
  return check_cancelled (self, error);
}

/* Waits until the clock is at @due, s, or a request comes. Returns: the clock */
static double
wait_for_clock (LsRun *run, double due)
{
  const double whole = floor (due);
  const struct timespec time = { .tv_sec = (time_t)whole, .tv_nsec = (long)(1e9 * (due - whole)) };
  double now = read_clock (CLOCK_MONOTONIC);

  while (now < due && g_atomic_int_get (&run->requests) == 0)
    {
      sem_clockwait (&run->requested, CLOCK_MONOTONIC, &time);
      now = read_clock (CLOCK_MONOTONIC);
    }
  return now;
}

/* Without a pace for single steps: time goes on from here. A pause just requested is none: it
 * begins before the next step. */
static gboolean
is_stepping (Execution *self)
{
  self->led = self->led && (g_atomic_int_get (&self->run->requests) & LS_REQUEST_PAUSE) != 0;
  if (!self->led)
    return FALSE;
  self->paced_from
      = read_clock (CLOCK_MONOTONIC) - ls_master_get_elapsed (self->master) / self->run->pace;
  return TRUE;
}

/* Waits for the time at which the next macro step begins, and takes requests meanwhile. */
static G_GNUC_NO_INLINE gboolean
keep_pace (Execution *self, GError **error)
{
  LsRun *run = self->run;
  double before, from, due, now;

  /* What was computed is seen during a long wait. */
  if (self->paced_from + ls_master_get_elapsed (self->master) / run->pace
      > read_clock (CLOCK_MONOTONIC) + 1e-6 * PROGRESS_INTERVAL)
    report_progress (self);
  before = read_clock (CLOCK_MONOTONIC);
  from = self->paced_from;
  do
    {
      if (is_stepping (self))
        return TRUE;
      due = self->paced_from + ls_master_get_elapsed (self->master) / run->pace;
      now = wait_for_clock (run, due);
      if (now < due && !handle_requests (self, error))
        {
          skip_time (self, now - before, 0);
          return FALSE;
        }
    }
  while (now < due);
  if (now - due > LS_RUN_LATE)
    {
      const double row[] = { ls_master_get_elapsed (self->master), now - due };

      self->n_late++;
      /* Without memory only its mark is missing. */
      (void)ls_trace_append (run->late, row);
    }
  self->lateness = fmax (self->lateness, now - due);
  /* Pauses are excluded already. */
  skip_time (self, now - before - (self->paced_from - from), 0);
  return TRUE;
}

/* The time that one takes is excluded from the run. */
static gboolean
take_checkpoint (Execution *self, GError **error)
{
  const double wall = read_clock (CLOCK_MONOTONIC), cpu = read_clock (CLOCK_THREAD_CPUTIME_ID);
  const gboolean good = ls_checkpoint_clock_tick (&self->checkpoints, self->run, self->master,
                                                  &self->recorder.last, self->log, error);

  skip_time (self, read_clock (CLOCK_MONOTONIC) - wall, read_clock (CLOCK_THREAD_CPUTIME_ID) - cpu);
  return good;
}

/* Reads the clock after every step; for steps much shorter than the interval, after several. Cold
 * path: no inlining. */
static G_GNUC_NO_INLINE gboolean
look_at_clock (Execution *self, GError **error)
{
  const gint64 now = read_coarse_clock ();

  self->patience
      = now - self->looked < PROGRESS_INTERVAL / 4 ? MIN (2 * self->patience, MAX_PATIENCE) : 1;
  self->left = self->patience;
  self->looked = now;
  if (now - self->reported < PROGRESS_INTERVAL)
    return TRUE;
  report_progress (self);
  self->reported = self->looked = read_coarse_clock ();
  return take_checkpoint (self, error);
}

/* One macro step and its step data. */
static inline gboolean
step_once (Execution *self, GError **error)
{
  const double begin = ls_master_get_elapsed (self->master);

  return ls_master_step (self->master, error)
         && ls_run_recorder_note_step (&self->recorder, begin, error)
         && (G_LIKELY (self->recorder.bonds == NULL)
             || ls_run_recorder_add_bonds (&self->recorder, error));
}

/* Steps from sample to sample; profile samples include step and recording. */
static gboolean
step_all (Execution *self, GError **error)
{
  gboolean sampled = FALSE, going = TRUE;

  while (going && (G_UNLIKELY (self->resumed) || ls_run_recorder_add (&self->recorder, error)))
    {
      self->resumed = FALSE;
      if (G_UNLIKELY (sampled))
        ls_profile_end (&self->profile, self->master);
      if (ls_master_is_done (self->master))
        return TRUE;
      if (G_UNLIKELY (--self->left == 0) && !look_at_clock (self, error))
        return FALSE;
      if (G_UNLIKELY (g_atomic_int_get (&self->run->requests) != 0)
          && !handle_requests (self, error))
        return FALSE;
      if (G_UNLIKELY (self->run->pace > 0) && !keep_pace (self, error))
        return FALSE;
      sampled = ls_profile_is_due (&self->profile);
      if (G_UNLIKELY (sampled))
        ls_profile_begin (&self->profile, self->master);
      going = step_once (self, error);
    }
  if (sampled)
    ls_profile_end (&self->profile, self->master);
  return FALSE;
}

/* The times of the steps before are part of the result. */
static void
count_from_checkpoint (Execution *self)
{
  const LsRunCheckpoint *checkpoint = self->run->checkpoint;

  if (self->run->pace > 0)
    self->paced_from -= ls_master_get_elapsed (self->master) / self->run->pace;
  self->wall_start -= checkpoint->wall_time;
  self->cpu_start -= checkpoint->cpu_time;
}

static gboolean
execute (Execution *self, GError **error)
{
  gboolean done;

  self->wall_start = read_clock (CLOCK_MONOTONIC);
  self->cpu_start = read_clock (CLOCK_THREAD_CPUTIME_ID);
  self->paced_from = self->wall_start;
  if (self->resumed)
    count_from_checkpoint (self);
  self->looked = self->reported = read_coarse_clock ();
  ls_checkpoint_clock_start (&self->checkpoints, self->run, self->master, g_get_monotonic_time ());
  self->left = self->patience = 1;
  ls_profile_init (&self->profile);
  done = step_all (self, error) || ls_run_recorder_take_end (&self->recorder, error);
  publish (self);
  ls_run_adopt_loops (self->run, ls_master_list_loops (self->master));
  ls_guard_mend ();
  if (done && self->run->recorded != NULL)
    self->run->recorded (self->run, self->run->recorded_data);
  return done && ls_master_finish (self->master, error);
}

/* Results differ from those of the model in the file. */
static void
say_left_out (const Execution *self)
{
  g_autoptr (GPtrArray) left_out = ls_model_list_left_out (self->run->model);

  if (left_out->len > 0)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN,
                  ngettext ("%u part of the file is in no run of this model: %s",
                            "%u parts of the file are in no run of this model, among them: %s",
                            left_out->len),
                  left_out->len, ((const LsRemark *)left_out->pdata[0])->text);
}

static gboolean
resume (Execution *self, GError **error)
{
  const LsRunCheckpoint *checkpoint = self->run->checkpoint;

  if (!ls_run_copy_before (self->run, error)
      || !ls_master_resume (self->master, checkpoint->master, error))
    return FALSE;
  self->recorder.last = checkpoint->memory;
  self->resumed = TRUE;
  ls_log_write (self->log, LS_LOG_INFO, NULL, NULL, checkpoint->time, "%s",
                _ ("The run is continued from a checkpoint."));
  return TRUE;
}

static gboolean
start (Execution *self, LsLog *log, GError **error)
{
  LsRun *run = self->run;
  LsMasterSettings settings = ls_run_make_settings (run);

  if (!check_cancelled (self, error))
    return FALSE;
  say_left_out (self);
  self->master = ls_master_new (run->model, &settings, log, error);
  self->recorder.master = self->master;
  if (self->master != NULL)
    ls_master_set_observer (self->master, ls_run_recorder_observe, &self->recorder);
  return self->master != NULL
         && ls_master_set_signals (self->master, (const char *const *)run->signals, error)
         && (run->checkpoint == NULL || resume (self, error));
}

static gboolean
start_and_execute (gpointer data, GError **error)
{
  Execution *self = data;

  return start (self, self->log, error) && ls_run_recorder_start_bonds (&self->recorder, error)
         && execute (self, error);
}

/* Called once, also after a failure. */
static gboolean
free_master (gpointer data, GError **error G_GNUC_UNUSED)
{
  Execution *self = data;

  if (self->master != NULL)
    ls_bond_recorder_free (g_steal_pointer (&self->recorder.bonds));
  ls_master_free (g_steal_pointer (&self->master));
  return TRUE;
}

gboolean
ls_run_execute (
    LsRun *self, LsLog *log, LsRunProgressFunc progress, gpointer user_data, GError **error)
{
  g_autoptr (LsLog) whole_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  g_autoptr (LsLog) used_log = ls_log_new_with_book (whole_log, self->book);
  g_autofree double *row = g_new0 (double, 2 * (g_strv_length (self->signals) + 1));
  Execution execution = { .run = self,
                          .recorder = { .run = self,
                                        .row = row,
                                        .kept = row + g_strv_length (self->signals) + 1,
                                        .last = { .same = NAN },
                                        .log = used_log },
                          .progress = progress,
                          .user_data = user_data,
                          .log = used_log };
  LsInterrupt interrupt = { .is_wanted = is_interrupted, .user_data = &execution };
  GError *problem = NULL;
  gboolean knows_peak;

  g_return_val_if_fail (self->result.state == LS_RUN_WAITING, FALSE);
  ls_run_set_state (self, LS_RUN_RUNNING, NULL);
  knows_peak = ls_memory_reset_peak ();
  ls_interrupt_enter (&interrupt);
  if (!ls_guard_run (start_and_execute, &execution, &problem) && execution.wall_start > 0.0)
    publish (&execution);
  /* The failure is only a consequence of the cancellation. */
  if (problem != NULL && ls_interrupt_is_wanted ())
    {
      g_clear_error (&problem);
      say_cancelled (self, &problem);
    }
  ls_interrupt_leave (&interrupt);
  ls_guard_run (free_master, &execution, problem == NULL ? &problem : NULL);
  if (knows_peak)
    ls_run_set_peak_memory (self, ls_memory_get_peak ());
  ls_run_note_fault (self, used_log, problem);
  if (problem != NULL && self->result.fault >= 0 && ls_log_doubts_culprit (used_log))
    ls_run_find_culprit (self, ls_run_execute, used_log, &problem);
  ls_run_conclude (self, problem);
  if (progress != NULL)
    progress (self, user_data);
  if (problem == NULL)
    {
      ls_run_forget_checkpoint (self);
      return TRUE;
    }
  g_propagate_error (error, problem);
  return FALSE;
}
