#include "core/report/solver-table.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Work of the reference in units of a run, for the progress. */
#define REFERENCE_WORK 2.0
/* Maximum steps of a solver in a comparison. */
#define MAX_STEPS 1000000u

static void
clear_entry (gpointer data)
{
  LsSolverEntry *entry = data;

  ls_solver_run_clear (&entry->run);
  g_free (entry->text);
  g_free (entry->choice);
}

GArray *
ls_solver_entries_new (void)
{
  GArray *entries = g_array_new (FALSE, TRUE, sizeof (LsSolverEntry));

  g_array_set_clear_func (entries, clear_entry);
  return entries;
}

/* @tolerance: (nullable) */
static gboolean
add_entry (GArray *entries, const char *text, const char *tolerance, GError **error)
{
  LsSolverEntry entry = { .run = { .end_error = NAN } };
  g_autofree char *choice = NULL;

  if (!ls_solver_parse (text, &entry.solver, error))
    return FALSE;
  choice
      = tolerance == NULL
            ? g_strdup (text)
            : g_strdup_printf ("%s:%s=%s", text,
                               entry.solver.schedule != NULL ? "quantum" : "tolerance", tolerance);
  if (!ls_solver_parse (choice, &entry.solver, error))
    return FALSE;
  entry.text = g_strdup (text);
  entry.choice = g_steal_pointer (&choice);
  g_array_append_val (entries, entry);
  return TRUE;
}

/* Whether the solver uses a tolerance or quantum and does not specify its own. */
static gboolean
wants_tolerance (const char *text, const LsSolver *solver)
{
  if (solver->schedule != NULL)
    return strstr (text, ":quantum=") == NULL;
  return !ls_ode_method_has_fixed_step (solver->method) && strstr (text, ":tolerance=") == NULL;
}

gboolean
ls_solver_entries_add (GArray *entries,
                       const char *text,
                       const char *const tolerances[],
                       GError **error)
{
  g_return_val_if_fail (entries != NULL, FALSE);

  g_auto (GStrv) texts = g_strsplit (text, ",", -1);

  for (char **one = texts; *one != NULL; one++)
    {
      LsSolver solver;

      g_strstrip (*one);
      if (!ls_solver_parse (*one, &solver, error))
        return FALSE;
      if (!wants_tolerance (*one, &solver))
        {
          if (!add_entry (entries, *one, NULL, error))
            return FALSE;
          continue;
        }
      for (guint i = 0; tolerances[i] != NULL; i++)
        if (!add_entry (entries, *one, tolerances[i], error))
          return FALSE;
    }
  return TRUE;
}

typedef struct
{
  LsSolverTable *table;
  int entry;
  LsSolverProgressFunc progress;
  gpointer user_data;
} Execution;

static gboolean
tell (double time, gpointer user_data)
{
  const Execution *self = user_data;
  const LsSimulationSettings *settings = &self->table->settings;
  const double span = settings->stop_time - settings->start_time;
  const double done = CLAMP ((time - settings->start_time) / span, 0.0, 1.0);
  const double work = REFERENCE_WORK + self->table->entries->len;

  if (self->progress == NULL)
    return TRUE;
  return self->progress (
      self->entry, time,
      (self->entry < 0 ? REFERENCE_WORK * done : REFERENCE_WORK + self->entry + done) / work,
      self->user_data);
}

static gboolean
make_reference (LsSolverTable *self, LsLog *log, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (self->reference_file != NULL)
    return ls_solver_reference_read (&self->settings, self->reference_file, &self->reference,
                                     error);
  if (ls_solver_reference_make (&self->settings, log, &self->reference, &problem))
    return TRUE;
  if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  self->reference_problem = g_strdup (problem->message);
  return TRUE;
}

gboolean
ls_solver_table_execute (LsSolverTable *self,
                         LsLog *log,
                         LsSolverProgressFunc progress,
                         gpointer user_data,
                         GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  Execution execution
      = { .table = self, .entry = -1, .progress = progress, .user_data = user_data };

  self->settings.progress = tell;
  self->settings.progress_data = &execution;
  if (!make_reference (self, log, error))
    return FALSE;
  for (guint i = 0; i < self->entries->len; i++)
    {
      LsSolverEntry *entry = &g_array_index (self->entries, LsSolverEntry, i);

      execution.entry = (int)i;
      self->settings.solver = &entry->solver;
      /* No limit for solvers with a requested step size. */
      self->settings.max_steps
          = entry->solver.method != NULL && ls_ode_method_has_fixed_step (entry->solver.method)
                ? 0
                : MAX_STEPS;
      if (!ls_solver_run_execute (&self->settings, self->reference.trace, log, &entry->run, error))
        return FALSE;
      entry->done = TRUE;
    }
  return TRUE;
}

void
ls_solver_table_clear (LsSolverTable *self)
{
  ls_solver_reference_clear (&self->reference);
  g_clear_pointer (&self->reference_problem, g_free);
}

const char *
ls_solver_column_get_title (LsSolverColumn column)
{
  static const char *const titles[LS_SOLVER_N_COLUMNS]
      = { N_ ("Solver"), N_ ("Tolerance"), N_ ("Error (%)"), N_ ("At the end"),
          N_ ("Steps"),  N_ ("Rejected"),  N_ ("f"),         N_ ("Jacobian"),
          N_ ("g"),      N_ ("Events"),    N_ ("CPU (s)") };

  return _ (titles[column]);
}

double
ls_solver_table_get_error (const LsSolverTable *self, guint entry)
{
  g_return_val_if_fail (self != NULL && entry < self->entries->len, NAN);

  const LsSolverRun *run = &g_array_index (self->entries, LsSolverEntry, entry).run;

  return run->errors_percent != NULL && run->signals[0] != NULL ? run->errors_percent[run->worst]
                                                                : NAN;
}

static char *
show (const char *mark, double value, int digits)
{
  char text[LS_NUMBER_SIZE];

  return isfinite (value) ? g_strconcat (mark, ls_number_format_short (value, digits, text), NULL)
                          : g_strdup ("–");
}

static char *
show_error (double error, double least)
{
  return error < least ? show ("≲ ", least, 4) : show ("", error, 4);
}

static char *
show_tolerance (const LsSolver *solver)
{
  if (solver->method == NULL || !ls_ode_method_has_fixed_step (solver->method))
    return show ("", solver->settings.rtol, 3);
  return show ("h = ",
               solver->settings.fixed_step > 0.0 ? solver->settings.fixed_step
                                                 : LS_ODE_DEFAULT_FIXED_STEP,
               3);
}

static char *
show_count (guint64 count)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
}

char *
ls_solver_table_get_text (const LsSolverTable *self, guint entry, LsSolverColumn column)
{
  g_return_val_if_fail (self != NULL && entry < self->entries->len, NULL);

  const LsSolverEntry *found = &g_array_index (self->entries, LsSolverEntry, entry);
  const LsHybridCounts *counts = &found->run.result.counts;

  switch (column)
    {
    case LS_SOLVER_COLUMN_SOLVER:
      return found->run.divergence != NULL ? g_strdup_printf (_ ("%s (diverged)"), found->text)
                                           : g_strdup (found->text);
    case LS_SOLVER_COLUMN_TOLERANCE:
      return show_tolerance (&found->solver);
    case LS_SOLVER_COLUMN_ERROR:
      return show_error (ls_solver_table_get_error (self, entry),
                         3 * self->reference.error_percent);
    case LS_SOLVER_COLUMN_END_ERROR:
      return show ("", found->run.end_error, 4);
    case LS_SOLVER_COLUMN_STEPS:
      return show_count (counts->ode.steps);
    case LS_SOLVER_COLUMN_REJECTED:
      return show_count (counts->ode.rejected);
    case LS_SOLVER_COLUMN_EVALUATIONS:
      return show_count (counts->ode.evaluations);
    case LS_SOLVER_COLUMN_JACOBIANS:
      return show_count (counts->ode.jacobians);
    case LS_SOLVER_COLUMN_INDICATORS:
      return show_count (counts->indicators);
    case LS_SOLVER_COLUMN_EVENTS:
      return show_count (counts->events);
    case LS_SOLVER_COLUMN_TIME:
      return show ("", found->run.cpu_time, 3);
    case LS_SOLVER_N_COLUMNS:
    default:
      return NULL;
    }
}

char *
ls_solver_table_describe_reference (const LsSolverTable *self)
{
  char own[LS_NUMBER_SIZE];

  g_return_val_if_fail (self != NULL, NULL);
  if (self->reference_problem != NULL)
    return g_strdup_printf (_ ("There is no reference: %s"), self->reference_problem);
  if (self->reference.trace == NULL)
    return g_strdup ("");
  if (isfinite (self->reference.error_percent))
    return g_strdup_printf (_ ("Reference: %s. Its own error: %s %%."), self->reference.description,
                            ls_number_format_short (self->reference.error_percent, 2, own));
  return g_strdup_printf (_ ("Reference: %s."), self->reference.description);
}
