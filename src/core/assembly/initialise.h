/* Values that agree across connections: in initialisation mode, at the start and after events. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/assembly/loop.h"
#include "core/assembly/network.h"

/**
 * LsInitialise: makes values agree over the wires of a network, by its flows and its algebraic
 * loops.
 *
 * In initialisation mode dependencies are those of InitialUnknowns, after it those of Outputs;
 * where a description gives none, they are found by probing, and what was found is checked against
 * the result. Loops are strong components (Tarjan). The continuous Reals of a loop are found by
 * Newton's method, other values in it are passed round until they stay. Unknowns are sorted by
 * name: the order of components and connections makes no difference, not even in rounding.
 */
typedef struct LsInitialise LsInitialise;

/* @network, @assembly: borrowed. The systems are in initialisation mode. */
LsInitialise *ls_initialise_new (LsNetwork *network, const LsAssembly *assembly);
void ls_initialise_free (LsInitialise *self);

/* In initialisation mode: makes the values on both sides of all connections agree. %FALSE with an
 * error that names members, residual and time; with @error not set when a component said why in the
 * log. */
gboolean ls_initialise_settle (LsInitialise *self, GError **error);
/* The same after ls_system_start(), for what the first event iteration has changed, and whenever
 * something may have jumped; fills the network's u and y. */
gboolean ls_initialise_settle_running (LsInitialise *self, GError **error);
/* As ls_network_find_slopes(); the values agree already. */
LsStatus ls_initialise_find_slopes (LsInitialise *self, double h, gboolean *known);
/* Greatest |u - y| / (nominal + |u|) over the connections of Reals, as u and y of the network are.
 */
double ls_initialise_get_residual (const LsInitialise *self);
/* Whether there are loops, after initialisation mode. */
gboolean ls_initialise_has_loops (const LsInitialise *self);
/* Returns: (transfer full): element-type LsLoopReport */
GPtrArray *ls_initialise_list_loops (const LsInitialise *self);
/* Returns: (transfer full): "a.y, b.y; c.y, d.y": what they go through; empty where there are none. */
char *ls_initialise_name_loops (const LsInitialise *self);
