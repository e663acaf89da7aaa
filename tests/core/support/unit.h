/* Shared by the tests of this folder: example models, runs, references. */
#pragma once

#include "core/master/master.h"
#include "core/ssp/ssp.h"
#include "core/ode/ode.h"

/* Folder of the example models, from the environment. */
char *unit_path (const char *name);
LsModel *unit_open (const char *name);

/* An FMU of the folder in the environment variable @folder; placed, returns its id. */
LsFmu *unit_open_fmu (const char *folder, const char *file);
guint unit_add (LsModel *model, const char *folder, const char *file, const char *name);
void unit_connect (LsModel *model, guint from, const char *output, guint to, const char *input);
void unit_set (LsModel *model, guint id, const char *variable, const char *value);

/* "missiles:affine-term=off" over [0, @stop_time]; errors end the test. */
LsMaster *unit_start (const LsModel *model, const char *choice, double stop_time, double step_size);

/* The same with steps chosen by a tolerance, up to @step_size. */
LsMaster *unit_start_adaptive (
    const LsModel *model, const char *choice, double stop_time, double step_size, double tolerance);

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

/* The equations of two-bodies: m1 xL'' = -c1 xL - d1 xL' + F, F = c2 (xR - xL) + d2 (xR' - xL'),
 * m2 xR'' = -F - c3 xR - d3 xR'. */
LsStatus unit_two_bodies (double t, const double x[], double dx[], gpointer data);
/* unit_measure() of the left position of two-bodies over 2 s. */
double unit_measure_bodies (const char *choice, double step_size);

/* The equations of lotka-volterra, prey first. */
LsStatus unit_lotka_volterra (double t, const double x[], double dx[], gpointer data);
/* unit_measure() of the prey of lotka-volterra over 20 s. */
double unit_measure_populations (const char *choice, double step_size);

/* Within @tolerance, relative. */
void unit_assert_near (double value, double expected, double tolerance);

/* Steps to the end; errors end the test. @value: (out): of @signal there. */
double unit_run (LsMaster *master, const char *signal);
/* The same, but 100 max |run - reference| / max |reference|. */
double unit_measure_worst (const LsModel *model,
                           const char *choice,
                           double stop_time,
                           double step_size,
                           const LsOdeProblem *problem,
                           const double x[],
                           const char *signal,
                           guint state);
/* RMS (run - reference) / (max - min of the reference), steps chosen by a tolerance. */
double unit_measure_adaptive (const LsModel *model,
                              const char *choice,
                              double stop_time,
                              double step_size,
                              double tolerance,
                              const LsOdeProblem *problem,
                              const double x[],
                              const char *signal,
                              guint state,
                              guint64 *n_steps);
