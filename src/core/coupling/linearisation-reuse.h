/* Reuse of the matrices of a linearisation while they predict the component well. */
#pragma once

#include "core/assembly/network.h"

typedef struct _LsLinearisationReuse LsLinearisationReuse;

/* @tolerance: > 0, relative: how far states after a step and outputs may be from the tangent */
LsLinearisationReuse *ls_linearisation_reuse_new (LsSystem *system, double tolerance);
void ls_linearisation_reuse_free (LsLinearisationReuse *self); /* (nullable) */
/* The component has jumped: the next point is linearised. */
void ls_linearisation_reuse_forget (LsLinearisationReuse *self);
/* The current point of the component: x, f and y are read, the matrices in @point stay while the
 * tolerance holds.
 * @u: n_in
 * @h: of the step that begins, s
 * @point: as the last call left it
 * @counts: a linearisation, or the error of its reuse
 * Returns: as ls_system_linearise() */
LsStatus ls_linearisation_reuse_take (LsLinearisationReuse *self, const double u[], double h,
                                      LsLinearisation *point, LsCounts *counts);
