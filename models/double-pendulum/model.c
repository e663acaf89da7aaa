/* Two bobs, the second hung from the first, in Cartesian coordinates: four constraints. */
#include "model.h"

#include <complex.h>
#include <math.h>
#include <string.h>

enum
{
  X1,
  Y1,
  X2,
  Y2,
  VX1,
  VY1,
  VX2,
  VY2,
  N_X
};
enum
{
  DRIFT_1,
  DRIFT_2,
  ENERGY,
  N_Y
};
enum
{
  M1,
  M2,
  L1,
  L2,
  G,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X1, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = Y1, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = X2, .start = 2, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = Y2, .start = 0, .nominal = 1 },
  { .reference = 5, .role = FMU_STATE, .index = VX1, .start = 0, .nominal = 1 },
  { .reference = 6, .role = FMU_STATE, .index = VY1, .start = 0, .nominal = 1 },
  { .reference = 7, .role = FMU_STATE, .index = VX2, .start = 0, .nominal = 1 },
  { .reference = 8, .role = FMU_STATE, .index = VY2, .start = 0, .nominal = 1 },
  { .reference = 9, .role = FMU_DERIVATIVE, .index = X1 },
  { .reference = 10, .role = FMU_DERIVATIVE, .index = Y1 },
  { .reference = 11, .role = FMU_DERIVATIVE, .index = X2 },
  { .reference = 12, .role = FMU_DERIVATIVE, .index = Y2 },
  { .reference = 13, .role = FMU_DERIVATIVE, .index = VX1 },
  { .reference = 14, .role = FMU_DERIVATIVE, .index = VY1 },
  { .reference = 15, .role = FMU_DERIVATIVE, .index = VX2 },
  { .reference = 16, .role = FMU_DERIVATIVE, .index = VY2 },
  { .reference = 17, .role = FMU_OUTPUT, .index = DRIFT_1 },
  { .reference = 18, .role = FMU_OUTPUT, .index = DRIFT_2 },
  { .reference = 19, .role = FMU_OUTPUT, .index = ENERGY },
  { .reference = 20, .role = FMU_PARAMETER, .index = M1, .start = 1 },
  { .reference = 21, .role = FMU_PARAMETER, .index = M2, .start = 1 },
  { .reference = 22, .role = FMU_PARAMETER, .index = L1, .start = 1 },
  { .reference = 23, .role = FMU_PARAMETER, .index = L2, .start = 1 },
  { .reference = 24, .role = FMU_PARAMETER, .index = G, .start = 9.81 },
  { .reference = 25, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

/* Complex, so that an imaginary step of 1e-100 gives partial derivatives to the last digit. The
 * forces of the rods, per length, are such that the second derivatives of both lengths are 0. */
static void
rates (const double complex x[], const double complex p[], double complex dx[])
{
  const double complex ex = x[X2] - x[X1], ey = x[Y2] - x[Y1];
  const double complex wx = x[VX2] - x[VX1], wy = x[VY2] - x[VY1];
  const double complex square_1 = x[X1] * x[X1] + x[Y1] * x[Y1], square_2 = ex * ex + ey * ey;
  const double complex both = x[X1] * ex + x[Y1] * ey;
  /* a11 f1 - a12 f2 = b1, -a12 f1 + a22 f2 = b2 */
  const double complex a11 = square_1 / p[M1], a12 = both / p[M1];
  const double complex a22 = square_2 * (1 / p[M1] + 1 / p[M2]);
  const double complex b1 = x[VX1] * x[VX1] + x[VY1] * x[VY1] - p[G] * x[Y1];
  const double complex b2 = wx * wx + wy * wy;
  const double complex determinant = a11 * a22 - a12 * a12;
  const double complex f1 = (a22 * b1 + a12 * b2) / determinant;
  const double complex f2 = (a11 * b2 + a12 * b1) / determinant;

  for (int i = 0; i < 4; i++)
    dx[i] = x[VX1 + i];
  dx[VX1] = (-f1 * x[X1] + f2 * ex) / p[M1];
  dx[VY1] = (-f1 * x[Y1] + f2 * ey) / p[M1] - p[G];
  dx[VX2] = -f2 * ex / p[M2];
  dx[VY2] = -f2 * ey / p[M2] - p[G];
}

static void
values (const double complex x[], const double complex p[], double complex y[])
{
  const double complex ex = x[X2] - x[X1], ey = x[Y2] - x[Y1];

  y[DRIFT_1] = x[X1] * x[X1] + x[Y1] * x[Y1] - p[L1] * p[L1];
  y[DRIFT_2] = ex * ex + ey * ey - p[L2] * p[L2];
  y[ENERGY] = p[M1] * ((x[VX1] * x[VX1] + x[VY1] * x[VY1]) / 2 + p[G] * x[Y1])
              + p[M2] * ((x[VX2] * x[VX2] + x[VY2] * x[VY2]) / 2 + p[G] * x[Y2]);
}

typedef struct
{
  double complex x[N_X], p[N_P];
} Point;

static Point
get_point (const FmuPoint *at)
{
  Point point;

  for (int i = 0; i < N_X; i++)
    point.x[i] = at->x[i];
  for (int i = 0; i < N_P; i++)
    point.p[i] = at->p[i];
  return point;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  const Point point = get_point (at);
  double complex result[N_X];

  rates (point.x, point.p, result);
  for (int i = 0; i < N_X; i++)
    dx[i] = creal (result[i]);
}

static void
outputs (const FmuPoint *at, double y[])
{
  const Point point = get_point (at);
  double complex result[N_Y];

  values (point.x, point.p, result);
  for (int i = 0; i < N_Y; i++)
    y[i] = creal (result[i]);
}

/* Column @k of @n of what depends on @known. */
static void
add_columns (Point *point, double complex *known, int k, int n, double f[], double g[])
{
  const double step = 1e-100;
  double complex dx[N_X], y[N_Y];

  known[k] += step * I;
  rates (point->x, point->p, dx);
  values (point->x, point->p, y);
  known[k] = creal (known[k]);
  for (int i = 0; i < N_X; i++)
    f[n * i + k] = cimag (dx[i]) / step;
  for (int i = 0; i < N_Y; i++)
    g[n * i + k] = cimag (y[i]) / step;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  Point point = get_point (at);

  for (int k = 0; k < N_X; k++)
    add_columns (&point, point.x, k, N_X, j->fx, j->gx);
  for (int k = 0; k < N_P; k++)
    add_columns (&point, point.p, k, N_P, j->fp, j->gp);
}

static void
constraints (const FmuPoint *at, double c[])
{
  const double *x = at->x;
  const double ex = x[X2] - x[X1], ey = x[Y2] - x[Y1];

  c[0] = x[X1] * x[X1] + x[Y1] * x[Y1] - at->p[L1] * at->p[L1];
  c[1] = ex * ex + ey * ey - at->p[L2] * at->p[L2];
  c[2] = x[X1] * x[VX1] + x[Y1] * x[VY1];
  c[3] = ex * (x[VX2] - x[VX1]) + ey * (x[VY2] - x[VY1]);
}

static void
constraint_jacobian (const FmuPoint *at, double d[])
{
  const double *x = at->x;
  const double ex = x[X2] - x[X1], ey = x[Y2] - x[Y1];
  const double wx = x[VX2] - x[VX1], wy = x[VY2] - x[VY1];
  const double rows[4][N_X] = {
    { [X1] = 2 * x[X1], [Y1] = 2 * x[Y1] },
    { [X1] = -2 * ex, [Y1] = -2 * ey, [X2] = 2 * ex, [Y2] = 2 * ey },
    { [X1] = x[VX1], [Y1] = x[VY1], [VX1] = x[X1], [VY1] = x[Y1] },
    { [X1] = -wx,
      [Y1] = -wy,
      [X2] = wx,
      [Y2] = wy,
      [VX1] = -ex,
      [VY1] = -ey,
      [VX2] = ex,
      [VY2] = ey },
  };

  memcpy (d, rows, sizeof rows);
}

/* Makes the rod as long as @length, by moving its end, and takes the velocity along it away. */
static bool
fit (const double from[], double to[], const double v_from[], double v_to[], double length)
{
  const double dx = to[0] - from[0], dy = to[1] - from[1], r = hypot (dx, dy);

  if (!(r > 0))
    return false;
  const double along = ((v_to[0] - v_from[0]) * dx + (v_to[1] - v_from[1]) * dy) / (r * r);

  to[0] = from[0] + length * dx / r;
  to[1] = from[1] + length * dy / r;
  v_to[0] -= along * dx;
  v_to[1] -= along * dy;
  return true;
}

/* From the top down. */
static bool
project (const FmuPoint *at, double x[])
{
  const double none[2] = { 0, 0 };

  return fit (none, x + X1, none, x + VX1, at->p[L1])
         && fit (x + X1, x + X2, x + VX1, x + VX2, at->p[L2]);
}

const FmuModel fmu_model = {
  .name = "double_pendulum",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a42}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .n_y = N_Y,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .n_c = 4,
  .constraints = constraints,
  .constraint_jacobian = constraint_jacobian,
  .project = project,
};
