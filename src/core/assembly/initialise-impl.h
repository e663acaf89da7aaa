/* Shared by probing (initialise-probe.c), loops (initialise-loop.c) and the main part
 * (initialise.c). */
#pragma once

#include "core/assembly/flow.h"
#include "core/assembly/initialise.h"
#include "core/assembly/wire-loop.h"

typedef struct LsNetworkLoop LsNetworkLoop;

/* Arrays of two: in initialisation mode, after it. */
struct LsInitialise
{
  LsNetwork *network;
  const LsAssembly *assembly;
  LsFlow *flows[2];
  LsFlow *whole[2];     /* (nullable): the flows before the removal of edges */
  GHashTable *loops[2]; /* first row of the group -> LsNetworkLoop */
  gboolean running;
  double *gathered; /* n_in */
  double parameter_residual;
};

/* In initialisation mode: removes assumed edges of loops that probing at the current values does
 * not confirm. @any: (out): whether edges were removed */
LsStatus ls_initialise_probe (LsInitialise *self, gboolean *any);

/* For LsWireOps; @user_data: LsInitialise */
LsStatus ls_initialise_get_input (guint system, guint input, double *value, gpointer user_data);
/* Passes the value of its row over @wire, with an event if the value is discrete. */
LsStatus ls_initialise_pass (LsInitialise *self, guint wire);

LsNetworkLoop *ls_network_loop_new (LsInitialise *self, const guint rows[], guint n_rows);
void ls_network_loop_free (LsNetworkLoop *self);
/* Whether the component @system has a row in the loop. */
gboolean ls_network_loop_holds (const LsNetworkLoop *self, guint system);
/* %FALSE without an error when a component has reported the reason. */
gboolean ls_network_loop_solve (LsNetworkLoop *self, GError **error);
/* (transfer full) (nullable) */
LsLoopReport *ls_network_loop_get_report (const LsNetworkLoop *self);
