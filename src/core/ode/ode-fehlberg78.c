/* The explicit Runge-Kutta-Fehlberg method of order 8 with an embedded one of order 7 (NASA TR
 * R-287, 1968, table X). */
#include "core/ode/ode-eighth.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define N_STAGES 13

static const double nodes[N_STAGES]
    = { 0.0,       2.0 / 27.0, 1.0 / 9.0, 1.0 / 6.0, 5.0 / 12.0, 0.5, 5.0 / 6.0,
        1.0 / 6.0, 2.0 / 3.0,  1.0 / 3.0, 1.0,       0.0,        1.0 };

static const double matrix[N_STAGES][N_STAGES - 1] = {
  { 0.0 },
  { 2.0 / 27.0 },
  { 1.0 / 36.0, 1.0 / 12.0 },
  { 1.0 / 24.0, 0.0, 1.0 / 8.0 },
  { 5.0 / 12.0, 0.0, -25.0 / 16.0, 25.0 / 16.0 },
  { 1.0 / 20.0, 0.0, 0.0, 1.0 / 4.0, 1.0 / 5.0 },
  { -25.0 / 108.0, 0.0, 0.0, 125.0 / 108.0, -65.0 / 27.0, 125.0 / 54.0 },
  { 31.0 / 300.0, 0.0, 0.0, 0.0, 61.0 / 225.0, -2.0 / 9.0, 13.0 / 900.0 },
  { 2.0, 0.0, 0.0, -53.0 / 6.0, 704.0 / 45.0, -107.0 / 9.0, 67.0 / 90.0, 3.0 },
  { -91.0 / 108.0, 0.0, 0.0, 23.0 / 108.0, -976.0 / 135.0, 311.0 / 54.0, -19.0 / 60.0, 17.0 / 6.0,
    -1.0 / 12.0 },
  { 2383.0 / 4100.0, 0.0, 0.0, -341.0 / 164.0, 4496.0 / 1025.0, -301.0 / 82.0, 2133.0 / 4100.0,
    45.0 / 82.0, 45.0 / 164.0, 18.0 / 41.0 },
  { 3.0 / 205.0, 0.0, 0.0, 0.0, 0.0, -6.0 / 41.0, -3.0 / 205.0, -3.0 / 41.0, 3.0 / 41.0, 6.0 / 41.0,
    0.0 },
  { -1777.0 / 4100.0, 0.0, 0.0, -341.0 / 164.0, 4496.0 / 1025.0, -289.0 / 82.0, 2193.0 / 4100.0,
    51.0 / 82.0, 33.0 / 164.0, 12.0 / 41.0, 0.0, 1.0 },
};

static const double weights[N_STAGES]
    = { 0.0,        0.0,         0.0,         0.0, 0.0,          34.0 / 105.0, 9.0 / 35.0,
        9.0 / 35.0, 9.0 / 280.0, 9.0 / 280.0, 0.0, 41.0 / 840.0, 41.0 / 840.0 };

#define EMBEDDED (41.0 / 840.0)

/* For an explicit time dependence the embedded error estimate vanishes, since both methods then
 * have the same nodes and weights. Stages 1, 8, 10, 6, 9, 7 and 11 are at sixths of the step; 1 /
 * 840 of their sixth difference is the error of Weddle's rule, and multiplied by its ratio to the
 * fourth difference it behaves like an error of order 8. The stages have errors of their own, which
 * cancel in the method but not in the differences: up to a thousand times the difference of stages
 * 4 and 8, which are at one time (measured on oscillators and reactions). That difference is zero
 * for a pure time dependence. */
#define WEDDLE (1.0 / 840.0)
#define STAGE_ERRORS 1000.0

static double
get_error_in_time (const double *k, guint n)
{
  const double at[7] = { k[0], k[7 * n], k[9 * n], k[5 * n], k[8 * n], k[6 * n], k[10 * n] };
  const double apart = fabs (k[3 * n] - k[7 * n]);
  const double fourth = at[1] - 4.0 * at[2] + 6.0 * at[3] - 4.0 * at[4] + at[5];
  double sixth
      = at[0] - 6.0 * at[1] + 15.0 * at[2] - 20.0 * at[3] + 15.0 * at[4] - 6.0 * at[5] + at[6];

  sixth = fmax (fabs (sixth) - STAGE_ERRORS * apart, 0.0);
  return sixth > 0.0 ? WEDDLE * sixth * sixth / sqrt (sixth * sixth + 0.01 * fourth * fourth) : 0.0;
}

static void
get_errors (const LsOdeEighth *self, double h, double error[], double second[])
{
  const guint n = self->ode->problem.n;

  for (guint i = 0; i < n; i++)
    {
      const double *k = self->k + i;

      error[i] = EMBEDDED * h * (k[0] + k[10 * n] - k[11 * n] - k[12 * n]);
      second[i] = h * get_error_in_time (k, n);
    }
}

static double
combine (double error, double second)
{
  return fmax (error, second);
}

static const LsOdeEighthFormula formula = {
  .n_stages = N_STAGES,
  .nodes = nodes,
  .matrix = &matrix[0][0],
  .weights = weights,
  .get_errors = get_errors,
  .combine = combine,
};

static gpointer
create (LsOde *ode)
{
  return ls_ode_eighth_create (ode, &formula);
}

const LsOdeMethod ls_ode_fehlberg78 = {
  .id = "fehlberg78",
  .name = N_ ("Fehlberg 7(8)"),
  .create = create,
  LS_ODE_EIGHTH_ENTRIES,
};
