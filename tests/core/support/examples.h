/* The example models wired by the tests, and their closed form. */
#pragma once

#include "core/model/model.h"

/* Prey and predator, or the two bodies, from the FMUs of the build; aborts when they are missing.
 */
LsModel *example_lotka_volterra (void);
LsModel *example_two_bodies (void);

/* A model of one component called "faulty" with its parameter set; from tests/fmus. */
LsModel *example_faulty (const char *fault, const char *fault_time);
/* An FMU of tests/fmus beside each other in one model: prey and predator by file name. */
LsModel *example_pair (const char *prey_path, const char *predator_path);
/* One FMU below the build folder, alone. */
LsModel *example_alone (const char *below_build, const char *name);
/* Two bodies that exchange force and velocity at once: a loop with a gain of -3, from a start far
 * from its solution. */
LsModel *example_joint (void);
/* Two components "a" and "b" that only pass on what they get: a singular loop. */
LsModel *example_loop (void);
/* Path below the build folder. (transfer full) */
char *example_path (const char *below_build);

/**
 * two_bodies_exact:
 * @x: (out): left position, left velocity, right position, right velocity at @t
 *
 * By the eigenvectors of the linear system in extended precision.
 */
void two_bodies_exact (double t, double x[4]);
