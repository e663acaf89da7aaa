/* For methods of fixed step: where their steps end. */
#pragma once

#include "core/ode/ode-impl.h"

/* The next of the times origin + k h after ode->time, at most @t_limit: never by adding up, so
 * that after an event a shorter step leads back to the grid. */
double ls_ode_get_next_grid_time (const LsOde *ode, double t_limit);

/* The straight line between both ends of the last step, without correction. */
void ls_ode_interpolate_linearly (const LsOde *ode, double t, double x[]);
