/* Constraints on the states of Model Exchange: an extension of FMI 2.0 (Najafi, "Simulation of
 * high-index DAEs and ODEs with constraints in FMI", 2017, section 3). */
#include "instance.h"

#include <math.h>
#include <string.h>

FMU_ME_EXPORT fmi2GetNumberOfConstraintsTYPE fmi2GetNumberOfConstraints;
FMU_ME_EXPORT fmi2ConstraintTYPE fmi2Constraint;
FMU_ME_EXPORT fmi2ConstraintJacobianTYPE fmi2ConstraintJacobian;
FMU_ME_EXPORT fmi2ProjectionStepTYPE fmi2ProjectionStep;
FMU_ME_EXPORT fmi2ProjectionTYPE fmi2Projection;

/* Smaller pivots relative to the largest one indicate redundant constraints. */
#define LEAST_PIVOT 1e-12

static bool
may (Fmu *self, const char *function, const void *array)
{
  if (!fmu_may (self, FMU_READABLE, function))
    return false;
  if (self->memory->kind == fmi2ModelExchange && array != NULL)
    return true;
  fmu_fail (self, "%s: %s", function,
            array != NULL ? "for Model Exchange only" : "the array is NULL");
  return false;
}

static unsigned
count (const FmuPoint *at)
{
  return fmu_model.active != NULL ? fmu_model.active (at) : fmu_model.n_c;
}

fmi2Status
fmi2GetNumberOfConstraints (fmi2Component component, size_t *n)
{
  Fmu *self = component;
  FmuPoint at;

  if (!may (self, "fmi2GetNumberOfConstraints", n))
    return fmi2Error;
  at = fmu_point (self);
  *n = count (&at);
  return fmi2OK;
}

fmi2Status
fmi2Constraint (fmi2Component component, fmi2Real c[])
{
  Fmu *self = component;
  FmuPoint at;

  if (!may (self, "fmi2Constraint", c))
    return fmi2Error;
  at = fmu_point (self);
  fmu_model.constraints (&at, c);
  return fmi2OK;
}

fmi2Status
fmi2ConstraintJacobian (fmi2Component component, fmi2Real d[])
{
  Fmu *self = component;
  FmuPoint at;

  if (!may (self, "fmi2ConstraintJacobian", d))
    return fmi2Error;
  at = fmu_point (self);
  memset (d, 0, fmu_model.n_c * fmu_model.n_x * sizeof (double));
  fmu_model.constraint_jacobian (&at, d);
  return fmi2OK;
}

static double
get_nominal (unsigned state)
{
  for (size_t i = 0; i < fmu_model.n_reals; i++)
    if (fmu_model.reals[i].role == FMU_STATE && fmu_model.reals[i].index == state
        && fmu_model.reals[i].nominal > 0)
      return fmu_model.reals[i].nominal;
  return 1;
}

/* Solves a y = b, @m by @m, by Gaussian elimination with full pivoting; y is returned in b. */
static bool
solve (unsigned m, double a[FMU_MAX_CONSTRAINTS][FMU_MAX_CONSTRAINTS], double b[])
{
  unsigned column[FMU_MAX_CONSTRAINTS];
  double y[FMU_MAX_CONSTRAINTS], greatest = 0;

  for (unsigned i = 0; i < m; i++)
    column[i] = i;
  for (unsigned k = 0; k < m; k++)
    {
      unsigned row = k, best = k;

      for (unsigned i = k; i < m; i++)
        for (unsigned j = k; j < m; j++)
          if (fabs (a[i][column[j]]) > fabs (a[row][column[best]]))
            {
              row = i;
              best = j;
            }
      unsigned c = column[best];
      column[best] = column[k];
      column[k] = c;
      greatest = fmax (greatest, fabs (a[row][c]));
      if (!(fabs (a[row][c]) > LEAST_PIVOT * greatest))
        return false;
      for (unsigned j = 0; j < m; j++)
        {
          double t = a[row][j];
          a[row][j] = a[k][j];
          a[k][j] = t;
        }
      double t = b[row];
      b[row] = b[k];
      b[k] = t;
      for (unsigned i = k + 1; i < m; i++)
        {
          const double factor = a[i][c] / a[k][c];

          for (unsigned j = 0; j < m; j++)
            a[i][j] -= factor * a[k][j];
          b[i] -= factor * b[k];
        }
    }
  for (unsigned k = m; k-- > 0;)
    {
      double sum = b[k];

      for (unsigned j = k + 1; j < m; j++)
        sum -= a[k][column[j]] * y[column[j]];
      y[column[k]] = sum / a[k][column[k]];
    }
  memcpy (b, y, m * sizeof (double));
  return true;
}

/* The minimum-norm step S = -N^2 D^T (D N^2 D^T)^-1 C, with nominal values N, that makes C + D S
 * zero. */
static bool
find_step (const FmuPoint *at, double c[], double step[])
{
  const unsigned m = count (at), n = fmu_model.n_x;
  double d[FMU_MAX_CONSTRAINTS * FMU_MAX_CONSTRAINED];
  double a[FMU_MAX_CONSTRAINTS][FMU_MAX_CONSTRAINTS] = { { 0 } };
  double squares[FMU_MAX_CONSTRAINED];

  memset (step, 0, n * sizeof (double));
  memset (d, 0, sizeof d);
  if (m == 0)
    return true;
  fmu_model.constraint_jacobian (at, d);
  for (unsigned k = 0; k < n; k++)
    squares[k] = get_nominal (k) * get_nominal (k);
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < m; j++)
      for (unsigned k = 0; k < n; k++)
        a[i][j] += d[i * n + k] * squares[k] * d[j * n + k];
  if (!solve (m, a, c))
    return false;
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = 0; i < m; i++)
      step[k] -= squares[k] * d[i * n + k] * c[i];
  return true;
}

fmi2Status
fmi2ProjectionStep (fmi2Component component, fmi2Real step[])
{
  Fmu *self = component;
  double c[FMU_MAX_CONSTRAINTS] = { 0 };
  FmuPoint at;

  if (!may (self, "fmi2ProjectionStep", step))
    return fmi2Error;
  at = fmu_point (self);
  fmu_model.constraints (&at, c);
  if (find_step (&at, c, step))
    return fmi2OK;
  /* Does not change to the error state: another point may succeed. */
  fmu_log (self, fmi2Error, FMU_LOG_ERROR,
           "fmi2ProjectionStep: the Jacobian of the constraints is singular at %.17g s", at.t);
  return fmi2Error;
}

static double
get_greatest (const FmuPoint *at, double c[])
{
  const unsigned m = count (at);
  double greatest = 0;

  fmu_model.constraints (at, c);
  for (unsigned i = 0; i < m; i++)
    if (!(fabs (c[i]) <= greatest))
      greatest = fabs (c[i]);
  return greatest;
}

/* Projects into self->x_new; returns false if residuals there exceed @tolerance. */
static bool
find_way (Fmu *self, double tolerance, size_t limit)
{
  const unsigned n = fmu_model.n_x;
  double c[FMU_MAX_CONSTRAINTS] = { 0 }, step[FMU_MAX_CONSTRAINED];
  FmuPoint at = fmu_point (self);

  memcpy (self->x_new, self->x, n * sizeof (double));
  if (fmu_model.project != NULL && !fmu_model.project (&at, self->x_new))
    return false;
  at.x = self->x_new;
  for (size_t i = 0; fmu_model.project == NULL && i < limit && get_greatest (&at, c) > tolerance;
       i++)
    {
      if (!find_step (&at, c, step))
        return false;
      for (unsigned k = 0; k < n; k++)
        self->x_new[k] += step[k];
    }
  return get_greatest (&at, c) <= tolerance;
}

fmi2Status
fmi2Projection (
    fmi2Component component, fmi2Real way[], fmi2Real tolerance, size_t limit, fmi2Boolean apply)
{
  Fmu *self = component;

  if (!may (self, "fmi2Projection", way))
    return fmi2Error;
  if (!find_way (self, tolerance, limit))
    {
      fmu_log (self, fmi2Discard, FMU_LOG_DISCARD,
               "fmi2Projection: the constraints cannot be met within %g at %.17g s", tolerance,
               self->memory->t);
      return fmi2Discard;
    }
  for (unsigned k = 0; k < fmu_model.n_x; k++)
    way[k] = self->x_new[k] - self->x[k];
  if (apply)
    {
      memcpy (self->x, self->x_new, fmu_model.n_x * sizeof (double));
      fmu_forget (self);
    }
  return fmi2OK;
}
