/* What a macro step costs whose components are with workers: a model fitted to measurements. */
#pragma once

#include <glib.h>

/**
 * LsRemoteCost: all in s, but the last two
 * @work: of a component for a step, mean; @longest: of the longest
 * @own: of the orchestrator for each component: the method, packing and unpacking
 * @local: the same in one process
 * @served: of a worker for each component, beside @work
 * @message: of the orchestrator for each worker: sending and receiving
 * @latency: of the network, there and back, and until the other end has woken
 * @bandwidth: of the link of the orchestrator, B/s
 * @bytes: there and back for each component
 * @rounds: messages to each worker in a macro step
 */
typedef struct
{
  double work, longest, own, local, served, message, latency, bandwidth, bytes;
  guint rounds;
} LsRemoteCost;

/* As measured on a machine with two processors: @work and @longest are to be set. */
void ls_remote_cost_init (LsRemoteCost *self);

/**
 * ls_remote_cost_predict:
 * @n: components; @n_ranks: processes, the orchestrator included, each with a processor of its own; 1:
 *   one process without messages
 *
 * Workers have components of the same cost, so the fullest one has the ceiling of n / (n_ranks - 1).
 * The orchestrator packs and sends to one after the other; all but the last work meanwhile.
 *
 * Returns: time of a macro step, s
 */
double ls_remote_cost_predict (const LsRemoteCost *self, guint n, guint n_ranks);
/* Returns: the number of ranks up to @most that takes least; the fewest of several. */
guint  ls_remote_cost_find_best (const LsRemoteCost *self, guint n, guint most);
