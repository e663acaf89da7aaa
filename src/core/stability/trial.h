/* A coupling method on systems that are exactly linear: stepped, and put back, with all that it
 * remembers as numbers. */
#pragma once

#include "core/coupling/coupling.h"
#include "core/stability/linear-model.h"

typedef struct LsTrial LsTrial;

/**
 * ls_trial_new:
 * @model: borrowed
 * @input_sizes, @output_sizes: n_in, n_out: what nominals are to be
 *
 * At rest: all is zero.
 *
 * Returns: (transfer full): %NULL with the error of the method that refuses
 */
LsTrial *ls_trial_new (const LsLinearModel *model, const double input_sizes[],
                       const double output_sizes[], const LsCouplingMethod *method,
                       const LsOptions *options, GError **error);
void ls_trial_free (LsTrial *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTrial, ls_trial_free)

/* Whether the method exposes its memory; else it must not be requested. */
gboolean ls_trial_knows_memory (const LsTrial *self);
/* One macro step. %LS_STOP as well where the method sees a discontinuity. */
LsStatus ls_trial_step (LsTrial *self, double h);

/* All that the next step depends on, as it is in memory: numbers, but also flags and times. As many
 * doubles at the same places, whenever it is asked. */
gsize ls_trial_get_size (LsTrial *self);
void ls_trial_read (LsTrial *self, double memory[]);
void ls_trial_write (LsTrial *self, const double memory[]);
/* The places of the states of all components, in model order; inputs are the first places. */
void ls_trial_list_states (LsTrial *self, gsize places[]);
