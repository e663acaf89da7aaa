/* For the files that make a Model Exchange FMU with a solver a system. */
#pragma once

#include "core/system/me-solver.h"
#include "core/system/system-impl.h"

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
struct LsSystemExchange
{
  LsMeSolver *exchange; /* %NULL before the start */
  LsSolver solver;
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
  double *aside;                            /* n_in x 5: for ls_system_exchange_find_slopes() */
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
  guint quiet, pause;
  /* Of the last step. */
  GArray *event_times;  /* double */
  GArray *event_values; /* double: n_out, n_in, n_noted before and as many after, for each */
  const guint *noted;   /* (nullable): variables, borrowed */
  guint n_noted;
  GArray *fired; /* (nullable): LsFired, of the last step; borrowed */
};

/* Finds inputs, outputs and the solver. */
gboolean ls_system_exchange_prepare (LsSystem *self, GError **error);
void ls_system_exchange_free (LsSystem *self);
LsStatus ls_system_exchange_start (LsSystem *self);
LsStatus ls_system_exchange_evaluate (LsSystem *self, const double u[], double y[]);
LsStatus ls_system_exchange_step (LsSystem *self,
                                  double end,
                                  guint degree,
                                  const double u[],
                                  double y[],
                                  double dy[],
                                  gboolean *event);
/* Slopes of the outputs at the end of a step of @h, along the solution. */
LsStatus ls_system_exchange_get_slopes (LsSystem *self, double h, double dy[]);
/* As ls_system_keep(). */
LsStatus ls_system_exchange_keep (LsSystem *self, const double u[], double y[], gboolean *moved);
/* As ls_system_find_slopes(). */
LsStatus ls_system_exchange_find_slopes (
    LsSystem *self, const double u[], const double du[], double h, double dy[]);
/* The continuous inputs at the reached time, without an event. */
LsStatus ls_system_exchange_set_inputs (LsSystem *self, const double u[]);
LsStatus ls_system_exchange_save (LsSystem *self, gboolean expected);
LsStatus ls_system_exchange_restore (LsSystem *self);
/* For connections that are not real. @value: the text or number of its type */
LsStatus ls_system_exchange_set_value (
    LsSystem *self, const LsVariable *variable, double real, int integer, const char *text);
/* Whether values wait for the next event mode; and to set them, in it. */
gboolean ls_system_exchange_is_waiting (const LsSystem *self);
LsStatus ls_system_exchange_set_waiting (LsSystem *self);
