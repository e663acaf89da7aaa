/* Built-in blocks as systems: a few functions of C in the place of an FMU. */
#pragma once

#include "core/system/system.h"

/**
 * LsBlock: x' = f (t, x, u), y = g (t, x, u); a const record
 * @n_in, @n_out, @n_x, @n_parameters: sizes; @x: n_x, at the start
 * @derivatives: f; (nullable) without states
 * @outputs: g
 * @feed_through: (nullable): n_out x n_in, row-major: 1 where an output depends directly on an input;
 *   %NULL: none does
 * @longest_step: s; longer ones are refused; 0: none is
 *
 * Functions depend on their arguments alone.
 */
typedef struct
{
  const char *id;
  guint n_in, n_out, n_x, n_parameters;
  const double *x;
  void (*derivatives) (double t, const double x[], const double u[], const double parameters[],
                       double dx[]);
  void (*outputs) (double t, const double x[], const double u[], const double parameters[],
                   double y[]);
  const guint8 *feed_through;
  double longest_step;
} LsBlock;

extern const LsBlock ls_block_gain;       /* y = p1 u */
extern const LsBlock ls_block_integrator; /* x' = p1 u, y = x */
extern const LsBlock ls_block_sine;       /* y = p1 sin (p2 t + p3) */

/**
 * ls_system_block_new:
 * @block: borrowed, for as long as the system lives
 * @parameters: n_parameters; copied
 * @missing: capabilities that it is to do without: bits 1 << LsCapability
 *
 * Integrated by "dopri5" to a relative tolerance of 1e-10, from the beginning of each step anew: a
 * step that is repeated gives the same, bit for bit. Derivatives are central differences.
 */
LsSystem *ls_system_block_new (const LsBlock *block, const char *name, const double parameters[],
                               guint missing, double start_time, double stop_time, LsLog *log);
