/* Inputs that follow polynomials within a step of an FMI 3.0 FMU, which asks for them in intermediate
 * updates: in a helper and in the process of the core by the same code. C library only. */
#pragma once

#include <stdint.h>

#define HOST_INPUT_ROWS 4u

/* Inputs that one call sets: scalars of one type, or an array. */
typedef struct
{
  uint64_t function;                 /* fmi3SetFloat64 or fmi3SetFloat32 */
  uint32_t is_single;                /* Float32 */
  uint32_t n_references, n_values;
  uint32_t first_reference;
} HostInputGroup;

/**
 * HostInputs: one block of memory of @size bytes, copied as a whole; behind it the parts that are
 * got below
 * @environment, @component: given to the FMU, and by it
 * @memory: address of the copy of a helper; 0: none
 * @start: of the step, s
 * @is_active: whether polynomials were given; else nothing is set
 * @n: values of all groups; @n_references: of all groups
 */
typedef struct
{
  uint64_t size;
  uint64_t environment, component, memory;
  double start;
  uint32_t is_active, n, n_groups, n_references;
} HostInputs;

/* Returns: bytes for these numbers of inputs, groups and references */
uint64_t host_inputs_measure (uint32_t n, uint32_t n_groups, uint32_t n_references);
/* Derivatives of order 0 to 3 in rows of n, of the inputs in the order of the groups; units of each
 * per s^order. */
double *host_inputs_get_rows (HostInputs *self);
HostInputGroup *host_inputs_get_groups (HostInputs *self);
uint32_t *host_inputs_get_references (HostInputs *self);

/* Sets all at @time, s. Returns: the first status above OK, or OK */
int host_inputs_set (HostInputs *self, double time);
