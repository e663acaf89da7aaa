/* Built-in blocks as systems: C functions in place of an FMU. */
#pragma once

#include "core/system/system.h"

/**
 * LsBlock: x' = f (t, x, u), y = g (t, x, u); a const record
 * @n_in, @n_out, @n_x, @n_parameters: sizes; @x: n_x, initial states
 * @derivatives: f; (nullable) without states
 * @outputs: g
 * @feed_through: (nullable): n_out x n_in, row-major: 1 for direct feed-through; %NULL: none
 * @longest_step: s; longer steps are discarded; 0: no limit
 *
 * The functions must depend on their arguments only.
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
 * @block: borrowed, must outlive the system
 * @parameters: n_parameters; copied
 * @missing: capabilities to switch off: bits 1 << LsCapability
 *
 * Integrated by "dopri5" with a relative tolerance of 1e-10; the solver restarts in each step, so a
 * repeated step is bitwise identical. Derivatives are central differences.
 */
LsSystem *ls_system_block_new (const LsBlock *block, const char *name, const double parameters[],
                               guint missing, double start_time, double stop_time, LsLog *log);
