/* For the files that make up the estimator. */
#pragma once

#include "core/coupling/estimator.h"

/* Matrices of one step, row-major, each for values and then for slopes at its end. */
typedef struct
{
  double *gain[2];   /* n_out x n_in x (degree + 1) */
  double *state[2];  /* P: n_out x n_state, by the states at the start */
  double *affine[2]; /* R: as many, by a constant in x' */
  double *time[2];   /* as many, by a part of x' that grows like tau */
} LsEstimatorGains;

/* Gains by numerical inversion of transfer functions, as published. */
typedef struct LsStehfest LsStehfest;

LsStehfest *ls_stehfest_new (const LsSystemInfo *info, guint degree, guint terms);
void ls_stehfest_free (LsStehfest *self);
/* %LS_RETRY at a pole, %LS_STOP when something is not finite. */
LsStatus ls_stehfest_compute (LsStehfest *self,
                              const LsLinearisation *point,
                              double h,
                              const LsEstimatorGains *gains);
