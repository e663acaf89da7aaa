/* Inside of a hybrid system, shared by stepping (hybrid.c) and events (hybrid-event.c). */
#pragma once

#include "core/ode/hybrid.h"

#include <float.h>
#include <math.h>

struct LsHybrid
{
  LsHybridProblem problem;
  LsStatus (*project) (double t, double x[], double error[], gpointer user_data); /* (nullable) */
  LsHybridSettings settings;
  LsLog *log; /* (nullable) */
  char *name;
  LsOde *ode;
  LsEventLocator *locator;
  LsChatterDetector *watch;
  double next_time;     /* s */
  double external_time; /* s; announced */
  gboolean started, terminated;
  gboolean nudged;  /* the next step is not searched */
  gboolean refused; /* the last steps were shortened for the indicators */
  gboolean solver_locates;
  gint8 *fired;            /* n_indicators: where the solver locates */
  gboolean refines;        /* events are looked for again in a step that ends there */
  double next_limit;       /* of the next step alone, s; infinite for none */
  guint n_missed;          /* events that were not there when looked for again, of late */
  gpointer step_start;     /* saved solver */
  guint n_void;            /* in a row */
  double *x;               /* n: at the end of a step */
  double *before;          /* n: as it was before an event */
  double *dx;              /* 2 n: derivatives before and after it */
  double *z;               /* 2 n_indicators: after an event, and before */
  double *z_start, *z_end; /* n_indicators: of a step, where the solver locates */
  double *atol;            /* n */
  LsHybridCounts counts;
  gpointer saved_ode;
  LsChatterDetector *saved_watch;
  double *saved_z;
  double saved_next_time;
  guint saved_n_missed;
  gboolean saved_terminated, has_saved;
};

/* Times that differ by less are the same, s. */
static inline double
ls_hybrid_time_tolerance (double t)
{
  return 100.0 * DBL_EPSILON * fabs (t);
}

/* Says it in the log: an error when @status is %LS_STOP, else a warning. Returns @status. */
LsStatus
ls_hybrid_complain (LsHybrid *self, LsStatus status, const char *format, ...) G_GNUC_PRINTF (3, 4);
void ls_hybrid_set_atol (LsHybrid *self, const double nominals[]);
/* The domains of now, at the time reached. */
LsStatus ls_hybrid_refresh (LsHybrid *self, double t, const double x[]);

/* Keeps the time of the next event; %LS_STOP before @t. @again: (out): whether it is @t itself */
LsStatus ls_hybrid_take_next_time (LsHybrid *self, double t, double next, gboolean *again);
/* An event at the end of the step, states in self->x. */
LsStatus ls_hybrid_pass_event (LsHybrid *self, double t, const LsHybridCauses *causes);
/* Warns of what events look like, or stops. */
LsStatus ls_hybrid_judge (LsHybrid *self, double t, const LsHybridCauses *causes);
