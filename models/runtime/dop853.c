#include "dop853.h"

#include <math.h>

double
dop853_step (unsigned n,
             Dop853Function f,
             void *data,
             double t,
             double h,
             const double x[],
             const double dx[],
             const double scale[],
             double tolerance,
             double x_new[],
             double work[])
{
  double *stage = work + DOP853_STAGES * n;
  double sum_5 = 0;
  double sum_3 = 0;
  double sum;

  for (unsigned j = 0; j < n; j++)
    work[j] = dx[j];
  for (unsigned i = 1; i < DOP853_STAGES; i++)
    {
      for (unsigned j = 0; j < n; j++)
        {
          double slope = 0;
          for (unsigned k = 0; k < i; k++)
            slope += dop853_matrix[i][k] * work[k * n + j];
          stage[j] = x[j] + h * slope;
        }
      f (data, t + dop853_nodes[i] * h, stage, work + i * n);
    }

  for (unsigned j = 0; j < n; j++)
    {
      double slope = 0;
      double error_5 = 0;
      double error_3;
      double weight;

      for (unsigned k = 0; k < DOP853_STAGES; k++)
        {
          slope += dop853_weights[k] * work[k * n + j];
          error_5 += dop853_fifth[k] * work[k * n + j];
        }
      error_3 = slope - dop853_third[0] * work[j] - dop853_third[1] * work[8 * n + j]
                - dop853_third[2] * work[11 * n + j];
      x_new[j] = x[j] + h * slope;
      weight = tolerance * (scale[j] + fmax (fabs (x[j]), fabs (x_new[j])));
      sum_5 += (error_5 / weight) * (error_5 / weight);
      sum_3 += (error_3 / weight) * (error_3 / weight);
      if (!isfinite (x_new[j]))
        return NAN;
    }
  sum = sum_5 + 0.01 * sum_3;
  return sum > 0 ? fabs (h) * sum_5 / sqrt (n * sum) : sum;
}
