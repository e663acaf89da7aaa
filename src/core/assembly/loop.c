#include "core/assembly/loop.h"

#include "core/base/interrupt.h"
#include "core/num/nonlinear.h"
#include "core/num/singular.h"
#include "core/num/spectrum.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_ITERATIONS 100u
/* Target residuals of the iterations; the values themselves may be less exact. */
#define EPS (8.0 * DBL_EPSILON)
#define FOLLOW_EPS 1e-14
/* Condition above which no digit is left of 16, or of the accuracy of differences. */
#define SINGULAR 1e13
#define SINGULAR_BY_DIFFERENCES 1e9
/* Maximum number of members for which the gain is computed, at cubic cost. */
#define MAX_GAIN 300u
/* Minimum share of the greatest entry for which a member counts as undetermined. */
#define SHARE 0.05

struct LsLoop
{
  LsLoopProblem problem;
  LsNonlinear *newton, *quick;
  double *start, *image, *matrix, *right, *trial, *high, *low; /* n, matrix n x n */
  GArray *residuals;                                           /* double: one at each new matrix */
  gboolean logging;
  double last;   /* residual of the point evaluated last */
  guint worst;   /* member with that residual */
  int broken;    /* member that was not finite there, or -1 */
  gboolean stop; /* the map returned a failure */
  gboolean differs;
  double condition, gain;
  LsLoopReport *report;
};

static double
measure (LsLoop *self, const double v[], const double image[])
{
  double greatest = 0.0;

  self->broken = -1;
  self->worst = 0;
  for (guint i = 0; i < self->problem.n; i++)
    {
      double residual = fabs (image[i] - v[i]) / (self->problem.nominals[i] + fabs (v[i]));

      if (!isfinite (image[i]))
        {
          self->broken = (int)i;
          self->worst = i;
          return INFINITY;
        }
      if (residual <= greatest)
        continue;
      greatest = residual;
      self->worst = i;
    }
  return greatest;
}

static LsStatus
evaluate (const double v[], double image[], gpointer user_data)
{
  LsLoop *self = user_data;
  LsStatus status
      = ls_interrupt_is_wanted () ? LS_STOP : self->problem.map (v, image, self->problem.user_data);

  if (status == LS_OK)
    self->last = measure (self, v, image);
  self->stop = self->stop || (status != LS_OK && status != LS_RETRY);
  return status;
}

static gboolean
is_finite (const double values[], guint n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return TRUE;
}

/* Image at @v with unknown @j increased by @delta; %LS_RETRY where there is none. */
static LsStatus
look_aside (LsLoop *self, const double v[], guint j, double delta, double image[])
{
  guint n = self->problem.n;
  LsStatus status;

  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  memcpy (self->trial, v, n * sizeof (double));
  self->trial[j] += delta;
  status = self->problem.map (self->trial, image, self->problem.user_data);
  return status == LS_OK && !is_finite (image, n) ? LS_RETRY : status;
}

/* Central differences, one-sided where the map cannot be evaluated on one side. */
static LsStatus
differ (LsLoop *self, const double v[], const double image[], double j[])
{
  guint n = self->problem.n;

  self->differs = TRUE;
  for (guint k = 0; k < n; k++)
    {
      double delta = cbrt (DBL_EPSILON) * fmax (fabs (v[k]), self->problem.nominals[k]);
      double up = (v[k] + delta) - v[k], down = v[k] - (v[k] - delta);
      LsStatus above = look_aside (self, v, k, up, self->high);
      LsStatus below = look_aside (self, v, k, -down, self->low);

      if ((above != LS_OK && above != LS_RETRY) || (below != LS_OK && below != LS_RETRY))
        return LS_STOP;
      if (above != LS_OK && below != LS_OK)
        return LS_RETRY;
      for (guint i = 0; i < n; i++)
        j[(gsize)i * n + k] = ((above == LS_OK ? self->high[i] : image[i])
                               - (below == LS_OK ? self->low[i] : image[i]))
                              / ((above == LS_OK ? up : 0.0) + (below == LS_OK ? down : 0.0));
    }
  return LS_OK;
}

static LsStatus
derive (const double v[], const double image[], double j[], gpointer user_data)
{
  LsLoop *self = user_data;
  gsize size = (gsize)self->problem.n * self->problem.n * sizeof (double);
  LsStatus status = LS_RETRY;

  if (self->logging)
    g_array_append_val (self->residuals, self->last);
  memset (j, 0, size);
  if (self->problem.derivatives != NULL)
    status = self->problem.derivatives (v, j, self->problem.user_data);
  if (status == LS_RETRY)
    status = differ (self, v, image, j);
  self->stop = self->stop || (status != LS_OK && status != LS_RETRY);
  return status;
}

static LsNonlinear *
make_solver (LsLoop *self, const char *id, double eps)
{
  const LsNonlinearProblem problem = { .n = self->problem.n,
                                       .map = evaluate,
                                       .jacobian = derive,
                                       .user_data = self,
                                       .scale = self->problem.nominals };
  const LsNonlinearSettings settings
      = { .eps = eps, .max_iterations = MAX_ITERATIONS, .depth = 1, .min_iterations = 1 };

  return ls_nonlinear_new (ls_nonlinear_method_find (id), &problem, &settings);
}

LsLoop *
ls_loop_new (const LsLoopProblem *problem)
{
  g_return_val_if_fail (problem != NULL, NULL);

  LsLoop *self = g_new0 (LsLoop, 1);
  gsize n = problem->n;

  self->problem = *problem;
  self->residuals = g_array_new (FALSE, FALSE, sizeof (double));
  self->start = g_new0 (double, 6 * n + n * n + 1);
  self->image = self->start + n;
  self->right = self->image + n;
  self->trial = self->right + n;
  self->high = self->trial + n;
  self->low = self->high + n;
  self->matrix = self->low + n;
  self->newton = make_solver (self, "newton", EPS);
  return self;
}

void
ls_loop_free (LsLoop *self)
{
  if (self == NULL)
    return;
  ls_nonlinear_free (self->newton);
  ls_nonlinear_free (self->quick);
  ls_loop_report_free (self->report);
  g_array_unref (self->residuals);
  g_free (self->start);
  g_free (self);
}

/* Scales rows, then columns, to greatest entries of 1, so that the units of unknowns do not matter.
 * @sizes: of the diagonal, 1 + |dg_i/dv_i|: cancellation in 1 - dg_i/dv_i must not be amplified */
static void
equilibrate (guint n, double m[], double sizes[])
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < n; a++)
      {
        const gsize first = pass == 0 ? (gsize)a * n : a, stride = pass == 0 ? 1 : n;
        double greatest = sizes[a];

        for (guint b = 0; b < n; b++)
          if (b != a)
            greatest = fmax (greatest, fabs (m[first + b * stride]));
        for (guint b = 0; b < n; b++)
          m[first + b * stride] /= greatest;
        sizes[a] /= greatest;
      }
}

/* Spectral radius of dg/dv, which does not depend on the units of the unknowns. */
static double
measure_gain (LsLoop *self)
{
  const guint n = self->problem.n;
  g_autofree double *copy = NULL;
  double radius;

  if (n > MAX_GAIN)
    return NAN;
  copy = g_memdup2 (self->matrix, (gsize)n * n * sizeof (double));
  return ls_spectrum_measure (n, copy, &radius, NULL) == LS_OK ? radius : NAN;
}

/* Condition and gain at @v; the image there must be valid. */
static LsStatus
analyse (LsLoop *self, const double v[])
{
  guint n = self->problem.n;
  LsStatus status;

  self->condition = self->gain = NAN;
  status = derive (v, self->image, self->matrix, self);
  if (status != LS_OK)
    return status;
  self->gain = measure_gain (self);
  for (guint i = 0; i < n; i++)
    self->trial[i] = 1.0 + fabs (self->matrix[(gsize)i * n + i]);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      {
        double *entry = &self->matrix[(gsize)i * n + k];

        *entry
            = (i == k ? 1.0 : 0.0) - *entry * self->problem.nominals[k] / self->problem.nominals[i];
      }
  equilibrate (n, self->matrix, self->trial);
  self->condition = ls_singular_analyse (n, self->matrix, self->right);
  return LS_OK;
}

static gboolean
is_singular (const LsLoop *self)
{
  return self->condition >= (self->differs ? SINGULAR_BY_DIFFERENCES : SINGULAR);
}

/* Names of the members with a share in the undetermined direction. */
static char *
list_undetermined (const LsLoop *self)
{
  g_autofree const char **names = g_new0 (const char *, self->problem.n + 1);
  double greatest = 0.0;
  guint n = 0;

  for (guint i = 0; i < self->problem.n; i++)
    greatest = fmax (greatest, fabs (self->right[i]));
  for (guint i = 0; i < self->problem.n; i++)
    if (fabs (self->right[i]) >= SHARE * greatest)
      names[n++] = self->problem.names[i];
  return ls_loop_list_names (names, n);
}

char *
ls_loop_describe_failure (const LsLoop *self, double time)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *members = ls_loop_list_names (self->problem.names, self->problem.n);
  g_autofree char *free_ones = NULL;
  const char *worst = self->problem.n > 0 ? self->problem.names[self->worst] : "";

  if (self->broken >= 0)
    return g_strdup_printf (_ ("The algebraic loop through %s at t = %.9g s: “%s” is not a finite "
                               "number."),
                            members, self->problem.origin + time,
                            self->problem.names[self->broken]);
  if (!is_singular (self))
    return g_strdup_printf (_ ("The algebraic loop through %s at t = %.9g s has no solution that "
                               "can be found: Newton's method leaves a residual of %.3g at “%s”. "
                               "Other start values of its inputs may help."),
                            members, self->problem.origin + time, self->last, worst);
  free_ones = list_undetermined (self);
  return g_strdup_printf (_ ("The algebraic loop through %s at t = %.9g s is singular: its "
                             "equations do not determine %s (condition %.2g; residual %.3g at "
                             "“%s”)."),
                          members, self->problem.origin + time, free_ones, self->condition,
                          self->last, worst);
}

/* Residual of @v; makes @v the last point at which the map was evaluated. */
static LsStatus
finish (LsLoop *self, const double v[])
{
  LsStatus status = evaluate (v, self->image, self);

  if (status != LS_OK)
    self->last = INFINITY;
  return status;
}

static void
make_report (LsLoop *self, const double v[], double time, gboolean unique)
{
  guint n = self->problem.n;
  LsLoopReport *report;

  if (self->report != NULL)
    {
      self->report->n_solutions++;
      self->report->residual = fmax (self->report->residual, self->last);
      return;
    }
  self->report = report = g_new0 (LsLoopReport, 1);
  report->n = n;
  report->members = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    report->members[i] = g_strdup (self->problem.names[i]);
  report->time = self->problem.origin + time;
  report->start = g_memdup2 (self->start, n * sizeof (double));
  report->solution = g_memdup2 (v, n * sizeof (double));
  report->n_residuals = self->residuals->len;
  report->residuals = g_memdup2 (self->residuals->data, self->residuals->len * sizeof (double));
  report->residual = self->last;
  report->condition = self->condition;
  report->gain = self->gain;
  report->by_differences = self->differs;
  report->unique = unique;
  report->n_solutions = 1;
}

/* Moves away from a point where the matrix happens to be singular. */
static void
nudge (const LsLoop *self, double v[])
{
  for (guint i = 0; i < self->problem.n; i++)
    v[i]
        = self->start[i]
          + 1e-2 * (1.0 + 0.37 * (i % 3)) * fmax (self->problem.nominals[i], fabs (self->start[i]));
}

/* Newton's method, and the condition at its end; @v is the last point at which the map was
 * evaluated. */
static LsStatus
attempt (LsLoop *self, double v[])
{
  LsStatus status;

  g_array_set_size (self->residuals, 0);
  self->differs = FALSE;
  self->logging = TRUE;
  self->last = INFINITY;
  ls_nonlinear_solve (self->newton, v);
  self->logging = FALSE;
  if (self->stop)
    return LS_STOP;
  status = finish (self, v);
  if (status != LS_OK)
    return status;
  g_array_append_val (self->residuals, self->last);
  if (self->broken >= 0)
    return LS_RETRY;
  if (analyse (self, v) == LS_STOP)
    return LS_STOP;
  return finish (self, v);
}

/* Of many solutions, keep the guess. */
static LsStatus
keep_guess (LsLoop *self, double v[])
{
  memcpy (v, self->start, self->problem.n * sizeof (double));
  return finish (self, v);
}

gboolean
ls_loop_solve (LsLoop *self, double v[], double time, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  gsize size = self->problem.n * sizeof (double);
  g_autofree char *message = NULL;
  gboolean unique = TRUE;
  LsStatus status;

  self->stop = FALSE;
  memcpy (self->start, v, size);
  status = attempt (self, v);
  if (status == LS_OK && self->last > LS_LOOP_TOLERANCE && is_singular (self))
    {
      nudge (self, v);
      status = attempt (self, v);
    }
  if (status == LS_OK && is_singular (self))
    {
      unique = FALSE;
      status = keep_guess (self, v);
    }
  if (self->stop || status == LS_STOP)
    return FALSE;
  if (status == LS_OK && self->last <= LS_LOOP_TOLERANCE)
    {
      make_report (self, v, time, unique);
      return TRUE;
    }
  message = ls_loop_describe_failure (self, time);
  return ls_fail (error, LS_ERROR_MODEL, "%s", message);
}

LsStatus
ls_loop_follow (LsLoop *self, double v[])
{
  LsStatus status;

  self->stop = FALSE;
  if (self->quick == NULL)
    self->quick = make_solver (self, "interface-newton", FOLLOW_EPS);
  if (self->report != NULL)
    self->report->n_solutions++;
  status = ls_nonlinear_solve (self->quick, v);
  if (status != LS_RETRY || self->stop)
    return status;
  status = ls_nonlinear_solve (self->newton, v);
  if (self->stop)
    return LS_STOP;
  if (status == LS_RETRY)
    status = finish (self, v);
  if (status == LS_OK && self->last > LS_LOOP_TOLERANCE)
    {
      analyse (self, v);
      finish (self, v);
      return self->stop ? LS_STOP : LS_RETRY;
    }
  return status;
}

LsLoopReport *
ls_loop_get_report (const LsLoop *self)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GPtrArray) copies = NULL;
  gsize size;
  gconstpointer data;

  if (self->report == NULL)
    return NULL;
  g_ptr_array_add (one, self->report);
  bytes = ls_loop_reports_pack (one);
  data = g_bytes_get_data (bytes, &size);
  copies = ls_loop_reports_unpack (data, size);
  return g_ptr_array_steal_index (copies, 0);
}
