#include "core/run/run.h"

#include "core/run/run-impl.h"

#include "core/base/number.h"
#include "core/run/memory.h"
#include "core/run/profile.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define MAX_TRACE_SIZE 1e12     /* bytes, more than any machine of today has */
#define PROGRESS_INTERVAL 20000 /* µs */
/* Steps between two looks at the clock, at most: a cancel needs none of them. */
#define MAX_PATIENCE 16u

struct LsRun
{
  gatomicrefcount references;
  LsModel *model;
  LsMethodChoice *choice;
  const LsCouplingMethod *method;
  LsOptions *options;
  double start_time, stop_time, step_size; /* s */
  double tolerance;                        /* 0: all steps have one size */
  char **signals;
  LsTrace *trace, *steps;
  gint cancelled; /* atomic */
  GMutex lock;    /* of what follows */
  LsRunResult result;
  GPtrArray *loops; /* (nullable): LsLoopReport */
};

const char *
ls_run_state_id (LsRunState state)
{
  static const char *const ids[] = { "waiting", "running", "done", "cancelled", "failed" };

  g_return_val_if_fail ((guint)state < G_N_ELEMENTS (ids), "failed");
  return ids[state];
}

static LsMasterSettings
make_settings (const LsRun *self)
{
  return (LsMasterSettings){ .method = self->method,
                             .options = self->options,
                             .start_time = self->start_time,
                             .stop_time = self->stop_time,
                             .step_size = self->step_size,
                             .tolerance = NAN,
                             .relative_tolerance = self->tolerance };
}

/* Every component must have what the method cannot do without. */
static gboolean
check_components (const LsRun *self, GError **error)
{
  for (guint i = 0; i < ls_model_get_n_components (self->model); i++)
    {
      const LsComponent *component = ls_model_get_component (self->model, i);
      gboolean possible = TRUE;
      g_autofree char *reason = NULL;
      LsSystemInfo *info = ls_system_info_new (component, error);

      if (info == NULL)
        return FALSE;
      reason = ls_coupling_method_explain_options (self->method, info, self->options, &possible);
      ls_system_info_free (info);
      if (!possible)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s cannot run component “%s”: %s"),
                       ls_coupling_method_get_name (self->method), component->name,
                       reason != NULL ? reason : _ ("it lacks a capability"));
          return FALSE;
        }
    }
  return TRUE;
}

/* A step size with a few zeros too many is better told now than by a machine without memory. */
static gboolean
check_size (const LsRun *self, GError **error)
{
  const double steps = ceil ((self->stop_time - self->start_time) / self->step_size);
  const double size = sizeof (double) * steps * (1 + g_strv_length (self->signals));

  if (size <= MAX_TRACE_SIZE)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_LIMIT,
               _ ("%.4g macro steps of %g s would record %.3g TB; a run may record %g TB"), steps,
               self->step_size, 1e-12 * size, 1e-12 * MAX_TRACE_SIZE);
  return FALSE;
}

static const char *const step_columns[]
    = { "step_size", "iterations", "residual", "rejected_steps" };
static const char *const step_units[] = { "s", "1", "1", "1" };
#define LS_N_STEP_COLUMNS G_N_ELEMENTS (step_columns)

static gboolean
make_trace (LsRun *self, GError **error)
{
  const guint n = g_strv_length (self->signals);
  g_autofree const char **units = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = NULL;
      if (!ls_model_find_signal (self->model, self->signals[i], NULL, &variable, error))
        return FALSE;
      if (variable->type == LS_TYPE_STRING)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("signal “%s” is text, not a number"),
                       self->signals[i]);
          return FALSE;
        }
      units[i] = variable->unit_name != NULL ? variable->unit_name : "";
    }
  self->trace = ls_trace_new (n, (const char *const *)self->signals, units);
  self->steps = ls_trace_new (LS_N_STEP_COLUMNS, step_columns, step_units);
  return TRUE;
}

LsRun *
ls_run_new (const LsModel *model,
            const LsMethodChoice *choice,
            double start_time,
            double stop_time,
            double step_size,
            const char *const *signals,
            GError **error)
{
  g_autoptr (LsRun) self = g_new0 (LsRun, 1);
  LsMasterSettings settings;

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  self->model = ls_model_copy (model);
  self->choice = ls_method_choice_copy (choice);
  self->start_time = start_time;
  self->stop_time = stop_time;
  self->step_size = step_size;
  self->method = ls_coupling_method_find (choice->method, error);
  if (self->method == NULL)
    return NULL;
  self->options = ls_coupling_method_read_options (choice, error);
  if (self->options == NULL)
    return NULL;
  settings = make_settings (self);
  if (!ls_master_check_settings (&settings, error) || !ls_model_check (self->model, error)
      || !check_components (self, error))
    return NULL;
  self->signals
      = signals != NULL ? g_strdupv ((char **)signals) : ls_model_list_output_signals (self->model);
  return check_size (self, error) && make_trace (self, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
ls_run_set_tolerance (LsRun *self, double tolerance, GError **error)
{
  LsMasterSettings settings = make_settings (self);

  settings.relative_tolerance = tolerance;
  if (!ls_master_check_settings (&settings, error))
    return FALSE;
  self->tolerance = tolerance;
  return TRUE;
}

double
ls_run_get_tolerance (const LsRun *self)
{
  return self->tolerance;
}

LsRun *
ls_run_ref (LsRun *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
ls_run_unref (LsRun *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  ls_run_result_clear (&self->result);
  g_clear_pointer (&self->trace, ls_trace_unref);
  g_clear_pointer (&self->steps, ls_trace_unref);
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  g_strfreev (self->signals);
  g_clear_pointer (&self->options, ls_options_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  g_clear_pointer (&self->model, ls_model_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

const LsMethodChoice *
ls_run_get_choice (const LsRun *self)
{
  return self->choice;
}

double
ls_run_get_start_time (const LsRun *self)
{
  return self->start_time;
}

double
ls_run_get_stop_time (const LsRun *self)
{
  return self->stop_time;
}

double
ls_run_get_step_size (const LsRun *self)
{
  return self->step_size;
}

LsTrace *
ls_run_get_trace (LsRun *self)
{
  return self->trace;
}

LsTrace *
ls_run_get_steps (LsRun *self)
{
  return self->steps;
}

gboolean
ls_run_is_discrete (const LsRun *self, const char *signal)
{
  const LsVariable *variable = NULL;

  if (!ls_model_find_signal (self->model, signal, NULL, &variable, NULL))
    return FALSE;
  return variable->variability == LS_VARIABILITY_DISCRETE || variable->type != LS_TYPE_REAL;
}

/* The trace knows, and is read without a lock. */
double
ls_run_get_time (LsRun *self)
{
  const gsize n = ls_trace_get_n_rows (self->trace);

  return n > 0 ? ls_trace_get (self->trace, 0, n - 1) : self->start_time;
}

void
ls_run_get_result (LsRun *self, LsRunResult *result)
{
  g_mutex_lock (&self->lock);
  *result = self->result;
  result->message = g_strdup (self->result.message);
  g_mutex_unlock (&self->lock);
}

void
ls_run_adopt_loops (LsRun *self, GPtrArray *loops)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  self->loops = loops;
  g_mutex_unlock (&self->lock);
}

GPtrArray *
ls_run_list_loops (LsRun *self)
{
  GPtrArray *loops;

  g_mutex_lock (&self->lock);
  loops = self->loops != NULL ? g_ptr_array_ref (self->loops) : g_ptr_array_new ();
  g_mutex_unlock (&self->lock);
  return loops;
}

void
ls_run_adopt_result (LsRun *self, LsRunResult *result)
{
  g_mutex_lock (&self->lock);
  g_free (self->result.message);
  self->result = *result;
  g_mutex_unlock (&self->lock);
  result->message = NULL;
}

void
ls_run_result_clear (LsRunResult *result)
{
  g_clear_pointer (&result->message, g_free);
}

void
ls_run_cancel (LsRun *self)
{
  g_atomic_int_set (&self->cancelled, 1);
}

char *
ls_run_get_name (const LsRun *self)
{
  g_autofree char *options = ls_options_to_text (self->options, ", ");

  return g_strconcat (ls_coupling_method_get_name (self->method), *options != '\0' ? ", " : "",
                      options, NULL);
}

char *
ls_run_get_label (const LsRun *self)
{
  g_autofree char *name = ls_run_get_name (self);
  char step[LS_NUMBER_SIZE], tolerance[LS_NUMBER_SIZE];

  if (self->tolerance > 0.0)
    /* Translators: name of the method with options, relative tolerance, step size in seconds. */
    return g_strdup_printf (_ ("%s, tolerance %s, h ≤ %s s"), name,
                            ls_number_format (self->tolerance, tolerance),
                            ls_number_format (self->step_size, step));
  /* Translators: name of the method with options, step size in seconds. */
  return g_strdup_printf (_ ("%s, h = %s s"), name, ls_number_format (self->step_size, step));
}

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Good to a few milliseconds, at a tenth of the price of the exact clock. */
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
  double *row;
  double step[1 + LS_N_STEP_COLUMNS]; /* the last row of the steps */
  guint64 iterations, rejected_steps; /* up to the last recorded one */
  LsProfile profile;
  double wall_start, cpu_start;
  double wall_told, cpu_told; /* spent in the progress function, s */
  LsRunProgressFunc progress;
  gpointer user_data;
} Execution;

static void
publish (Execution *self)
{
  LsRun *run = self->run;
  LsCounts counts;

  ls_master_get_counts (self->master, &counts);
  g_mutex_lock (&run->lock);
  run->result.counts = counts;
  run->result.wall_time = read_clock (CLOCK_MONOTONIC) - self->wall_start - self->wall_told;
  run->result.cpu_time = read_clock (CLOCK_THREAD_CPUTIME_ID) - self->cpu_start - self->cpu_told;
  run->result.component_wall_time = run->result.wall_time;
  run->result.component_cpu_time = run->result.cpu_time;
  ls_profile_divide (&self->profile, &run->result.component_wall_time,
                     &run->result.component_cpu_time);
  g_mutex_unlock (&run->lock);
}

/* What others do with the news does not count as stepping. */
static void
tell (Execution *self)
{
  double wall = read_clock (CLOCK_MONOTONIC), cpu = read_clock (CLOCK_THREAD_CPUTIME_ID);

  publish (self);
  if (self->progress != NULL)
    self->progress (self->run, self->user_data);
  wall = read_clock (CLOCK_MONOTONIC) - wall;
  cpu = read_clock (CLOCK_THREAD_CPUTIME_ID) - cpu;
  self->wall_told += wall;
  self->cpu_told += cpu;
  ls_profile_skip (&self->profile, wall, cpu);
}

/* Out of the way of the fast path. */
static G_GNUC_NO_INLINE gboolean
refuse_row (double time, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("there is no memory to record t = %g s"), time);
  return FALSE;
}

static inline gboolean
record (Execution *self, GError **error)
{
  self->row[0] = ls_master_get_time (self->master);
  return ls_master_read (self->master, self->row + 1, error)
         && (G_LIKELY (ls_trace_append (self->run->trace, self->row))
             || refuse_row (self->row[0], error));
}

static G_GNUC_NO_INLINE gboolean
append_step (Execution *self, double begin, GError **error)
{
  const LsCounts *counts = ls_master_peek_counts (self->master);
  const double h = self->row[0] - begin, wanted = self->run->step_size;

  self->step[0] = begin;
  /* Without the rounding of the times. */
  self->step[1] = fabs (h - wanted) <= 1e-9 * wanted ? wanted : h;
  self->step[2] = (double)(counts->iterations - self->iterations);
  self->step[3] = ls_master_get_residual (self->master);
  self->step[4] = (double)(counts->rejected_steps - self->rejected_steps);
  self->iterations = counts->iterations;
  self->rejected_steps = counts->rejected_steps;
  return ls_trace_append (self->run->steps, self->step) || refuse_row (begin, error);
}

/* The macro step from @begin to the time in the row, if it differs from the one before: equal
 * ones, which cheap methods take by the million, cost a comparison. */
static inline gboolean
record_step (Execution *self, double begin, GError **error)
{
  const LsCounts *counts = ls_master_peek_counts (self->master);

  if (fabs (self->row[0] - begin - self->step[1]) <= 1e-9 * self->step[1]
      && counts->iterations == self->iterations && counts->rejected_steps == self->rejected_steps
      && self->step[2] == 0.0 && self->step[4] == 0.0)
    return TRUE;
  return append_step (self, begin, error);
}

static G_GNUC_NO_INLINE gboolean
say_cancelled (LsRun *run, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED,
               _ ("cancelled at t = %g s; what was recorded up to there is kept"),
               ls_run_get_time (run));
  return FALSE;
}

static inline gboolean
check_cancelled (Execution *self, GError **error)
{
  return G_LIKELY (g_atomic_int_get (&self->run->cancelled) == 0)
         || say_cancelled (self->run, error);
}

/* One macro step with what is recorded of it. */
static inline gboolean
step_once (Execution *self, GError **error)
{
  const double begin = self->row[0];

  return ls_master_step (self->master, error) && record (self, error)
         && record_step (self, begin, error);
}

/* Out of the way of the fast path. */
static G_GNUC_NO_INLINE gboolean
step_sampled (Execution *self, GError **error)
{
  gboolean done;

  ls_profile_begin (&self->profile, self->master);
  done = step_once (self, error);
  ls_profile_end (&self->profile, self->master);
  return done;
}

/* The clock is looked at after every step, or, where steps are much shorter than
 * the interval, only after as many as take a small part of it. */
static gboolean
step_all (Execution *self, GError **error)
{
  gint64 last = read_coarse_clock (), told = last;
  guint patience = 1, left = patience;

  while (!ls_master_is_done (self->master))
    {
      gint64 now;

      if (!check_cancelled (self, error)
          || !(G_UNLIKELY (ls_profile_is_due (&self->profile)) ? step_sampled (self, error)
                                                               : step_once (self, error)))
        return FALSE;
      if (--left > 0)
        continue;
      now = read_coarse_clock ();
      patience = now - last < PROGRESS_INTERVAL / 4 ? MIN (2 * patience, MAX_PATIENCE) : 1;
      left = patience;
      last = now;
      if (now - told >= PROGRESS_INTERVAL)
        {
          tell (self);
          told = last = read_coarse_clock ();
        }
    }
  return TRUE;
}

static gboolean
execute (Execution *self, GError **error)
{
  gboolean done;

  self->wall_start = read_clock (CLOCK_MONOTONIC);
  self->cpu_start = read_clock (CLOCK_THREAD_CPUTIME_ID);
  ls_profile_init (&self->profile);
  done = record (self, error) && step_all (self, error);
  publish (self);
  ls_run_adopt_loops (self->run, ls_master_list_loops (self->master));
  return done && ls_master_finish (self->master, error);
}

static gboolean
start (Execution *self, LsLog *log, GError **error)
{
  LsRun *run = self->run;
  LsMasterSettings settings = make_settings (run);

  if (!check_cancelled (self, error))
    return FALSE;
  self->master = ls_master_new (run->model, &settings, log, error);
  return self->master != NULL
         && ls_master_set_signals (self->master, (const char *const *)run->signals, error);
}

static void
set_state (LsRun *self, LsRunState state, const char *message)
{
  g_mutex_lock (&self->lock);
  self->result.state = state;
  g_free (self->result.message);
  self->result.message = g_strdup (message);
  g_mutex_unlock (&self->lock);
}

static void
set_peak_memory (LsRun *self, guint64 size)
{
  g_mutex_lock (&self->lock);
  self->result.peak_memory = size;
  g_mutex_unlock (&self->lock);
}

static void
conclude (LsRun *self, const GError *problem)
{
  if (problem == NULL)
    set_state (self, LS_RUN_DONE, NULL);
  else if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    set_state (self, LS_RUN_CANCELLED, problem->message);
  else
    set_state (self, LS_RUN_FAILED, problem->message);
}

gboolean
ls_run_execute (
    LsRun *self, LsLog *log, LsRunProgressFunc progress, gpointer user_data, GError **error)
{
  g_autoptr (LsLog) used_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  g_autofree double *row = g_new0 (double, g_strv_length (self->signals) + 1);
  Execution execution = { .run = self, .row = row, .progress = progress, .user_data = user_data };
  GError *problem = NULL;
  gboolean knows_peak;

  g_return_val_if_fail (self->result.state == LS_RUN_WAITING, FALSE);
  set_state (self, LS_RUN_RUNNING, NULL);
  knows_peak = ls_memory_reset_peak ();
  if (start (&execution, used_log, &problem))
    execute (&execution, &problem);
  g_clear_pointer (&execution.master, ls_master_free);
  if (knows_peak)
    set_peak_memory (self, ls_memory_get_peak ());
  conclude (self, problem);
  if (progress != NULL)
    progress (self, user_data);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}
