/* A linear model as a system: x' = A x + B u, y = C x + D u with constant matrices. */
#pragma once

#include "core/system/system.h"

/**
 * LsSystemLinearParams: copied
 * @a: n_x x n_x; @b: n_x x n_in; @c: n_out x n_x; @d: n_out x n_in; row-major; may be %NULL where empty
 * @x: (nullable): at the start; %NULL: zeros
 * @input_nominals: n_in; @output_nominals: n_out; (nullable): ones
 * @missing: capabilities that it is to do without: bits 1 << LsCapability
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
 * Steps are exact but for rounding, by the phi functions of A h, for inputs of every degree. It has all
 * capabilities. Variables are called u1, y1, x1 and so on.
 */
LsSystem *ls_system_linear_new (const LsSystemLinearParams *params, double start_time,
                                double stop_time, LsLog *log);
/* Numbers of what ls_system_visit_state() visits last of it: its time, its states, and its inputs. */
gsize ls_system_linear_get_memory_size (const LsSystem *self);
