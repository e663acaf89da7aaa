/* Benchmarks of the user interface for ./dev bench. */
#include "app/window/ui-benchmark.h"
#include <time.h>
#include "app/window/window-private.h"

/* Interval of samples of the main loop, and time sampled after the end of a run, ms. */
#define TICK 2
#define REST 1500
/* Consecutive runs; the earlier ones are kept in the history. */
#define N_RUNS 2

typedef struct
{
  LsWindow *window;
  gint64 last, longest;         /* µs */
  gint64 last_cpu, longest_cpu; /* CPU time of the main thread, µs */
  gint64 ended;                 /* µs; 0: not yet */
  gboolean running;
  guint n_ended;
  gint64 first_frame, last_frame; /* of the first plot during a run, µs */
  guint n_before, n_frames;       /* number of drawings before and since */
} Watch;

static gint64
read_cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* Excess of the time since the last tick is a stall of the main loop. */
static void
note_gap (Watch *self, gint64 now)
{
  const gint64 cpu = read_cpu_time ();

  if (self->last > 0)
    self->longest = MAX (self->longest, now - self->last - 1000 * TICK);
  self->last = now;
  if (self->last_cpu > 0)
    self->longest_cpu = MAX (self->longest_cpu, cpu - self->last_cpu);
  self->last_cpu = cpu;
}

/* Redraw rate of the curves in the last run. */
static void
count_frames (Watch *self, gint64 now)
{
  const guint n
      = ls_plot_area_get_n_drawn (ls_plot_panel_get_area (ls_plots_get (self->window->plots, 0)));
  LsComparisonStage stage;
  double fraction;
  guint run;

  ls_run_job_get_progress (ls_run_control_get_job (self->window->run), &stage, &run, &fraction);
  if (stage != LS_COMPARISON_RUNNING)
    return;
  if (self->first_frame == 0)
    {
      self->first_frame = self->last_frame = now;
      self->n_before = n;
    }
  if (n - self->n_before > self->n_frames)
    self->last_frame = now;
  self->n_frames = n - self->n_before;
}

static void
print (Watch *self)
{
  LsRun *run = ls_comparison_get_run (
      ls_run_job_get_comparison (ls_run_control_get_job (self->window->run)), 0);
  LsRunResult result;

  ls_run_get_result (run, &result);
  g_print ("%.3f %.3f %.6f %.6f %.3f\n", 1e-3 * (double)self->longest,
           1e-3 * (double)self->longest_cpu, result.wall_time, result.cpu_time,
           1e-3 * (double)(self->last_frame - self->first_frame) / MAX (self->n_frames, 1));
  ls_run_result_clear (&result);
}

static gboolean
tick_cb (gpointer user_data)
{
  Watch *self = user_data;
  LsRunJob *job = ls_run_control_get_job (self->window->run);
  const gint64 now = g_get_monotonic_time ();

  if (job != NULL && ls_run_job_is_running (job))
    self->running = TRUE;
  if (!self->running)
    return G_SOURCE_CONTINUE;
  note_gap (self, now);
  count_frames (self, now);
  if (ls_run_job_is_running (job))
    return G_SOURCE_CONTINUE;
  if (self->ended == 0)
    self->ended = now;
  if (now - self->ended < 1000 * REST)
    return G_SOURCE_CONTINUE;
  if (++self->n_ended < N_RUNS)
    {
      self->ended = 0;
      self->running = FALSE;
      self->last = self->last_cpu = self->first_frame = 0;
      self->n_frames = 0;
      ls_window_run (self->window);
      return G_SOURCE_CONTINUE;
    }
  print (self);
  gtk_widget_destroy (GTK_WIDGET (self->window));
  return G_SOURCE_REMOVE;
}

void
ls_measure_run (LsWindow *window)
{
  Watch *self = g_new0 (Watch, 1);

  g_return_if_fail (LS_IS_WINDOW (window));
  self->window = window;
  g_timeout_add_full (G_PRIORITY_HIGH, TICK, tick_cb, self, g_free);
}
