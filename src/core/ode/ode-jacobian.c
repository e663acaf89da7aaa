#include "core/ode/ode-jacobian.h"

#include "core/base/interrupt.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* SPARSE_FROM: minimum number of states, SPARSE_FILL: maximum fill for sparse storage: where KLU
 * becomes faster than a dense factorisation. */
#define SPARSE_FROM 32u
#define SPARSE_FILL 0.25

/* Entries column by column, rows ascending, no duplicates, diagonal included. */
typedef struct
{
  guint *starts, *rows;
} Pattern;

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data G_GNUC_UNUSED)
{
  const guint left = *(const guint *)a, right = *(const guint *)b;

  return left < right ? -1 : left > right;
}

/* Sorts each column and removes duplicates; on entry @starts counts the duplicates, too. */
static void
sort_columns (Pattern *pattern, guint n)
{
  guint n_kept = 0;

  for (guint j = 0; j < n; j++)
    {
      const guint begin = pattern->starts[j], end = pattern->starts[j + 1];

      g_assert (n_kept <= begin && begin <= end);
      g_qsort_with_data (pattern->rows + begin, (int)(end - begin), sizeof (guint), compare_rows,
                         NULL);
      pattern->starts[j] = n_kept;
      for (guint i = begin; i < end; i++)
        if (i == begin || pattern->rows[i] != pattern->rows[i - 1])
          pattern->rows[n_kept++] = pattern->rows[i];
    }
  pattern->starts[n] = n_kept;
}

static void
read_pattern (Pattern *pattern, guint n, const LsOdeDetails *details)
{
  g_autofree guint *next = g_new (guint, n);

  pattern->starts = g_new0 (guint, (gsize)n + 1);
  pattern->rows = g_new (guint, details->n_entries + n);
  for (gsize i = 0; i < details->n_entries; i++)
    {
      g_assert (details->columns[i] < n);
      pattern->starts[details->columns[i] + 1]++;
    }
  for (guint j = 0; j < n; j++)
    {
      pattern->starts[j + 1] += pattern->starts[j] + 1;
      next[j] = pattern->starts[j];
      pattern->rows[next[j]++] = j;
    }
  for (gsize i = 0; i < details->n_entries; i++)
    pattern->rows[next[details->columns[i]]++] = details->rows[i];
  sort_columns (pattern, n);
}

/* Greedy colouring: columns of one colour have no row in common. */
static void
colour (LsOdeJacobian *self, const Pattern *pattern)
{
  const guint n = self->n;
  g_autofree guint *taken = g_new0 (guint, n); /* number of the last colour that uses the row */
  g_autofree gboolean *done = g_new0 (gboolean, n);
  guint n_done = 0;

  self->columns = g_new (guint, n);
  self->colours = g_new0 (guint, (gsize)n + 1);
  while (n_done < n)
    {
      const guint now = ++self->n_colours;

      for (guint j = 0; j < n; j++)
        {
          gboolean fits = !done[j];

          for (guint i = pattern->starts[j]; fits && i < pattern->starts[j + 1]; i++)
            fits = taken[pattern->rows[i]] != now;
          if (!fits)
            continue;
          for (guint i = pattern->starts[j]; i < pattern->starts[j + 1]; i++)
            taken[pattern->rows[i]] = now;
          done[j] = TRUE;
          self->columns[n_done++] = j;
        }
      self->colours[now] = n_done;
    }
}

static void
use_pattern (LsOdeJacobian *self, const LsOdeDetails *details)
{
  const gsize n = self->n;
  Pattern pattern;

  read_pattern (&pattern, self->n, details);
  colour (self, &pattern);
  if (n >= SPARSE_FROM && pattern.starts[n] <= SPARSE_FILL * (double)n * (double)n)
    {
      self->n_values = pattern.starts[n];
      self->starts = pattern.starts;
      self->rows = pattern.rows;
      if (self->ode->problem.jacobian != NULL)
        self->dense = g_new0 (double, n *n);
    }
  self->places = pattern.starts;
  self->place_rows = pattern.rows;
}

LsOdeJacobian *
ls_ode_jacobian_new (LsOde *ode)
{
  LsOdeJacobian *self = g_new0 (LsOdeJacobian, 1);

  self->ode = ode;
  self->n = ode->problem.n;
  self->n_values = (gsize)self->n * self->n;
  self->x = g_new0 (double, self->n);
  self->f = g_new0 (double, self->n);
  self->zeros = g_new0 (double, self->n);
  if (ode->details.n_entries > 0)
    use_pattern (self, &ode->details);
  return self;
}

void
ls_ode_jacobian_free (LsOdeJacobian *self)
{
  if (self == NULL)
    return;
  g_free (self->places);
  g_free (self->place_rows);
  g_free (self->columns);
  g_free (self->colours);
  g_free (self->x);
  g_free (self->f);
  g_free (self->zeros);
  g_free (self->dense);
  g_free (self);
}

gboolean
ls_ode_jacobian_is_informed (const LsOde *ode)
{
  return ode->problem.jacobian != NULL || ode->details.directional != NULL
         || ode->details.n_entries > 0;
}

static LsStatus
check (const LsOdeJacobian *self, double t, const double values[])
{
  for (gsize i = 0; i < self->n_values; i++)
    if (!isfinite (values[i]))
      return ls_ode_fail (self->ode, LS_ODE_TROUBLE_EVALUATION, t, LS_RETRY);
  return LS_OK;
}

static LsStatus
note (LsOde *ode, double t, LsStatus status)
{
  if (status == LS_OK)
    return LS_OK;
  return ls_ode_fail (ode, status == LS_RETRY ? LS_ODE_TROUBLE_EVALUATION : LS_ODE_TROUBLE_FATAL, t,
                      status);
}

static LsStatus
call_problem (LsOdeJacobian *self, double t, const double x[], const double f[], double values[])
{
  const LsOdeProblem *problem = &self->ode->problem;
  double *target = self->dense != NULL ? self->dense : values;
  const LsStatus status = problem->jacobian (t, x, f, target, problem->user_data);

  if (status != LS_OK || self->dense == NULL)
    return note (self->ode, t, status);
  for (guint j = 0; j < self->n; j++)
    for (guint i = self->starts[j]; i < self->starts[j + 1]; i++)
      values[i] = self->dense[(gsize)self->rows[i] * self->n + j];
  return LS_OK;
}

/* Difference increment for a state. */
static double
get_distance (const LsOde *ode, guint state, double x)
{
  if (ode->nominals != NULL)
    return sqrt (DBL_EPSILON) * fmax (fabs (x), ode->nominals[state]);
  return sqrt (DBL_EPSILON * fmax (1e-5, fabs (x)));
}

/* Column @j as (self->f - @f) / @distance. */
static void
fill_column (LsOdeJacobian *self, guint j, const double f[], double distance, double values[])
{
  const guint n = self->n;
  const double factor = 1.0 / distance;

  if (self->places == NULL)
    for (guint i = 0; i < n; i++)
      values[(gsize)i * n + j] = (self->f[i] - f[i]) * factor;
  else
    for (guint k = self->places[j]; k < self->places[j + 1]; k++)
      {
        const guint i = self->place_rows[k];

        values[self->starts != NULL ? k : (gsize)i * n + j] = (self->f[i] - f[i]) * factor;
      }
}

static guint
get_n_groups (const LsOdeJacobian *self)
{
  return self->colours != NULL ? self->n_colours : self->n;
}

/* Columns computed by one evaluation. Returns: their number, the first at @columns. */
static guint
get_group (const LsOdeJacobian *self, guint group, const guint **columns)
{
  if (self->colours == NULL)
    return 1;
  *columns = self->columns + self->colours[group];
  return self->colours[group + 1] - self->colours[group];
}

static LsStatus
evaluate_moved (LsOdeJacobian *self,
                double t,
                const double x[],
                guint n_columns,
                const guint columns[],
                double sign)
{
  LsOdeCounts *counts = &self->ode->counts;

  for (guint k = 0; k < n_columns; k++)
    {
      const guint j = columns[k];

      self->x[j] = x[j] + sign * get_distance (self->ode, j, x[j]);
    }
  counts->difference_evaluations++;
  return ls_ode_evaluate (self->ode, t, self->x, self->f);
}

static LsStatus
take_differences (
    LsOdeJacobian *self, double t, const double x[], const double f[], double values[])
{
  const guint n_groups = get_n_groups (self);

  memcpy (self->x, x, self->n * sizeof (double));
  for (guint group = 0; group < n_groups; group++)
    {
      const guint *columns = &group;
      const guint n_columns = get_group (self, group, &columns);
      LsStatus status = evaluate_moved (self, t, x, n_columns, columns, 1.0);

      if (status == LS_RETRY)
        status = evaluate_moved (self, t, x, n_columns, columns, -1.0);
      if (status != LS_OK)
        return status;
      for (guint k = 0; k < n_columns; k++)
        {
          const guint j = columns[k];

          fill_column (self, j, f, self->x[j] - x[j], values);
          self->x[j] = x[j];
        }
    }
  return LS_OK;
}

static LsStatus
take_directions (LsOdeJacobian *self, double t, const double x[], double values[])
{
  const LsOde *ode = self->ode;
  const guint n_groups = get_n_groups (self);

  memset (self->x, 0, self->n * sizeof (double));
  for (guint group = 0; group < n_groups; group++)
    {
      const guint *columns = &group;
      const guint n_columns = get_group (self, group, &columns);
      LsStatus status;

      for (guint k = 0; k < n_columns; k++)
        self->x[columns[k]] = 1.0;
      status = ls_interrupt_is_wanted ()
                   ? LS_STOP
                   : ode->details.directional (t, x, self->x, self->f, ode->problem.user_data);
      if (status != LS_OK)
        return note (self->ode, t, status);
      for (guint k = 0; k < n_columns; k++)
        {
          fill_column (self, columns[k], self->zeros, 1.0, values);
          self->x[columns[k]] = 0.0;
        }
    }
  return LS_OK;
}

LsStatus
ls_ode_jacobian_evaluate (
    LsOdeJacobian *self, double t, const double x[], const double f[], double values[])
{
  LsStatus status;

  self->ode->counts.jacobians++;
  if (self->ode->problem.jacobian != NULL)
    status = call_problem (self, t, x, f, values);
  else if (self->ode->details.directional != NULL)
    status = take_directions (self, t, x, values);
  else
    status = take_differences (self, t, x, f, values);
  return status == LS_OK ? check (self, t, values) : status;
}

LsStatus
ls_ode_get_time_derivative (
    LsOde *ode, double t, const double x[], const double f[], double work[], double dfdt[])
{
  double distance = sqrt (DBL_EPSILON * fmax (1e-5, fabs (t)));
  LsStatus status;

  if (ode->details.time_derivative != NULL)
    return note (ode, t, ode->details.time_derivative (t, x, dfdt, ode->problem.user_data));
  ode->counts.difference_evaluations++;
  status = ls_ode_evaluate (ode, t + distance, x, work);
  if (status == LS_RETRY)
    {
      distance = -distance;
      ode->counts.difference_evaluations++;
      status = ls_ode_evaluate (ode, t + distance, x, work);
    }
  if (status != LS_OK)
    return status;
  distance = t + distance - t;
  for (guint i = 0; i < ode->problem.n; i++)
    dfdt[i] = (work[i] - f[i]) / distance;
  return LS_OK;
}
