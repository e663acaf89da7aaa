/* Internals of the quantised state solvers. */
#pragma once

#include "core/ode/event.h"
#include "core/qss/qss-poly.h"
#include "core/qss/qss-queue.h"
#include "core/qss/qss.h"

#include <math.h>

/* Maximum growth of the interval between two requantisations from one to the next, where a
 * derivative of the highest order is not constant: a derivative close to zero does not predict how
 * long it stays there. */
#define LS_QSS_GROWTH 2.0
/* Maximum number of halvings of an interval until the derivative at its end agrees with the
 * polynomial: a kink within it causes no requantisation of the states that the derivative depends
 * on. */
#define LS_QSS_HALVINGS 16u
/* Assumed previous interval where there is none, as a fraction of the simulated time span. */
#define LS_QSS_FIRST 1e-3
/* Length of differences relative to the last interval: with rates(), and without. */
#define LS_QSS_REACH_RATES 1e-3
#define LS_QSS_REACH 1e-2

/**
 * LsQssTrajectory: of one state.
 * @tx, @x: x (t) = sum x[k] (t - tx)^k; @tq, @q: the same of the quantised trajectory
 * @offset: q - x at @tq: LIQSS look ahead by up to a quantum; not counted in the distance of x and
 *   q
 * @last: interval between the last two requantisations, s
 * @scale: typical step of the state, s; scales the length of differences
 */
typedef struct
{
  double tx, x[4];
  double tq, q[3];
  double offset, quantum;
  double last, scale;
} LsQssTrajectory;

/**
 * LsQssUnitState: a unit of indicators.
 * @t: time of the last evaluation, s; @locator holds the domains there
 * @z: 3 n: polynomials from @t on, indicator by indicator
 * @early: number of predictions in a row that were too early
 * @rebase: the next evaluation sets the domains without an event
 */
typedef struct
{
  double t;
  double *z;
  guint early;
  gboolean rebase;
  LsEventLocator *locator;
  LsChatterDetector *chatter, *saved_chatter;
} LsQssUnitState;

/* Choice of the initial value of q, by method family: ls_qss_pass() has set q to x, and its slopes
 * to those of x. @settled: (out): n_group: the highest derivative vanishes there. */
typedef LsStatus (*LsQssChooseFunc) (
    LsQss *self, double t, const guint group[], guint n_group, guint8 settled[]);

struct LsQssMethod
{
  const char *id, *name; /* name: N_() */
  guint order;
  LsQssChooseFunc choose; /* (nullable): q starts at x */
};

/* Lists of indices for n keys: items[start[i]] to items[start[i + 1] - 1]. */
typedef struct
{
  guint *start, *items;
} LsQssLists;

struct LsQss
{
  const LsQssMethod *method;
  LsQssProblem problem;
  LsQssSettings settings;
  LsLog *log; /* (nullable) */
  char *name;
  guint n, n_units;
  LsQssLists observees, observers; /* of each state */
  LsQssLists unit_states, state_units;
  guint8 *varies, *on_itself; /* n */
  guint8 *watched;            /* n_units */
  double *absolute;           /* n */
  LsQssTrajectory *states;    /* n */
  LsQssUnitState *units;      /* n_units */
  double *z_block;            /* polynomials of all units */
  gsize n_z_block;
  guint max_indicators;
  /* Entries: states, units, the next time event, the announced event. */
  LsQssQueue queue;
  double time, next_time;
  gboolean started, terminated;
  /* Work. */
  double *q, *dq, *x;             /* n each */
  double *f0, *d2, *d3, *f1, *f2; /* n each */
  double *dues;                   /* n */
  double *z0, *z1, *z2;           /* max_indicators each */
  guint *due, *group, *affected, *looks;
  gboolean by_rates;      /* the current pass uses rates() for second derivatives */
  gboolean after_event;   /* the current pass starts q at x, set by an event */
  guint8 *settled;        /* n */
  guint *stamps, stamp;   /* n: validity of q and dq */
  guint *members, member; /* n: membership in the group or the affected states */
  guint *looked, look;    /* n_units */
  guint8 *marks, *moved;  /* of the units and states, in an event */
  /* Detection of missing progress in time. */
  double pass_time, stuck_time;
  guint passes;
  guint64 stuck;
  gboolean has_warned;
  LsQssCounts counts;
  guint64 *activity; /* n */
  struct
  {
    gboolean there, terminated;
    double time, next_time;
    LsQssTrajectory *states;
    double *z, *z_domains;
    double *unit_times;
    LsQssQueue queue;
  } saved;
};

/* Maximum interval between evaluations, s; infinite: no limit. */
static inline double
ls_qss_get_bound (const LsQss *self, gboolean varies)
{
  double bound = self->settings.max_step;

  if (!(bound > 0.0) && varies)
    bound = self->settings.varying_step;
  return bound > 0.0 ? bound : INFINITY;
}

/* Choice of q, by method family. */
LsStatus ls_qss_choose_linear_implicit (
    LsQss *self, double t, const guint group[], guint n_group, guint8 settled[]);

/* qss-derive.c. First derivatives of @wanted (@n) along the quantised trajectories at @t. */
LsStatus ls_qss_first (LsQss *self, double t, const guint wanted[], guint n, double f[]);
/* @delta: length of differences, s; @f: result of ls_qss_first() */
LsStatus ls_qss_second (LsQss *self,
                        double t,
                        double delta,
                        const guint wanted[],
                        guint n,
                        const double f[],
                        double d2[]);
/* @d2: (inout): refined where it is computed by differences, too */
LsStatus ls_qss_third (LsQss *self,
                       double t,
                       double delta,
                       const guint wanted[],
                       guint n,
                       const double f[],
                       double d2[],
                       double d3[]);
/* Derivative of @state at the future time @t, if nothing is requantised before. @f: (out): NaN
 * where it cannot be evaluated */
LsStatus ls_qss_look_ahead (LsQss *self, double t, guint state, double *f);
/* Length of differences for @group: @share of its typical step, s. */
double
ls_qss_get_reach (const LsQss *self, double t, double share, const guint group[], guint n_group);
/* That share for the derivatives of the current pass. */
static inline double
ls_qss_get_share (const LsQss *self)
{
  return self->by_rates ? LS_QSS_REACH_RATES : LS_QSS_REACH;
}

/* qss-pass.c. Requantises @group (increasing) at @t, updates the states that depend on it and
 * @extra, and evaluates the units that depend on any of these. */
LsStatus ls_qss_pass (
    LsQss *self, double t, const guint group[], guint n_group, const guint extra[], guint n_extra);

/* qss-look.c. Indicators @z of a unit, for event locators; @user_data: an LsQssAsked. */
typedef struct
{
  LsQss *self;
  guint  unit;
} LsQssAsked;

LsStatus ls_qss_ask (double t, double z[], gpointer user_data);
/* The same; other than finite ones end the run with a message. */
LsStatus ls_qss_ask_finite (LsQss *self, guint unit, double t, double z[]);
/* Whether @z lies in another domain than the unit. */
gboolean ls_qss_has_changed (LsQss *self, guint unit, const double z[]);
/* Evaluates unit @unit at @t and schedules its next event. */
LsStatus ls_qss_look (LsQss *self, guint unit, double t);
/* qss-event.c. Handles the events at the head of the queue. */
LsStatus ls_qss_take_events (LsQss *self, double t);
/* Handles an event; the unit marks are in self->marks. */
LsStatus ls_qss_pass_event (LsQss *self, double t, gboolean time_event, gboolean external);

/* qss-query.c. Writes to the log. Returns: @status. */
LsStatus ls_qss_log_error (LsQss *self, LsStatus status, double t, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/* Returns: (transfer full): a limited number of names: "“a”, “b”, …". */
char *ls_qss_list_names (const LsQss *self, const guint states[], guint n);
