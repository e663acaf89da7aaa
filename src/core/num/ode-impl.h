/* For implementers of ODE solvers: one const record per method. */
#pragma once

#include "core/num/ode.h"

/* A step below this part of the time gets nowhere; so many in a row are %LS_RETRY. */
#define LS_ODE_STALL 1e-15
#define LS_ODE_MAX_STALLED 50u

/* All entries are mandatory. They are called with at least one state; time and
 * states are those of the last successful advance, else of the start. */
struct LsOdeMethod
{
  const char *id; /* "cvode-bdf": stable */
  gboolean implicit;
  /* Returns: (nullable): the private state; %NULL when memory is out. @self is complete but for it.
   */
  gpointer (*create) (LsOde *self);
  void (*destroy) (gpointer state);
  LsStatus (*start) (gpointer state, double t, const double x[]);
  void (*set_max_steps) (gpointer state, guint64 steps_per_call);
  /* Writes @x on %LS_OK only. */
  LsStatus (*advance) (gpointer state, double t_end, double x[]);
};

struct LsOde
{
  const LsOdeMethod *method;
  LsOdeProblem problem;
  double rtol;
  double *atol;       /* n */
  LsOdeCounts counts; /* kept by the implementation */
  double time;        /* s */
  double *x;          /* at @time */
  gpointer state;
};

extern const LsOdeMethod ls_ode_fehlberg78;
extern const LsOdeMethod ls_ode_cvode_bdf;
extern const LsOdeMethod ls_ode_cvode_adams;

/* The derivatives, counted; a result that is not finite is %LS_RETRY. */
LsStatus ls_ode_evaluate (LsOde *self, double t, const double x[], double dx[]);
