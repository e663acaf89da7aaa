/* Quantised states over a whole wired model: the states of all components in one schedule.
 *
 * Index of the room, in the order of reading: qss-network (the schedule), -wire (what a derivative
 * needs), -evaluate (derivatives, rates, indicators), -event. Values pass by core/assembly/wired.h. */
#pragma once

#include "core/assembly/network.h"
#include "core/qss/qss.h"

/**
 * LsQssNetworkSettings:
 * @relative: quantum as a part of the value of a state
 * @absolute: least quantum as a part of its nominal value
 * @max_step: s; 0: a fiftieth of the run for states that vary with time, no bound for others
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
 * @network: of systems that all are of Model Exchange, started; borrowed
 * @span: length of the simulation, s
 *
 * What depends on what comes from ModelStructure and the connections; a component that does not say
 * is asked for everything every time, and the log says so. Algebraic loops are solved by Newton's
 * method whenever a value in them is asked for.
 *
 * Returns: (transfer full): %NULL with an error naming the component, or the signals of an
 * algebraic loop without a solution.
 */
LsQssNetwork *ls_qss_network_new (const LsQssMethod *method,
                                  LsNetwork *network,
                                  const LsQssNetworkSettings *settings,
                                  double span,
                                  GError **error);
void ls_qss_network_free (LsQssNetwork *self);

/* To @t_end, s. Then all instances are there, and inputs and outputs of the network are those of
 * there. @event: (out): whether there was an event on the way. */
LsStatus ls_qss_network_advance (LsQssNetwork *self, double t_end, gboolean *event);
/* All instances, and the values of the network, at @t, s, before what happens there: not before the
 * time reached and not after the next event. */
LsStatus ls_qss_network_look (LsQssNetwork *self, double t);
/* Of the next event of any kind, s. */
double ls_qss_network_get_next_time (const LsQssNetwork *self);
void ls_qss_network_get_counts (const LsQssNetwork *self, LsQssCounts *counts);
