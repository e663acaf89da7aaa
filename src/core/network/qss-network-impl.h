/* Inside of quantised states over a wired model. */
#pragma once

#include "core/assembly/wired.h"
#include "core/network/qss-network.h"
#include "core/system/system-fmu.h"

/**
 * LsQssPart: one component.
 * @wired: its continuous inputs; @du: their rates
 * @first, @n: its states in those of all
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
  LsWiredPart *wired;
  double *du;
  guint first, n;
  int source;
  double next_time;
  gboolean varies, tells_steps;
  guint placed;
  gboolean in_event, handled, wants_event, stirred;
} LsQssPart;

/* For each of some keys a list of numbers. */
typedef struct
{
  guint *start;
  GArray *items; /* guint */
} LsQssSets;

struct LsQssNetwork
{
  LsNetwork *network;
  LsQssNetworkSettings settings;
  LsQss *engine;
  LsWired wired;
  double t;        /* s, of the present evaluation */
  const double *q; /* states there */
  guint n, n_parts;
  LsQssPart *parts;
  guint *owners; /* n: part of each state */
  char *failure; /* (nullable): of the last loop that was not solved */
  /* By state, and by part for its indicators: ranks of outputs that are needed. */
  LsQssSets state_needs, unit_needs;
  LsQssSets unit_states;
  GArray *rows, *columns; /* guint: the dependencies of derivatives on states */
  guint8 *varies;         /* n */
  double *x, *nominals, *quanta;
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

/* The state, of those of all, that @row is, or -1. */
int ls_qss_network_get_state (const LsQssNetwork *self, guint row);
/* The component that @rank is an output of. */
LsQssPart *ls_qss_network_get_part (const LsQssNetwork *self, guint rank);

/* qss-network-evaluate.c */
/* What was brought to the instances is not there any more. */
void ls_qss_network_forget (LsQssNetwork *self);
LsStatus ls_qss_network_place (LsQssNetwork *self, LsQssPart *part, double t, const double x[]);
/* All components at @t with @x, all connected continuous inputs told. */
LsStatus ls_qss_network_go_to (LsQssNetwork *self, double t, const double x[]);
/* Outputs of @ranks at @t with @q, passed on. */
LsStatus ls_qss_network_pass_on (
    LsQssNetwork *self, double t, const double q[], const guint ranks[], guint n);
/* All of them, and told. */
LsStatus ls_qss_network_pass_on_all (LsQssNetwork *self, double t, const double q[]);
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
