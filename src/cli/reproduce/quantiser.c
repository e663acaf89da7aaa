/* The quantisation functions of QSS1 and QSS2: a state and what others know of it. */
#include "cli/reproduce/show.h"

#include "core/qss/qss.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define STOP 4.0
#define SAMPLES 20

/* The oscillator of models/achilles. */
static LsStatus
derivatives (double t G_GNUC_UNUSED,
             const double q[],
             const guint wanted[],
             guint n,
             double dx[],
             gpointer user_data G_GNUC_UNUSED)
{
  for (guint k = 0; k < n; k++)
    dx[k] = wanted[k] == 0 ? 1.5 * q[1] - 0.5 * q[0] : -q[0];
  return LS_OK;
}

static LsStatus
rates (double t,
       const double q[] G_GNUC_UNUSED,
       const double dq[],
       const guint wanted[],
       guint n,
       double ddx[],
       gpointer user_data)
{
  return derivatives (t, dq, wanted, n, ddx, user_data);
}

static LsStatus
no_event (double t G_GNUC_UNUSED,
          double x[] G_GNUC_UNUSED,
          LsQssEvent *event G_GNUC_UNUSED,
          gpointer user_data G_GNUC_UNUSED)
{
  return LS_STOP;
}

static LsQss *
make (const char *method, double quantum, GError **error)
{
  const guint8 varies[] = { 0, 0 };
  const double quanta[] = { quantum, quantum };
  const LsQssProblem problem
      = { .n = 2, .varies = varies, .derivatives = derivatives, .rates = rates, .event = no_event };
  const LsQssSettings settings = { .relative = 1e-14, .absolute = quanta, .span = STOP };

  return ls_qss_new (ls_qss_method_find (method), &problem, &settings, NULL, "achilles", error);
}

/* x, q and the slopes of both at @t, of the first state. */
typedef struct
{
  double x, q, dx, dq, origin;
} Point;

static Point
get_point (const LsQss *qss, double t)
{
  double c[4], origin;
  Point point;

  ls_qss_get_trajectory (qss, 0, &origin, c);
  t -= origin;
  point.x = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
  point.dx = c[1] + t * (2 * c[2] + t * 3 * c[3]);
  t += origin;
  ls_qss_get_quantised (qss, 0, &origin, c);
  t -= origin;
  point.q = c[0] + t * (c[1] + t * c[2]);
  point.dq = c[1] + t * 2 * c[2];
  point.origin = origin;
  return point;
}

static void
append (LsTrace *trace, double t, const Point *point)
{
  const double row[] = { t, point->x, point->q };

  ls_trace_append (trace, row);
}

static void
sample (LsTrace *trace, const LsQss *qss, double from, double to)
{
  for (guint i = 0; i <= SAMPLES; i++)
    {
      const double t = from + (to - from) * i / SAMPLES;
      const Point point = get_point (qss, t);

      append (trace, t, &point);
    }
}

static void
add_row (GPtrArray *rows, double t, const Point *before, const Point *after)
{
  double *row = g_new (double, 8);

  row[0] = t;
  row[1] = before->x;
  row[2] = before->q;
  row[3] = fabs (before->x - before->q);
  row[4] = after->q;
  row[5] = before->dx;
  row[6] = after->dx;
  row[7] = after->dq;
  g_ptr_array_add (rows, row);
}

/* From event to event: the state before and after each of its own. */
static gboolean
follow (LsQss *qss, LsTrace *trace, GPtrArray *rows)
{
  const double start[] = { 0, 2 };
  double t = 0;

  if (ls_qss_start (qss, 0, start, INFINITY) != LS_OK)
    return FALSE;
  while (t < STOP)
    {
      const double next = fmin (ls_qss_get_next_time (qss), STOP);
      const Point before = get_point (qss, next);
      Point after;

      sample (trace, qss, t, next);
      if (ls_qss_advance (qss, next) != LS_OK)
        return FALSE;
      after = get_point (qss, next);
      if (after.origin == next && before.origin < next)
        add_row (rows, next, &before, &after);
      t = next;
    }
  return TRUE;
}

static void
show_rows (const LsReproduction *self, const GPtrArray *rows, double quantum)
{
  static const char *const heads[] = { N_ ("Time (s)"),      "x",
                                       N_ ("q before"),      "|x − q|",
                                       N_ ("q after"),       N_ ("slope x before"),
                                       N_ ("slope x after"), N_ ("slope q after") };
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), rows->len + 1, 0);
  double greatest = 0;

  ls_show_set_heads (table, heads);
  for (guint i = 0; i < rows->len; i++)
    {
      const double *row = rows->pdata[i];

      for (guint k = 0; k < G_N_ELEMENTS (heads); k++)
        ls_table_set_number (table, i + 1, k, "", row[k], 6);
      greatest = fmax (greatest, row[3]);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  printf (_ ("Quantum %g; the greatest |x − q| at an event is %.15g.\n"), quantum, greatest);
  ls_show_remarks (self->published);
}

gboolean
ls_reproduce_quantiser (const LsReproduction *self, GError **error)
{
  static const char *const names[] = { "x", "q" };
  const gboolean first = strcmp (self->published->id, "quantised-fig-2") == 0;
  const double quantum = first ? 0.25 : 0.05;
  g_autoptr (LsQss) qss = make (first ? "qss1" : "qss2", quantum, error);
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  const char *const signals[] = { "x", "q", NULL };

  if (qss == NULL)
    return FALSE;
  if (!follow (qss, trace, rows))
    return ls_fail (error, LS_ERROR_RUN, _ ("the quantised states ended early"));
  show_rows (self, rows, quantum);
  ls_figure_add_run (figure, trace, first ? "QSS1" : "QSS2", first ? "qss1" : "qss2");
  ls_figure_set_signals (figure, signals);
  return ls_show_export_figure (self, figure, error);
}
