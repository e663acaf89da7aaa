/* Inside of the monolithic model, shared by building (monolith.c) and evaluating (monolith-step.c).
 */
#pragma once

#include "core/assembly/wired.h"
#include "core/ode/projection.h"
#include "core/reference/monolith.h"

/**
 * LsMonolithComponent: one component.
 * @x_offset, @n_states: its states in those of the whole
 * @z_offset, @n_indicators: its event indicators in those of the whole
 * @next_time: of its next time event, s; infinite for none
 * @tell_steps: whether the FMU wants fmi2CompletedIntegratorStep
 * @running: in continuous-time mode, so that it has to be terminated
 * @reals, @values, @places, @n_reals: recorded Real variables: references, buffer, index of the
 * signal
 * @others, @other_places, @n_others: recorded variables of other types
 */
typedef struct
{
  const LsComponent *component;
  LsInstance *instance;
  guint x_offset, n_states;
  guint z_offset, n_indicators;
  double next_time;
  gboolean tell_steps;
  gboolean running;
  guint32 *reals;
  double *values;
  guint *places;
  guint n_reals;
  const LsVariable **others;
  guint *other_places;
  guint n_others;
} LsMonolithComponent;

/* What the input of a wire that carries no continuous Real has been @told: passed on while
 * initialising and at events. @text: (nullable) */
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
  double origin;    /* s: the start; times are counted from it on */
  double stop_time; /* s */
  LsAssembly *assembly;
  LsWired wired;
  guint n_parts;
  LsMonolithComponent *parts;
  GHashTable *solved;      /* LsWireLoop that have a solution */
  GError *loop_problem;    /* why the first solution of one failed */
  double time;             /* of the present evaluation, s */
  GArray *discrete_routes; /* LsDiscreteRoute */
  guint n_states, n_indicators;
  double *nominals, *start, *dx;
  LsProjection *projection; /* (nullable) */
  double *residuals;        /* of one part */
  char *problem;
};

/* Sets time and states of all and passes the values on. */
LsStatus ls_monolith_go_to (LsMonolith *self, double t, const double x[]);
/* Values that are not continuous Reals. @any: (out): whether one changed */
gboolean ls_monolith_pass_on_discrete (LsMonolith *self, gboolean *any, GError **error);
/* The event iteration over all components, which are in event mode. @outcome: (out) */
gboolean ls_monolith_update (LsMonolith *self, LsHybridOutcome *outcome, GError **error);
/* What an instance said last as an error; @part: (nullable). Returns %FALSE. */
gboolean ls_monolith_fail (LsMonolith *self, const LsMonolithComponent *part, const char *stage, GError **error);
/* Passes all continuous values on. @any: (out) (optional): whether an input changed. */
LsStatus ls_monolith_pass_on (LsMonolith *self, gboolean *any);
/* A loop, of LsWiredUser: %LS_RETRY with the problem when there is no solution near the last one. */
LsStatus ls_monolith_solve_loop (LsWireLoop *loop, gboolean *any, gpointer user_data);
/* Keeps @message (taken) as the problem and writes it to the log. Returns %LS_STOP. */
LsStatus ls_monolith_complain (
    LsMonolith *self, const LsMonolithComponent *part, const char *call, double t, char *message);
/* Fills parts and wires from model and signals (before any instance exists). */
gboolean ls_monolith_wire (
    LsMonolith *self, const LsModel *model, const char *const *signals, GError **error);
