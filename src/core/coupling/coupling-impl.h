/* For implementers of coupling methods: one const record per method, one file each. */
#pragma once

#include "core/assembly/network.h"
#include "core/coupling/coupling.h"

/* Returns: (transfer full) (nullable): for explain() of methods whose inputs are polynomials: what
 * a component makes of them that cannot take these. */
char *ls_coupling_explain_held_inputs (const LsSystemInfo *info);

/* For methods that step one component after the other; read by ls_order_new(). */
#define LS_COUPLING_OPTION_ORDER                                                                   \
  {                                                                                                \
    .name = "order", .type = LS_OPTION_TEXT, .initial = "graph",                                   \
    .summary = N_ ("Which component steps when: graph, sources before those they feed as far as "  \
                   "there are no loops; or all components by name, with slashes between them: "    \
                   "left/right.")                                                                  \
  }

/* Estimates that methods share. */
#define LS_COUPLING_ESTIMATE_LINE                                                                  \
  N_ ("a predictor and a corrector: the straight line through the last outputs, and those that "   \
      "came")
#define LS_COUPLING_ESTIMATE_CUBIC                                                                 \
  N_ ("the defect, what inputs were at the end of the step against the outputs that came, and "    \
      "between the ends by a predictor and a corrector of one order: the last cubic, continued, "  \
      "and what came")

struct LsCouplingMethod
{
  const char *id;
  const char *name;    /* marked with N_() */
  const char *summary; /* marked with N_() */
  const char *source;  /* paper and section */
  const LsOption *options;
  guint n_options;
  /* Optional: NULL when every component will do. As ls_coupling_method_explain(). */
  char *(*explain) (const LsSystemInfo *info, gboolean *possible);
  /* Optional: takes the place of explain where the answer depends on the options. */
  char *(*explain_options) (const LsSystemInfo *info, const LsOptions *options, gboolean *possible);
  /* Optional. Judges, before a run, what of @options depends on what the systems are called;
   * prepare() refuses the same in the same words. */
  gboolean (*check_options) (const LsOptions *options, const char *const names[], GError **error);
  /* Mandatory. Makes work arrays; %NULL with an error. @options is read here only. */
  gpointer (*prepare) (LsNetwork *network, const LsOptions *options, GError **error);
  /* Mandatory. Brings the network from @network->time to @network->time + @h and
   * updates u, y, dy (not time). Allocates nothing after the first steps. On
   * %LS_RETRY nothing has changed (systems restored). */
  LsStatus (*step) (gpointer state, LsNetwork *network, double h);
  /* All components are run by their Model Exchange interface, and step() moves them itself. */
  gboolean asynchronous;
  /* Steps begin with the outputs of the last one and are not iterated: where outputs depend on each
   * other without delay the master solves for them before each step, of Model Exchange FMUs. */
  gboolean lags;
  /* Whether step() sees to it itself that on %LS_RETRY a smaller step can follow, whatever the
   * components can; else @network->history does. */
  gboolean retries;
  /* Optional. Why step() has just returned %LS_RETRY, for the message that ends a run: translated
   * sentences, (transfer full) (nullable); %NULL when a component refused. */
  char *(*describe) (gpointer state, const LsNetwork *network);
  /* Optional. After the last step of a run that came to its end: what there is to say goes to the
   * log. */
  void (*conclude) (gpointer state, const LsNetwork *network);
  /* What a tolerance goes by: one clause, marked with N_(). step() has to call ls_network_judge().
   * %NULL: no tolerance can be given. */
  const char *estimate;
  /* Optional. Calls @func for all that a step reads of what steps before it left in @state; with
   * %NULL for @func it only says whether it can. %FALSE: it cannot tell all. */
  gboolean (*visit_state) (gpointer state, LsVisitMemoryFunc func, gpointer user_data);
  /* Optional. After that memory has been put back: other things that depend on it. */
  void (*go_back) (gpointer state);
  /* Optional. Why what a step does to values is no linear map, though all components are linear: a
   * translated clause; %NULL when it is one. */
  const char *(*explain_nonlinear) (const LsOptions *options);
  /* Optional. So that what a step does is what the method means: iterations go on to rounding, and
   * nothing is kept from step to step but for its result. @attempt: how often they have not settled
   * so; more patient ones lead to the same. %FALSE: there is nothing more to try. */
  gboolean (*perfect) (LsOptions *options, guint attempt);
  /* Optional. Forgets history. */
  void (*restart) (gpointer state);
  void (*free) (gpointer state);
};

extern const LsCouplingMethod ls_coupling_ni_jacobi;
extern const LsCouplingMethod ls_coupling_gauss_seidel;
extern const LsCouplingMethod ls_coupling_iterated_jacobi;
extern const LsCouplingMethod ls_coupling_iterated_gauss_seidel;
extern const LsCouplingMethod ls_coupling_missiles;
extern const LsCouplingMethod ls_coupling_ifosmondi_jfm;
extern const LsCouplingMethod ls_coupling_costarica;
extern const LsCouplingMethod ls_coupling_qss1;
extern const LsCouplingMethod ls_coupling_qss2;
extern const LsCouplingMethod ls_coupling_qss3;
extern const LsCouplingMethod ls_coupling_liqss1;
extern const LsCouplingMethod ls_coupling_liqss2;
extern const LsCouplingMethod ls_coupling_liqss3;
