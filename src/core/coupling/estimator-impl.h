/* Shared by the source files of the estimator. */
#pragma once

#include "core/coupling/estimator.h"

/* Matrices of one step, row-major: [0] for values, [1] for slopes at the end of the step. */
typedef struct
{
  double *gain[2];   /* n_out x n_in x (degree + 1) */
  double *state[2];  /* P: n_out x n_state, factor of the states at the start */
  double *affine[2]; /* R: same size, factor of a constant term in x' */
  double *time[2];   /* same size, factor of a term of x' proportional to tau */
} LsEstimatorGains;

/* Gains by numerical inversion of transfer functions, as published (Gaver and Stehfest). */
typedef struct LsStehfest LsStehfest;

LsStehfest *ls_stehfest_new (const LsSystemInfo *info, guint degree, guint terms);
void ls_stehfest_free (LsStehfest *self);
/* %LS_RETRY at a pole, %LS_STOP for a nonfinite result. */
LsStatus ls_stehfest_compute (LsStehfest *self,
                              const LsLinearisation *point,
                              double h,
                              const LsEstimatorGains *gains);
