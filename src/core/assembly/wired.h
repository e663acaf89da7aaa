/* Model Exchange instances and the wires between them, with the states of all: passes on continuous
 * values. */
#pragma once

#include "core/assembly/flow.h"
#include "core/assembly/wire-loop.h"
#include "core/assembly/network.h"
#include "core/system/system-fmu.h"

/**
 * LsWiredPart: one component.
 * @system, @me, @instance: borrowed
 * @input_refs, @wires, @u: @n_inputs: the continuous inputs, the wires connected to them
 *   (nullable), their values
 * @places: by position of an input: its index among these; -1: none
 * @stale: @u has values not yet set in the instance
 * @output_refs, @smooth: by position; @smooth: continuous variability
 * @refs: work array, as many as outputs
 * @first, @n_states: its states among those of all components
 * @next_time: time of its next time event, s; infinite for none
 * @needs_completed_step: whether the FMU needs fmi2CompletedIntegratorStep
 * @in_event: in event mode; @handled: had an event; @wants_event: another update of its discrete states
 *   is due; @stirred: a value that is not a continuous Real has changed an input that is held
 */
typedef struct
{
  LsSystem *system;
  LsSystemMeParts me;
  LsInstance *instance;
  guint n_inputs;
  guint32 *input_refs;
  const LsWire **wires;
  double *u;
  int *places;
  gboolean stale;
  guint32 *output_refs, *refs;
  guint8 *smooth;
  guint first, n_states;
  double next_time;
  gboolean needs_completed_step;
  gboolean in_event, handled, wants_event, stirred;
} LsWiredPart;

/* An algebraic loop: @n ranks from @first on. */
typedef struct
{
  guint first, n;
  LsWireLoop *unknowns;
} LsWiredLoop;

/**
 * LsWiredUser: callbacks of the user of the instances.
 * @place: (nullable): sets time and states of @component before it is evaluated
 * @know: (nullable): value of @row if known without evaluation; otherwise %FALSE
 * @reads: loops pass on the outputs at the solution, otherwise the unknowns
 * @solve: solves a loop by ls_wire_loop_solve() or ls_wire_loop_follow(). @any: (inout): whether a
 *   value has changed
 * @updated: called after each update of the discrete states of @component in ls_wired_iterate()
 */
typedef struct
{
  LsStatus (*place) (guint component, gpointer user_data);
  gboolean (*know) (guint row, double *value, gpointer user_data);
  LsStatus (*solve) (LsWireLoop *loop, gboolean *any, gpointer user_data);
  LsStatus (*updated) (guint component, const LsEventInfo *info, gpointer user_data);
  gboolean reads;
  gpointer user_data;
} LsWiredUser;

/**
 * LsWired:
 * @order: @n_order: rows connected to continuous inputs, each after those it depends on; the index
 *   of a row in it is its rank; @all: all ranks
 * @ranks: by row; G_MAXUINT: none
 * @loop_of: by rank: index of its loop, or -1; @components, @references: component of the output,
 *   and its value reference; @alone: it is connected to its own component
 * @free: it depends on no input, so it can be read with others before their values are passed on
 * @loops: element-type LsWiredLoop
 * @n_states: of all components
 */
typedef struct
{
  LsNetwork *network; /* borrowed */
  const LsAssembly *assembly;
  LsWiredUser user;
  LsWiredPart *parts;
  guint n_order, *order, *ranks, *all;
  int *loop_of;
  guint *components;
  guint32 *references;
  guint8 *alone, *free;
  GArray *loops;
  guint n_states;
  double *y; /* work array */
} LsWired;

/* @network: only Model Exchange systems, started; borrowed; @kind: of the flow of its assembly, with
 * %LS_FLOW_CONTINUOUS */
void ls_wired_init (LsWired *self, LsNetwork *network, guint kind, const LsWiredUser *user);
void ls_wired_clear (LsWired *self);
/* Sets changed inputs of the instance. */
LsStatus ls_wired_set_inputs (LsWired *self, guint component);
/* Evaluates the rows of @n @ranks, increasing, and passes their values on. @any: (inout): set
 * if an input has changed */
LsStatus ls_wired_pass_on (LsWired *self, const guint ranks[], guint n, gboolean *any);
/* Likewise all rows; then sets the inputs of all instances. */
LsStatus ls_wired_pass_on_all (LsWired *self, gboolean *any);

/* wired-states.c */
/* Sets time and states of @component. @x: states of all */
LsStatus ls_wired_place (LsWired *self, guint component, double t, const double x[]);
/* Reads states and nominals of @component, each of which may be %NULL, into those of all. A nominal
 * is positive: 1 where the FMU has no usable one. */
LsStatus ls_wired_read_states (const LsWired *self, guint component, double x[], double nominals[]);
/* Reports a completed step to a @component that needs it. @event, @terminate: (inout): set if it
 * requests this */
LsStatus ls_wired_complete_step (LsWired *self, guint component, gboolean *event, gboolean *terminate);
/* Time of the next time event of all components, s; infinite for none. */
double ls_wired_get_next_time (const LsWired *self);

/* wired-event.c */
/* Event mode: @component enters it, all that are in it leave it. */
LsStatus ls_wired_enter_event (LsWired *self, guint component);
LsStatus ls_wired_leave_events (LsWired *self);
/**
 * ls_wired_iterate:
 * @t: s, for messages
 * @together: all components in event mode are updated as long as a value changes, otherwise only those
 *   that are given one to be set in event mode
 *
 * Event iteration: updates the discrete states of components in event mode and their next time events,
 * and passes on all values; components given a value that may only be set in event mode enter it.
 */
LsStatus ls_wired_iterate (LsWired *self, double t, gboolean together);
