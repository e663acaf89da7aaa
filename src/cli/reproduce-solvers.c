#include "cli/reproduce-solvers.h"

#include "core/base/number.h"
#include "core/run/solver-comparison.h"
#include "core/run/table.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#define STOP 5.0
/* The error at the end that the paper asks for, relative. */
#define LEAST_ERROR 1e-6
#define MOST_ERROR 2e-6
/* Tolerances tried: from the loosest on, so many to a power of ten. */
#define LOOSEST 1e-3
#define TIGHTEST 1e-11
#define PER_DECADE 20

/* What the paper counts; 0 where it has none. @solver: ours, %NULL: we have none like it. */
typedef struct
{
  const char *name, *solver;
  double tolerance;
  guint steps, f, jacobians, g;
} Published;

static const Published furuta[] = {
  { "CVode(I)", NULL, 2e-8, 1107, 1468, 34, 1332 },
  { "CVode(A)", "cvode-bdf", 3.1e-8, 1050, 1430, 30, 1266 },
  { "Dopri5", "dopri5", 1.81e-6, 113, 776, 0, 372 },
  { "Rodas", "rodas", 1.42e-6, 329, 2109, 329, 615 },
  { "Radau5", "radau5", 1.8e-7, 231, 1680, 156, 504 },
  { "RungeKutta34", "rk34", 5e-7, 589, 2945, 0, 787 },
};

static const Published clutches[] = {
  { "CVode(I)", NULL, 6e-7, 1594, 2568, 71, 2480 },
  { "CVode(A)", "cvode-bdf:max-step=0.1", 6e-7, 1594, 2552, 71, 2733 },
  { "Dopri5", "dopri5:max-step=0.1", 1.7e-6, 656, 4498, 0, 1876 },
  { "Rodas", "rodas:max-step=0.1", 7e-5, 305, 2370, 305, 1739 },
  { "Radau5", "radau5:max-step=0.1", 4.39e-5, 233, 1275, 93, 1746 },
  { "RungeKutta34", "rk34:max-step=0.02", 5.033e-9, 5312, 26545, 0, 6223 },
};

static const char *const furuta_states[] = { "theta", "phi", "w_arm", "w_pendulum", NULL };
static const char *const clutches_states[]
    = { "phi", "phi_rel1", "phi_rel2", "phi_rel3", "w1", "w_rel1", "w_rel2", "w_rel3", NULL };

static LsFmu *
open_fmu (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return ls_fmu_open (path, error);
}

/* The loosest tolerance with an error in the band. @run: (out): of it, or of nothing */
static gboolean
find_run (LsSimulationSettings *settings,
          const char *text,
          LsTrace *reference,
          LsSolverRun *run,
          double *tolerance,
          GError **error)
{
  LsSolver solver;
  LsLog *log = NULL;

  *run = (LsSolverRun){ .end_error = NAN };
  *tolerance = NAN;
  if (!ls_solver_parse (text, &solver, error))
    return FALSE;
  settings->solver = &solver;
  for (guint k = 0; LOOSEST * pow (10.0, -(double)k / PER_DECADE) > TIGHTEST; k++)
    {
      solver.settings.rtol = LOOSEST * pow (10.0, -(double)k / PER_DECADE);
      log = ls_log_new (NULL, NULL);
      ls_solver_run_execute (settings, reference, log, run, NULL);
      ls_log_unref (log);
      if (run->end_error >= LEAST_ERROR && run->end_error <= MOST_ERROR)
        {
          *tolerance = solver.settings.rtol;
          return TRUE;
        }
      ls_solver_run_clear (run);
    }
  *run = (LsSolverRun){ .end_error = NAN };
  return TRUE;
}

static void
set_pair (LsTable *table, guint row, guint column, guint theirs, guint64 ours, gboolean known)
{
  char *text;

  if (!known)
    text = g_strdup_printf ("%u / –", theirs);
  else if (theirs > 0)
    text = g_strdup_printf ("%u / %" G_GUINT64_FORMAT " (%.2f)", theirs, ours,
                            (double)ours / theirs);
  else
    text = g_strdup_printf ("– / %" G_GUINT64_FORMAT, ours);
  ls_table_set (table, row, column, text);
}

static void
fill_row (LsTable *table, guint row, const Published *theirs, const LsSolverRun *run, double rtol)
{
  const LsHybridCounts *counts = &run->result.counts;
  gboolean known = isfinite (rtol);

  ls_table_set (table, row, 0, g_strdup (theirs->name));
  ls_table_set (table, row, 1, g_strdup (theirs->solver != NULL ? theirs->solver : "–"));
  ls_table_set_number (table, row, 2, "", theirs->tolerance, 4);
  ls_table_set_number (table, row, 3, "", rtol, 4);
  ls_table_set_number (table, row, 4, "", run->end_error, 3);
  set_pair (table, row, 5, theirs->steps, counts->ode.steps, known);
  set_pair (table, row, 6, theirs->f, counts->ode.evaluations, known);
  set_pair (table, row, 7, theirs->jacobians, counts->ode.jacobians, known);
  set_pair (table, row, 8, theirs->g, counts->indicators, known);
}

static gboolean
print_table (const char *folder,
             const char *title,
             const char *file,
             const char *const *states,
             const Published published[],
             guint n,
             GError **error)
{
  static const char *const heads[]
      = { N_ ("Paper"),     N_ ("Ours"),     N_ ("Published tolerance"),
          N_ ("Tolerance"), N_ ("Error"),    N_ ("Steps"),
          N_ ("f"),         N_ ("Jacobian"), N_ ("g") };
  g_autoptr (LsFmu) fmu = open_fmu (folder, file, error);
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), n + 1, 2);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsSimulationSettings settings = { .fmu = fmu,
                                    .name = file,
                                    .stop_time = STOP,
                                    .output_interval = STOP,
                                    .tolerance = NAN,
                                    .signals = states };
  LsSolverReference reference;

  if (fmu == NULL || !ls_solver_reference_make (&settings, log, &reference, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    ls_table_set (table, 0, i, g_strdup (_ (heads[i])));
  for (guint i = 0; i < n; i++)
    {
      LsSolverRun run = { .end_error = NAN };
      double rtol = NAN;

      if (published[i].solver != NULL
          && !find_run (&settings, published[i].solver, reference.trace, &run, &rtol, error))
        {
          ls_solver_reference_clear (&reference);
          return FALSE;
        }
      fill_row (table, i + 1, &published[i], &run, rtol);
      ls_solver_run_clear (&run);
    }
  ls_table_append_text (table, text);
  printf ("%s\n\n%s\n", title, text->str);
  printf (_ ("Counts: published / ours. Reference: %s.\n\n"), reference.description);
  ls_solver_reference_clear (&reference);
  return TRUE;
}

/* Falls to zero at 0.375 s, stays there until 0.6 s, comes back. */
static char *
write_signal (GError **error)
{
  g_autoptr (GString) text = g_string_new ("time,normal\n");
  g_autofree char *path = NULL;
  char time[LS_NUMBER_SIZE], value[LS_NUMBER_SIZE];
  int file = g_file_open_tmp ("lockstep-XXXXXX.csv", &path, error);

  if (file < 0)
    return NULL;
  g_close (file, NULL);
  for (guint i = 0; i <= 1000; i++)
    {
      double t = 1e-3 * i, f = i < 375 ? cos (G_PI * t / 0.75) : i <= 600 ? 0.0 : sin (t - 0.6);

      g_string_append_printf (text, "%s,%s\n", ls_number_format (t, time),
                              ls_number_format (i > 600 ? f * f : f, value));
    }
  if (g_file_set_contents (path, text->str, (gssize)text->len, error))
    return g_steal_pointer (&path);
  g_remove (path);
  return NULL;
}

/* Where clutch 1 opens and closes, s; NaN where it does not. */
static void
find_changes (const LsTrace *trace, double *opens, double *closes)
{
  *opens = *closes = NAN;
  for (gsize row = 1; row < ls_trace_get_n_rows (trace); row++)
    {
      gboolean was_free = ls_trace_get (trace, 1, row - 1) == 2.0;
      gboolean is_free = ls_trace_get (trace, 1, row) == 2.0;

      if (is_free && !was_free)
        *opens = ls_trace_get (trace, 0, row);
      else if (was_free && !is_free)
        *closes = ls_trace_get (trace, 0, row);
    }
}

static gboolean
print_signal (LsFmu *fmu, const LsInputTable *input, GError **error)
{
  static const char *const heads[]
      = { N_ ("Paper"),     N_ ("Found (s)"),  N_ ("Ours"),     N_ ("Opens (s)"),
          N_ ("Error (s)"), N_ ("Closes (s)"), N_ ("Error (s)") };
  static const struct
  {
    const char *name, *time, *solver;
  } rows[] = {
    { "CVode(I)", "0.378400333934374", NULL },
    { "CVode(A)", "0.37500000000025", "cvode-bdf" },
    { "–", "–", "dopri5" },
    { "–", "–", "rodas" },
    { "–", "–", "radau5" },
    { "–", "–", "rk34" },
  };
  static const char *const signals[] = { "mode1", NULL };
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), G_N_ELEMENTS (rows) + 1, 3);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    ls_table_set (table, 0, i, g_strdup (_ (heads[i])));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LsSolver solver;
      LsSimulationSettings settings = { .fmu = fmu,
                                        .name = "clutches-input",
                                        .solver = &solver,
                                        .stop_time = 1.0,
                                        .output_interval = 0.5,
                                        .tolerance = NAN,
                                        .input = input,
                                        .signals = signals };
      g_autoptr (LsTrace) trace = NULL;
      LsSimulationResult result;
      double opens = NAN, closes = NAN;
      char number[LS_NUMBER_SIZE];

      ls_table_set (table, i + 1, 0, g_strdup (rows[i].name));
      ls_table_set (table, i + 1, 1, g_strdup (rows[i].time));
      ls_table_set (table, i + 1, 2, g_strdup (rows[i].solver != NULL ? rows[i].solver : "–"));
      if (rows[i].solver != NULL)
        {
          if (!ls_solver_parse (rows[i].solver, &solver, error))
            return FALSE;
          solver.settings.rtol = 1e-6;
          if (!ls_simulation_run (&settings, NULL, &trace, &result, error))
            return FALSE;
          find_changes (trace, &opens, &closes);
        }
      ls_table_set (table, i + 1, 3,
                    g_strdup (isfinite (opens) ? ls_number_format (opens, number) : "–"));
      ls_table_set_number (table, i + 1, 4, "", fabs (opens - 0.375), 2);
      ls_table_set (table, i + 1, 5,
                    g_strdup (isfinite (closes) ? ls_number_format (closes, number) : "–"));
      ls_table_set_number (table, i + 1, 6, "", fabs (closes - 0.6), 2);
    }
  ls_table_append_text (table, text);
  printf ("%s\n\n%s\n",
          _ ("Clutches with the normal force as an input that reaches zero at 0.375 s and stays "
             "there until 0.6 s; tolerance 1e-6"),
          text->str);
  return TRUE;
}

static gboolean
reproduce_signal (const char *folder, GError **error)
{
  g_autoptr (LsFmu) fmu = open_fmu (folder, "clutches-input.fmu", error);
  g_autofree char *path = fmu != NULL ? write_signal (error) : NULL;
  LsInputTable *input;
  gboolean done;

  if (path == NULL)
    return FALSE;
  input = ls_input_table_new (ls_fmu_get_description (fmu), path, error);
  g_remove (path);
  done = input != NULL && print_signal (fmu, input, error);
  g_clear_pointer (&input, ls_input_table_free);
  return done;
}

gboolean
ls_reproduce_solvers (const char *folder, GError **error)
{
  return print_table (folder, _ ("Table 2: Furuta pendulum, 5 s"), "furuta-pendulum.fmu",
                      furuta_states, furuta, G_N_ELEMENTS (furuta), error)
         && print_table (folder, _ ("Table 4: coupled clutches, 5 s"), "coupled-clutches.fmu",
                         clutches_states, clutches, G_N_ELEMENTS (clutches), error)
         && reproduce_signal (folder, error);
}
