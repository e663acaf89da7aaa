/* Inside of the monolithic model, shared by building (monolith.c) and evaluating (monolith-step.c).
 */
#pragma once

#include "core/assembly/loop.h"
#include "core/fmi/instance.h"
#include "core/model/omega.h"
#include "core/ode/projection.h"
#include "core/reference/monolith.h"

/**
 * LsMonolithComponent: one component.
 * @x_offset, @n_states: its states in those of the whole
 * @z_offset, @n_indicators: its event indicators in those of the whole
 * @next_time: of its next time event, s; infinite for none
 * @inputs, @u, @n_inputs: value references and last values of its connected continuous inputs
 * @changed: whether @u holds something the instance has not been told yet
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
  guint32 *inputs;
  double *u;
  guint n_inputs;
  gboolean changed;
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

/* Where one output goes: input @input of part @part, which gets @factor × value + @offset. */
typedef struct
{
  guint output; /* index in the batch */
  guint part;
  guint input;
  double factor, offset;
} LsRoute;

/* Outputs of one part that are read together, and where they go. */
typedef struct
{
  guint part;
  guint n_outputs;
  guint32 *outputs;
  double *y;
  guint n_routes;
  LsRoute *routes;
} LsBatch;

/* A connection that carries no continuous Real: passed on while initialising and at events.
 * @value, @text: what the input has been @told */
typedef struct
{
  guint from, to; /* parts */
  const LsVariable *output, *input;
  double factor, offset;
  const GArray *map; /* (nullable) */
  gboolean told;
  double value;
  char *text;
} LsDiscreteRoute;

/* Batches whose outputs depend on each other. */
typedef struct LsMonolithLoop LsMonolithLoop;

struct LsMonolith
{
  const LsModel *model;
  LsLog *log;
  double origin;    /* s: the start; times are counted from it on */
  double stop_time; /* s */
  LsOmega *omega;
  guint n_parts;
  LsMonolithComponent *parts;
  GArray *batches;         /* LsBatch */
  guint n_closed;          /* batches that nothing may join */
  GPtrArray *loops;        /* LsMonolithLoop */
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
/* Reads all batches in order and passes the values on. @any: (out) (optional): whether an input
 * changed. */
LsStatus ls_monolith_pass_on (LsMonolith *self, gboolean *any);
LsStatus ls_monolith_set_inputs (LsMonolithComponent *part);
/* Passes values of @batch on, without those within @loop (nullable). */
void ls_monolith_route (LsMonolith *self,
                        const LsBatch *batch,
                        const LsMonolithLoop *loop,
                        gboolean *any);
/* A loop of the batches from @first on. */
void ls_monolith_add_loop (LsMonolith *self, guint first);
void ls_monolith_free_loop (LsMonolithLoop *self);
gboolean ls_monolith_is_inner (const LsMonolithLoop *self, const LsRoute *route);
/* Returns: (nullable): the loop that begins at @batch. */
LsMonolithLoop *ls_monolith_find_loop (const LsMonolith *self, guint batch);
/* Solves it and passes its values on. @next: (out): the batch after it; %LS_RETRY with the problem
 * when there is no solution near the last one. */
LsStatus ls_monolith_solve_loop (LsMonolithLoop *self, guint *next, gboolean *any);
/* Keeps @message (taken) as the problem and writes it to the log. Returns %LS_STOP. */
LsStatus ls_monolith_complain (
    LsMonolith *self, const LsMonolithComponent *part, const char *call, double t, char *message);
/* Fills parts, batches and routes from model and signals (before any instance exists). */
gboolean ls_monolith_wire (LsMonolith *self, const char *const *signals, GError **error);
