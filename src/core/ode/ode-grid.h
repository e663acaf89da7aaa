/* Grid of the steps of methods of fixed step. */
#pragma once

#include "core/ode/ode-impl.h"

/* The next of the times origin + k h after ode->time, at most @t_limit. Computed by multiplication,
 * so after an event a shorter step returns to the grid. */
double ls_ode_get_next_grid_time (const LsOde *ode, double t_limit);

/* Linear interpolation between the ends of the last step, without correction. */
void ls_ode_interpolate_linearly (const LsOde *ode, double t, double x[]);
