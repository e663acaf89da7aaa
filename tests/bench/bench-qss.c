/* What an event of quantised states costs, how that grows with the number of states, and a long
 * chain of inverters against a stiff solver. */
#include "bench.h"

#include "core/ode/ode.h"
#include "core/qss/qss.h"

#include <math.h>

#define N_EVENTS 200000.0
#define N_INVERTERS 501u
#define STOP 30.0 /* s */
/* When the input of the chain gets another slope, s; and those slopes. */
static const double times[] = { 0, 5, 10, 15, 17, INFINITY };
static const double slopes[] = { 0, 1, 0, -2.5, 0 };

typedef struct
{
  guint n;
  guint phase;
} Chain;

/* Damped oscillators, each driven a little by the one before. */
static LsStatus
oscillate (double t G_GNUC_UNUSED,
           const double q[],
           const guint wanted[],
           guint n,
           double dx[],
           gpointer user_data G_GNUC_UNUSED)
{
  for (guint k = 0; k < n; k++)
    {
      guint i = wanted[k];

      dx[k] = i % 2 == 0 ? q[i + 1] : -(1.0 + 1e-3 * (i % 97)) * q[i - 1] - 0.1 * q[i];
      if (i % 2 == 1 && i > 2)
        dx[k] += 0.01 * q[i - 3];
    }
  return LS_OK;
}

/* Inverters (Savcenco, Mattheij): 5 - x - 100 (max (v - 1, 0)^2 - max (v - x - 1, 0)^2). */
static double
invert (double before, double x)
{
  double over = fmax (before - 1.0, 0.0), beyond = fmax (before - x - 1.0, 0.0);

  return 5.0 - x - 100.0 * (over * over - beyond * beyond);
}

static LsStatus
invert_wanted (double t G_GNUC_UNUSED,
               const double q[],
               const guint wanted[],
               guint n,
               double dx[],
               gpointer user_data)
{
  const Chain *self = user_data;

  for (guint k = 0; k < n; k++)
    dx[k] = wanted[k] == 0 ? slopes[self->phase] : invert (q[wanted[k] - 1], q[wanted[k]]);
  return LS_OK;
}

static LsStatus
invert_all (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data)
{
  const Chain *self = user_data;

  dx[0] = slopes[self->phase];
  for (guint i = 1; i < self->n; i++)
    dx[i] = invert (x[i - 1], x[i]);
  return LS_OK;
}

static LsStatus
pass (double t G_GNUC_UNUSED, double x[] G_GNUC_UNUSED, LsQssEvent *event, gpointer user_data)
{
  Chain *self = user_data;

  self->phase++;
  event->moved[0] = 1;
  event->next_time = times[self->phase + 1];
  return LS_OK;
}

/* Lists what state i depends on: on both of its pair and the one before it, or itself and the one
 * before. */
static GArray *
list_entries (guint n, gboolean pairs, guint which)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    for (guint j = i > 3 ? i - 3 : 0; j <= i + 1 && j < n; j++)
      {
        gboolean there = pairs ? (i % 2 == 0 ? j == i + 1 : j == i || j + 1 == i || j + 3 == i)
                               : i > 0 && (j == i || j + 1 == i);
        guint entry = which == 0 ? i : j;

        if (there)
          g_array_append_val (entries, entry);
      }
  return entries;
}

static LsQss *
make (Chain *chain, const char *method, gboolean pairs, double quantum, double span)
{
  guint n = chain->n;
  g_autoptr (GArray) rows = list_entries (n, pairs, 0);
  g_autoptr (GArray) columns = list_entries (n, pairs, 1);
  g_autofree double *absolute = g_new (double, n);
  g_autofree double *x = g_new (double, n);
  g_autofree guint8 *varies = g_new0 (guint8, n);
  LsQssProblem problem = { .n = n,
                           .n_entries = rows->len,
                           .rows = (const guint *)(gpointer)rows->data,
                           .columns = (const guint *)(gpointer)columns->data,
                           .varies = varies,
                           .derivatives = pairs ? oscillate : invert_wanted,
                           .event = pass,
                           .user_data = chain };
  const LsQssSettings settings = { .absolute = absolute, .span = span };
  LsQss *self;

  for (guint i = 0; i < n; i++)
    {
      absolute[i] = quantum;
      x[i] = pairs ? 1.0 + 0.01 * (i % 13) : i == 0 ? 0.0 : i % 2 == 0 ? 0.006247 : 5.0;
    }
  self = ls_qss_new (ls_qss_method_find (method), &problem, &settings, NULL, NULL, NULL);
  chain->phase = 0;
  (void)ls_qss_start (self, 0, x, pairs ? INFINITY : times[1]);
  return self;
}

/* Microseconds for an event of a state, and those that learn of it. */
static double
measure_event (gpointer data, GError **error G_GNUC_UNUSED)
{
  Chain chain = { .n = GPOINTER_TO_UINT (data) };
  /* About so many events a second of each at this quantum; the start does not count. */
  g_autoptr (LsQss) solver = make (&chain, "qss2", TRUE, 1e-5, 1e4);
  LsQssCounts before, after;
  double start, t = 1.0;

  (void)ls_qss_advance (solver, t);
  ls_qss_get_counts (solver, &before);
  start = ls_bench_cpu_time ();
  do
    {
      t += 10.0 / chain.n;
      (void)ls_qss_advance (solver, t);
      ls_qss_get_counts (solver, &after);
    }
  while ((double)(after.requantisations - before.requantisations) < N_EVENTS);
  return 1e6 * (ls_bench_cpu_time () - start)
         / (double)(after.requantisations - before.requantisations);
}

static double
measure_growth (gpointer data G_GNUC_UNUSED, GError **error)
{
  return measure_event (GUINT_TO_POINTER (10000u), error)
         / measure_event (GUINT_TO_POINTER (10u), error);
}

static void
solve_by_bdf (double rtol, double x[])
{
  Chain chain = { .n = N_INVERTERS };
  const LsOdeProblem problem = { .n = N_INVERTERS, .derivatives = invert_all, .user_data = &chain };
  g_autofree double *atol = g_new (double, N_INVERTERS);
  g_autofree guint *rows = g_new (guint, 2 * N_INVERTERS);
  g_autofree guint *columns = g_new (guint, 2 * N_INVERTERS);
  LsOdeDetails details = { .rows = rows, .columns = columns };
  g_autoptr (LsOde) ode = NULL;

  for (guint i = 0; i < N_INVERTERS; i++)
    {
      atol[i] = rtol;
      x[i] = i == 0 ? 0.0 : i % 2 == 0 ? 0.006247 : 5.0;
      for (guint j = i > 0 ? i - 1 : 0; j <= i && i > 0; j++)
        {
          rows[details.n_entries] = i;
          columns[details.n_entries++] = j;
        }
    }
  ode = ls_ode_new_full (ls_ode_method_find ("cvode-bdf"), &problem, &details, rtol, atol, NULL);
  for (chain.phase = 0; chain.phase < 5; chain.phase++)
    {
      (void)(chain.phase == 0 ? ls_ode_start (ode, 0, x)
                              : ls_ode_restart (ode, times[chain.phase], x, FALSE));
      (void)ls_ode_advance (ode, fmin (times[chain.phase + 1], STOP), x);
    }
}

static void
solve_by_qss (const char *method, double quantum, double x[])
{
  Chain chain = { .n = N_INVERTERS };
  g_autoptr (LsQss) solver = make (&chain, method, FALSE, quantum, STOP);

  (void)ls_qss_advance (solver, STOP);
  ls_qss_get_states (solver, STOP, x);
}

static double
get_distance (const double a[], const double b[])
{
  double worst = 0.0;

  for (guint i = 0; i < N_INVERTERS; i++)
    worst = fmax (worst, fabs (a[i] - b[i]));
  return worst;
}

/* Time of the chain by LIQSS over that by cvode-bdf, where both are off by 1e-3 at most. */
static double
measure_inverters (gpointer data, GError **error G_GNUC_UNUSED)
{
  static double reference[N_INVERTERS];
  double x[N_INVERTERS], quantum = 1e-2, rtol = 1e-2, quantised = 0, stepped = 0, start;
  double error_of = INFINITY;

  if (reference[1] == 0.0)
    solve_by_bdf (1e-9, reference);
  for (; error_of > 1e-3 && quantum > 1e-7; quantum *= 0.3)
    {
      start = ls_bench_cpu_time ();
      solve_by_qss (data, quantum, x);
      quantised = ls_bench_cpu_time () - start;
      error_of = get_distance (x, reference);
    }
  for (error_of = INFINITY; error_of > 1e-3 && rtol > 1e-8; rtol *= 0.3)
    {
      start = ls_bench_cpu_time ();
      solve_by_bdf (rtol, x);
      stepped = ls_bench_cpu_time () - start;
      error_of = get_distance (x, reference);
    }
  return quantised / stepped;
}

const LsBench ls_bench_qss[] = {
  { "num/qss-event 10 states", "us", NAN, 3, measure_event, GUINT_TO_POINTER (10u) },
  { "num/qss-event 100 states", "us", NAN, 3, measure_event, GUINT_TO_POINTER (100u) },
  { "num/qss-event 1000 states", "us", NAN, 3, measure_event, GUINT_TO_POINTER (1000u) },
  { "num/qss-event 10000 states", "us", NAN, 3, measure_event, GUINT_TO_POINTER (10000u) },
  /* log (10 000) / log (10). */
  { "num/qss-event growth to 10000 states", "", 4.0, 3, measure_growth, NULL },
  { "num/qss-inverters liqss2 against cvode-bdf", "", NAN, 1, measure_inverters,
    (gpointer) "liqss2" },
  { NULL, NULL, NAN, 0, NULL, NULL },
};
