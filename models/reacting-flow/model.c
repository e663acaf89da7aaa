/* Advection, diffusion and reaction along a pipe, in finite volumes. */
#include "model.h"

#include VARIABLES

#define LENGTH 10.0
#define VELOCITY 1.0
#define DIFFUSION 1e-3
#define REACTION 1000.0

static const double dx = LENGTH / N_X;

/* What flows in has reacted; at the other end the gradient is 0. */
static double
derivative (const FmuPoint *at, unsigned i)
{
  const double u = at->x[i], before = i > 0 ? at->x[i - 1] : 1,
               after = i + 1 < N_X ? at->x[i + 1] : u;

  return -VELOCITY * (u - before) / dx + DIFFUSION * (after - 2 * u + before) / (dx * dx)
         + REACTION * u * u * (1 - u);
}

static void
derivatives (const FmuPoint *at, double du[])
{
  for (unsigned i = 0; i < N_X; i++)
    du[i] = derivative (at, i);
}

static double
partial (const FmuPoint *at, unsigned i, unsigned j)
{
  const double u = at->x[i], spread = DIFFUSION / (dx * dx);

  if (j == i)
    return -VELOCITY / dx - (i + 1 < N_X ? 2 : 1) * spread + REACTION * u * (2 - 3 * u);
  return j + 1 == i ? VELOCITY / dx + spread : j == i + 1 ? spread : 0;
}

const FmuModel fmu_model = {
  .name = MODEL_NAME,
  .guid = MODEL_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .derivatives = derivatives,
  .derivative = derivative,
  .partial = partial,
};
