/* Times of events in closed form. */
#include "cli/reproduce/trust.h"

#include <math.h>

#define LN_2 0.693147180559945309417

static double
get_bounce (guint k)
{
  const double first = sqrt (2 / 9.81);
  double time = first, flight = 1.4 * first;

  for (guint i = 0; i < k; i++, flight *= 0.7)
    time += flight;
  return time;
}

static double
get_turn (guint k)
{
  return k + 1;
}

static double
get_doubling (guint k)
{
  return (k + 1) * LN_2;
}

static double
get_change (guint k)
{
  return G_PI / 6 + k * G_PI;
}

static double
get_stop (guint k G_GNUC_UNUSED)
{
  return 0.5;
}

/* A count that goes up at each event, and how often up to the end. */
static const struct
{
  LsTrustModel model;
  guint n;
  double (*get_time) (guint k);
} events[] = {
  { { "bouncing-ball.fmu", NULL, { "bounces" }, 2, 0.1, NULL, FALSE }, 4, get_bounce },
  { { "two-balls.fmu", NULL, { "events" }, 2, 0.1, NULL, FALSE }, 4, get_bounce },
  { { "coulomb-stop.fmu", NULL, { "stops" }, 1, 0.1, NULL, FALSE }, 1, get_stop },
  { { "crossings.fmu", NULL, { "turns" }, 9.99, 0.1, NULL, FALSE }, 9, get_turn },
  { { "crossings.fmu", NULL, { "doublings" }, 9.99, 0.1, NULL, FALSE }, 14, get_doubling },
  { { "crossings.fmu", NULL, { "changes" }, 9.99, 0.1, NULL, FALSE }, 4, get_change },
};

/* The greatest difference of a time, relative; NaN where there are more or fewer events. */
static double
compare (const LsTrace *trace, guint n, double (*get_time) (guint k))
{
  double worst = 0;
  guint found = 0;

  for (gsize row = 1; row < ls_trace_get_n_rows (trace); row++)
    if (ls_trace_get (trace, 1, row) != ls_trace_get (trace, 1, row - 1))
      {
        if (found == n)
          return NAN;
        worst = fmax (worst, fabs (ls_trace_get (trace, 0, row) / get_time (found) - 1));
        found++;
      }
  return found == n ? worst : NAN;
}

void
ls_trust_check_events (const char *folder, LsTrustGroup group, LsTrustFigure *figure)
{
  g_auto (GStrv) list = ls_trust_list (group);

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    for (guint k = 0; list[k] != NULL; k++)
      {
        g_autoptr (LsTrace) trace = ls_trust_run (folder, &events[i].model, group, list[k], 0);

        ls_trust_figure_add (figure,
                             trace != NULL ? compare (trace, events[i].n, events[i].get_time) : NAN,
                             events[i].model.file, list[k]);
      }
}
