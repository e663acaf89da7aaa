/* Order in which Gauss-Seidel methods step the systems. */
#pragma once

#include "core/coupling/coupling-impl.h"

/**
 * ls_order_check:
 * @options: options of a method that has the option "order"
 * @names: (array zero-terminated=1): of all systems
 *
 * Returns: %TRUE if the option is valid for these systems, else %FALSE with the error of ls_order_new()
 */
gboolean ls_order_check (const LsOptions *options, const char *const names[], GError **error);
/**
 * ls_order_new:
 * @text: "graph", or the names of all systems with slashes between them ("left/right")
 *
 * "graph" always chooses next the system with the fewest inputs from systems not yet stepped, and among
 * equals the first in the model. So sources precede the systems connected to them, and loops have few
 * delayed inputs.
 *
 * Returns: (transfer full): indices of all systems, or %NULL with %LS_ERROR_ARGUMENT: unknown, missing or
 * repeated system.
 */
guint *ls_order_new (const LsNetwork *network, const char *text, GError **error);

/**
 * ls_order_mark:
 * @forward: (out): per input: 1 if its source system is stepped before its own system, else 0
 */
void ls_order_mark (const LsNetwork *network, const guint order[], guint8 forward[]);
