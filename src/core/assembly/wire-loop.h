/* An algebraic loop of an assembly: its unknowns and the components that compute them. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/assembly/loop.h"

/**
 * LsWireOps: evaluation of the components. Inputs and outputs are given by their positions among
 * the Real ones of @component, and values of inputs are those of their sources. All return the
 * status of the component.
 * @set, @get: set some inputs, then get some outputs for them
 * @get_input: current value
 * @has_feed: whether @get_feed is supported
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
 * @smooth: only rows with smooth wires are unknowns, otherwise all with continuous wires
 * @origin: time origin, s, for messages
 * @ops, @user_data: borrowed
 *
 * The unknowns are the rows connected to components of the group by such wires, sorted by name, so
 * the order of components and connections has no influence, not even on rounding.
 *
 * Returns: (nullable): %NULL without unknowns
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
/* Whether @component computes an unknown. */
gboolean ls_wire_loop_holds (const LsWireLoop *self, guint component);
/* The unknowns; ls_wire_loop_get_values(): their values in the last solution, which may be
 * overwritten by a guess. */
const guint *ls_wire_loop_get_rows (const LsWireLoop *self);
double *ls_wire_loop_get_values (LsWireLoop *self);
/* The outputs of the components for these values: equal up to rounding. */
const double *ls_wire_loop_get_image (const LsWireLoop *self);
/* Stores the values as inputs: by global input, (@in_offset of a component) + position. */
void ls_wire_loop_store (const LsWireLoop *self, const guint in_offset[], double u[]);

/* Starts from the current inputs, at first their start values. As ls_loop_solve(), @time: s */
gboolean ls_wire_loop_solve (LsWireLoop *self, double time, GError **error);
/**
 * ls_wire_loop_follow:
 * @search: on failure, retry with line searches
 * @problem: (inout): freed and replaced by a message if there is no solution
 *
 * Starts from the last solution. %LS_RETRY: no solution found; the last one is kept.
 */
LsStatus ls_wire_loop_follow (LsWireLoop *self, double time, gboolean search, char **problem);
/* Whether the last solution differs from the one before by more than the tolerance of loops. */
gboolean ls_wire_loop_has_moved (const LsWireLoop *self);
/* Returns: (transfer full): the report on the first solution. */
LsLoopReport *ls_wire_loop_get_report (const LsWireLoop *self);
