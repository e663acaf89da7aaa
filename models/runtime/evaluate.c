#include "instance.h"

#include <math.h>
#include <string.h>

FMU_OPTIONAL fmi2GetDirectionalDerivativeTYPE fmi2GetDirectionalDerivative;
FMU_OPTIONAL fmi2GetRealOutputDerivativesTYPE fmi2GetRealOutputDerivatives;
FMU_OPTIONAL fmi2SetRealInputDerivativesTYPE fmi2SetRealInputDerivatives;

FmuPoint
fmu_point (const Fmu *self)
{
  return (FmuPoint){
    .t = self->memory->t,
    .x = self->x,
    .u = self->u,
    .p = self->p,
    .q = self->q,
    .integers = self->integers,
    .booleans = self->booleans,
    .strings = self->strings,
    .data = self->data,
  };
}

void
fmu_forget (Fmu *self)
{
  self->outputs_known = false;
  self->derivatives_known = false;
}

static bool
all_finite (const double values[], unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return false;
  return true;
}

bool
fmu_update_derivatives (Fmu *self)
{
  FmuPoint at = fmu_point (self);

  if (!self->derivatives_known && fmu_model.n_x > 0)
    fmu_model.derivatives (&at, self->dx);
  self->derivatives_known = true;
  return all_finite (self->dx, fmu_model.n_x);
}

double
fmu_get_derivative (Fmu *self, unsigned i)
{
  FmuPoint at = fmu_point (self);

  if (!self->derivatives_known && fmu_model.derivative != NULL)
    return fmu_model.derivative (&at, i);
  fmu_update_derivatives (self);
  return self->dx[i];
}

bool
fmu_update_outputs (Fmu *self)
{
  FmuPoint at = fmu_point (self);

  if (!self->outputs_known && fmu_model.n_y > 0)
    fmu_model.outputs (&at, self->y);
  self->outputs_known = true;
  return all_finite (self->y, fmu_model.n_y);
}

void
fmu_inputs_at (const Fmu *self, double elapsed, double u[])
{
  const unsigned n = fmu_model.n_u;
  const double tau = elapsed - self->memory->elapsed;

  /* u(tau) = sum over k of u_k tau^k / k!, FMI 2.0, 4.2.1, by Horner's rule. */
  for (unsigned i = 0; i < n; i++)
    u[i] = self->u[i]
           + tau * (self->u[n + i] + tau / 2 * (self->u[2 * n + i] + tau / 3 * self->u[3 * n + i]));
}

void
fmu_set_time (Fmu *self, double t)
{
  self->memory->t = self->memory->origin = t;
  self->memory->elapsed = 0;
}

void
fmu_move_to (Fmu *self, double elapsed)
{
  const unsigned n = fmu_model.n_u;
  const double tau = elapsed - self->memory->elapsed;

  fmu_inputs_at (self, elapsed, self->u);
  for (unsigned i = 0; i < n; i++)
    {
      self->u[n + i] += tau * (self->u[2 * n + i] + tau / 2 * self->u[3 * n + i]);
      self->u[2 * n + i] += tau * self->u[3 * n + i];
    }
  self->memory->elapsed = elapsed;
  self->memory->t = self->memory->origin + elapsed;
  fmu_forget (self);
}

/* Evaluates all partial derivatives at the present point. */
static void
update_jacobian (Fmu *self)
{
  FmuPoint at = fmu_point (self);

  if (fmu_model.jacobian == NULL)
    return;
  memset (self->jacobian.fx, 0, self->jacobian_size * sizeof (double));
  fmu_model.jacobian (&at, &self->jacobian);
}

/* d unknown / d known. Returns false for a pair without a derivative. */
static bool
partial (const Fmu *self, const FmuReal *unknown, const FmuReal *known, double *value)
{
  const FmuJacobian *j = &self->jacobian;
  const double *of_x = unknown->role == FMU_DERIVATIVE ? j->fx : j->gx;
  const double *of_u = unknown->role == FMU_DERIVATIVE ? j->fu : j->gu;
  const double *of_p = unknown->role == FMU_DERIVATIVE ? j->fp : j->gp;

  if (unknown->role == FMU_STATE)
    {
      *value = known->role == FMU_STATE && known->index == unknown->index;
      return true;
    }
  if (fmu_model.jacobian == NULL)
    {
      const FmuPoint at = fmu_point (self);

      *value = known->role == FMU_STATE ? fmu_model.partial (&at, unknown->index, known->index) : 0;
      return true;
    }
  switch (known->role)
    {
    case FMU_STATE:
      *value = of_x[unknown->index * fmu_model.n_x + known->index];
      return true;
    case FMU_INPUT:
      *value = of_u[unknown->index * fmu_model.n_u + known->index];
      return true;
    case FMU_PARAMETER:
    case FMU_TUNABLE:
      *value = of_p[unknown->index * fmu_model.n_p + known->index];
      return true;
    default:
      return false;
    }
}

/* Knowns of FMI 2.0, 2.1.9: inputs and continuous states; until the end of initialisation also
 * the parameters, whose start values are knowns then. */
static bool
is_known (const Fmu *self, const FmuReal *real)
{
  if (real == NULL)
    return false;
  if (real->role == FMU_PARAMETER || real->role == FMU_TUNABLE)
    return self->memory->phase == FMU_INITIALIZATION;
  return real->role == FMU_STATE || real->role == FMU_INPUT;
}

static bool
is_unknown (const FmuReal *real)
{
  return real != NULL
         && (real->role == FMU_OUTPUT || real->role == FMU_DERIVATIVE || real->role == FMU_STATE);
}

fmi2Status
fmu_multiply_jacobian (Fmu *self,
                       const char *name,
                       bool adjoint,
                       const fmi2ValueReference unknowns[],
                       size_t n_unknowns,
                       const fmi2ValueReference knowns[],
                       size_t n_knowns,
                       const fmi2Real seed[],
                       fmi2Real product[])
{
  if (!fmu_may_option (self, FMU_READABLE, name))
    return fmi2Error;
  if ((n_unknowns > 0 && unknowns == NULL) || (n_knowns > 0 && knowns == NULL)
      || ((adjoint ? n_unknowns : n_knowns) > 0 && seed == NULL)
      || ((adjoint ? n_knowns : n_unknowns) > 0 && product == NULL))
    return fmu_fail (self, "%s: an array is NULL", name);
  for (size_t j = 0; j < n_knowns; j++)
    if (!is_known (self, fmu_find_real (knowns[j])))
      return fmu_fail (self, "%s: value reference %u is no known", name, knowns[j]);
  for (size_t i = 0; i < n_unknowns; i++)
    if (!is_unknown (fmu_find_real (unknowns[i])))
      return fmu_fail (self, "%s: value reference %u is no unknown", name, unknowns[i]);

  update_jacobian (self);
  memset (product, 0, (adjoint ? n_knowns : n_unknowns) * sizeof *product);
  for (size_t i = 0; i < n_unknowns; i++)
    for (size_t j = 0; j < n_knowns; j++)
      {
        const size_t from = adjoint ? i : j, to = adjoint ? j : i;
        double value = 0;

        if (seed[from] == 0)
          continue;
        if (!partial (self, fmu_find_real (unknowns[i]), fmu_find_real (knowns[j]), &value))
          return fmu_fail (self, "%s: no derivative of %u by %u", name, unknowns[i], knowns[j]);
        product[to] += value * seed[from];
      }
  return fmi2OK;
}

fmi2Status
fmi2GetDirectionalDerivative (fmi2Component component,
                              const fmi2ValueReference unknowns[],
                              size_t n_unknowns,
                              const fmi2ValueReference knowns[],
                              size_t n_knowns,
                              const fmi2Real d_knowns[],
                              fmi2Real d_unknowns[])
{
  return fmu_multiply_jacobian (component, "fmi2GetDirectionalDerivative", false, unknowns,
                                n_unknowns, knowns, n_knowns, d_knowns, d_unknowns);
}

fmi2Status
fmi2SetRealInputDerivatives (fmi2Component component,
                             const fmi2ValueReference references[],
                             size_t n,
                             const fmi2Integer order[],
                             const fmi2Real values[])
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_STEP_COMPLETE,
                       "fmi2SetRealInputDerivatives"))
    return fmi2Error;
  if (self->memory->kind != fmi2CoSimulation)
    return fmu_fail (self, "fmi2SetRealInputDerivatives: for Co-Simulation only");
  if (n > 0 && (references == NULL || order == NULL || values == NULL))
    return fmu_fail (self, "fmi2SetRealInputDerivatives: an array is NULL");
  for (size_t i = 0; i < n; i++)
    {
      const FmuReal *real = fmu_find_real (references[i]);

      if (real == NULL || real->role != FMU_INPUT)
        return fmu_fail (self, "fmi2SetRealInputDerivatives: value reference %u is no Real input",
                         references[i]);
      if (order[i] < 1 || order[i] > FMU_MAX_DEGREE)
        return fmu_fail (self, "fmi2SetRealInputDerivatives: order %d is not in 1 to %d", order[i],
                         FMU_MAX_DEGREE);
      /* The first derivative set for a step resets all those of the previous step. */
      for (unsigned k = 1; !self->fresh[real->index] && k <= FMU_MAX_DEGREE; k++)
        self->u[k * fmu_model.n_u + real->index] = 0;
      self->fresh[real->index] = true;
      self->u[(unsigned)order[i] * fmu_model.n_u + real->index] = values[i];
    }
  return fmi2OK;
}

/* dy/dt = g_x f + g_u du/dt + g_t along the solution, as left limit at the end of the last step:
 * du/dt is the derivative of the input polynomial there. */
static double
output_rate (const Fmu *self, const FmuReal *real)
{
  const FmuJacobian *j = &self->jacobian;
  const double *of_x, *of_u;
  double rate;

  if (real->role == FMU_STATE)
    return self->dx[real->index];
  of_x = j->gx + real->index * fmu_model.n_x;
  of_u = j->gu + real->index * fmu_model.n_u;
  rate = j->gt[real->index];
  for (unsigned k = 0; k < fmu_model.n_x; k++)
    rate += of_x[k] * self->dx[k];
  for (unsigned k = 0; k < fmu_model.n_u; k++)
    rate += of_u[k] * self->u[fmu_model.n_u + k];
  return rate;
}

fmi2Status
fmi2GetRealOutputDerivatives (fmi2Component component,
                              const fmi2ValueReference references[],
                              size_t n,
                              const fmi2Integer order[],
                              fmi2Real values[])
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_STEP_COMPLETE | FMU_STEP_FAILED | FMU_TERMINATED | FMU_FAILED,
                       "fmi2GetRealOutputDerivatives"))
    return fmi2Error;
  if (self->memory->kind != fmi2CoSimulation)
    return fmu_fail (self, "fmi2GetRealOutputDerivatives: for Co-Simulation only");
  if (n > 0 && (references == NULL || order == NULL || values == NULL))
    return fmu_fail (self, "fmi2GetRealOutputDerivatives: an array is NULL");
  fmu_update_derivatives (self);
  update_jacobian (self);
  for (size_t i = 0; i < n; i++)
    {
      const FmuReal *real = fmu_find_real (references[i]);

      if (real == NULL || (real->role != FMU_OUTPUT && real->role != FMU_STATE))
        return fmu_fail (self, "fmi2GetRealOutputDerivatives: value reference %u is no Real output",
                         references[i]);
      if (order[i] != 1)
        return fmu_fail (self, "fmi2GetRealOutputDerivatives: order %d is not 1", order[i]);
      values[i] = output_rate (self, real);
    }
  return fmi2OK;
}
