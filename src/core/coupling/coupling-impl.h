/* For implementers of coupling methods: one const record per method, one file each. */
#pragma once

#include "core/assembly/network.h"
#include "core/coupling/coupling.h"

/* Returns: (transfer full) (nullable): for explain() of methods with polynomial inputs: how a component
 * without input derivatives receives them */
char *ls_coupling_explain_held_inputs (const LsSystemInfo *info);

/* For methods that step one component after the other; read by ls_order_new(). */
#define LS_COUPLING_OPTION_ORDER                                                                   \
  {                                                                                                \
    .name = "order", .type = LS_OPTION_TEXT, .initial = "graph",                                   \
    .summary = N_ ("Order of the components: graph (sources first, as far as there are no "        \
                   "loops), or all names, with slashes between them: left/right.")                 \
  }

/* For all methods with macro steps; read by ls_coupling_method_read_repairs(). */
#define LS_COUPLING_OPTIONS_REPAIR                                                                 \
  { .name = "balance",                                                                             \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "auto",                                                                             \
    .choices = ls_coupling_repairs,                                                                \
    .summary = N_ ("Compensate on the next step what an input missed of the integral of its "      \
                   "source on the last; auto: of components that hold their inputs or cannot be "  \
                   "linearised, but not with the settings of a publication.") },                   \
  {                                                                                                \
    .name = "feed-through", .type = LS_OPTION_CHOICE, .initial = "auto",                           \
    .choices = ls_coupling_repairs,                                                                \
    .summary = N_ ("Correct outputs with direct feed-through at the end of a step to the inputs "  \
                   "there; auto: of components that hold their inputs or cannot be linearised, "   \
                   "but not with the settings of a publication.")                                  \
  }

extern const char *const ls_coupling_repairs[];

/* Error estimates shared by several methods. */
#define LS_COUPLING_ESTIMATE_LINE                                                                  \
  N_ ("a predictor and a corrector: the straight line through the last outputs, and the computed " \
      "outputs")
#define LS_COUPLING_ESTIMATE_CUBIC                                                                 \
  N_ ("the defect, inputs less computed outputs at the end of the step, and between the ends a "   \
      "predictor and a corrector of one order: the last cubic, extrapolated, and the computed "    \
      "outputs")

/* For visit_state: of methods whose steps depend on nothing but the values and systems of the network, which
 * the master saves; and of those whose memory cannot be copied. */
gboolean ls_coupling_no_memory (gpointer state, LsVisitMemoryFunc func, gpointer user_data);
gboolean ls_coupling_unknown_memory (gpointer state, LsVisitMemoryFunc func, gpointer user_data);

/* visit_state of @method; %FALSE, too, where a record has none. */
gboolean ls_coupling_method_visit_state (const LsCouplingMethod *method,
                                         gpointer state,
                                         LsVisitMemoryFunc func,
                                         gpointer user_data);

struct LsCouplingMethod
{
  const char *id;
  const char *name;    /* marked with N_() */
  const char *summary; /* marked with N_() */
  const char *source;  /* paper and section */
  const LsOption *options;
  guint n_options;
  /* Optional: %NULL if the method supports every component. As ls_coupling_method_explain(). */
  char *(*explain) (const LsSystemInfo *info, gboolean *possible);
  /* Optional: replaces explain if the answer depends on the options. */
  char *(*explain_options) (const LsSystemInfo *info, const LsOptions *options, gboolean *possible);
  /* Optional; %NULL: never. Whether it linearises a component by trial steps, and so chooses its inputs. */
  gboolean (*tries) (const LsSystemInfo *info, const LsOptions *options);
  /* Optional. Validates, before a run, the options that refer to component names; prepare() rejects the
   * same options with the same message. */
  gboolean (*check_options) (const LsOptions *options, const char *const names[], GError **error);
  /* Mandatory. Allocates the state; %NULL with an error. @options is valid during this call only. */
  gpointer (*prepare) (LsNetwork *network, const LsOptions *options, GError **error);
  /* Mandatory. Advances the network from @network->time by @h and updates u, y, dy (not time). Allocates
   * nothing after the first steps. On %LS_RETRY everything is unchanged (systems restored). */
  LsStatus (*step) (gpointer state, LsNetwork *network, double h);
  /* All components run through their Model Exchange interface; step() schedules their states itself. */
  gboolean asynchronous;
  /* Steps start from the outputs of the last step and are not iterated: before each step the master solves
   * algebraic loops between Model Exchange FMUs. */
  gboolean lags;
  /* After %LS_RETRY, step() itself makes a smaller step possible, whatever the components support; else
   * @network->rollback_log does. */
  gboolean retries;
  /* Optional. The reason of the last %LS_RETRY, for the message of a failed run: (transfer full)
   * (nullable): translated sentences; %NULL if a component discarded the step. */
  char *(*describe) (gpointer state, const LsNetwork *network);
  /* Optional. After the last step of a completed run: writes a summary to the log. */
  void (*conclude) (gpointer state, const LsNetwork *network);
  /* Error estimate for step size control: one clause, marked with N_(); step() must call
   * ls_network_judge(). %NULL: no coupling tolerance. */
  const char *estimate;
  /* Mandatory: src/records.py refuses a source that does not name it. Calls @func for all memory in @state
   * that a step reads from earlier steps; with %NULL for @func only reports whether that is possible.
   * %FALSE: the memory is not complete, so there are no checkpoints and no stability analysis.
   * ls_coupling_no_memory() where there is none: steps depend on the network alone. */
  gboolean (*visit_state) (gpointer state, LsVisitMemoryFunc func, gpointer user_data);
  /* Optional. After that memory has been restored: resets derived data. */
  void (*restored) (gpointer state);
  /* Optional. Why a step is not a linear map although all components are linear: a translated clause; %NULL
   * if it is linear. */
  const char *(*explain_nonlinear) (const LsOptions *options);
  /* Optional. Changes @options to the ideal method: iterations converge to rounding, and only results carry
   * over from step to step. @attempt: number of settings that have not converged; later ones are more
   * robust and have the same solution. %FALSE: no more settings. */
  gboolean (*perfect) (LsOptions *options, guint attempt);
  /* Optional. Whether @options are those of a publication whose figures must stay. */
  gboolean (*is_published) (const LsOptions *options);
  void (*free) (gpointer state);
};

/* Those that other rooms choose by themselves. */
extern const LsCouplingMethod ls_coupling_ni_jacobi;
extern const LsCouplingMethod ls_coupling_missiles;
extern const LsCouplingMethod ls_coupling_ifosmondi_jfm;
