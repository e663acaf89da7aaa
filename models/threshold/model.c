/* x' = u while u > 0, else 0: the relation changes at events, so that an input that reaches zero
 * and stays there has to be noticed. */
#include "note.h"

enum
{
  ON,
  CHANGES,
  T_CHANGE,
  N_Q
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 1 },
  { .reference = 4, .role = FMU_DISCRETE, .index = ON, .start = 0 },
  { .reference = 5, .role = FMU_DISCRETE, .index = CHANGES, .start = 0 },
  { .reference = 6, .role = FMU_DISCRETE, .index = T_CHANGE, .start = 0 },
  { .reference = 7, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static bool
is_on (const FmuPoint *at)
{
  return at->q[ON] > 0;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = is_on (at) ? at->u[0] : 0;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fu[0] = is_on (at);
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->u[0];
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  fmu_note_relation (at, event, ON, at->u[0] > 0);
}

const FmuModel fmu_model = {
  .name = "threshold",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a33}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
