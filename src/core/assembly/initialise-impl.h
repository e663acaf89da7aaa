/* Shared by probing (initialise-probe.c), loops (initialise-loop.c) and the whole (initialise.c).
 */
#pragma once

#include "core/assembly/flow.h"
#include "core/assembly/initialise.h"
#include "core/assembly/wire-loop.h"

typedef struct LsNetworkLoop LsNetworkLoop;

/* By phase: in initialisation mode, after it. */
struct LsInitialise
{
  LsNetwork *network;
  const LsAssembly *assembly;
  LsFlow *flows[2];
  LsFlow *whole[2];     /* (nullable): the flows, before edges were taken away */
  GHashTable *loops[2]; /* first row of the group -> LsNetworkLoop */
  gboolean running;
  double *gathered; /* n_in */
  double parameter_residual;
};

/* In initialisation mode: takes away assumed edges of loops that are not there where the components
 * are now. @any: (out): whether there were such */
LsStatus ls_initialise_probe (LsInitialise *self, gboolean *any);

/* Of LsWireOps; @user_data: LsInitialise */
LsStatus ls_initialise_get_input (guint system, guint input, double *value, gpointer user_data);
/* Passes the value of its row over @wire, with events where it is discrete. */
LsStatus ls_initialise_pass (LsInitialise *self, guint wire);

LsNetworkLoop *ls_network_loop_new (LsInitialise *self, const guint rows[], guint n_rows);
void ls_network_loop_free (LsNetworkLoop *self);
/* Whether a component of it has a row in the loop. */
gboolean ls_network_loop_holds (const LsNetworkLoop *self, guint system);
/* %FALSE without an error when a component said why. */
gboolean ls_network_loop_solve (LsNetworkLoop *self, GError **error);
/* (transfer full) (nullable) */
LsLoopReport *ls_network_loop_get_report (const LsNetworkLoop *self);
