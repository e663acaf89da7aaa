/* Shared by ordering (initialise-flow.c), loops (initialise-loop.c) and the whole (initialise.c).
 */
#pragma once

#include "core/assembly/initialise.h"

/**
 * LsFlowRow: an output.
 * @output: position among the Real outputs of its system, or -1
 * @continuous: whether it is a Real that may vary continuously
 */
typedef struct
{
  guint system, variable;
  int output;
  gboolean continuous;
} LsFlowRow;

/* The output @row depends on what comes over @link; @assumed: as nothing says that it does not. */
typedef struct
{
  guint row, link;
  gboolean assumed;
} LsFlowEdge;

/* Outputs in an order in which they can be known, loops in one group. */
typedef struct
{
  GArray *edges; /* LsFlowEdge, by row */
  guint n_groups;
  guint *groups, *rows; /* as of ls_graph_sort() */
  gboolean *is_loop;    /* n_groups */
} LsFlow;

typedef struct LsNetworkLoop LsNetworkLoop;

struct LsInitialise
{
  LsNetwork *network;
  const LsLink *links;
  guint n_links, n_rows;
  LsFlowRow *rows;
  int *link_inputs;             /* position among the Real inputs of the target, or -1 */
  gboolean *link_continuous;    /* both ends are continuous Reals */
  guint *row_first, *row_links; /* links by row */
  guint *to_first, *to_links;   /* links by target */
  LsFlow flows[2];              /* in initialisation mode, after it */
  GHashTable *loops[2];         /* first row of the group -> LsNetworkLoop */
  GArray *all_edges[2];         /* (nullable): of the flows, before any were taken away */
  gboolean running;
  double *gathered; /* n_in */
  double parameter_residual;
};

/* Edges of the flow in initialisation mode, and after it. */
void
ls_flow_init (LsInitialise *self, gboolean running, const LsModel *model, const LsOmega *omega);
void ls_flow_clear (LsFlow *self);
/* Groups from edges. */
void ls_flow_sort (LsInitialise *self, gboolean running);
/* In initialisation mode: takes away assumed edges of loops that are not there where the components
 * are now. @any: (out): whether there were such */
LsStatus ls_flow_probe (LsInitialise *self, gboolean *any);

/* Value of the source as it is at the other end of @link now. */
LsStatus ls_initialise_get_input (LsInitialise *self, guint link, double *value);
/* Passes the value of its row over @link, with events where it is discrete. @changed: (out)
 * (optional) */
LsStatus ls_initialise_pass (LsInitialise *self, guint link);
/* (transfer full): "component.variable" */
char *ls_initialise_name_row (const LsInitialise *self, guint row);

LsNetworkLoop *ls_network_loop_new (LsInitialise *self, const guint rows[], guint n_rows);
void ls_network_loop_free (LsNetworkLoop *self);
/* Whether a component of it has a row in the loop. */
gboolean ls_network_loop_holds (const LsNetworkLoop *self, guint system);
/* %FALSE without an error when a component said why. */
gboolean ls_network_loop_solve (LsNetworkLoop *self, GError **error);
/* (transfer full) (nullable) */
LsLoopReport *ls_network_loop_get_report (const LsNetworkLoop *self);
