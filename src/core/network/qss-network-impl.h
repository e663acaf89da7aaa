/* Internals of quantised states over a wired model. */
#pragma once

#include "core/assembly/wired.h"
#include "core/network/qss-network.h"

/**
 * LsQssPart: one component.
 * @wired: its continuous inputs and states; @du: rates of the inputs
 * @source: index among the sources of the activity; -1: none
 * @varies: its derivatives, outputs or indicators have an explicit time dependence
 * @placed: number of the evaluation for which time and states of the instance were set
 */
typedef struct
{
  LsInstance *instance;
  const char *name;
  const LsDescription *description;
  LsWiredPart *wired;
  double *du;
  int source;
  gboolean varies;
  guint placed;
} LsQssPart;

/* A list of numbers for each key. */
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
  double t;        /* time of the current evaluation, s */
  const double *q; /* states there */
  double *event_x; /* states at the current event */
  guint n, n_parts; /* states, components */
  LsQssPart *parts;
  guint *owners; /* n: component of each state */
  char *failure; /* (nullable): of the last loop without a solution */
  /* Ranks of the outputs that the derivative of a state, or the indicators of a component, need. */
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
  char **names;                       /* n, %NULL-terminated: names of states for messages */
  guint64 evaluations;
};

/* qss-network-wire.c: dependencies and work arrays, without values. */
void ls_qss_network_wire (LsQssNetwork *self);
void ls_qss_sets_clear (LsQssSets *self);

/* The index of the state that the output @row equals, or -1. */
int ls_qss_network_get_state (const LsQssNetwork *self, guint row);
/* The component of the output of @rank. */
LsQssPart *ls_qss_network_get_part (const LsQssNetwork *self, guint rank);

/* qss-network-evaluate.c */
/* Invalidates time and states of all instances. */
void ls_qss_network_forget (LsQssNetwork *self);
LsStatus ls_qss_network_place (LsQssNetwork *self, LsQssPart *part, double t, const double x[]);
/* Sets time @t and states @x of all components, and all their connected continuous inputs. */
LsStatus ls_qss_network_go_to (LsQssNetwork *self, double t, const double x[]);
/* Computes all outputs at @t with @q, passes them on and sets the inputs of all instances. */
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
LsStatus ls_qss_network_updated (guint component, const LsEventInfo *info, gpointer user_data);
LsStatus ls_qss_network_event (double t, double x[], LsQssEvent *event, gpointer user_data);
