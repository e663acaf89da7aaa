#include "core/run/solver-comparison.h"

#include "core/reference/reference.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define TIGHT 1e-13
#define LOOSER 1e-12
/* Relative to the output interval: rows at the same output time differ by rounding only. */
#define TIME_TOLERANCE 1e-9

void
ls_solver_reference_clear (LsSolverReference *self)
{
  g_clear_pointer (&self->trace, ls_trace_unref);
  g_clear_pointer (&self->description, g_free);
}

void
ls_solver_run_clear (LsSolverRun *self)
{
  g_clear_pointer (&self->signals, g_strfreev);
  g_clear_pointer (&self->errors_percent, g_free);
  g_clear_pointer (&self->message, g_free);
  g_clear_pointer (&self->divergence, g_free);
  g_clear_pointer (&self->book, ls_log_book_unref);
}

/* Output times relative to the start. */
static double *
list_times (const LsSimulationSettings *settings, gsize *n_times)
{
  double span = settings->stop_time - settings->start_time;
  gsize n = (gsize)ceil (span / settings->output_interval * (1.0 - 1e-9));
  double *times = g_new (double, n + 1);

  for (gsize i = 0; i < n; i++)
    times[i] = (double)i * settings->output_interval;
  times[n] = span;
  *n_times = n + 1;
  return times;
}

/* Rows at @t, s since the start of @run: more than one are the limits at an event. */
static gboolean
find_rows (
    const LsTrace *trace, const LsTrace *run, double t, double interval, gsize *first, gsize *last)
{
  const double origin = ls_trace_get_origin (run);
  const double tolerance = fmax (TIME_TOLERANCE * interval, ls_trace_get_slack (trace, run));
  const gssize row = ls_trace_find_row_from (trace, origin, t + tolerance);

  if (row < 0 || ls_trace_get_time_from (trace, (gsize)row, origin) < t - tolerance)
    return FALSE;
  *first = *last = (gsize)row;
  while (*first > 0 && ls_trace_get_time_from (trace, *first - 1, origin) >= t - tolerance)
    (*first)--;
  return TRUE;
}

/* Compares left with left and right with right limits. If only one run has an event there, the
 * smaller difference counts. */
static double
get_difference (const LsTrace *trace,
                guint column,
                const gsize rows[2],
                const LsTrace *reference,
                guint partner,
                const gsize others[2])
{
  double before = ls_trace_get (trace, column, rows[0]);
  double after = ls_trace_get (trace, column, rows[1]);

  before -= ls_trace_get (reference, partner, others[0]);
  after -= ls_trace_get (reference, partner, others[1]);
  if (rows[0] == rows[1] || others[0] == others[1])
    return fmin (fabs (before), fabs (after));
  return fmax (fabs (before), fabs (after));
}

/* Error of one column. %FALSE if a row or the column is missing in either trace. */
static gboolean
measure (const LsSimulationSettings *settings,
         const LsTrace *trace,
         const LsTrace *reference,
         guint column,
         double *error_percent)
{
  g_autofree double *times = NULL;
  int partner = ls_trace_find (reference, ls_trace_get_name (trace, column));
  double sum = 0.0, min = INFINITY, max = -INFINITY;
  gsize n;

  *error_percent = NAN;
  times = list_times (settings, &n);
  for (gsize i = 0; i < n; i++)
    {
      const double t = times[i], interval = settings->output_interval;
      gsize rows[2], others[2];
      double wanted, difference;

      if (partner < 0 || !find_rows (trace, trace, t, interval, &rows[0], &rows[1])
          || !find_rows (reference, trace, t, interval, &others[0], &others[1]))
        return FALSE;
      wanted = ls_trace_get (reference, (guint)partner, others[1]);
      difference = get_difference (trace, column, rows, reference, (guint)partner, others);
      sum += difference * difference;
      min = fmin (min, wanted);
      max = fmax (max, wanted);
    }
  *error_percent = 100.0 * sqrt (sum / (double)n);
  if (max > min)
    *error_percent /= max - min;
  return TRUE;
}

static char **
list_signals (const LsSimulationSettings *settings)
{
  const LsDescription *description = ls_fmu_get_description (settings->fmu);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (settings->signals != NULL)
    return g_strdupv ((char **)settings->signals);
  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].causality == LS_CAUSALITY_OUTPUT
        && description->variables[i].type != LS_TYPE_STRING)
      g_ptr_array_add (names, g_strdup (description->variables[i].name));
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* The FMU as a model with one component. */
static LsModel *
make_model (const LsSimulationSettings *settings, guint *id, GError **error)
{
  g_autoptr (LsModel) model = ls_model_new ();

  *id = ls_model_add_component (model, settings->fmu, settings->name, 0.0, 0.0);
  for (guint i = 0; settings->start_values != NULL && settings->start_values[i] != NULL; i += 2)
    if (!ls_model_set_value (model, *id, settings->start_values[i], settings->start_values[i + 1],
                             error))
      return NULL;
  return g_steal_pointer (&model);
}

/* Signal names without the component. */
static LsTrace *
rename_columns (const LsTrace *trace, char **signals)
{
  guint n = g_strv_length (signals);
  LsTrace *renamed = ls_trace_new (n, (const char *const *)signals, NULL);

  ls_trace_set_origin (renamed, ls_trace_get_origin (trace));
  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    ls_trace_append_copy (renamed, trace, i);
  return renamed;
}

/* Work done, as a time. */
typedef struct
{
  const LsSimulationSettings *settings;
  double first, share;
} Part;

static gboolean
report_fraction (double fraction, gpointer user_data)
{
  const Part *part = user_data;
  const LsSimulationSettings *settings = part->settings;

  return settings->progress == NULL
         || settings->progress (settings->start_time
                                    + (part->first + part->share * fraction)
                                          * (settings->stop_time - settings->start_time),
                                settings->progress_data);
}

static gboolean
report_time (double time, gpointer user_data)
{
  const LsSimulationSettings *settings = ((const Part *)user_data)->settings;

  return report_fraction (
      (time - settings->start_time) / (settings->stop_time - settings->start_time), user_data);
}

static gboolean
make_monolithic (const LsSimulationSettings *settings,
                 LsLog *log,
                 LsSolverReference *reference,
                 GError **error)
{
  guint id;
  g_autoptr (LsModel) model = make_model (settings, &id, error);
  g_auto (GStrv) signals = list_signals (settings);
  g_auto (GStrv) names = NULL;
  g_autofree double *times = NULL;
  g_autoptr (LsReference) whole = NULL;
  guint n = g_strv_length (signals);
  Part part = { settings, 0.0, 1.0 };
  gsize n_times;

  if (model == NULL)
    return FALSE;
  names = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = g_strconcat (ls_model_find_component (model, id)->name, ".", signals[i], NULL);
  times = list_times (settings, &n_times);
  whole = ls_reference_new (model, settings->start_time, times, n_times, (const char *const *)names,
                            log, report_fraction, &part, error);
  if (whole == NULL)
    return FALSE;
  *reference
      = (LsSolverReference){ .trace = rename_columns (ls_reference_get_trace (whole), signals),
                             .description = g_strdup (ls_reference_get_description (whole)) };
  for (guint i = 0; i < n; i++)
    reference->error_percent = fmax (reference->error_percent, ls_reference_get_error (whole, i));
  return TRUE;
}

static LsTrace *
simulate_tightly (
    const LsSimulationSettings *settings, double rtol, double first, LsLog *log, GError **error)
{
  Part part = { settings, first, 0.5 };
  LsSolver solver = { .method = ls_ode_method_find ("radau5"), .settings = { .rtol = rtol } };
  LsSimulationSettings tight = *settings;
  LsSimulationResult result;
  LsTrace *trace = NULL;

  tight.solver = &solver;
  tight.progress = report_time;
  tight.progress_data = &part;
  if (ls_simulation_run (&tight, log, &trace, &result, error))
    return trace;
  g_clear_pointer (&trace, ls_trace_unref);
  return NULL;
}

gboolean
ls_solver_reference_make (const LsSimulationSettings *settings,
                          LsLog *log,
                          LsSolverReference *reference,
                          GError **error)
{
  g_return_val_if_fail (settings != NULL && reference != NULL, FALSE);

  g_autoptr (LsTrace) tight = NULL;
  g_autoptr (LsTrace) looser = NULL;
  double worst = 0.0;

  if (settings->input == NULL)
    return make_monolithic (settings, log, reference, error);
  tight = simulate_tightly (settings, TIGHT, 0.0, log, error);
  if (tight == NULL)
    return FALSE;
  looser = simulate_tightly (settings, LOOSER, 0.5, log, error);
  if (looser == NULL)
    return FALSE;
  for (guint i = 1; i < ls_trace_get_n_columns (tight); i++)
    {
      double one;

      if (measure (settings, looser, tight, i, &one))
        worst = fmax (worst, one);
    }
  *reference = (LsSolverReference){ .trace = g_steal_pointer (&tight),
                                    .description = g_strdup_printf (_ ("Radau5 at %g"), TIGHT),
                                    .error_percent = worst };
  return TRUE;
}

gboolean
ls_solver_reference_read (const LsSimulationSettings *settings,
                          const char *path,
                          LsSolverReference *reference,
                          GError **error)
{
  g_return_val_if_fail (settings != NULL && reference != NULL, FALSE);

  g_auto (GStrv) signals = list_signals (settings);
  g_autofree double *times = NULL;
  g_autoptr (LsReference) file = NULL;
  gsize n_times;

  times = list_times (settings, &n_times);
  file = ls_reference_new_file (path, settings->start_time, times, n_times,
                                (const char *const *)signals, error);
  if (file == NULL)
    return FALSE;
  *reference = (LsSolverReference){ .trace = ls_trace_ref (ls_reference_get_trace (file)),
                                    .description = g_strdup (ls_reference_get_description (file)),
                                    .error_percent = NAN };
  return TRUE;
}

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
measure_end (const LsTrace *trace, const LsTrace *reference, double *error)
{
  gsize last = ls_trace_get_n_rows (trace) - 1, end = ls_trace_get_n_rows (reference) - 1;
  double difference = 0.0, size = 0.0;

  for (guint i = 1; i < ls_trace_get_n_columns (trace); i++)
    {
      int partner = ls_trace_find (reference, ls_trace_get_name (trace, i));
      double wanted = partner > 0 ? ls_trace_get (reference, (guint)partner, end) : NAN;

      difference += pow (ls_trace_get (trace, i, last) - wanted, 2);
      size += wanted * wanted;
    }
  *error = sqrt (difference) / (size > 0.0 ? sqrt (size) : 1.0);
}

static void
measure_all (const LsSimulationSettings *settings,
             const LsTrace *trace,
             const LsTrace *reference,
             LsSolverRun *run)
{
  guint n = ls_trace_get_n_columns (trace) - 1;
  gboolean known = FALSE;

  run->signals = g_new0 (char *, n + 1);
  run->errors_percent = g_new (double, n + 1);
  for (guint i = 0; i < n; i++)
    {
      double *error = &run->errors_percent[i];

      run->signals[i] = g_strdup (ls_trace_get_name (trace, i + 1));
      if (!measure (settings, trace, reference, i + 1, error) || isnan (*error))
        continue;
      if (!known || *error > run->errors_percent[run->worst])
        run->worst = i;
      known = TRUE;
    }
  measure_end (trace, reference, &run->end_error);
}

gboolean
ls_solver_run_execute (const LsSimulationSettings *settings,
                       LsTrace *reference,
                       LsLog *log,
                       LsSolverRun *run,
                       GError **error)
{
  double cpu = read_clock (CLOCK_THREAD_CPUTIME_ID), wall = read_clock (CLOCK_MONOTONIC);
  g_autoptr (GError) problem = NULL;
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (LsLog) whole_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  g_autoptr (LsLog) used_log = NULL;
  gboolean done;

  g_return_val_if_fail (settings != NULL, FALSE);
  *run = (LsSolverRun){ .end_error = NAN, .book = ls_log_book_new () };
  used_log = ls_log_new_with_book (whole_log, run->book);
  done = ls_simulation_run (settings, used_log, &trace, &run->result, &problem);
  run->cpu_time = read_clock (CLOCK_THREAD_CPUTIME_ID) - cpu;
  run->wall_time = read_clock (CLOCK_MONOTONIC) - wall;
  if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    {
      run->message = g_strdup (problem->message);
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (!done)
    run->message = g_strdup (problem->message);
  else if (run->result.terminated)
    run->message
        = g_strdup_printf (_ ("the FMU has ended the simulation at t = %g s"), run->result.time);
  else
    {
      if (reference != NULL)
        measure_all (settings, trace, reference, run);
      run->divergence
          = ls_simulation_find_divergence (settings, trace, reference, run->errors_percent);
    }
  return TRUE;
}
