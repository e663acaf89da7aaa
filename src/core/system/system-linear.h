/* A linear model as a system: x' = A x + B u, y = C x + D u with constant matrices. */
#pragma once

#include "core/system/system.h"

/**
 * LsSystemLinearParams: copied by ls_system_linear_new()
 * @a: n_x x n_x; @b: n_x x n_in; @c: n_out x n_x; @d: n_out x n_in; row-major; may be %NULL where empty
 * @x: (nullable): initial states; %NULL: zeros
 * @input_nominals: n_in; @output_nominals: n_out; (nullable): ones
 * @missing: capabilities to switch off: bits 1 << LsCapability
 */
typedef struct
{
  const char *name;
  guint n_in, n_out, n_x;
  const double *a, *b, *c, *d;
  const double *x;
  const double *input_nominals, *output_nominals;
  guint missing;
} LsSystemLinearParams;

/**
 * ls_system_linear_new:
 *
 * Steps are exact up to rounding, by the phi functions of A h, for inputs of any degree. All
 * capabilities are supported. Variables are called u1, y1, x1 and so on.
 */
LsSystem *ls_system_linear_new (const LsSystemLinearParams *params, double start_time,
                                double stop_time, LsLog *log);
/* Size of the last memory block that ls_system_visit_state() visits, in doubles: time, states, and
 * inputs. */
gsize ls_system_linear_get_memory_size (const LsSystem *self);
