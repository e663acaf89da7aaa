/* Instances of Model Exchange with the wires between them: continuous values on their way. */
#pragma once

#include "core/assembly/flow.h"
#include "core/assembly/wire-loop.h"
#include "core/fmi/instance.h"

/**
 * LsWiredPart: one component.
 * @instance: (nullable) while there is none; borrowed
 * @input_refs, @wires, @u: @n_inputs: the continuous inputs, what feeds them (nullable), what they are
 * @places: which of these an input is, by position; -1: none
 * @stale: @u holds something that the instance has not been told
 * @output_refs, @smooth: by position; whether it may change at any time
 * @refs: work, as many as outputs
 */
typedef struct
{
  LsInstance *instance;
  guint n_inputs;
  guint32 *input_refs;
  const LsWire **wires;
  double *u;
  int *places;
  gboolean stale;
  guint32 *output_refs, *refs;
  guint8 *smooth;
} LsWiredPart;

/* Outputs that depend on each other without delay: @n ranks from @first on. */
typedef struct
{
  guint first, n;
  LsWireLoop *unknowns;
} LsWiredLoop;

/**
 * LsWiredUser: who moves the instances.
 * @place: (nullable): brings time and states to @component before it is asked
 * @know: (nullable): value of @row without asking; %FALSE: not known
 * @reads: what loops pass on are the outputs at the solution, else the unknowns
 * @solve: a loop, by ls_wire_loop_solve() or ls_wire_loop_follow(). @any: (inout)
 */
typedef struct
{
  LsStatus (*place) (guint component, gpointer user_data);
  gboolean (*know) (guint row, double *value, gpointer user_data);
  LsStatus (*solve) (LsWireLoop *loop, gboolean *any, gpointer user_data);
  gboolean reads;
  gpointer user_data;
} LsWiredUser;

/**
 * LsWired:
 * @order: @n_order: rows that feed continuous inputs, each after those it depends on; the place of a
 *   row in it is its rank; @all: all ranks
 * @ranks: by row; G_MAXUINT: none
 * @loop_of: by rank: index of its loop, or -1; @components, @references: what it is an output of, and
 *   its value reference; @alone: it feeds its own component
 * @loops: element-type LsWiredLoop
 */
typedef struct
{
  const LsAssembly *assembly;
  LsWiredUser user;
  LsWiredPart *parts;
  guint n_order, *order, *ranks, *all;
  int *loop_of;
  guint *components;
  guint32 *references;
  guint8 *alone;
  GArray *loops;
  double *y; /* work */
} LsWired;

/* @assembly: borrowed; @kind: of its flow, with %LS_FLOW_CONTINUOUS; @open: inputs that nothing feeds
 * are told, too; @origin: s, what times are counted from */
void ls_wired_init (LsWired *self, const LsAssembly *assembly, guint kind, gboolean open, double origin,
                    const LsWiredUser *user);
void ls_wired_clear (LsWired *self);
/* Inputs that have changed, to the instance. */
LsStatus ls_wired_tell (LsWired *self, guint component);
/* @value of @row to the inputs that it feeds, but for those of components of @loop (nullable).
 * @any: (inout): whether one changed */
void ls_wired_send (LsWired *self, guint row, double value, const LsWireLoop *loop, gboolean *any);
/* The rows of @n @ranks, increasing, to the inputs that they feed. @any: as above */
LsStatus ls_wired_pass_on (LsWired *self, const guint ranks[], guint n, gboolean *any);
