#include "host/inputs.h"

#include "core/fmi/fmi3-api.h"

#include <math.h>
#include <string.h>

typedef fmi3Status (*Set) (
    fmi3Instance, const fmi3ValueReference[], size_t, const void *, size_t n_values);

uint64_t
host_inputs_measure (uint32_t n, uint32_t n_groups, uint32_t n_references)
{
  return sizeof (HostInputs) + (HOST_INPUT_ROWS + 1) * n * sizeof (double)
         + n_groups * sizeof (HostInputGroup) + n_references * sizeof (uint32_t);
}

double *
host_inputs_get_rows (HostInputs *self)
{
  return (double *)(void *)(self + 1);
}

/* Behind the rows: room for the values of a moment. */
static double *
get_values (HostInputs *self)
{
  return host_inputs_get_rows (self) + (uint64_t)HOST_INPUT_ROWS * self->n;
}

HostInputGroup *
host_inputs_get_groups (HostInputs *self)
{
  return (HostInputGroup *)(void *)(get_values (self) + self->n);
}

uint32_t *
host_inputs_get_references (HostInputs *self)
{
  return (uint32_t *)(void *)(host_inputs_get_groups (self) + self->n_groups);
}

/* Derivatives are those of FMI 2.0, section 4.2.1. */
static double
evaluate (const double *row, uint32_t n, double tau)
{
  return row[0] + tau * (row[n] + tau / 2 * (row[2 * n] + tau / 3 * row[3 * n]));
}

int
host_inputs_set (HostInputs *self, double time)
{
  const double tau = time - self->start;
  const HostInputGroup *groups = host_inputs_get_groups (self);
  double *values = get_values (self);
  int worst = 0;

  if (!self->is_active || !isfinite (tau))
    return 0;
  for (uint32_t g = 0, first = 0; g < self->n_groups; first += groups[g++].n_values)
    {
      const HostInputGroup *group = &groups[g];
      void *raw = values + first;
      int status;

      for (uint32_t i = 0; i < group->n_values; i++)
        {
          const double value = evaluate (host_inputs_get_rows (self) + first + i, self->n, tau);
          const float single = (float)value;

          if (group->is_single)
            memcpy ((char *)raw + i * sizeof single, &single, sizeof single);
          else
            values[first + i] = value;
        }
      status = (int)((Set)(uintptr_t)group->function) ((void *)(uintptr_t)self->component,
                                                       host_inputs_get_references (self)
                                                           + group->first_reference,
                                                       group->n_references, raw, group->n_values);
      if (worst == 0)
        worst = status;
    }
  return worst;
}
