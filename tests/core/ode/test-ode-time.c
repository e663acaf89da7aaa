/* Derivatives that depend on time, alone or nearly so, which estimates of errors may be blind to:
 * sums of cosines, a pulse, a table with kinks, a drive of a slow decay. */
#include "core/ode/hybrid.h"

#include <math.h>

#define END 10.0
#define FIXED_STEP 1e-4

/* x' and x, from 0 at 0 on; of x' = g (t) - rate x. */
typedef struct
{
  const char *name;
  double rate;
  double (*slope) (double t);
  double (*exact) (double t);
  double scale;    /* of x */
  double greatest; /* of the slope */
} Drive;

static double
get_sum_slope (double t)
{
  return cos (t) + 5.0 * cos (5.0 * t) + 2.0 * cos (20.0 * t);
}

static double
get_sum (double t)
{
  return sin (t) + sin (5.0 * t) + 0.1 * sin (20.0 * t);
}

static double
get_pulse_slope (double t)
{
  return 1e4 * fmax (0.0, 1.0 - fabs (t - 6.0));
}

static double
get_pulse (double t)
{
  const double up = CLAMP (t, 5.0, 6.0) - 5.0, down = 7.0 - CLAMP (t, 6.0, 7.0);

  return 1e4 * (0.5 * up * up + 0.5 * (1.0 - down * down));
}

/* Times not in any ratio that steps have. */
static const double kinks[] = { 0.0, 0.7310, 1.9177, 2.0023, 3.4113, 5.7771, 6.1309, 8.8881, END };
static const double levels[] = { 1.0, 3.0, -2.0, -2.5, 4.0, 4.0, -1.0, 0.5, 2.0 };

static double
get_table_slope (double t)
{
  guint i = 0;

  while (i + 2 < G_N_ELEMENTS (kinks) && t > kinks[i + 1])
    i++;
  return levels[i] + (levels[i + 1] - levels[i]) * (t - kinks[i]) / (kinks[i + 1] - kinks[i]);
}

static double
get_table (double t)
{
  double sum = 0.0;

  for (guint i = 0; i + 1 < G_N_ELEMENTS (kinks) && t > kinks[i]; i++)
    {
      const double end = fmin (t, kinks[i + 1]);

      sum += 0.5 * (get_table_slope (kinks[i] + 1e-15) + get_table_slope (end)) * (end - kinks[i]);
    }
  return sum;
}

#define RATE 0.01

static double
get_driven_slope (double t)
{
  return cos (3.0 * t);
}

static double
get_driven (double t)
{
  return (RATE * cos (3.0 * t) + 3.0 * sin (3.0 * t) - RATE * exp (-RATE * t))
         / (RATE * RATE + 9.0);
}

static const Drive drives[] = {
  { "sum of cosines", 0.0, get_sum_slope, get_sum, 2.0, 8.0 },
  { "pulse", 0.0, get_pulse_slope, get_pulse, 1e4, 1e4 },
  { "table", 0.0, get_table_slope, get_table, 5.0, 4.0 },
  { "driven decay", RATE, get_driven_slope, get_driven, 0.3, 1.0 },
};

static LsStatus
derivatives (double t, const double x[], double dx[], gpointer user_data)
{
  const Drive *drive = user_data;

  dx[0] = drive->slope (t) - drive->rate * x[0];
  return LS_OK;
}

/* The greatest error at the ends of steps and between them, in tolerances. */
static double
measure (const LsOdeMethod *method, const Drive *drive, double tolerance)
{
  const LsOdeProblem problem = { 1, derivatives, NULL, (gpointer)drive };
  const double atol = tolerance * drive->scale, start = 0.0;
  g_autoptr (LsOde) ode = ls_ode_new (method, &problem, tolerance, &atol, NULL);
  double t = 0.0, worst = 0.0;
  LsOdeCounts counts;

  ls_ode_set_fixed_step (ode, FIXED_STEP);
  ls_ode_set_max_step (ode, ls_hybrid_get_longest_step (method, END));
  g_assert_cmpint (ls_ode_start (ode, 0.0, &start), ==, LS_OK);
  while (t < END)
    {
      const double before = t;

      g_assert_cmpint (ls_ode_step (ode, END, &t), ==, LS_OK);
      for (guint i = 1; i <= 4; i++)
        {
          const double at = before + (t - before) * i / 4.0;
          double x;

          g_assert_cmpint (ls_ode_interpolate (ode, at, &x), ==, LS_OK);
          worst = fmax (worst, fabs (x - drive->exact (at)));
        }
    }
  ls_ode_get_counts (ode, &counts);
  worst /= tolerance * drive->scale;
  g_test_message ("%s, %s at %g: %.3g tolerances, %u steps, %u rejected", drive->name,
                  ls_ode_method_get_id (method), tolerance, worst, (guint)counts.steps,
                  (guint)counts.rejected);
  return worst;
}

/* A step over a kink leaves some hundred tolerances at most: its error is told from what the stages
 * are apart, which kinks change by as much as the error or by less. "radau5" has a tolerance of its
 * own, as its authors do. Euler's methods have none: half a step at the slopes of the ends. */
static double
get_bound (const LsOdeMethod *method, const Drive *drive, double tolerance)
{
  if (ls_ode_method_has_fixed_step (method))
    return FIXED_STEP * drive->greatest / (tolerance * drive->scale);
  return g_strcmp0 (ls_ode_method_get_id (method), "radau5") == 0
             ? 500.0 * fmax (1.0, 0.1 * pow (tolerance, -1.0 / 3.0))
             : 500.0;
}

static void
test_drives (void)
{
  static const double tolerances[] = { 1e-4, 1e-7, 1e-10 };

  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    for (guint k = 0; k < G_N_ELEMENTS (drives); k++)
      for (guint m = 0; m < G_N_ELEMENTS (tolerances); m++)
        {
          const LsOdeMethod *method = ls_ode_method_get (i);

          g_assert_cmpfloat (measure (method, &drives[k], tolerances[m]), <=,
                             get_bound (method, &drives[k], tolerances[m]));
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-time/drives", test_drives);
  return g_test_run ();
}
