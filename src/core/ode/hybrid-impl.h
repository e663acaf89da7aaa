/* Internals of a hybrid system, shared by stepping (hybrid.c) and events (hybrid-event.c). */
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
  LsChatterDetector *chatter;
  double next_time;     /* s */
  double external_time; /* s; from ls_hybrid_announce(), infinite for none */
  gboolean started, terminated;
  gboolean nudged;    /* the next step is taken without event location */
  gboolean shortened; /* the last steps were shortened because the indicators failed */
  gboolean solver_locates;
  gint8 *fired;            /* n_indicators: used when the solver locates events */
  gboolean refines;        /* an event repeats the step up to it, since dense output is less accurate */
  double next_limit;       /* of the next step only, s; infinite for none */
  guint n_missed;          /* recent events not found again in the repeated step */
  gpointer step_start;     /* saved solver at the start of the step */
  guint n_void;            /* state events without effect in a row */
  double *x;               /* n: at the end of a step */
  double *before;          /* n: before an event */
  double *dx;              /* 2 n: derivatives before and after the event */
  double *z;               /* 2 n_indicators: after an event and before it */
  double *z_start, *z_end; /* n_indicators each: at the ends of a step, used when the solver locates events */
  double *atol;            /* n */
  LsHybridCounts counts;
  gpointer saved_ode;
  LsChatterDetector *saved_chatter;
  double *saved_z;
  double saved_next_time;
  guint saved_n_missed;
  gboolean saved_terminated, has_saved;
};

/* Times that differ by less are equal, s. */
static inline double
ls_hybrid_time_tolerance (double t)
{
  return 100.0 * DBL_EPSILON * fabs (t);
}

/* Logs the message: as an error when @status is %LS_STOP, else as a warning. Returns: @status. */
LsStatus
ls_hybrid_log_error (LsHybrid *self, LsStatus status, const char *format, ...) G_GNUC_PRINTF (3, 4);
void ls_hybrid_set_atol (LsHybrid *self, const double nominals[]);
/* Sets the domains to those at @t with states @x. */
LsStatus ls_hybrid_refresh (LsHybrid *self, double t, const double x[]);

/* Sets the time of the next event; %LS_STOP before @t. @again: (out): whether it is @t itself */
LsStatus ls_hybrid_set_next_time (LsHybrid *self, double t, double next, gboolean *again);
/* Handles an event at the end of the step, states in self->x. */
LsStatus ls_hybrid_pass_event (LsHybrid *self, double t, const LsHybridCauses *causes);
/* Warns of a suspicious event pattern, or stops. */
LsStatus ls_hybrid_judge (LsHybrid *self, double t, const LsHybridCauses *causes);
