/* Consistent values across connections: in initialisation mode, at the start and after events. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/assembly/flow.h"
#include "core/assembly/loop.h"
#include "core/assembly/network-state.h"

/**
 * LsInitialise: computes consistent values over the wires of a network, in the order of its flow,
 * and solves its algebraic loops.
 *
 * In initialisation mode dependencies are those of InitialUnknowns, after it those of Outputs;
 * undeclared dependencies are tested by perturbation, and the result is checked. Loops are strong
 * components (Tarjan). The continuous Reals of a loop are solved by Newton's method, other values
 * in it by fixed-point iteration. Unknowns are sorted by name, so the order of components and
 * connections has no influence, not even on rounding.
 */
typedef struct LsInitialise LsInitialise;

/* @network, @assembly: borrowed. The systems must be in initialisation mode. */
LsInitialise *ls_initialise_new (LsNetwork *network, const LsAssembly *assembly);
void ls_initialise_free (LsInitialise *self);

/* In initialisation mode: makes the values on both sides of all connections consistent. %FALSE with
 * an error that names members, residual and time; with @error not set when a component has logged
 * the reason. */
gboolean ls_initialise_settle (LsInitialise *self, GError **error);
/* The same after ls_system_start(), for changes by the first event iteration, and after every
 * possible jump; sets u and y of the network. */
gboolean ls_initialise_settle_running (LsInitialise *self, GError **error);
/* As ls_network_find_derivatives(); the values must be consistent. */
LsStatus ls_initialise_find_derivatives (LsInitialise *self, double h, gboolean *known);
/* Greatest |u - y| / (nominal + |u|) over the connections of Reals, with u and y of the network. */
double ls_initialise_get_residual (const LsInitialise *self);
/* Order of evaluation after initialisation mode; borrowed, may change with events. */
const LsFlow *ls_initialise_get_flow (const LsInitialise *self);
/* Whether there are algebraic loops after initialisation mode. */
gboolean ls_initialise_has_loops (const LsInitialise *self);
/* Returns: (transfer full): element-type LsLoopReport */
GPtrArray *ls_initialise_list_loops (const LsInitialise *self);
/* Returns: (transfer full): members of the loops, "a.y, b.y; c.y, d.y"; empty without loops. */
char *ls_initialise_name_loops (const LsInitialise *self);
