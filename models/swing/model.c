/* A bob on a rod that hangs from a cart, in Cartesian coordinates: the constraints on its states
 * depend on where the cart is and how fast it goes, which are inputs. */
#include "model.h"

#include <math.h>

enum
{
  X,
  Y,
  VX,
  VY,
  N_X
};
enum
{
  CART_X,
  CART_V,
  N_U
};
enum
{
  FORCE,
  DRIFT,
  DRIFT_V,
  N_Y
};
enum
{
  CART_MASS,
  MASS,
  LENGTH,
  G,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = Y, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = VX, .start = 0, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = VY, .start = 0, .nominal = 1 },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = Y },
  { .reference = 7, .role = FMU_DERIVATIVE, .index = VX },
  { .reference = 8, .role = FMU_DERIVATIVE, .index = VY },
  { .reference = 9, .role = FMU_INPUT, .index = CART_X, .start = 0 },
  { .reference = 10, .role = FMU_INPUT, .index = CART_V, .start = 0 },
  { .reference = 11, .role = FMU_OUTPUT, .index = FORCE },
  { .reference = 12, .role = FMU_OUTPUT, .index = DRIFT },
  { .reference = 13, .role = FMU_OUTPUT, .index = DRIFT_V },
  { .reference = 14, .role = FMU_PARAMETER, .index = CART_MASS, .start = 2 },
  { .reference = 15, .role = FMU_PARAMETER, .index = MASS, .start = 1 },
  { .reference = 16, .role = FMU_PARAMETER, .index = LENGTH, .start = 1 },
  { .reference = 17, .role = FMU_PARAMETER, .index = G, .start = 9.81 },
  { .reference = 18, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

/* From the cart to the bob: place and velocity. */
typedef struct
{
  double x, y, vx, vy;
} Rod;

static Rod
get_rod (const FmuPoint *at, const double x[])
{
  return (Rod){ x[X] - at->u[CART_X], x[Y], x[VX] - at->u[CART_V], x[VY] };
}

/* Force of the rod per length: the second derivative of the constraint, in which the cart, which
 * has nothing but the rod to move it, is accelerated too. */
static double
get_force (const FmuPoint *at, const Rod *d, double *divisor)
{
  *divisor = (d->x * d->x + d->y * d->y) / at->p[MASS] + d->x * d->x / at->p[CART_MASS];
  return (d->vx * d->vx + d->vy * d->vy - at->p[G] * d->y) / *divisor;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  const Rod d = get_rod (at, at->x);
  double divisor, force = get_force (at, &d, &divisor);

  dx[X] = at->x[VX];
  dx[Y] = at->x[VY];
  dx[VX] = -force / at->p[MASS] * d.x;
  dx[VY] = -force / at->p[MASS] * d.y - at->p[G];
}

static void
outputs (const FmuPoint *at, double y[])
{
  const Rod d = get_rod (at, at->x);
  double divisor, force = get_force (at, &d, &divisor);

  y[FORCE] = force * d.x;
  y[DRIFT] = d.x * d.x + d.y * d.y - at->p[LENGTH] * at->p[LENGTH];
  y[DRIFT_V] = d.x * d.vx + d.y * d.vy;
}

/* All but the velocities of the bob themselves depend on cart and bob by their difference. */
static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double *p = at->p;
  const Rod d = get_rod (at, at->x);
  double divisor, force = get_force (at, &d, &divisor);
  const double of[N_X]
      = { -2 * force * d.x * (1 / p[MASS] + 1 / p[CART_MASS]) / divisor,
          (-p[G] - 2 * force * d.y / p[MASS]) / divisor, 2 * d.vx / divisor, 2 * d.vy / divisor };
  const double of_p[N_P]
      = { [CART_MASS] = force * d.x * d.x / (p[CART_MASS] * p[CART_MASS]) / divisor,
          [MASS] = force * (d.x * d.x + d.y * d.y) / (p[MASS] * p[MASS]) / divisor,
          [G] = -d.y / divisor };

  j->fx[N_X * X + VX] = 1;
  j->fx[N_X * Y + VY] = 1;
  for (int k = 0; k < N_X; k++)
    {
      j->fx[N_X * VX + k] = -(of[k] * d.x + (k == X ? force : 0)) / p[MASS];
      j->fx[N_X * VY + k] = -(of[k] * d.y + (k == Y ? force : 0)) / p[MASS];
      j->gx[N_X * FORCE + k] = of[k] * d.x + (k == X ? force : 0);
    }
  j->gx[N_X * DRIFT + X] = 2 * d.x;
  j->gx[N_X * DRIFT + Y] = 2 * d.y;
  j->gx[N_X * DRIFT_V + X] = d.vx;
  j->gx[N_X * DRIFT_V + Y] = d.vy;
  j->gx[N_X * DRIFT_V + VX] = d.x;
  j->gx[N_X * DRIFT_V + VY] = d.y;
  for (int i = 0; i < N_Y; i++)
    {
      j->gu[N_U * i + CART_X] = -j->gx[N_X * i + X];
      j->gu[N_U * i + CART_V] = -j->gx[N_X * i + VX];
    }
  for (int i = VX; i <= VY; i++)
    {
      j->fu[N_U * i + CART_X] = -j->fx[N_X * i + X];
      j->fu[N_U * i + CART_V] = -j->fx[N_X * i + VX];
    }
  for (int k = 0; k < N_P; k++)
    {
      const double mass = k == MASS ? force / (p[MASS] * p[MASS]) : 0;

      j->fp[N_P * VX + k] = (mass - of_p[k] / p[MASS]) * d.x;
      j->fp[N_P * VY + k] = (mass - of_p[k] / p[MASS]) * d.y - (k == G ? 1 : 0);
      j->gp[N_P * FORCE + k] = of_p[k] * d.x;
    }
  j->gp[N_P * DRIFT + LENGTH] = -2 * p[LENGTH];
}

static void
constraints (const FmuPoint *at, double c[])
{
  const Rod d = get_rod (at, at->x);

  c[0] = d.x * d.x + d.y * d.y - at->p[LENGTH] * at->p[LENGTH];
  c[1] = d.x * d.vx + d.y * d.vy;
}

static void
constraint_jacobian (const FmuPoint *at, double c[])
{
  const Rod d = get_rod (at, at->x);

  c[X] = 2 * d.x;
  c[Y] = 2 * d.y;
  c[N_X + X] = d.vx;
  c[N_X + Y] = d.vy;
  c[N_X + VX] = d.x;
  c[N_X + VY] = d.y;
}

const FmuModel fmu_model = {
  .name = "swing",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a45}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = N_U,
  .n_p = N_P,
  .n_y = N_Y,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .n_c = 2,
  .constraints = constraints,
  .constraint_jacobian = constraint_jacobian,
};
