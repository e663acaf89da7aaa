/* Outputs with direct feed-through that Gauss-Seidel methods use before the end of the macro step: corrected at once from
 * the inputs of the step to those at its end, as far as these are known by then. */
#pragma once

#include "core/coupling/coupling-impl.h"

typedef struct LsEarlyOutputs LsEarlyOutputs;

/* For prepare() of methods, before the first step. @network: borrowed; @forward: n_in, borrowed: as by ls_order_mark(); @once:
 * (nullable): n_systems, which components are stepped once per macro step; %NULL: all. Only their outputs are corrected.
 * Returns: (nullable): %NULL if there are none */
LsEarlyOutputs *ls_early_outputs_new (LsNetwork *network, const guint8 forward[], const guint8 once[]);
void ls_early_outputs_free (LsEarlyOutputs *self);

/* After the step of @system: corrects its outputs in @y (n_out of the network) to new outputs of components stepped before,
 * also from @y, and to predictions of the others; @u: n_in: inputs without prediction. @self may be %NULL. */
LsStatus ls_early_outputs_correct (LsEarlyOutputs *self, guint system, double h, const double u[], double y[]);
