/* Coupling methods: how the inputs over a macro step are determined. */
#pragma once

#include "core/assembly/balance.h"
#include "core/base/option.h"
#include "core/system/system.h"

typedef struct LsCouplingMethod LsCouplingMethod;

guint                   ls_coupling_method_get_n (void);
const LsCouplingMethod *ls_coupling_method_get (guint index);
/* Returns: the method called @id, or %NULL with %LS_ERROR_ARGUMENT listing the known methods. */
const LsCouplingMethod *ls_coupling_method_find (const char *id, GError **error);

const char     *ls_coupling_method_get_id (const LsCouplingMethod *method);
/* Translated: name ("MISSILES"), summary (one sentence), source (paper and section). */
const char     *ls_coupling_method_get_name (const LsCouplingMethod *method);
const char     *ls_coupling_method_get_summary (const LsCouplingMethod *method);
const char     *ls_coupling_method_get_source (const LsCouplingMethod *method);
/* Error estimate used by step size control: a translated clause; %NULL if the method has no coupling
 * tolerance. */
const char     *ls_coupling_method_get_estimate (const LsCouplingMethod *method);
const LsOption *ls_coupling_method_get_options (const LsCouplingMethod *method, guint *n);

/* Whether there is no coupling: all components run through their Model Exchange interface, states are
 * scheduled individually, and macro steps only set the recorded samples. */
gboolean        ls_coupling_method_is_asynchronous (const LsCouplingMethod *method);

/* Reads the options of @choice for its method; %NULL with %LS_ERROR_ARGUMENT. */
LsOptions      *ls_coupling_method_read_options (const LsMethodChoice *choice, GError **error);

/* What @options say of the deficits of inputs ("balance") and of outputs at the ends of steps
 * ("feed-through"): off with the settings that figures were published for. */
void            ls_coupling_method_read_repairs (const LsCouplingMethod *method, const LsOptions *options,
                                                 LsRepair *balance, LsRepair *end_outputs);

/**
 * ls_coupling_method_check_options:
 * @names: (array zero-terminated=1): of all systems
 *
 * Validates options that refer to systems by name.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT and the message a run would fail with
 */
gboolean        ls_coupling_method_check_options (const LsCouplingMethod *method, const LsOptions *options,
                                                  const char *const names[], GError **error);

/* Whether @choice is valid for @model (nullable: for any model): its method, its options and the systems
 * they name; else %FALSE with %LS_ERROR_ARGUMENT. */
gboolean        ls_coupling_method_check_choice (const LsMethodChoice *choice, const LsModel *model,
                                                 GError **error);

/* Returns: (transfer full): name for legends, translated: the method and its options that differ from the
 * defaults, "NI-Jacobi, extrapolation=1". */
char           *ls_coupling_method_make_name (const LsCouplingMethod *method, const LsOptions *options);

/**
 * ls_coupling_method_explain:
 * Returns: (transfer full) (nullable): the fallback of @method for a component @info without a capability
 * that @method uses, a translated sentence; %NULL if no capability is missing.
 * @possible: (out): whether @method supports the component
 */
char           *ls_coupling_method_explain (const LsCouplingMethod *method, const LsSystemInfo *info,
                                            gboolean *possible);
/* The same with @options (nullable: the defaults, as in ls_coupling_method_explain()). */
char           *ls_coupling_method_explain_options (const LsCouplingMethod *method, const LsSystemInfo *info,
                                                    const LsOptions *options, gboolean *possible);

/**
 * ls_coupling_explain_steps:
 * @infos: @n, of all components
 * Returns: (transfer full): how a step that exceeds the tolerance is handled, or why all steps have the
 * same length: a translated sentence
 */
char           *ls_coupling_explain_steps (const LsSystemInfo *const infos[], guint n);
