/* For the files that make an FMU for Model Exchange with a solver a system. */
#pragma once

#include "core/system/me-solver.h"
#include "core/system/system-fmu-impl.h"

/* A value that waits for the next event mode, as it may not be set elsewhere. */
typedef struct
{
  const LsVariable *variable;
  double real;
  int integer;
  char *text; /* (nullable) */
} LsPendingValue;

/* The present step's inputs as polynomials from @origin on; inputs are counted as in LsSystemInfo.
 */
typedef struct
{
  LsSystemFmu fmu;
  LsMeSolver *solver; /* %NULL before the start */
  LsSolver how;
  guint n_continuous, n_discrete;
  guint32 *continuous_refs, *discrete_refs; /* n_in */
  guint *continuous, *discrete;             /* n_in: which inputs they are */
  double *coefficients;                     /* n_in x 4 */
  double origin;                            /* s */
  double *reached;                          /* n_in: values at the end of the last step */
  double *held;                             /* n_in: discrete ones, as set last */
  double *waiting;                          /* n_in: discrete ones, to be set */
  GArray *pending;                          /* LsPendingValue: those that are not real */
  gboolean fresh;                           /* the inputs at the end are those of the last step */
  double *saved;                            /* 2 n_in: reached, held */
  double *aside;                            /* n_in x 5: for ls_system_me_find_slopes() */
  gboolean saved_fresh;
  /* Slopes of the outputs. */
  int *output_states; /* n_out: state that the output is, or -1 */
  guint n_slope;      /* continuous outputs that are no states */
  guint32 *slope_refs;
  guint *slope_rows;
  guint32 *known_refs;       /* states, continuous inputs */
  double *seed;              /* n_state + n_in */
  double *f, *x, *u;         /* n_state, n_state, n_in */
  double *near, *far, *here; /* n_slope */
  guint quiet, pause; /* as those of LsSystem */
} LsSystemMe;

/* system-me-slopes.c: slopes of the outputs at the end of a step of @h, along the solution. */
LsStatus ls_system_me_get_slopes (LsSystemMe *me, double h, double dy[]);
/* As ls_system_find_slopes(). */
LsStatus ls_system_me_find_slopes (
    LsSystem *system, const double u[], const double du[], double h, double dy[]);
