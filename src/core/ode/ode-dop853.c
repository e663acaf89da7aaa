/* The explicit Runge-Kutta method of order 8(5,3) by Dormand and Prince, with the error estimate of
 * Hairer, Norsett, Wanner I, II.10: the order-5 error, multiplied by its ratio to the order-3
 * error, which behaves like an error of order 7. */
#include "core/ode/dop853-tableau.h"
#include "core/ode/ode-eighth.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
get_errors (const LsOdeEighth *self, double h, double error[], double second[])
{
  const guint n = self->ode->problem.n;

  for (guint i = 0; i < n; i++)
    {
      const double *k = self->k + i;
      double sum = 0.0;

      for (guint j = 0; j < DOP853_STAGES; j++)
        sum += dop853_fifth[j] * k[j * n];
      error[i] = h * sum;
      second[i] = self->difference[i]
                  - h
                        * (dop853_third[0] * k[0] + dop853_third[1] * k[8 * n]
                           + dop853_third[2] * k[11 * n]);
    }
}

/* (10.17) */
static double
combine (double fifth, double third)
{
  return fifth > 0.0 ? fifth * fifth / sqrt (fifth * fifth + 0.01 * third * third) : fifth;
}

static const LsOdeEighthFormula formula = {
  .n_stages = DOP853_STAGES,
  .nodes = dop853_nodes,
  .matrix = &dop853_matrix[0][0],
  .weights = dop853_weights,
  .is_dop853 = TRUE,
  .get_errors = get_errors,
  .combine = combine,
};

static gpointer
create (LsOde *ode)
{
  return ls_ode_eighth_create (ode, &formula);
}

const LsOdeMethod ls_ode_dop853 = {
  .id = "dop853",
  .name = N_ ("Dormand-Prince 8(5,3)"),
  .create = create,
  LS_ODE_EIGHTH_ENTRIES,
};
