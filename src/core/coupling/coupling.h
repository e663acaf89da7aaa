/* Coupling methods: how the inputs of a macro step are decided. */
#pragma once

#include "core/base/option.h"
#include "core/system/system.h"

typedef struct LsCouplingMethod LsCouplingMethod;

guint                   ls_coupling_method_get_n (void);
const LsCouplingMethod *ls_coupling_method_get (guint index);
/* Returns: the method called @id, or %NULL with %LS_ERROR_ARGUMENT listing the known ones. */
const LsCouplingMethod *ls_coupling_method_find (const char *id, GError **error);

const char     *ls_coupling_method_get_id (const LsCouplingMethod *method);
/* Translated: "MISSILES", one sentence, and the paper with section. */
const char     *ls_coupling_method_get_name (const LsCouplingMethod *method);
const char     *ls_coupling_method_get_summary (const LsCouplingMethod *method);
const char     *ls_coupling_method_get_source (const LsCouplingMethod *method);
/* What steps go by where a tolerance is given: a translated clause; %NULL when it can take none. */
const char     *ls_coupling_method_get_estimate (const LsCouplingMethod *method);
const LsOption *ls_coupling_method_get_options (const LsCouplingMethod *method, guint *n);

gboolean        ls_coupling_method_has_option (const LsCouplingMethod *method, const char *name);

/* Whether there is no coupling: all components are run by their Model Exchange interface, in one
 * schedule of their states, and a macro step is only what is recorded. */
gboolean        ls_coupling_method_is_asynchronous (const LsCouplingMethod *method);

/* Reads the options of @choice for its method; %NULL with %LS_ERROR_ARGUMENT. */
LsOptions      *ls_coupling_method_read_options (const LsMethodChoice *choice, GError **error);

/**
 * ls_coupling_method_check_options:
 * @names: (array zero-terminated=1): of all systems
 *
 * Judges what no list of options can: texts that name systems.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT, in the words that a run would end with
 */
gboolean        ls_coupling_method_check_options (const LsCouplingMethod *method, const LsOptions *options,
                                                  const char *const names[], GError **error);

/* Whether @choice can be of a run of @model (nullable: of any): its method, its options, and that what they name is
 * there; else %FALSE with %LS_ERROR_ARGUMENT. */
gboolean        ls_coupling_method_check_choice (const LsMethodChoice *choice, const LsModel *model,
                                                 GError **error);

/* Returns: (transfer full): "NI-Jacobi, extrapolation=1": translated, with what of @options differs
 * from the defaults, for legends. */
char           *ls_coupling_method_make_name (const LsCouplingMethod *method, const LsOptions *options);

/**
 * ls_coupling_method_explain:
 * Returns: (transfer full) (nullable): what @method does instead where @info
 * lacks something it uses, a translated sentence; %NULL when nothing is missing.
 * @possible: (out): whether it can run at all
 */
char           *ls_coupling_method_explain (const LsCouplingMethod *method, const LsSystemInfo *info,
                                            gboolean *possible);
/* The same with @options; (nullable): the defaults, as ls_coupling_method_explain() has them. */
char           *ls_coupling_method_explain_options (const LsCouplingMethod *method, const LsSystemInfo *info,
                                                    const LsOptions *options, gboolean *possible);

/**
 * ls_coupling_explain_steps:
 * @infos: @n, of all components
 * Returns: (transfer full): what becomes of a step that turns out too long for a tolerance, or why
 * all steps are equal: a translated sentence
 */
char           *ls_coupling_explain_steps (const LsSystemInfo *const infos[], guint n);
