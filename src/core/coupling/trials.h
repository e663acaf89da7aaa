/* Linearisation of a component with rollback by trial steps. */
#pragma once

#include "core/assembly/network.h"

/**
 * LsTrials:
 *
 * A component that can be rolled back, but not linearised: from the reached time it is stepped ahead with
 * its inputs held, once as they are, and once for each input with a small change of it on the first step,
 * and brought back each time. These responses give A, B, C and D (core/num/realise.h), and the steps
 * without a change x'. Matrices stay, and x' is followed by them, without a call, for as long as they
 * predict what the component does.
 *
 * Its inputs, if it holds them, are chosen by core/num/holding.h. What its states then differ by from those
 * with polynomial inputs is known: coupling methods see outputs and x' without it, so that it does not
 * feed back, and the coupling keeps the order that it has with polynomial inputs.
 */
typedef struct LsTrials LsTrials;

/* Whether a component can be linearised only in this way; trials need ls_system_explain_state() to be
 * %NULL, too. */
gboolean  ls_trials_suit (const LsSystemInfo *info);
/* What ls_trials_suit() means for the component: (transfer full): a sentence */
char     *ls_trials_explain (const LsSystemInfo *info);

/* Returns: (nullable): trials of component @system of @network, borrowed; %NULL if they do not suit it */
LsTrials *ls_trials_new (LsNetwork *network, guint system);
void      ls_trials_free (LsTrials *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTrials, ls_trials_free)

/* As that of the component, but with the number of states of the linearisations; borrowed. */
const LsSystemInfo *ls_trials_get_info (const LsTrials *self);

/**
 * ls_trials_linearise:
 * @h: coming step, s
 * @point: (out): of ls_trials_get_info(); x is 0
 *
 * At the reached time, with the inputs of the network. Counts all calls.
 *
 * Returns: other than %LS_OK when the component fails
 */
LsStatus ls_trials_linearise (LsTrials *self, LsCounts *counts, double h, LsLinearisation *point);
/* After it: explicit time dependence of the outputs, n_out, per s; borrowed. */
const double *ls_trials_get_time_slopes (const LsTrials *self);
/* After it: whether matrices have predicted the outputs clearly better than the past of the outputs does.
 * Otherwise methods do without trials of any component: what is wrong of one is wrong for all. */
gboolean ls_trials_are_worth (const LsTrials *self);
/* Says so, for the rest of the run, to the log. */
void ls_trials_tell_end (const LsTrials *self);
/**
 * ls_trials_give:
 * @u: n_in x (@degree + 1) of the whole network
 * @given: (out): likewise; what the component is to be given: only its rows are set
 *
 * After ls_trials_linearise(), for its @h. May be repeated.
 */
void ls_trials_give (LsTrials *self, guint degree, const double u[], double given[]);
/* After the step with the last inputs given has been accepted. */
void ls_trials_accept (LsTrials *self);
/* At the start, and after an event: drops what was predicted. */
void ls_trials_restart (LsTrials *self);
