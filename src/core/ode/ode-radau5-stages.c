/* Stages of "radau5": the nonlinear system of a step, HW (8.1)-(8.13), in the basis that transforms
 * it to block diagonal form, its simplified Newton iteration, and the polynomial through the
 * stages. */
#include "core/ode/ode-radau5-impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* HW IV.8: T transforms the inverse of A to block diagonal form. The last row of T is T[2][0], 1,
 * 0. */
static const double T[3][3] = {
  { 9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02 },
  { 0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779 },
  { 0.96604818261509293619, 1.0, 0.0 },
};
static const double T_INVERSE[3][3] = {
  { 4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119 },
  { -4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196 },
  { -0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497 },
};
double
ls_radau5_get_sum (const LsRadau5 *self, const double a[])
{
  double sum = 0.0;

  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double ratio = a[i] / self->scale[i];

      sum += ratio * ratio;
    }
  return sum;
}

double
ls_radau5_get_polynomial (const LsRadau5 *self, double s, guint i)
{
  return s
         * (self->dense[0][i]
            + (s - LS_RADAU5_C_2 + 1.0)
                  * (self->dense[1][i] + (s - LS_RADAU5_C_1 + 1.0) * self->dense[2][i]));
}

/* Starting values of the iteration: extrapolation of the last collocation polynomial. */
static void
predict (LsRadau5 *self, double h)
{
  static const double c[3] = { LS_RADAU5_C_1, LS_RADAU5_C_2, 1.0 };
  const guint n = self->ode->problem.n;

  for (guint k = 0; k < 3; k++)
    {
      if (!self->control.has_predictor)
        {
          memset (self->z[k], 0, n * sizeof (double));
          memset (self->w[k], 0, n * sizeof (double));
          continue;
        }
      for (guint i = 0; i < n; i++)
        self->z[k][i] = ls_radau5_get_polynomial (self, c[k] * h / self->control.h_old, i);
    }
  for (guint k = 0; self->control.has_predictor && k < 3; k++)
    for (guint i = 0; i < n; i++)
      self->w[k][i] = T_INVERSE[k][0] * self->z[0][i] + T_INVERSE[k][1] * self->z[1][i]
                      + T_INVERSE[k][2] * self->z[2][i];
}

/* Replaces the three stages in self->z by f there. */
static LsStatus
evaluate_stages (LsRadau5 *self, double h)
{
  static const double c[3] = { LS_RADAU5_C_1, LS_RADAU5_C_2, 1.0 };
  LsOde *ode = self->ode;

  for (guint k = 0; k < 3; k++)
    {
      LsStatus status;

      for (guint i = 0; i < ode->problem.n; i++)
        self->x_stage[i] = ode->x[i] + self->z[k][i];
      status = ls_ode_evaluate (ode, ode->time + c[k] * h, self->x_stage, self->z[k]);
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

/* Computes the increment of w from f at the stages, HW (8.4). */
static void
solve (LsRadau5 *self, double h)
{
  const guint n = self->ode->problem.n;
  const double gamma = LS_RADAU5_GAMMA / h, alpha = LS_RADAU5_ALPHA / h, beta = LS_RADAU5_BETA / h;

  for (guint i = 0; i < n; i++)
    {
      const double f_0 = self->z[0][i], f_1 = self->z[1][i], f_2 = self->z[2][i];
      const double w_1 = self->w[1][i], w_2 = self->w[2][i];

      self->z[0][i] = T_INVERSE[0][0] * f_0 + T_INVERSE[0][1] * f_1 + T_INVERSE[0][2] * f_2
                      - gamma * self->w[0][i];
      self->z[1][i] = T_INVERSE[1][0] * f_0 + T_INVERSE[1][1] * f_1 + T_INVERSE[1][2] * f_2
                      - alpha * w_1 + beta * w_2;
      self->z[2][i] = T_INVERSE[2][0] * f_0 + T_INVERSE[2][1] * f_1 + T_INVERSE[2][2] * f_2
                      - alpha * w_2 - beta * w_1;
    }
  ls_ode_matrix_solve (self->real, self->z[0], NULL);
  ls_ode_matrix_solve (self->complex, self->z[1], self->z[2]);
  self->ode->counts.solves++;
  self->ode->counts.iterations++;
}

/* Adds the increment in z to w, and sets z to the stages again. */
static void
update (LsRadau5 *self)
{
  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double w_0 = self->w[0][i] += self->z[0][i];
      const double w_1 = self->w[1][i] += self->z[1][i];
      const double w_2 = self->w[2][i] += self->z[2][i];

      self->z[0][i] = T[0][0] * w_0 + T[0][1] * w_1 + T[0][2] * w_2;
      self->z[1][i] = T[1][0] * w_0 + T[1][1] * w_1 + T[1][2] * w_2;
      self->z[2][i] = T[2][0] * w_0 + w_1;
    }
}

/* Predicts after iteration @count whether the iteration converges within the limit, HW (8.11). */
static LsRadau5Outcome
judge (LsRadau5 *self, guint count, double size, double theta, double *shrink)
{
  LsRadau5Control *control = &self->control;
  const guint left = LS_RADAU5_MAX_ITERATIONS - 1 - count;
  double expected;

  if (!(theta < 0.99))
    return LS_RADAU5_DIVERGED;
  control->slowness = theta / (1.0 - theta);
  expected = control->slowness * size * pow (theta, left) / self->stop;
  if (expected < 1.0)
    return LS_RADAU5_CONVERGED;
  *shrink = 0.8 * pow (CLAMP (expected, 1e-4, 20.0), -1.0 / (4.0 + left));
  return LS_RADAU5_SLOW;
}

LsRadau5Outcome
ls_radau5_iterate (LsRadau5 *self, double h, guint *count, double *shrink, LsStatus *status)
{
  LsRadau5Control *control = &self->control;
  const guint n = self->ode->problem.n;
  double size_old = 0.0, ratio_old = 0.0;

  predict (self, h);
  control->slowness = pow (fmax (control->slowness, DBL_EPSILON), 0.8);
  control->contraction = LS_RADAU5_KEEP_JACOBIAN;
  for (*count = 1; *count <= LS_RADAU5_MAX_ITERATIONS; ++*count)
    {
      double size;

      *status = evaluate_stages (self, h);
      if (*status != LS_OK)
        return LS_RADAU5_EVALUATION;
      solve (self, h);
      size = sqrt ((ls_radau5_get_sum (self, self->z[0]) + ls_radau5_get_sum (self, self->z[1])
                    + ls_radau5_get_sum (self, self->z[2]))
                   / (3.0 * n));
      if (!isfinite (size))
        return LS_RADAU5_DIVERGED;
      if (*count > 1 && *count < LS_RADAU5_MAX_ITERATIONS)
        {
          const double ratio = size / size_old;
          LsRadau5Outcome outcome;

          control->contraction = *count == 2 ? ratio : sqrt (ratio * ratio_old);
          ratio_old = ratio;
          outcome = judge (self, *count, size, control->contraction, shrink);
          if (outcome != LS_RADAU5_CONVERGED)
            return outcome;
        }
      size_old = fmax (size, DBL_EPSILON);
      update (self);
      if (control->slowness * size <= self->stop)
        return LS_RADAU5_CONVERGED;
    }
  return LS_RADAU5_DIVERGED;
}

void
ls_radau5_prepare_dense (LsRadau5 *self)
{
  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double z_0 = self->z[0][i], z_1 = self->z[1][i], z_2 = self->z[2][i];
      const double middle = (z_0 - z_1) / (LS_RADAU5_C_1 - LS_RADAU5_C_2);
      const double first = (middle - z_0 / LS_RADAU5_C_1) / LS_RADAU5_C_2;

      self->dense[0][i] = (z_1 - z_2) / (LS_RADAU5_C_2 - 1.0);
      self->dense[1][i] = (middle - self->dense[0][i]) / (LS_RADAU5_C_1 - 1.0);
      self->dense[2][i] = self->dense[1][i] - first;
    }
}
