/* Figure 3 of the paper on events: where solvers find that an input has become zero. */
#include "cli/reproduce/show.h"

#include "core/base/number.h"
#include "core/system/solver.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

/* The clutches before the second one engages: two bodies, the first one driven, and a clutch that
 * slides until its normal force is zero. */
#define STOP 0.4
#define EVENT 0.375
#define TOLERANCE 6e-7 /* of table 3 for CVode */

enum
{
  PHI,
  PHI_REL,
  W,
  W_REL,
  N_STATES
};

typedef struct
{
  double event; /* s, NaN before */
} Clutch;

static double
get_force (double t)
{
  return t < EVENT ? fmax (0, cos (G_PI * t / 0.75)) : 0;
}

static LsStatus
derivatives (double t, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  const double torque = 10 * get_force (t), first = 10 * sin (10 * G_PI * t) - torque;

  dx[PHI] = x[W];
  dx[PHI_REL] = x[W_REL];
  dx[W] = first;
  dx[W_REL] = torque - first;
  return LS_OK;
}

static LsStatus
indicators (double t, const double x[] G_GNUC_UNUSED, double z[], gpointer user_data G_GNUC_UNUSED)
{
  z[0] = get_force (t);
  return LS_OK;
}

static LsStatus
take_event (double t,
            const LsHybridCauses *causes,
            double x[] G_GNUC_UNUSED,
            LsHybridOutcome *outcome G_GNUC_UNUSED,
            gpointer user_data)
{
  Clutch *self = user_data;

  if (causes->state && !isfinite (self->event))
    self->event = t;
  return LS_OK;
}

/* NaN where @text finds nothing. */
static gboolean
find_event (const char *text, double *event, GError **error)
{
  static const double nominals[] = { 1, 1, 1, 1 }, start[] = { 0, 0, 10, -10 };
  Clutch clutch = { NAN };
  LsHybridProblem problem = { .ode = { N_STATES, derivatives, NULL, &clutch },
                              .n_indicators = 1,
                              .indicators = indicators,
                              .event = take_event };
  LsSolver solver;
  g_autoptr (LsHybrid) hybrid = NULL;

  if (!ls_solver_parse (text, &solver, error))
    return FALSE;
  solver.settings.rtol = TOLERANCE;
  solver.settings.atol = TOLERANCE;
  solver.settings.span = STOP;
  hybrid = ls_hybrid_new (solver.method, &problem, &solver.settings, nominals, NULL, text, error);
  if (hybrid == NULL)
    return FALSE;
  if (ls_hybrid_start (hybrid, 0, start, INFINITY) != LS_OK
      || ls_hybrid_advance (hybrid, STOP) != LS_OK)
    return ls_fail (error, LS_ERROR_RUN, _ ("%s has failed"), text);
  *event = clutch.event;
  return TRUE;
}

/* Who, when it is found in the paper, and what of ours is like it. */
static const struct
{
  const char *name, *time, *solver;
} finders[] = {
  { "CVode(I)", "0.378400333934374", "cvode-bdf:locator=cvode" },
  { "CVode(A)", "0.37500000000025", "cvode-bdf" },
  { "Dopri5", NULL, "dopri5" },
  { "Rodas", NULL, "rodas:max-step=0.1" },
  { "Radau5", NULL, "radau5:max-step=0.1" },
  { "RungeKutta34", NULL, "rk34" },
};

static void
add_force (LsChart *chart)
{
  double t[81], force[81];

  for (guint i = 0; i < G_N_ELEMENTS (t); i++)
    {
      t[i] = STOP * i / (G_N_ELEMENTS (t) - 1);
      force[i] = get_force (t[i]);
    }
  ls_chart_set_x_axis (chart, _ ("time [s]"), FALSE);
  ls_chart_set_y_axis (chart, _ ("normal force"), FALSE);
  ls_chart_add_series (chart, NULL, _ ("input"), LS_CHART_LINE, t, force, G_N_ELEMENTS (t));
}

gboolean
ls_reproduce_first_event (const LsReproduction *self, GError **error)
{
  static const char *const heads[] = { N_ ("Paper"),
                                       N_ ("Ours"),
                                       N_ ("Published (s)"),
                                       N_ ("Ours (s)"),
                                       N_ ("Published − 0.375 s"),
                                       N_ ("Ours − 0.375 s") };
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), G_N_ELEMENTS (finders) + 1, 2);
  g_autoptr (LsChart) chart = ls_chart_new ();

  ls_show_set_heads (table, heads);
  add_force (chart);
  for (guint i = 0; i < G_N_ELEMENTS (finders); i++)
    {
      const char *published = finders[i].time;
      const double zero = 0;
      double event;

      if (!find_event (finders[i].solver, &event, error))
        return FALSE;
      ls_table_set (table, i + 1, 0, g_strdup (finders[i].name));
      ls_table_set (table, i + 1, 1, g_strdup (finders[i].solver));
      ls_table_set (table, i + 1, 2, g_strdup (published != NULL ? published : "–"));
      ls_table_set_number (table, i + 1, 3, "", event, 15);
      ls_table_set_number (table, i + 1, 4, "",
                           published != NULL ? g_ascii_strtod (published, NULL) - EVENT : NAN, 2);
      ls_table_set_number (table, i + 1, 5, "", event - EVENT, 2);
      ls_chart_add_series (chart, NULL, finders[i].solver, LS_CHART_MARKS, &event, &zero, 1);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  ls_show_remarks (self->published);
  return ls_show_export_chart (self, chart, error);
}
