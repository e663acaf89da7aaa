/* Event handling in Assimulo: solvers with events beside published counts and times. */
#include "cli/reproduce/show.h"

#include "core/run/solver-comparison.h"
#include "core/text/table.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#define STOP 5.0
#define NO_BOUND ":max-step=5"
/* The error at the end that the paper asks for, relative. */
#define LEAST_ERROR 1e-6
#define MOST_ERROR 2e-6
/* Tolerances tried: from the loosest to the tightest, this many per power of ten. */
#define LOOSEST 1e-3
#define TIGHTEST 1e-11
#define PER_DECADE 20

/* What the paper counts; 0 where it has none. @solver: ours, with the longest step that is printed
 * there, or none within the run; %NULL: we have none like it. */
typedef struct
{
  const char *name, *solver;
  double tolerance;
  guint steps, f, jacobians, g;
} Published;

static const Published furuta[] = {
  { "CVode(I)", "cvode-bdf:locator=cvode" NO_BOUND, 2e-8, 1107, 1468, 34, 1332 },
  { "CVode(A)", "cvode-bdf" NO_BOUND, 3.1e-8, 1050, 1430, 30, 1266 },
  { "Dopri5", "dopri5" NO_BOUND, 1.81e-6, 113, 776, 0, 372 },
  { "Rodas", "rodas" NO_BOUND, 1.42e-6, 329, 2109, 329, 615 },
  { "Radau5", "radau5" NO_BOUND, 1.8e-7, 231, 1680, 156, 504 },
  { "RungeKutta34", "rk34" NO_BOUND, 5e-7, 589, 2945, 0, 787 },
};

static const Published clutches[] = {
  { "CVode(I)", "cvode-bdf:locator=cvode" NO_BOUND, 6e-7, 1594, 2568, 71, 2480 },
  { "CVode(A)", "cvode-bdf" NO_BOUND, 6e-7, 1594, 2552, 71, 2733 },
  { "Dopri5", "dopri5" NO_BOUND, 1.7e-6, 656, 4498, 0, 1876 },
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

/* The trace of the paper is not published: ours falls to zero at 0.375 s, stays there until 1.125
 * s, and comes back, again and again. Straight lines: their few corners are no steps of their own.
 */
static const char normal_force[]
    = "time,normal\n0,1\n0.375,0\n1.125,0\n1.5,1\n1.875,0\n2.625,0\n3,1\n"
      "3.375,0\n4.125,0\n4.5,1\n4.875,0\n5,0\n";

static char *
write_signal (GError **error)
{
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("lockstep-XXXXXX.csv", &path, error);

  if (file < 0)
    return NULL;
  g_close (file, NULL);
  if (g_file_set_contents (path, normal_force, -1, error))
    return g_steal_pointer (&path);
  g_remove (path);
  return NULL;
}

static LsInputTable *
make_input (const LsFmu *fmu, GError **error)
{
  g_autofree char *path = write_signal (error);
  LsInputTable *input;

  if (path == NULL)
    return NULL;
  input = ls_input_table_new (ls_fmu_get_description (fmu), path, error);
  g_remove (path);
  return input;
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

/* What one table is about. */
typedef struct
{
  const char *title, *file;
  const char *const *states;
  const Published *published;
  guint n;
  gboolean has_input;
} Model;

static gboolean
print_table (const char *folder, const Model *model, GError **error)
{
  static const char *const heads[]
      = { N_ ("Paper"),     N_ ("Ours"),     N_ ("Published tolerance"),
          N_ ("Tolerance"), N_ ("Error"),    N_ ("Steps"),
          N_ ("f"),         N_ ("Jacobian"), N_ ("g") };
  g_autoptr (LsFmu) fmu = open_fmu (folder, model->file, error);
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), model->n + 1, 2);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsSimulationSettings settings = { .fmu = fmu,
                                    .name = model->file,
                                    .stop_time = STOP,
                                    .output_interval = STOP,
                                    .tolerance = NAN,
                                    .signals = model->states };
  g_autoptr (LsInputTable) input = NULL;
  LsSolverReference reference;

  if (fmu == NULL)
    return FALSE;
  if (model->has_input)
    settings.input = input = make_input (fmu, error);
  if ((model->has_input && input == NULL)
      || !ls_solver_reference_make (&settings, log, &reference, error))
    return FALSE;
  ls_show_set_heads (table, heads);
  for (guint i = 0; i < model->n; i++)
    {
      LsSolverRun run = { .end_error = NAN };
      double rtol = NAN;

      if (model->published[i].solver != NULL
          && !find_run (&settings, model->published[i].solver, reference.trace, &run, &rtol, error))
        {
          ls_solver_reference_clear (&reference);
          return FALSE;
        }
      fill_row (table, i + 1, &model->published[i], &run, rtol);
      ls_solver_run_clear (&run);
    }
  ls_table_append_text (table, text);
  printf ("%s\n\n%s\n", _ (model->title), text->str);
  printf (_ ("Counts: published / ours. Reference: %s.\n\n"), reference.description);
  ls_solver_reference_clear (&reference);
  return TRUE;
}

gboolean
ls_reproduce_solvers (const LsReproduction *self, GError **error)
{
  static const Model models[]
      = { { N_ ("Tables 1 and 2: Furuta pendulum, 5 s"), "furuta-pendulum.fmu", furuta_states,
            furuta, G_N_ELEMENTS (furuta), FALSE },
          { N_ ("Tables 3 and 4: clutches with input, 5 s"), "clutches-input.fmu", clutches_states,
            clutches, G_N_ELEMENTS (clutches), TRUE } };

  ls_show_title (self->published);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    if (!print_table (self->folder, &models[i], error))
      return FALSE;
  ls_show_remarks (self->published);
  return TRUE;
}
