/* Internals of the monolithic model, shared by construction (monolith.c) and evaluation
 * (monolith-step.c). */
#pragma once

#include "core/assembly/wired.h"
#include "core/ode/projection.h"
#include "core/reference/monolith.h"

/**
 * LsMonolithComponent: one component.
 * @z_offset, @n_indicators: its event indicators among those of the model
 * @wired: its continuous inputs and states
 * @running: in continuous-time mode, so it must be terminated
 * @reals, @values, @places, @n_reals: recorded Real variables: references, buffer, index of the
 * signal
 * @others, @other_places, @n_others: recorded variables of other types
 */
typedef struct
{
  const LsComponent *component;
  LsInstance *instance;
  LsWiredPart *wired;
  guint z_offset, n_indicators;
  gboolean running;
  guint32 *reals;
  double *values;
  guint *places;
  guint n_reals;
  const LsVariable **others;
  guint *other_places;
  guint n_others;
} LsMonolithComponent;

/* A wire other than between continuous Reals, with the value of its input (@told: valid): passed on
 * during initialisation and at events. @text: (nullable) */
typedef struct
{
  const LsWire *wire;
  gboolean told;
  double value;
  char *text;
} LsDiscreteRoute;

struct LsMonolith
{
  LsLog *log;
  double origin;    /* start time, s; times are relative to it */
  double stop_time; /* s */
  LsAssembly *assembly;
  LsWired wired;
  guint n_parts;
  LsMonolithComponent *parts;
  GHashTable *solved;      /* LsWireLoops that have a solution */
  GError *loop_problem;    /* error of the first solution of a loop */
  double time;             /* time of the current evaluation, s */
  GArray *discrete_routes; /* LsDiscreteRoute */
  guint n_indicators;
  double *nominals, *start, *dx;
  LsProjection *projection; /* (nullable) */
  double *residuals;        /* of one component */
  char *problem;
};

/* Sets time and states of all components and passes values on. */
LsStatus ls_monolith_go_to (LsMonolith *self, double t, const double x[]);
/* Passes on values other than continuous Reals. @any: (out): whether an input changed */
gboolean ls_monolith_pass_on_discrete (LsMonolith *self, gboolean *any, GError **error);
/* Event iteration over all components, which must be in event mode. @outcome: (out) */
gboolean ls_monolith_update (LsMonolith *self, LsHybridOutcome *outcome, GError **error);
/* Sets the last error message of an instance; @part: (nullable). Returns: %FALSE. */
gboolean ls_monolith_fail (LsMonolith *self, const LsMonolithComponent *part, const char *stage, GError **error);
/* Solves a loop, for LsWiredUser: %LS_RETRY, with the problem set, if there is no solution near the
 * last one. */
LsStatus ls_monolith_solve_loop (LsWireLoop *loop, gboolean *any, gpointer user_data);
/* Sets @message (transfer full) as the problem and logs it. Returns: %LS_STOP. */
LsStatus ls_monolith_log_error (
    LsMonolith *self, const LsMonolithComponent *part, const char *call, double t, char *message);
/* Sets parts and wires from model and signals (before any instance exists). */
gboolean ls_monolith_wire (
    LsMonolith *self, const LsModel *model, const char *const *signals, GError **error);
