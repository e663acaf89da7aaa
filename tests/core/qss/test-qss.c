/* Quantised state solvers: counts and times of the literature, bounds, orders, events, order of
 * states. */
#include "core/qss/qss-poly.h"
#include "core/qss/qss.h"

#include <math.h>
#include <string.h>

#define MOST 8

/* x' = A x + b + (what forcing adds), with what has happened when. */
typedef struct
{
  guint n;
  const double *a, *b;
  double (*forcing) (guint i, double t, const double x[]);
  guint place[MOST];    /* where state i stands in the solver */
  guint identity[MOST]; /* and which stands at a place */
  GArray *times[MOST];  /* of requantisations, by identity */
} Linear;

static double
get_f (const Linear *self, guint i, double t, const double q[])
{
  double f = self->b != NULL ? self->b[i] : 0.0;
  double x[MOST];

  for (guint j = 0; j < self->n; j++)
    x[j] = q[self->place[j]];
  /* Terms that are not there must not be touched: those values mean nothing. */
  for (guint j = 0; j < self->n && self->a != NULL; j++)
    if (self->a[i * self->n + j] != 0.0)
      f += self->a[i * self->n + j] * x[j];
  return self->forcing != NULL ? f + self->forcing (i, t, x) : f;
}

static LsStatus
derivatives (
    double t, const double q[], const guint wanted[], guint n, double dx[], gpointer user_data)
{
  const Linear *self = user_data;

  for (guint k = 0; k < n; k++)
    dx[k] = get_f (self, self->identity[wanted[k]], t, q);
  return LS_OK;
}

static LsStatus
rates (double t G_GNUC_UNUSED,
       const double q[] G_GNUC_UNUSED,
       const double dq[],
       const guint wanted[],
       guint n,
       double ddx[],
       gpointer user_data)
{
  const Linear *self = user_data;

  for (guint k = 0; k < n; k++)
    {
      guint i = self->identity[wanted[k]];

      ddx[k] = 0.0;
      for (guint j = 0; j < self->n; j++)
        if (self->a[i * self->n + j] != 0.0)
          ddx[k] += self->a[i * self->n + j] * dq[self->place[j]];
    }
  return LS_OK;
}

static void
requantised (double t, const guint states[], guint n, gpointer user_data)
{
  Linear *self = user_data;

  for (guint k = 0; k < n; k++)
    g_array_append_val (self->times[self->identity[states[k]]], t);
}

static LsStatus
no_event (double t G_GNUC_UNUSED,
          double x[] G_GNUC_UNUSED,
          LsQssEvent *event G_GNUC_UNUSED,
          gpointer user_data G_GNUC_UNUSED)
{
  return LS_STOP;
}

static void
init (Linear *self, guint n, const double a[], const double b[])
{
  *self = (Linear){ .n = n, .a = a, .b = b };
  for (guint i = 0; i < n; i++)
    {
      self->place[i] = self->identity[i] = i;
      self->times[i] = g_array_new (FALSE, FALSE, sizeof (double));
    }
}

static void
clear (Linear *self)
{
  for (guint i = 0; i < self->n; i++)
    g_array_unref (self->times[i]);
}

static guint
get_n (const Linear *self, guint i)
{
  /* The start is no change. */
  return self->times[i]->len - 1;
}

static double
get_time (const Linear *self, guint i, guint k)
{
  return g_array_index (self->times[i], double, k);
}

/* @x0 by identity. */
static LsQss *
make (Linear *self,
      const char *method,
      const double x0[],
      double relative,
      double quantum,
      double span,
      gboolean with_rates)
{
  guint rows[MOST * MOST], columns[MOST * MOST];
  guint8 varies[MOST];
  double absolute[MOST], start[MOST];
  LsQssProblem problem = { .n = self->n,
                           .rows = rows,
                           .columns = columns,
                           .varies = varies,
                           .derivatives = derivatives,
                           .rates = with_rates ? rates : NULL,
                           .event = no_event,
                           .requantised = requantised,
                           .user_data = self };
  LsQssSettings settings = { .relative = relative, .absolute = absolute, .span = span };
  g_autoptr (GError) error = NULL;
  LsQss *solver;

  for (guint i = 0; i < self->n; i++)
    {
      guint at = self->place[i];

      absolute[at] = quantum;
      start[at] = x0[i];
      varies[at] = self->forcing != NULL;
      for (guint j = 0; j < self->n; j++)
        if (self->a == NULL || self->a[i * self->n + j] != 0.0)
          {
            rows[problem.n_entries] = at;
            columns[problem.n_entries++] = self->place[j];
          }
    }
  solver = ls_qss_new (ls_qss_method_find (method), &problem, &settings, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_qss_start (solver, 0.0, start, INFINITY), ==, LS_OK);
  return solver;
}

/* Paper 003, the worked example: chi' = f (ceil (chi)). A state on a whole number takes the new
 * level, as hysteresis with a quantum of 1 from 10 downwards does. */
static void
test_worked_example (void)
{
  static const double a[] = { -1, 0, 0, -2, 0, 0, 0, -4, -2 };
  static const double x0[] = { 10, 10, 10 };
  const double third[] = { 1.0 / 60, 1.0 / 60 + 1.0 / 58 };
  Linear system;
  g_autoptr (LsQss) solver = NULL;
  double later;

  init (&system, 3, a, NULL);
  /* 10 to 8 by 28 · 2 until 0.05, then by 26 · 2 (the printed integral): 0.05190. */
  later = 0.05 + (1.0 - 56.0 * (0.05 - third[1])) / 52.0;
  /* The equation of the example, -2 (2 x2 + x3), starts with -60. */
  solver = make (&system, "qss1", x0, 0, 1, 1, FALSE);
  g_assert_cmpint (ls_qss_advance (solver, 0.1), ==, LS_OK);
  /* Rounding of a few sums of times up to 0.1. */
  g_assert_cmpfloat_with_epsilon (get_time (&system, 0, 1), 0.1, 1e-15);
  g_assert_cmpfloat_with_epsilon (get_time (&system, 1, 1), 0.05, 1e-15);
  g_assert_cmpfloat_with_epsilon (get_time (&system, 1, 2), 0.1, 1e-15);
  g_assert_cmpfloat_with_epsilon (get_time (&system, 2, 1), third[0], 1e-15);
  g_assert_cmpfloat_with_epsilon (get_time (&system, 2, 2), third[1], 1e-15);
  g_assert_cmpfloat_with_epsilon (get_time (&system, 2, 3), later, 1e-15);
  /* Six decimals are printed. */
  g_assert_cmpfloat_with_epsilon (later, 0.051901, 5e-7);
  clear (&system);
}

static const double stiff_a[] = { 0, 0.01, -100, -100 };
static const double stiff_b[] = { 0, 2020 };
static const double stiff_x0[] = { 0, 20 };

/* Kofman's stiff example, Q = 1: changes as published (15995 and 21) and as counted by another
 * implementation (15994 and 20). */
static void
test_stiff_counts (void)
{
  Linear system;
  g_autoptr (LsQss) solver = NULL;
  double x[2];

  init (&system, 2, stiff_a, stiff_b);
  solver = make (&system, "qss1", stiff_x0, 0, 1, 500, FALSE);
  g_assert_cmpint (ls_qss_advance (solver, 500), ==, LS_OK);
  g_test_message ("qss1: %u + %u", get_n (&system, 0), get_n (&system, 1));
  g_assert_cmpuint (ABS ((int)get_n (&system, 1) - 15995), <=, 5);
  g_assert_cmpuint (ABS ((int)get_n (&system, 0) - 20), <=, 1);
  clear (&system);
  ls_qss_free (g_steal_pointer (&solver));
  for (guint order = 1; order <= 3; order++)
    {
      g_autofree char *method = g_strdup_printf ("liqss%u", order);

      init (&system, 2, stiff_a, stiff_b);
      solver = make (&system, method, stiff_x0, 0, 1, 500, order == 3);
      g_assert_cmpint (ls_qss_advance (solver, 500), ==, LS_OK);
      ls_qss_get_states (solver, 500, x);
      g_test_message ("%s: %u + %u, end %.9g %.9g", method, get_n (&system, 0), get_n (&system, 1),
                      x[0], x[1]);
      g_assert_cmpuint (get_n (&system, 0) + get_n (&system, 1), <=, order == 1 ? 40 : 80);
      /* The states are off by two quanta at most: 20.064 and 0.136 are exact. */
      g_assert_cmpfloat_with_epsilon (x[0], 20.0639612844, 2.0);
      g_assert_cmpfloat_with_epsilon (x[1], 0.136052221822, 2.1);
      clear (&system);
      ls_qss_free (g_steal_pointer (&solver));
    }
}

static const double achilles_a[] = { -0.5, 1.5, -1, 0 };
static const double achilles_x0[] = { 0, 2 };

static void
get_achilles (double t, double x[2])
{
  const double w = sqrt (1.4375), e = exp (-0.25 * t);

  x[1] = e * (2 * cos (w * t) + 0.5 / w * sin (w * t));
  /* x1 = -x2' */
  x[0] = 0.25 * x[1] - e * (-2 * w * sin (w * t) + 0.5 * cos (w * t));
}

/* |e| <= |V| |Re (L)^-1 L| |V^-1| dQ for all t (Kofman); twice that for the linearly implicit
 * ones, whose x and q differ by up to 2 dQ. */
static void
test_achilles_bound (void)
{
  const double quantum = 0.01;
  const double bound[] = { (5.004 + 6.129) * quantum, (4.086 + 5.004) * quantum };

  for (guint m = 0; m < ls_qss_method_get_n (); m++)
    for (guint with_rates = 0; with_rates < 2; with_rates++)
      {
        const LsQssMethod *method = ls_qss_method_get (m);
        const double factor = g_str_has_prefix (ls_qss_method_get_id (method), "li") ? 2.0 : 1.0;
        double worst[2] = { 0, 0 };
        Linear system;
        g_autoptr (LsQss) solver = NULL;

        init (&system, 2, achilles_a, NULL);
        solver = make (&system, ls_qss_method_get_id (method), achilles_x0, 0, quantum, 10,
                       with_rates);
        for (guint k = 1; k <= 1000; k++)
          {
            double x[2], exact[2], t = 0.01 * k;

            g_assert_cmpint (ls_qss_advance (solver, t), ==, LS_OK);
            ls_qss_get_states (solver, t, x);
            get_achilles (t, exact);
            for (guint i = 0; i < 2; i++)
              {
                worst[i] = fmax (worst[i], fabs (x[i] - exact[i]));
                g_assert_cmpfloat (fabs (x[i] - exact[i]), <=, factor * bound[i]);
              }
          }
        g_test_message ("%s%s: worst %.4g %.4g of %.4g %.4g; %u + %u changes",
                        ls_qss_method_get_id (method), with_rates ? "" : ", differences", worst[0],
                        worst[1], bound[0], bound[1], get_n (&system, 0), get_n (&system, 1));
        clear (&system);
      }
}

/* Changes go with 1 / Q, its square root, its cubic root (Kofman 2006). */
static void
test_slopes (void)
{
  for (guint m = 0; m < ls_qss_method_get_n (); m++)
    for (guint with_rates = 0; with_rates < 2; with_rates++)
      {
        const LsQssMethod *method = ls_qss_method_get (m);
        const guint order = ls_qss_method_get_order (method);
        double sums[5] = { 0 }, slope;
        const guint n_points = 6;

        for (guint k = 0; k < n_points; k++)
          {
            /* Halving for the first order, an equal factor in steps for all. */
            const double quantum = (order == 1 ? 1e-3 : 1e-4) * pow (2, -(double)(k * order));
            Linear system;
            g_autoptr (LsQss) solver = NULL;
            double steps, lq = log (quantum);

            init (&system, 2, achilles_a, NULL);
            solver = make (&system, ls_qss_method_get_id (method), achilles_x0, 0, quantum, 10,
                           with_rates);
            g_assert_cmpint (ls_qss_advance (solver, 10), ==, LS_OK);
            steps = log (get_n (&system, 0) + get_n (&system, 1));
            sums[0] += lq;
            sums[1] += steps;
            sums[2] += lq * lq;
            sums[3] += lq * steps;
            clear (&system);
          }
        slope = (n_points * sums[3] - sums[0] * sums[1]) / (n_points * sums[2] - sums[0] * sums[0]);
        g_test_message ("%s%s: slope %.4f", ls_qss_method_get_id (method),
                        with_rates ? "" : ", differences", slope);
        /* Steps are whole numbers, and a few are those of the start: 0.5 % of the slope. */
        g_assert_cmpfloat_with_epsilon (slope, -1.0 / order, 0.01);
      }
}

static double
ramp (guint i G_GNUC_UNUSED, double t, const double x[] G_GNUC_UNUSED)
{
  return t;
}

static double
waves (guint i, double t, const double x[] G_GNUC_UNUSED)
{
  return i == 0 ? 0.01 * cos (t) : cos (100 * t);
}

/* x' = t has a first derivative of 0 at the start: a solver that does not know that time goes on
 * would stay there. What only time drives is followed by Taylor polynomials from one requantisation
 * to the next; the errors of these add up as in any integration. */
static void
test_time_dependence (void)
{
  static const double zero[] = { 0, 0 };

  for (guint m = 0; m < ls_qss_method_get_n (); m++)
    {
      const LsQssMethod *method = ls_qss_method_get (m);
      const double quantum = ls_qss_method_get_order (method) == 1 ? 1e-4 : 1e-6;
      Linear system;
      g_autoptr (LsQss) solver = NULL;
      double x[2];

      init (&system, 1, (const double[]){ 0 }, NULL);
      system.forcing = ramp;
      solver = make (&system, ls_qss_method_get_id (method), zero, 0, quantum, 2, FALSE);
      g_assert_cmpint (ls_qss_advance (solver, 2), ==, LS_OK);
      ls_qss_get_states (solver, 2, x);
      g_test_message ("%s: %.3g off after %u changes", ls_qss_method_get_id (method), x[0] - 2,
                      get_n (&system, 0));
      /* By the quantum, 1e-4 or 1e-6: it adds up over the pieces of the ramp. */
      g_assert_cmpfloat_with_epsilon (x[0], 2.0,
                                      ls_qss_method_get_order (method) == 1 ? 3e-3 : 1e-5);
      clear (&system);
      ls_qss_free (g_steal_pointer (&solver));

      init (&system, 2, (const double[]){ 0, 0, 0, 0 }, NULL);
      system.forcing = waves;
      solver = make (&system, ls_qss_method_get_id (method), (const double[]){ 0.01, 0 }, 0,
                     quantum, 2, FALSE);
      g_assert_cmpint (ls_qss_advance (solver, 2), ==, LS_OK);
      ls_qss_get_states (solver, 2, x);
      g_test_message ("%s: waves off by %.3g %.3g after %u + %u", ls_qss_method_get_id (method),
                      x[0] - 0.01 - 0.01 * sin (2), x[1] - 0.01 * sin (200), get_n (&system, 0),
                      get_n (&system, 1));
      g_assert_cmpfloat_with_epsilon (x[0], 0.01 + 0.01 * sin (2), 100 * quantum);
      g_assert_cmpfloat_with_epsilon (x[1], 0.01 * sin (200), 200 * quantum);
      clear (&system);
    }
}

/* Two equal pairs, coupled by a fifth state, so that many changes fall together. */
static const double pairs_a[] = {
  -1, 1, 0, 0, 0.5, -1, -1, 0, 0, 0, 0, 0, -1, 1, 0.5, 0, 0, -1, -1, 0, 0, -0.1, 0, -0.1, -1,
};

/* However states are numbered, they change at the same times, to the last bit. */
static void
test_permutations (void)
{
  static const guint orders[][5] = {
    { 0, 1, 2, 3, 4 }, { 4, 3, 2, 1, 0 }, { 2, 0, 4, 3, 1 }, { 1, 3, 0, 4, 2 }, { 4, 2, 3, 0, 1 },
  };
  static const double x0[] = { 3, 1, 3, 1, 2 };

  for (guint m = 0; m < ls_qss_method_get_n (); m++)
    {
      Linear first;

      init (&first, 5, pairs_a, NULL);
      for (guint p = 0; p < G_N_ELEMENTS (orders); p++)
        {
          Linear system;
          g_autoptr (LsQss) solver = NULL;
          Linear *used = p == 0 ? &first : &system;

          if (p > 0)
            init (&system, 5, pairs_a, NULL);
          for (guint i = 0; i < 5; i++)
            {
              used->place[i] = orders[p][i];
              used->identity[orders[p][i]] = i;
            }
          solver = make (used, ls_qss_method_get_id (ls_qss_method_get (m)), x0, 0, 1e-3, 5, FALSE);
          g_assert_cmpint (ls_qss_advance (solver, 5), ==, LS_OK);
          for (guint i = 0; i < 5 && p > 0; i++)
            {
              g_assert_cmpuint (system.times[i]->len, ==, first.times[i]->len);
              g_assert_cmpmem (system.times[i]->data, system.times[i]->len * sizeof (double),
                               first.times[i]->data, first.times[i]->len * sizeof (double));
            }
          /* They do fall together. */
          g_assert_cmpmem (used->times[0]->data, used->times[0]->len * sizeof (double),
                           used->times[2]->data, used->times[2]->len * sizeof (double));
          if (p > 0)
            clear (&system);
        }
      g_test_message ("%s: %u changes", ls_qss_method_get_id (ls_qss_method_get (m)),
                      first.times[0]->len);
      clear (&first);
    }
}

/* Saved and restored, the same follows to the last bit. */
static void
test_save (void)
{
  Linear system;
  g_autoptr (LsQss) solver = NULL;
  double first[2], again[2];

  init (&system, 2, achilles_a, NULL);
  solver = make (&system, "liqss3", achilles_x0, 0, 1e-5, 10, TRUE);
  g_assert_cmpint (ls_qss_restore (solver), ==, LS_STOP);
  g_assert_cmpint (ls_qss_advance (solver, 3), ==, LS_OK);
  ls_qss_save (solver);
  g_assert_cmpint (ls_qss_advance (solver, 7), ==, LS_OK);
  ls_qss_get_states (solver, 7, first);
  g_assert_cmpint (ls_qss_restore (solver), ==, LS_OK);
  g_assert_cmpfloat (ls_qss_get_time (solver), ==, 3);
  g_assert_cmpint (ls_qss_advance (solver, 7), ==, LS_OK);
  ls_qss_get_states (solver, 7, again);
  g_assert_cmpmem (first, sizeof first, again, sizeof again);
  clear (&system);
}

/* The first place outside of a range, against a fine search. */
static void
test_leave (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint k = 0; k < 3000; k++)
    {
      double c[4], found, expected = INFINITY;

      for (guint i = 0; i < 4; i++)
        c[i] = g_rand_double_range (random, -1, 1);
      if (k % 3 == 1)
        c[3] = 0.0;
      if (k % 3 == 2)
        c[2] = c[3] = 0.0;
      c[0] *= 0.99;
      found = ls_qss_poly_leave (c, 1.0);
      for (guint i = 0; i < 20000 && isinf (expected); i++)
        if (fabs (ls_qss_poly_get (c, 4, 1e-3 * i)) > 1.0)
          expected = 1e-3 * i;
      if (isfinite (expected) && found < expected - 1e-3)
        /* A short way outside, between two points. */
        g_assert_cmpfloat (fabs (ls_qss_poly_get (c, 4, found + 1e-6)), >=, 1.0 - 1e-5);
      else if (isfinite (expected))
        /* The search is in steps of 1e-3. */
        g_assert_cmpfloat_with_epsilon (found, expected, 1.01e-3);
      else
        g_assert_cmpfloat (found, >, 19.9);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/qss/leave", test_leave);
  g_test_add_func ("/num/qss/worked-example", test_worked_example);
  g_test_add_func ("/num/qss/stiff-counts", test_stiff_counts);
  g_test_add_func ("/num/qss/achilles-bound", test_achilles_bound);
  g_test_add_func ("/num/qss/slopes", test_slopes);
  g_test_add_func ("/num/qss/time-dependence", test_time_dependence);
  g_test_add_func ("/num/qss/permutations", test_permutations);
  g_test_add_func ("/num/qss/save", test_save);
  return g_test_run ();
}
