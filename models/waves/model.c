/* Three states that only time drives: t, a slow and a fast wave. */
#include "model.h"

#include <math.h>

#include VARIABLES

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->t;
  dx[1] = 0.01 * cos (at->t);
  dx[2] = cos (100 * at->t);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->ft[0] = 1;
  j->ft[1] = -0.01 * sin (at->t);
  j->ft[2] = -100 * sin (100 * at->t);
}

const FmuModel fmu_model = {
  .name = MODEL_NAME,
  .guid = MODEL_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
