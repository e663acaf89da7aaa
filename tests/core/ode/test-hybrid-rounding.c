/* Events of states that move by less than their rounding on the steps around them. */
#include "core/ode/hybrid.h"

#include <math.h>

#define HIGH 295.0
#define TARGET 297.0
#define RATE 0.01
/* Far more than it takes: what goes on for ever has to end here. */
#define MAX_EVALUATIONS 100000u

typedef struct
{
  guint n_evaluations, n_events;
  double time;
} Model;

static LsStatus
derivatives (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data)
{
  Model *self = user_data;

  dx[0] = RATE * (TARGET - x[0]);
  return ++self->n_evaluations > MAX_EVALUATIONS ? LS_STOP : LS_OK;
}

static LsStatus
indicators (double t G_GNUC_UNUSED, const double x[], double z[], gpointer user_data G_GNUC_UNUSED)
{
  z[0] = HIGH - x[0];
  return LS_OK;
}

static LsStatus
event (double t,
       const LsHybridCauses *causes G_GNUC_UNUSED,
       double x[] G_GNUC_UNUSED,
       LsHybridOutcome *outcome G_GNUC_UNUSED,
       gpointer user_data)
{
  Model *self = user_data;

  self->time = t;
  self->n_events++;
  return LS_OK;
}

/* Rounding of x is 5.7e-14, over its slope of 0.02 a time of 3e-12. */
static void
check (double start)
{
  const double exact = log ((TARGET - start) / (TARGET - HIGH)) / RATE;
  const double nominal = 1.0;
  const LsHybridSettings settings = { .rtol = 1e-13, .atol = 1e-13, .span = 1000.0 };
  Model model = { 0 };
  const LsHybridProblem problem
      = { .ode = { .n = 1, .derivatives = derivatives, .user_data = &model },
          .n_indicators = 1,
          .indicators = indicators,
          .event = event };
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  LsHybrid *self = ls_hybrid_new (ls_ode_method_find ("fehlberg78"), &problem, &settings, &nominal,
                                  log, "model", &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_hybrid_start (self, 0.0, &start, INFINITY), ==, LS_OK);
  g_assert_cmpint (ls_hybrid_advance (self, 1.5 * exact), ==, LS_OK);
  g_assert_cmpuint (model.n_events, ==, 1);
  /* Hundreds of steps, each with its rounding. */
  g_assert_cmpfloat (fabs (model.time - exact), <=, 1e-9);
  ls_hybrid_free (self);
}

static void
test_slow (void)
{
  for (guint i = 0; i < 200; i++)
    check (291.0 + 0.0173 * i);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/hybrid/slow-states", test_slow);
  return g_test_run ();
}
