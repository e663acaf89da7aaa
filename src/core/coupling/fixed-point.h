/* Fixed-point iteration u <- u + factor (y - u) of the inputs at the end of a macro step, with relaxation. */
#pragma once

#include "core/coupling/coupling-impl.h"

typedef struct LsFixedPoint LsFixedPoint;

/* Residual y - u of one iteration. */
typedef struct
{
  double size;         /* the largest, relative to nominal plus value: to be compared with eps */
  double absolute;     /* the largest, relative to nominals alone: detects diverging values */
  guint input, system; /* input with the largest @size, global index, and its component; 0 without unknowns */
} LsFixedPointResidual;

/* @network: borrowed; @unknown: n_in, connected inputs that the iteration determines; @relaxation: the factor, with
 * @aitken only of the first iteration of a step */
LsFixedPoint *ls_fixed_point_new (const LsNetwork *network, const guint8 unknown[], double relaxation,
                                  gboolean aitken);
void ls_fixed_point_free (LsFixedPoint *self);

/* @u: n_in, inputs of the iteration; @y: n_out, outputs computed with them. */
LsFixedPointResidual ls_fixed_point_compare (LsFixedPoint *self, const double u[], const double y[]);
/* Moves @u by the residual of the last comparison; @first: of the first iteration of a step. */
void ls_fixed_point_relax (LsFixedPoint *self, double u[], gboolean first);
