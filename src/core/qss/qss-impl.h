/* Inside of the quantised state solvers. */
#pragma once

#include "core/ode/event.h"
#include "core/qss/qss-poly.h"
#include "core/qss/qss-queue.h"
#include "core/qss/qss.h"

#include <math.h>

/* The interval between two requantisations grows at most by this from one to the next where a
 * derivative of the highest order is not constant in between: what passes through 0 says little
 * about how long it stays there. */
#define LS_QSS_GROWTH 2.0
/* Times that a longer interval is halved until the derivative at its end is what the polynomial
 * says: a kink on the way changes the derivatives of no state that it comes from. */
#define LS_QSS_HALVINGS 16u
/* Of the span: the interval that counts as the last one where there was none. */
#define LS_QSS_FIRST 1e-3
/* Part of the last interval that differences reach over: with rates(), and without. */
#define LS_QSS_REACH_RATES 1e-3
#define LS_QSS_REACH 1e-2

/**
 * LsQssTrajectory: of one state.
 * @tx, @x: x (t) = sum x[k] (t - tx)^k; @tq, @q: the quantised one
 * @offset: q - x at @tq: LIQSS look ahead by up to a quantum; the next event is judged without it
 * @last: s, between the last two requantisations
 * @scale: s, what steps of it are like: differences are made by it
 */
typedef struct
{
  double tx, x[4];
  double tq, q[3];
  double offset, quantum;
  double last, scale;
} LsQssTrajectory;

/**
 * LsQssWatched: a unit of indicators.
 * @t: s, when it was looked at last; the domains there are those of @locator
 * @z: 3 n: polynomials from there on, indicator by indicator
 * @early: how often in a row a crossing was expected too early
 * @rebase: the next look decides what the domains are
 */
typedef struct
{
  double t;
  double *z;
  guint early;
  gboolean rebase;
  LsEventLocator *locator;
  LsChatterDetector *watch, *saved_watch;
} LsQssWatched;

/* The family decides where q begins: ls_qss_pass() has set it to x and its slopes to those of x.
 * @settled: (out): n_group: the highest derivative is 0 there. */
typedef LsStatus (*LsQssChooseFunc) (
    LsQss *self, double t, const guint group[], guint n_group, guint8 settled[]);

struct LsQssMethod
{
  const char *id, *name; /* name: N_() */
  guint order;
  LsQssChooseFunc choose; /* (nullable): q begins at x */
};

/* Lists of indices for each of n: items[start[i]] to items[start[i + 1] - 1]. */
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
  LsQssWatched *units;        /* n_units */
  double *z_block;            /* of all units */
  gsize n_z_block;
  guint max_indicators;
  /* Entries: states, units, the time event, what was announced. */
  LsQssQueue queue;
  double time, next_time;
  gboolean started, terminated;
  /* Work. */
  double *q, *dq, *x;             /* n each */
  double *f0, *d2, *d3, *f1, *f2; /* n each */
  double *dues;                   /* n */
  double *z0, *z1, *z2;           /* max_indicators each */
  guint *due, *group, *affected, *looks;
  gboolean by_rates;      /* the present pass takes second derivatives from rates() */
  gboolean after_event;   /* and begins at x, which an event has set */
  guint8 *settled;        /* n */
  guint *stamps, stamp;   /* n: of q and dq */
  guint *members, member; /* n: whether in the group, in those affected */
  guint *looked, look;    /* n_units */
  guint8 *marks, *moved;  /* of events */
  /* Progress. */
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

/* The longest time without a look, s; infinite: no bound. */
static inline double
ls_qss_get_bound (const LsQss *self, gboolean varies)
{
  double bound = self->settings.max_step;

  if (!(bound > 0.0) && varies)
    bound = self->settings.varying_step;
  return bound > 0.0 ? bound : INFINITY;
}

/* qss-families: the choice of q. */
LsStatus ls_qss_choose_linear_implicit (
    LsQss *self, double t, const guint group[], guint n_group, guint8 settled[]);

/* qss-derive.c: of @wanted (@n) along the quantised trajectories at @t. */
LsStatus ls_qss_first (LsQss *self, double t, const guint wanted[], guint n, double f[]);
/* @delta: s, that differences reach over; @f: what ls_qss_first() gave */
LsStatus ls_qss_second (LsQss *self,
                        double t,
                        double delta,
                        const guint wanted[],
                        guint n,
                        const double f[],
                        double d2[]);
/* @d2: (inout): made better where it comes from differences as well */
LsStatus ls_qss_third (LsQss *self,
                       double t,
                       double delta,
                       const guint wanted[],
                       guint n,
                       const double f[],
                       double d2[],
                       double d3[]);
/* The derivative of @state at @t to come, should nothing begin anew before. @f: (out): NaN where
 * there is none */
LsStatus ls_qss_look_ahead (LsQss *self, double t, guint state, double *f);
/* What differences reach over for @group: @share of what steps of it are like, s. */
double
ls_qss_get_reach (const LsQss *self, double t, double share, const guint group[], guint n_group);
/* That share for the derivatives of the present pass. */
static inline double
ls_qss_get_share (const LsQss *self)
{
  return self->by_rates ? LS_QSS_REACH_RATES : LS_QSS_REACH;
}

/* qss-pass.c: at @t, @group (increasing) begins anew, all that depends on it and @extra learns of
 * it, and the units that depend on those are looked at. */
LsStatus ls_qss_pass (
    LsQss *self, double t, const guint group[], guint n_group, const guint extra[], guint n_extra);

/* qss-event.c. Looks at unit @unit at @t and puts it in the queue. */
LsStatus ls_qss_look (LsQss *self, guint unit, double t);
/* At the head of the queue there is an event. */
LsStatus ls_qss_take_events (LsQss *self, double t);
/* The event itself. @marks in self->marks. */
LsStatus ls_qss_pass_event (LsQss *self, double t, gboolean time_event, gboolean external);

/* Writes to the log; returns @status. */
LsStatus ls_qss_complain (LsQss *self, LsStatus status, double t, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/* Returns: (transfer full): "“a”, “b”, …", some at most. */
char *ls_qss_list_names (const LsQss *self, const guint states[], guint n);
