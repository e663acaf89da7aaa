/* Outputs with direct feed-through at the ends of steps: corrected from the inputs that the step had
 * to those of the communication point reached. */
#pragma once

#include "core/assembly/balance.h"
#include "core/assembly/flow.h"

/**
 * LsEndOutputs:
 *
 * A component that holds its inputs over a step has at its end y = g (x, u held), where its
 * neighbours need g (x, u) with the inputs u of the reached time. In the order of direct
 * feed-through, each component is read again with them or, where it does not answer to that before
 * its next step, y += D (u - u held). Algebraic loops are solved by Newton's method, with D of the
 * loop, which between readings is kept by secants (Broyden).
 */
typedef struct LsEndOutputs LsEndOutputs;

/* Whether the outputs of a component are corrected: as ls_end_outputs_new(). */
gboolean ls_end_outputs_wants (const LsSystemInfo *info, LsRepair repair);

/* @network: borrowed, connected, in initialisation mode; @repair: AUTO: of components that hold
 * their inputs or cannot be linearised; ON: of all. Returns: %NULL if there are none with direct
 * feed-through */
LsEndOutputs *ls_end_outputs_new (LsNetwork *network, LsRepair repair);
void ls_end_outputs_free (LsEndOutputs *self);

/* In initialisation mode, with consistent values: finds D by differences for components that need it.
 * Returns: %LS_STOP when a component fails */
LsStatus ls_end_outputs_probe (LsEndOutputs *self);
/* After it. @flow: the order of evaluation, borrowed during the call */
void ls_end_outputs_start (LsEndOutputs *self, const LsFlow *flow);

/* Whether it solves all algebraic loops at the ends of steps. */
gboolean ls_end_outputs_closes_loops (const LsEndOutputs *self);
gboolean ls_end_outputs_covers (const LsEndOutputs *self, guint system);
/* Whether the values that the inputs of @system have at the end of the step are to be noted. */
gboolean ls_end_outputs_notes (const LsEndOutputs *self, guint system);
/* Notes the value that @input, global index, has at the end of the step. */
void ls_end_outputs_note (LsEndOutputs *self, guint input, double value);
/* The same of all inputs of @system, with the values @held (n_in of the network). @is_read: its outputs will be
 * noted; otherwise ls_end_outputs_pass_over() */
void ls_end_outputs_note_held (LsEndOutputs *self, guint system, gboolean is_read, const double held[]);
/* Notes the outputs of @system after its step, in @y (n_out of the network). */
void ls_end_outputs_note_outputs (LsEndOutputs *self, guint system, const double y[]);
/* Whether raw outputs after the next step of @system need not be read, as only corrected ones are
 * used: then call ls_end_outputs_pass_over() instead of ls_end_outputs_note_outputs(). */
gboolean ls_end_outputs_passes_over (const LsEndOutputs *self, guint system);
void ls_end_outputs_pass_over (LsEndOutputs *self, guint system);
/* For prepare() of methods: @output, global index, is used before ls_end_outputs_correct(). @self may
 * be %NULL. */
void ls_end_outputs_need (LsEndOutputs *self, int output);
/* Corrects the outputs of one system in @y (n_out of the network) to the inputs @u (its n_in). */
LsStatus ls_end_outputs_correct_system (LsEndOutputs *self, guint system, const double u[], double y[]);
/* With all systems at the end of the step: corrects @y to inputs equal to their sources in @y. */
LsStatus ls_end_outputs_correct (LsEndOutputs *self, double y[]);
/* Whether all outputs that may have been corrected are finite numbers. */
gboolean ls_end_outputs_are_finite (const LsEndOutputs *self, const double y[]);
/* After the step has been accepted. */
void ls_end_outputs_accept (LsEndOutputs *self);

/* Visits its state: see state-memory.h. */
void ls_end_outputs_visit_state (LsEndOutputs *self, LsVisitMemoryFunc func, gpointer user_data);
