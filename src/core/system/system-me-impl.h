/* Shared by the files of Model Exchange systems. */
#pragma once

#include "core/system/me-solver.h"
#include "core/system/system-fmu-impl.h"

/* The inputs of the current step as polynomials from @origin on; inputs are indexed as in
 * LsSystemInfo. */
typedef struct
{
  LsSystemFmu fmu;
  LsMeSolver *solver; /* %NULL before the start */
  LsSolver how;
  guint n_continuous, n_discrete;
  guint32 *continuous_refs, *discrete_refs; /* n_in */
  guint *continuous, *discrete;             /* n_in: indices of these inputs */
  double *coefficients;                     /* n_in x 4 */
  double origin;                            /* s */
  double *reached;                          /* n_in: values at the end of the last step */
  double *held;                             /* n_in: discrete ones, as last set */
  double *waiting;                          /* n_in: discrete ones, to be set in the next event mode */
  GArray *pending;                          /* values to be set in the next event mode */
  gboolean fresh;                           /* @reached is the end of the last step */
  double *saved;                            /* 2 n_in: reached, held */
  double *aside;                            /* n_in x 5: saved by ls_system_me_find_output_derivatives() */
  gboolean saved_fresh;
  /* Time derivatives of the outputs. */
  int *output_states; /* n_out: state that equals the output, or -1 */
  guint n_slope;      /* continuous outputs other than states */
  guint32 *slope_refs;
  guint *slope_rows;
  guint32 *known_refs;       /* states, continuous inputs */
  double *seed;              /* n_state + n_in */
  double *f, *x, *u;         /* n_state, n_state, n_in */
  double *near, *far, *here; /* n_slope */
  guint n_constant, pause; /* as in LsSystem */
} LsSystemMe;

/* system-me-derivatives.c: time derivatives of the outputs at the end of a step of @h, along the
 * solution. */
LsStatus ls_system_me_get_output_derivatives (LsSystemMe *me, double h, double dy[]);
/* As ls_system_find_output_derivatives(). */
LsStatus ls_system_me_find_output_derivatives (
    LsSystem *system, const double u[], const double du[], double h, double dy[]);

/* system-me-serial.c: implementations of operations. */
char *ls_system_me_explain_serialization (const LsSystem *system);
GBytes *ls_system_me_serialize (LsSystem *system, GError **error);
gboolean ls_system_me_deserialize (LsSystem *system, GBytes *bytes, GError **error);

/* system-me-pending.c: values that may only be set in event mode. */
GArray *ls_system_me_new_pending (void);
/* Sets what is pending, in event mode; stays pending. */
LsStatus ls_system_me_set_pending (LsSystemMe *me);
/* Implementations of operations: pending from the start on, unless the FMU already has the value. */
LsStatus ls_system_me_set_typed (LsSystem *system, const LsVariable *variable, const LsSystemValue *value);
