/* In which order Gauss-Seidel methods step the systems. */
#pragma once

#include "core/coupling/coupling-impl.h"

/**
 * LsWiring: what an order goes by, as in LsNetwork
 * @names: of the systems
 */
typedef struct
{
  guint n_systems, n_in, n_out;
  const guint *in_offset, *out_offset;
  const int *source;
  const char *const *names;
} LsWiring;

/**
 * ls_order_find:
 * @text: "graph", or the names of all systems with slashes between them ("left/right")
 *
 * The order of the graph steps next the system with the fewest inputs whose
 * sources have not been stepped, the first in the model among equals: sources
 * before those they feed, and few inputs that lag where there are loops.
 *
 * Returns: (transfer full): @wiring->n_systems indices, or %NULL with
 * %LS_ERROR_ARGUMENT: a system is unknown, missing or named twice.
 */
guint *ls_order_find (const LsWiring *wiring, const char *text, GError **error);
/**
 * ls_order_check:
 * @options: of a method with the option "order"
 * @names: (array zero-terminated=1): of all systems
 *
 * Returns: whether ls_order_find() takes that option for these systems; else %FALSE with its error
 */
gboolean ls_order_check (const LsOptions *options, const char *const names[], GError **error);
/* The same of the systems of @network. */
guint *ls_order_new (const LsNetwork *network, const char *text, GError **error);

/**
 * ls_order_mark:
 * @forward: (out): for every input 1 where its source is a system stepped before its own, else 0
 */
void ls_order_mark (const LsNetwork *network, const guint order[], guint8 forward[]);
