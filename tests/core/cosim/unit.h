/* Shared by the tests of this folder: example models, runs, references. */
#pragma once

#include "core/cosim/master.h"
#include "core/model/ssp.h"
#include "core/num/ode.h"

/* Folder of the example models, from the environment. */
char *unit_path (const char *name);
LsModel *unit_open (const char *name);

/* "missiles:affine-term=off" over [0, @stop_time]; errors end the test. */
LsMaster *unit_start (const LsModel *model, const char *choice, double stop_time, double step_size);

/**
 * unit_measure:
 * @derivatives: the equations of the whole model, @n states starting at @x
 * @signal: of the run; @state: its index among the states
 *
 * Returns: 100 RMS (run - reference) / (max - min of the reference), at the macro steps.
 */
double unit_measure (const LsModel *model,
                     const char *choice,
                     double stop_time,
                     double step_size,
                     const LsOdeProblem *problem,
                     const double x[],
                     const char *signal,
                     guint state);
