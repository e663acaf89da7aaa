/* Round and round on the unit circle, with constraints that can be made to fail. */
#include "model.h"

#include <math.h>

/* fault: 1: the residual is no number from 0.5 s on; 2: no state is where the constraint holds,
 * from 0.5 s on; 3: it does not hold at the start, anywhere; 4: the projection refuses from 0.5 s
 * on */
enum
{
  FAULT
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = 0, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = 1, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = 0 },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = 1 },
  { .reference = 5, .role = FMU_PARAMETER, .start = 0 },
};

static bool
has_fault (const FmuPoint *at, int fault)
{
  return at->p[FAULT] == fault && (fault == 3 || at->t > 0.5);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = -at->x[1];
  dx[1] = at->x[0];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->fx[1] = -1;
  j->fx[2] = 1;
}

static void
constraints (const FmuPoint *at, double c[])
{
  const bool none = has_fault (at, 2) || has_fault (at, 3);

  c[0] = at->x[0] * at->x[0] + at->x[1] * at->x[1] + (none ? 1 : -1);
  if (has_fault (at, 1))
    c[0] = NAN;
}

static void
constraint_jacobian (const FmuPoint *at, double d[])
{
  d[0] = 2 * at->x[0];
  d[1] = 2 * at->x[1];
}

#ifdef PROJECTS
static bool
project (const FmuPoint *at, double x[])
{
  const double r = hypot (x[0], x[1]);

  x[0] /= r;
  x[1] /= r;
  return !has_fault (at, 4);
}
#endif

const FmuModel fmu_model = {
  .name = "constrained",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b40}",
  FMU_TABLE (reals),
  .n_x = 2,
  .n_p = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .n_c = 1,
  .constraints = constraints,
  .constraint_jacobian = constraint_jacobian,
#ifdef PROJECTS
  .project = project,
#endif
};
