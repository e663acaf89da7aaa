/* Selection of the reference for the errors of a comparison. */
#include "core/run/comparison-impl.h"

#include "core/base/number.h"
#include "core/run/grid.h"
#include "core/run/reference-extrapolated.h"
#include "core/run/reference-finest.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Time up to which steps of an extrapolated reference are halved further, at least, s. */
#define LEAST_PATIENCE 5.0
/* Its work, in runs with the smallest step: with this step, half and a quarter by two methods. */
#define RUNS_OF_TWO_METHODS 14.0

static gboolean
is_file (const char *path)
{
  return ls_foreign_is_result (path) || g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* Times of a run before execution, since its start: the grid. */
static double *
list_grid (const LsRun *run, gsize *n_times)
{
  const double start = ls_run_get_start_time (run), stop = ls_run_get_stop_time (run);
  const double h = ls_run_get_step_size (run);
  /* With step size control only both ends are known in advance. */
  const gsize n
      = ls_run_get_tolerance (run) > 0 ? 1 : (gsize)ceil ((stop - start) / h * (1 - 1e-9));
  double *times = g_new (double, n + 1);

  for (gsize i = 0; i < n; i++)
    times[i] = (double)i * h;
  times[n] = stop - start;
  *n_times = n + 1;
  return times;
}

static LsImport *
read_file (const LsComparison *self, const char *path, GError **error)
{
  return ls_import_read (path, self->model, (const char *const *)self->signals, error);
}

/* With step size control a file cannot contain all times of a run. */
static LsReference *
make_file (const LsComparison *self,
           const LsImport *import,
           const char *path,
           const double times[],
           gsize n_times,
           GError **error)
{
  const char *const *signals = (const char *const *)self->signals;
  gboolean chosen = FALSE;

  for (guint i = 0; i < self->runs->len; i++)
    chosen |= ls_run_get_tolerance (g_ptr_array_index (self->runs, i)) > 0;
  return ls_reference_new_import (import, path, self->start_time, times, n_times, signals, chosen,
                                  error);
}

gboolean
ls_comparison_choose_reference (LsComparison *self, const char *text, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_clear_pointer (&self->reference_file, g_free);
  if (text == NULL)
    self->wanted = LS_REFERENCE_CHOICE_AUTOMATIC;
  else if (strcmp (text, "monolithic") == 0)
    self->wanted = LS_REFERENCE_CHOICE_MONOLITHIC;
  else if (strcmp (text, "extrapolated") == 0)
    self->wanted = LS_REFERENCE_CHOICE_EXTRAPOLATED;
  else if (strcmp (text, "finest") == 0)
    self->wanted = LS_REFERENCE_CHOICE_FINEST;
  else if (is_file (text))
    {
      self->wanted = LS_REFERENCE_CHOICE_FILE;
      self->reference_file = g_strdup (text);
    }
  else
    {
      g_autofree const char **endings = ls_items_list_endings (NULL, ls_foreign_readers, NULL);
      g_autofree char *list = g_strjoinv (", ", (char **)endings);

      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("“%s” is not a reference; expected monolithic, extrapolated, finest or a "
                      "file whose name ends in one of %s"),
                   text, list);
      return FALSE;
    }
  return TRUE;
}

/* Reads the file once before the runs, so that errors are reported before the computation. */
gboolean
ls_comparison_check_reference (const LsComparison *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (LsImport) import = NULL;

  if (self->reference_file == NULL)
    return TRUE;
  if ((import = read_file (self, self->reference_file, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < self->n_step_sizes; i++)
    {
      gsize n_times;
      g_autofree double *times = list_grid (g_ptr_array_index (self->runs, i), &n_times);
      g_autoptr (LsReference) reference
          = make_file (self, import, self->reference_file, times, n_times, error);

      if (reference == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
ls_comparison_set_reference (LsComparison *self, const char *text, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ls_comparison_choose_reference (self, text, error)
         && ls_comparison_check_reference (self, error);
}

const char *
ls_comparison_get_reference_file (const LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->reference_file;
}

typedef struct
{
  LsComparison *self;
  LsLog *log;
  LsProgressFunc progress;
  gpointer user_data;
  double *times;
  gsize n_times;
} Making;

static LsReference *
make_monolithic (const Making *making, GError **error)
{
  const LsComparison *self = making->self;

  if (ls_model_get_experiment ((LsModel *)self->model)->changes->len > 0)
    {
      g_set_error_literal (error, LS_ERROR, LS_ERROR_MODEL, _ ("values change during the run"));
      return NULL;
    }
  return ls_reference_new (self->model, self->start_time, making->times, making->n_times,
                           (const char *const *)self->signals, making->log, making->progress,
                           making->user_data, error);
}

/* The last method with a completed run, with its smallest step. */
static LsRun *
find_finest (const LsComparison *self)
{
  for (guint m = self->n_methods; m-- > 0;)
    {
      LsRun *finest = NULL;

      for (guint k = 0; k < self->n_step_sizes; k++)
        {
          const guint index = m * self->n_step_sizes + k;
          LsRun *run = g_ptr_array_index (self->runs, index);

          if (ls_comparison_is_done (self, index)
              && (finest == NULL || ls_run_get_step_size (run) < ls_run_get_step_size (finest)))
            finest = run;
        }
      if (finest != NULL)
        return finest;
    }
  return NULL;
}

static LsReferenceRuns
begin_runs (const Making *making)
{
  const LsComparison *self = making->self;

  return (LsReferenceRuns){ .model = self->model,
                            .origin = self->start_time,
                            .times = making->times,
                            .n_times = making->n_times,
                            .signals = (const char *const *)self->signals,
                            .log = making->log,
                            .progress = making->progress,
                            .user_data = making->user_data };
}

static LsReference *
make_finest (const Making *making, GError **error)
{
  LsRun *run = find_finest (making->self);
  LsReferenceRuns runs = begin_runs (making);

  return ls_reference_new_finest (&runs, ls_run_get_choice (run), ls_run_get_trace (run),
                                  ls_run_get_step_size (run), error);
}

/* The completed runs, the smallest of their steps (the mean one with step size control), the time
 * that one with this step took, and that of all, s. */
static GPtrArray *
list_done (const LsComparison *self, double *step_size, double *finest_time, double *wall_time)
{
  GPtrArray *traces = g_ptr_array_new ();

  *step_size = INFINITY;
  *finest_time = *wall_time = 0;
  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = g_ptr_array_index (self->runs, i);
      double h = ls_run_get_step_size (run);
      LsRunResult result;

      ls_run_get_result (run, &result);
      if (result.state == LS_RUN_DONE)
        {
          if (ls_run_get_tolerance (run) > 0)
            h = (self->stop_time - self->start_time) / (double)result.counts.macro_steps;
          *finest_time = h < *step_size ? result.wall_time : fmin (*finest_time, result.wall_time);
          *step_size = fmin (*step_size, h);
          *wall_time += result.wall_time;
          g_ptr_array_add (traces, ls_run_get_trace (run));
        }
      ls_run_result_clear (&result);
    }
  return traces;
}

/* What needs no rollback and is accurate, the first with linearisations, the second without. */
static GPtrArray *
list_candidates (void)
{
  static const char *const texts[] = { "missiles", "ni-jacobi:extrapolation=2", "gauss-seidel" };
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_ptr_array_add (candidates, ls_method_choice_parse (texts[i], NULL));
  return candidates;
}

static LsReference *
make_extrapolated (const Making *making, GError **error)
{
  double step_size, finest_time, wall_time;
  g_autoptr (GPtrArray) done = list_done (making->self, &step_size, &finest_time, &wall_time);
  g_autoptr (GPtrArray) candidates = list_candidates ();
  LsReferenceRuns runs = begin_runs (making);
  char text[LS_NUMBER_SIZE];

  ls_log_write (making->log, LS_LOG_INFO, NULL, NULL, NAN,
                _ ("the reference is extrapolated from 6 runs or more, which take about %s s"),
                ls_number_format_short (RUNS_OF_TWO_METHODS * finest_time, 1, text));
  return ls_reference_new_extrapolated (&runs, candidates, step_size, done,
                                        fmax (LEAST_PATIENCE, wall_time), error);
}

/* Without a monolithic reference: an extrapolated one, with the reason in the note. */
static LsReference *
make_any (const Making *making, GError **error)
{
  LsComparison *self = making->self;
  g_autoptr (GError) problem = NULL;
  g_autoptr (GError) second = NULL;
  LsReference *reference = make_monolithic (making, &problem);

  if (reference != NULL)
    return reference;
  if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  reference = make_extrapolated (making, &second);
  if (reference != NULL)
    /* Translators: the reason why the model cannot be integrated as one. */
    self->reference_note
        = g_strdup_printf (_ ("no monolithic reference (%s); extrapolated from runs with finer "
                              "steps instead"),
                           problem->message);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("%s; nor is there an extrapolated one: %s"),
                 problem->message, second->message);
  return reference;
}

static LsReference *
make_from_file (const Making *making, GError **error)
{
  LsComparison *self = making->self;
  g_autoptr (LsImport) import = read_file (self, self->reference_file, error);

  /* The interpretation of foreign columns is reported to the user. */
  if (import != NULL && import->is_foreign)
    self->reference_note = g_strdelimit (g_strdup (import->words), "\n", ';');
  return import != NULL
             ? make_file (self, import, self->reference_file, making->times, making->n_times, error)
             : NULL;
}

static LsReference *
make_wanted (const Making *making, GError **error)
{
  const LsComparison *self = making->self;

  switch (self->wanted)
    {
    case LS_REFERENCE_CHOICE_MONOLITHIC:
      return make_monolithic (making, error);
    case LS_REFERENCE_CHOICE_EXTRAPOLATED:
      return make_extrapolated (making, error);
    case LS_REFERENCE_CHOICE_FINEST:
      return make_finest (making, error);
    case LS_REFERENCE_CHOICE_FILE:
      return make_from_file (making, error);
    case LS_REFERENCE_CHOICE_AUTOMATIC:
    default:
      return make_any (making, error);
    }
}

void
ls_comparison_make_reference (LsComparison *self,
                              LsLog *log,
                              LsProgressFunc progress,
                              gpointer user_data)
{
  Making making = { .self = self, .log = log, .progress = progress, .user_data = user_data };
  g_autofree LsTrace **traces = g_new (LsTrace *, self->runs->len);
  g_autofree double *times = NULL;
  g_autoptr (GError) problem = NULL;
  guint n_traces = 0;

  for (guint i = 0; i < self->runs->len; i++)
    if (ls_comparison_is_done (self, i))
      traces[n_traces++] = ls_run_get_trace (g_ptr_array_index (self->runs, i));
  making.times = times = ls_grid_merge (traces, n_traces, &making.n_times);
  self->reference = make_wanted (&making, &problem);
  if (self->reference == NULL)
    self->reference_problem = g_strdup (problem->message);
}
