/* An algebraic loop of an assembly: its unknowns and the components that compute them. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/assembly/loop.h"

/**
 * LsWireOps: who evaluates the components. Inputs and outputs are positions among the Real ones of
 * @component, and values of inputs those of their sources. All return what the component says.
 * @set, @get: some inputs, then some outputs with these
 * @get_input: as it is now
 * @has_feed: whether @get_feed works
 * @get_feed: @column (@n): derivatives of outputs with respect to @input
 */
typedef struct
{
  LsStatus (*set) (guint component, const guint inputs[], guint n, const double values[],
                   gpointer user_data);
  LsStatus (*get) (guint component, const guint outputs[], guint n, double values[],
                   gpointer user_data);
  LsStatus (*get_input) (guint component, guint input, double *value, gpointer user_data);
  gboolean (*has_feed) (guint component, gpointer user_data);
  LsStatus (*get_feed) (guint component, guint input, const guint outputs[], guint n,
                        double column[], gpointer user_data);
} LsWireOps;

typedef struct LsWireLoop LsWireLoop;

/**
 * ls_wire_loop_new:
 * @rows: @n_rows: a group of a flow
 * @smooth: unknown is only what comes over wires that are smooth, else over all that are continuous
 * @origin: s; what times are counted from, for messages
 * @ops, @user_data: borrowed
 *
 * Unknown are the rows that feed components of the group over such wires, sorted by name: the order
 * of components and connections makes no difference, not even in rounding.
 *
 * Returns: (nullable): %NULL where there is no unknown
 */
LsWireLoop *ls_wire_loop_new (const LsAssembly *assembly,
                              const guint rows[],
                              guint n_rows,
                              gboolean smooth,
                              double origin,
                              const LsWireOps *ops,
                              gpointer user_data);
void ls_wire_loop_free (LsWireLoop *self);

guint ls_wire_loop_get_n (const LsWireLoop *self);
/* Whether @component has an unknown. */
gboolean ls_wire_loop_holds (const LsWireLoop *self, guint component);
/* The unknowns, and their values in the last solution, which may be set as the guess. */
const guint *ls_wire_loop_get_rows (const LsWireLoop *self);
double *ls_wire_loop_get_values (LsWireLoop *self);
/* What the components gave as outputs there: the same, to rounding. */
const double *ls_wire_loop_get_image (const LsWireLoop *self);
/* The values as inputs: by global input, (@in_offset of a component) + position. */
void ls_wire_loop_store (const LsWireLoop *self, const guint in_offset[], double u[]);

/* From what the inputs have now: their start values at first. As ls_loop_solve(), @time: s */
gboolean ls_wire_loop_solve (LsWireLoop *self, double time, GError **error);
/**
 * ls_wire_loop_follow:
 * @search: where that fails, with line searches
 * @problem: (inout): freed and set, where there is no solution
 *
 * From the last solution. %LS_RETRY: there is none nearby; the last one is kept.
 */
LsStatus ls_wire_loop_follow (LsWireLoop *self, double time, gboolean search, char **problem);
/* Whether the last solution differs from the one before by more than what loops are solved to. */
gboolean ls_wire_loop_has_moved (const LsWireLoop *self);
/* Returns: (transfer full): of the first solution. */
LsLoopReport *ls_wire_loop_get_report (const LsWireLoop *self);
