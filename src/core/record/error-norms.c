/* Error measures: rows of a run are compared with the corresponding rows of the reference. */
#include "core/record/error-norms.h"

#include "core/base/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Rounding of times summed from the same steps: a few ulp of the span per 1e3 steps. */
#define TIME_TOLERANCE 1e-12
/* Range of a constant that is computed, relative to its size: rounding, and what the tolerance of
 * an algebraic loop leaves. */
#define CONSTANT 1e-12

typedef struct
{
  const LsTrace *trace, *reference;
  gsize n_rows, n_reference_rows;
  double origin;     /* s, of the run; times in this struct are relative to it */
  double tolerance;  /* s */
  gsize row;         /* next row of the run */
  gsize first, last; /* rows of the run at this time: [first, last) */
  gsize reference_first, reference_last;
} Walk;

static void
walk_init (Walk *self, const LsTrace *trace, const LsTrace *reference)
{
  double start = 0.0, stop = 0.0;

  *self = (Walk){ .trace = trace, .reference = reference, .origin = ls_trace_get_origin (trace) };
  self->n_rows = ls_trace_get_n_rows (trace);
  self->n_reference_rows = ls_trace_get_n_rows (reference);
  if (self->n_rows > 0)
    {
      start = ls_trace_get_elapsed (trace, 0);
      stop = ls_trace_get_elapsed (trace, self->n_rows - 1);
    }
  self->tolerance = fmax (TIME_TOLERANCE * fmax (stop - start, fmax (fabs (start), fabs (stop))),
                          ls_trace_get_slack (trace, reference));
}

/* Returns: the end of the group of rows from @first on with the same time. */
static gsize
find_group_end (const LsTrace *trace, gsize first, gsize n_rows, double tolerance)
{
  double limit = ls_trace_get_elapsed (trace, first) + tolerance;
  gsize last = first + 1;

  while (last < n_rows && ls_trace_get_elapsed (trace, last) <= limit)
    last++;
  return last;
}

/* First row of the reference at @time; %FALSE if there is none. */
static gboolean
find_partner (const Walk *self, double time, gsize *r)
{
  *r = self->reference_last;
  while (*r < self->n_reference_rows
         && ls_trace_get_time_from (self->reference, *r, self->origin) < time - self->tolerance)
    (*r)++;
  return *r < self->n_reference_rows
         && ls_trace_get_time_from (self->reference, *r, self->origin) <= time + self->tolerance;
}

/* Whether rows are left; skips those between communication points. */
static gboolean
walk_has_more (Walk *self)
{
  while (self->row == self->last && self->row < self->n_rows
         && ls_trace_is_between (self->trace, self->row))
    self->last = ++self->row;
  return self->row < self->n_rows;
}

/* Finds the groups of rows at the next time in both traces. */
static gboolean
walk_find_group (Walk *self, GError **error)
{
  double time = ls_trace_get_elapsed (self->trace, self->row);
  gsize r;
  char text[LS_NUMBER_SIZE];

  self->first = self->row;
  self->last = find_group_end (self->trace, self->row, self->n_rows, self->tolerance);
  if (!find_partner (self, time, &r))
    return ls_fail (error, LS_ERROR_RUN, _ ("The reference has no row at t = %s s"),
                    ls_number_show (self->origin + time, 10, text));
  self->reference_first = r;
  self->reference_last
      = find_group_end (self->reference, r, self->n_reference_rows, self->tolerance);
  return TRUE;
}

/* Returns the next row of the run and its partner. Several rows at one time are the limits at an
 * event: equal numbers are paired in order; otherwise the first row, before the event, is paired
 * with the first, the others with the last. A single row of the run is paired with the last row of
 * the reference, the state after the event, unless find_nearer() selects another one; for a single
 * row of the reference only the last row of the run is used, the others are skipped. */
static gboolean
walk_next (Walk *self, gsize *row, gsize *partner, GError **error)
{
  gsize n, n_reference, i;

  if (self->row == self->last && !walk_find_group (self, error))
    return FALSE;
  n_reference = self->reference_last - self->reference_first;
  if (n_reference == 1)
    self->row = self->first = self->last - 1;
  n = self->last - self->first;
  i = self->row - self->first;
  *row = self->row++;
  if (n == n_reference)
    *partner = self->reference_first + i;
  else
    *partner = i == 0 && n > 1 ? self->reference_first : self->reference_last - 1;
  return TRUE;
}

/* A run with an event slightly earlier or later than in the reference has one row at a time where
 * the reference has both limits: its partner is the limit nearer in value. */
static gsize
find_nearer (const Walk *self, guint column, gsize row, guint reference_column, gsize partner)
{
  const double value = ls_trace_get (self->trace, column, row);

  if (self->last - self->first != 1)
    return partner;
  for (gsize r = self->reference_first; r < self->reference_last; r++)
    if (fabs (ls_trace_get (self->reference, reference_column, r) - value)
        < fabs (ls_trace_get (self->reference, reference_column, partner) - value))
      partner = r;
  return partner;
}

static gboolean
check_finite (const LsTrace *trace, guint column, gsize row, const char *whose, GError **error)
{
  char text[LS_NUMBER_SIZE];

  if (isfinite (ls_trace_get (trace, column, row)))
    return TRUE;
  return ls_fail (error, LS_ERROR_RUN, _ ("%s: %s is not a finite number at t = %s s"), whose,
                  ls_trace_get_name (trace, column),
                  ls_number_show (ls_trace_get (trace, 0, row), 10, text));
}

gboolean
ls_measure_error (const LsTrace *trace,
                  guint column,
                  const LsTrace *reference,
                  guint reference_column,
                  double *error_percent,
                  GError **error)
{
  double sum = 0.0, min = INFINITY, max = -INFINITY;
  gsize row, partner, n = 0;
  Walk walk;

  g_return_val_if_fail (trace != NULL && error_percent != NULL, FALSE);
  walk_init (&walk, trace, reference);
  if (walk.n_rows == 0)
    return ls_fail (error, LS_ERROR_RUN, "%s", _ ("The run has no rows"));
  while (walk_has_more (&walk))
    {
      double wanted, difference;

      if (!walk_next (&walk, &row, &partner, error)
          || !check_finite (trace, column, row, _ ("The run"), error)
          || !check_finite (reference, reference_column, partner, _ ("The reference"), error))
        return FALSE;
      partner = find_nearer (&walk, column, row, reference_column, partner);
      wanted = ls_trace_get (reference, reference_column, partner);
      difference = ls_trace_get (trace, column, row) - wanted;
      sum += difference * difference;
      min = fmin (min, wanted);
      max = fmax (max, wanted);
      n++;
    }
  *error_percent = 100.0 * sqrt (sum / (double)MAX (n, 1u));
  if (max - min > CONSTANT * fmax (fabs (min), fabs (max)))
    *error_percent /= max - min;
  return TRUE;
}

/* Number of columns of @trace that @reference has too, listed in @columns and @partners; the time
 * is the first. */
static guint
find_common (const LsTrace *trace, const LsTrace *reference, guint columns[], guint partners[])
{
  guint n = 1;

  columns[0] = partners[0] = 0;
  for (guint i = 1; i < ls_trace_get_n_columns (trace); i++)
    {
      int partner = ls_trace_find (reference, ls_trace_get_name (trace, i));

      if (partner <= 0)
        continue;
      columns[n] = i;
      partners[n++] = (guint)partner;
    }
  return n;
}

static LsTrace *
new_with_columns (const LsTrace *trace, const guint columns[], guint n)
{
  g_autofree const char **names = g_new0 (const char *, n);
  g_autofree const char **units = g_new0 (const char *, n);

  for (guint i = 1; i < n; i++)
    {
      names[i - 1] = ls_trace_get_name (trace, columns[i]);
      units[i - 1] = ls_trace_get_unit (trace, columns[i]);
    }
  return ls_trace_new (n - 1, names, units);
}

LsTrace *
ls_measure_difference (const LsTrace *trace, const LsTrace *reference, GError **error)
{
  g_return_val_if_fail (trace != NULL, NULL);

  guint n_columns = ls_trace_get_n_columns (trace);
  g_autofree guint *columns = g_new (guint, n_columns);
  g_autofree guint *partners = g_new (guint, n_columns);
  g_autofree double *values = g_new (double, n_columns);
  g_autoptr (LsTrace) result = NULL;
  guint n = find_common (trace, reference, columns, partners);
  gsize row, partner;
  Walk walk;

  if (n == 1)
    return ls_fail_null (error, LS_ERROR_RUN, "%s",
                         _ ("The run and the reference have no signal in common"));
  result = new_with_columns (trace, columns, n);
  walk_init (&walk, trace, reference);
  ls_trace_set_origin (result, walk.origin);
  while (walk_has_more (&walk))
    {
      if (!walk_next (&walk, &row, &partner, error))
        return NULL;
      values[0] = ls_trace_get_elapsed (trace, row);
      for (guint i = 1; i < n; i++)
        values[i] = ls_trace_get (trace, columns[i], row)
                    - ls_trace_get (reference, partners[i],
                                    find_nearer (&walk, columns[i], row, partners[i], partner));
      if (!ls_trace_append (result, values))
        return ls_fail_null (error, LS_ERROR_LIMIT, "%s",
                             _ ("There is not enough memory for the difference"));
    }
  return g_steal_pointer (&result);
}
