/* Inside of quantised states over a wired model. */
#pragma once

#include "core/assembly/loop.h"
#include "core/network/qss-network.h"
#include "core/system/system-fmu.h"

/**
 * LsQssPart: one component.
 * @first, @n: its states in those of all
 * @n_inputs, @input_refs, @inputs: its continuous inputs, and which of all its inputs they are
 * @u, @du: n_inputs: what they are, and their rates
 * @stale: @u holds something that the instance has not been told
 * @first_output: in all outputs
 * @source: among those of the activity; -1: none
 * @next_time: s, of its next time event
 * @varies: its derivatives, outputs or indicators change with time alone
 * @placed: evaluation that has brought its time and states to the instance
 * @in_event, @handled: during an event; @stirred: by one of another component, an input that is held
 */
typedef struct
{
  LsSystem *system;
  LsSystemMeParts me;
  LsInstance *instance;
  const char *name;
  const LsDescription *description;
  guint first, n;
  guint n_inputs;
  guint32 *input_refs;
  guint *inputs;
  double *u, *du;
  gboolean stale;
  guint first_output;
  int source;
  double next_time;
  gboolean varies, tells_steps;
  guint placed;
  gboolean in_event, handled, wants_event, stirred;
} LsQssPart;

/* Where an output goes: the continuous input @input of @part gets @factor × value + @offset. */
typedef struct
{
  guint part, input;
  double factor, offset;
} LsQssRoute;

/* For each of some keys a list of numbers. */
typedef struct
{
  guint *start;
  GArray *items; /* guint */
} LsQssSets;

/**
 * LsQssLoop: outputs that depend on each other without delay: @n consecutive ranks from @first on.
 * @v: their values; @guess, @column: work
 */
typedef struct
{
  LsQssNetwork *owner;
  guint first, n;
  char **names;
  double *nominals, *v, *guess, *column;
  guint32 *refs;
  double t;        /* s, of the present solution */
  const double *q; /* states there */
  LsLoop *loop;
} LsQssLoop;

struct LsQssNetwork
{
  LsNetwork *network;
  LsQssNetworkSettings settings;
  LsQss *engine;
  guint n, n_parts, n_outputs;
  LsQssPart *parts;
  guint *owners;             /* n: part of each state */
  guint *output_parts;       /* n_outputs */
  guint32 *output_refs;      /* n_outputs */
  guint32 *derivative_refs;  /* n */
  int *output_states;        /* n_outputs: the state that it is, or -1 */
  guint8 *output_continuous; /* n_outputs */
  guint *route_start;        /* n_outputs + 1 */
  LsQssRoute *routes;
  guint n_order, *order; /* outputs that go somewhere, each after what it depends on */
  guint *ranks;          /* n_outputs: place in @order; G_MAXUINT: none */
  GPtrArray *loops;      /* LsQssLoop */
  int *loop_of;          /* by rank: index of its loop, or -1 */
  char *failure;         /* (nullable): of the last loop that was not solved */
  /* By state, and by part for its indicators: ranks of outputs that are needed. */
  LsQssSets state_needs, unit_needs;
  LsQssSets unit_states;
  GArray *rows, *columns; /* guint: the dependencies of derivatives on states */
  guint8 *varies;         /* n */
  double *x, *nominals, *quanta;
  double *work; /* as many as states and inputs of a part, or outputs */
  guint evaluation;
  double start_time, span;
  gboolean had_event, directional;
  guint needed_stamp, *needed_stamps; /* by rank */
  guint n_needed, *needed;            /* ranks, increasing */
  char **names;                       /* n, %NULL-terminated: states, for messages */
  guint64 evaluations;
};

/* qss-network-wire.c: all but the values. */
void ls_qss_network_wire (LsQssNetwork *self);
void ls_qss_sets_clear (LsQssSets *self);

/* qss-network-loop.c: @rows (@n) get the next ranks. */
void ls_qss_network_add_loop (LsQssNetwork *self, const guint rows[], guint n);
/* After the network is wired. */
void ls_qss_network_make_loops (LsQssNetwork *self);
/* All members at @t with @q, passed on. %LS_RETRY: there is no solution, @failure says so. */
LsStatus ls_qss_network_solve_loop (LsQssNetwork *self, guint loop, double t, const double q[]);
void ls_qss_network_clear_loops (LsQssNetwork *self);

/* qss-network-evaluate.c */
/* What was brought to the instances is not there any more. */
void ls_qss_network_forget (LsQssNetwork *self);
LsStatus ls_qss_network_place (LsQssNetwork *self, LsQssPart *part, double t, const double x[]);
LsStatus ls_qss_network_set_inputs (LsQssPart *part);
/* All components at @t with @x, all connected continuous inputs told. */
LsStatus ls_qss_network_go_to (LsQssNetwork *self, double t, const double x[]);
/* @value of output @row to the inputs that it feeds. */
void ls_qss_network_send_on (LsQssNetwork *self, guint row, double value);
/* The outputs of ranks @ranks at @t with @q, passed on. */
LsStatus ls_qss_network_pass_on (
    LsQssNetwork *self, double t, const double q[], const guint ranks[], guint n);
LsStatus ls_qss_network_derivatives (
    double t, const double q[], const guint wanted[], guint n, double dx[], gpointer user_data);
LsStatus ls_qss_network_rates (double t,
                               const double q[],
                               const double dq[],
                               const guint wanted[],
                               guint n,
                               double ddx[],
                               gpointer user_data);
LsStatus
ls_qss_network_indicators (guint unit, double t, const double x[], double z[], gpointer user_data);

/* qss-network-event.c */
LsStatus ls_qss_network_event (double t, double x[], LsQssEvent *event, gpointer user_data);
/* Which components change with time alone, at @t with @x; and what that makes of states and units.
 * @watched: (nullable): n_parts */
LsStatus ls_qss_network_probe (
    LsQssNetwork *self, double t, const double x[], guint8 varies[], guint8 watched[]);
