/* Shared by the files of "radau5": stages in ode-radau5-stages.c, error and steps in
 * ode-radau5.c. */
#pragma once

#include "core/ode/ode-matrix.h"

#define LS_RADAU5_SQRT_6 2.449489742783178098197284
#define LS_RADAU5_C_1 ((4.0 - LS_RADAU5_SQRT_6) / 10.0)
#define LS_RADAU5_C_2 ((4.0 + LS_RADAU5_SQRT_6) / 10.0)

/* Eigenvalues of the inverse of A, HW (8.5): GAMMA, and ALPHA +- i BETA. */
#define LS_RADAU5_GAMMA 3.637834252744495732208418
#define LS_RADAU5_ALPHA 2.681082873627752133895791
#define LS_RADAU5_BETA 3.050430199247410569426378

#define LS_RADAU5_MAX_ITERATIONS 7u
/* Contraction of the iteration below which the Jacobian is kept. */
#define LS_RADAU5_KEEP_JACOBIAN 0.001

typedef struct
{
  double h_old;                      /* of the last step; 0: none since the last restart */
  double h_factorised;               /* 0: not yet */
  double h_accepted, error_accepted; /* HW (8.25) */
  double contraction;                /* of the last iteration: theta */
  double slowness;                   /* theta / (1 - theta) */
  guint64 n_steps;                   /* since the last hard restart */
  gboolean has_f, has_jacobian, has_predictor;
  gboolean jacobian_is_new; /* evaluated at the current states */
  gboolean after_rejection;
} LsRadau5Control;

typedef struct
{
  LsOdeMemory memory;
  LsOde *ode;
  LsOdeJacobian *jacobian;
  LsOdeMatrix *real, *complex;
  gboolean is_factorised; /* the matrices are those of the control */
  LsRadau5Control control;
  double rtol, stop; /* transformed tolerance; limit of the iteration error */
  double *f;         /* at the start of the step */
  double *dense[3];  /* divided differences of the collocation polynomial */
  double *values;    /* of the Jacobian */
  double *z[3];      /* stages minus the states */
  double *w[3];      /* z in the basis of T */
  double *scale, *x_stage, *error, *work;
} LsRadau5;

typedef enum
{
  LS_RADAU5_CONVERGED,
  LS_RADAU5_SLOW,      /* retry with the step suggested by the rate of convergence */
  LS_RADAU5_DIVERGED,  /* retry with half the step */
  LS_RADAU5_EVALUATION /* an evaluation failed */
} LsRadau5Outcome;

/* Sum of the squares of @a (n), scaled by the tolerances. */
double ls_radau5_get_sum (const LsRadau5 *self, const double a[]);
/* Simplified Newton iteration for the stages of a step of @h, with matrices factorised for it.
 * @count: (out): iterations; @shrink: (out): factor for the step, for %LS_RADAU5_SLOW; @status:
 * (out): for %LS_RADAU5_EVALUATION */
LsRadau5Outcome
ls_radau5_iterate (LsRadau5 *self, double h, guint *count, double *shrink, LsStatus *status);
/* Collocation polynomial of the last step minus its value at the end, at @s step lengths after the
 * end. */
double ls_radau5_get_polynomial (const LsRadau5 *self, double s, guint i);
/* Computes that polynomial from the stages: divided differences over (0, c_1, c_2, 1). */
void ls_radau5_prepare_dense (LsRadau5 *self);
