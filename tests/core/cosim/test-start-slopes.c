/* Slopes at the start, so that the first macro step is as good as those after it: orders of a
 * single step, against an integration of the whole. */
#include "unit.h"

#include <math.h>

/* What is looked at: the first state of a model. */
typedef struct
{
  const LsModel *model;
  LsOdeProblem problem; /* of the whole */
  double x[4];          /* where it starts */
  const char *signal;
} Probe;

static Probe
make_bodies (const LsModel *model)
{
  return (Probe){ model, { 4, unit_two_bodies, NULL, NULL }, { 1.0, 0.0, 3.0, 0.0 }, "left.x" };
}

/* Greatest relative error after @n macro steps of @h. */
static double
measure_steps (const Probe *self, const char *choice, guint n, double h)
{
  return unit_measure_worst (self->model, choice, n * h, h, &self->problem, self->x, self->signal,
                             0);
}

/* Observed when the first step is halved. */
static double
get_order (const Probe *self, const char *choice, guint n, double h)
{
  double coarse = measure_steps (self, choice, n, h);
  double fine = measure_steps (self, choice, n, h / 2);
  double order = log2 (coarse / fine);

  g_test_message ("%s, %s, %u steps of %g: %.3g, order %.3f", choice, self->signal, n, h, coarse,
                  order);
  return order;
}

/* A cubic between right values and slopes is wrong by h^4, which a position feels as h^6 after a
 * single step; with a parabola it was h^5. */
static void
test_first_step (void)
{
  static const char *const choices[]
      = { "missiles", "costarica", "ifosmondi-jfm:eps=1e-13:max-iterations=50" };
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  const Probe bodies = make_bodies (model);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autofree char *without = g_strconcat (choices[i], ":start-slopes=off", NULL);

      g_assert_cmpfloat (get_order (&bodies, choices[i], 1, 4e-3), >=, 5.7);
      /* And the error is a tenth. */
      g_assert_cmpfloat (5.0 * measure_steps (&bodies, choices[i], 1, 4e-3), <=,
                         measure_steps (&bodies, without, 1, 4e-3));
    }
}

/* A nonlinear one: h^5. */
static void
test_populations (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  const Probe prey
      = { model, { 2, unit_lotka_volterra, NULL, NULL }, { 1.0, 1.0 }, "prey.population" };

  g_assert_cmpfloat (get_order (&prey, "ifosmondi-jfm:eps=1e-13:max-iterations=50", 1, 0.05), >=,
                     4.7);
}

/* Extrapolation by degree 1 is wrong by h^2 from the first step on, by degree 2 by h^3 from the
 * second; positions feel it by h^2 more. Held first steps were wrong by h. */
static void
test_extrapolation (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  const Probe bodies = make_bodies (model);

  g_assert_cmpfloat (get_order (&bodies, "ni-jacobi:extrapolation=1:start-slopes=on", 1, 1e-3), >=,
                     3.8);
  g_assert_cmpfloat (
      get_order (&bodies, "ni-jacobi:extrapolation=flexible:start-slopes=on", 1, 1e-3), >=, 3.8);
  g_assert_cmpfloat (
      get_order (&bodies, "ni-jacobi:extrapolation=2:smooth=on:start-slopes=on", 1, 1e-3), >=, 3.8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/start-slopes/first-step", test_first_step);
  g_test_add_func ("/cosim/start-slopes/populations", test_populations);
  g_test_add_func ("/cosim/start-slopes/extrapolation", test_extrapolation);
  return g_test_run ();
}
