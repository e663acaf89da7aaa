/* Quantised states over a whole wired model: the states of all components in one schedule.
 * Connections: core/assembly/wired.h. */
#pragma once

#include "core/assembly/network.h"
#include "core/qss/qss.h"

/**
 * LsQssNetworkSettings:
 * @relative: quantum relative to the value of a state
 * @absolute: minimum quantum relative to its nominal value
 * @max_step: s; 0: a fiftieth of the run for states with an explicit time dependence, no limit for
 *   others
 * @pass_limit: as in LsQssSettings
 */
typedef struct
{
  double relative, absolute, max_step;
  guint pass_limit;
} LsQssNetworkSettings;

typedef struct LsQssNetwork LsQssNetwork;

/**
 * ls_qss_network_new:
 * @network: only Model Exchange systems, started; borrowed
 * @span: simulated time span, s
 *
 * Dependencies are taken from ModelStructure and the connections; a component without dependency
 * information is evaluated completely each time, with a warning in the log. Algebraic loops are
 * solved by Newton's method whenever a value in them is needed.
 *
 * Returns: (transfer full): the network, or %NULL with an error that names the component, or the
 * signals of an algebraic loop without a solution.
 */
LsQssNetwork *ls_qss_network_new (const LsQssMethod *method,
                                  LsNetwork *network,
                                  const LsQssNetworkSettings *settings,
                                  double span,
                                  GError **error);
void ls_qss_network_free (LsQssNetwork *self);

/* Advances to @t_end, s; then all instances are at @t_end, with inputs and outputs of the network
 * updated. @event: (out): whether there was an event on the way. */
LsStatus ls_qss_network_advance (LsQssNetwork *self, double t_end, gboolean *event);
/* Sets all instances, and the values of the network, to @t, s, before events at @t: not before the
 * time reached and not after the next event. */
LsStatus ls_qss_network_look (LsQssNetwork *self, double t);
/* Time of the next event or requantisation, s. */
double ls_qss_network_get_next_time (const LsQssNetwork *self);
void ls_qss_network_get_counts (const LsQssNetwork *self, LsQssCounts *counts);
