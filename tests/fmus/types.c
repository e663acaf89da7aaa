/* An FMU with an input, an output and a parameter of every type:
 * output = gain * input for Reals, input + offset for Integers, input xor invert
 * for Booleans, prefix before input for Strings, the input itself for Enumerations. */
#include "model.h"

#include <string.h>

enum
{
  INTEGER_IN,
  INTEGER_OUT,
  OFFSET,
  COLOUR_IN,
  COLOUR_OUT,
  COLOUR
};
enum
{
  BOOLEAN_IN,
  BOOLEAN_OUT,
  INVERT
};
enum
{
  STRING_IN,
  STRING_OUT,
  PREFIX
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_INPUT, .start = 1.5 },
  { .reference = 2, .role = FMU_OUTPUT },
  { .reference = 3, .role = FMU_TUNABLE, .start = 2 },
};

static const FmuInteger integers[] = {
  [INTEGER_IN] = { .reference = 1, .role = FMU_INPUT, .start = 3 },
  [INTEGER_OUT] = { .reference = 2, .role = FMU_OUTPUT },
  [OFFSET] = { .reference = 3, .role = FMU_TUNABLE, .start = 4 },
  [COLOUR_IN] = { .reference = 4, .role = FMU_INPUT, .start = 1 },
  [COLOUR_OUT] = { .reference = 5, .role = FMU_OUTPUT },
  [COLOUR] = { .reference = 6, .role = FMU_PARAMETER, .start = 2 },
};

static const FmuInteger booleans[] = {
  [BOOLEAN_IN] = { .reference = 1, .role = FMU_INPUT, .start = fmi2True },
  [BOOLEAN_OUT] = { .reference = 2, .role = FMU_OUTPUT },
  [INVERT] = { .reference = 3, .role = FMU_TUNABLE, .start = fmi2False },
};

static const FmuString strings[] = {
  [STRING_IN] = { .reference = 1, .role = FMU_INPUT, .start = "one" },
  [STRING_OUT] = { .reference = 2, .role = FMU_OUTPUT, .start = "" },
  [PREFIX] = { .reference = 3, .role = FMU_TUNABLE, .start = "" },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[0] * at->u[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gu[0] = at->p[0];
  j->gp[0] = at->u[0];
}

static void
discrete_outputs (const FmuPoint *at __attribute__ ((unused)),
                  int n[],
                  int b[],
                  char (*s)[FMU_STRING_SIZE])
{
  size_t length = strlen (s[PREFIX]);
  size_t rest = strnlen (s[STRING_IN], FMU_STRING_SIZE - 1 - length);

  n[INTEGER_OUT] = (int)((unsigned)n[INTEGER_IN] + (unsigned)n[OFFSET]);
  n[COLOUR_OUT] = n[COLOUR_IN];
  b[BOOLEAN_OUT] = !b[BOOLEAN_IN] != !b[INVERT];
  memset (s[STRING_OUT], 0, FMU_STRING_SIZE);
  memcpy (s[STRING_OUT], s[PREFIX], length);
  memcpy (s[STRING_OUT] + length, s[STRING_IN], rest);
}

const FmuModel fmu_model = {
  .name = "types",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b02}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  FMU_TABLE (booleans),
  FMU_TABLE (strings),
  .n_u = 1,
  .n_p = 1,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
  .discrete_outputs = discrete_outputs,
};
