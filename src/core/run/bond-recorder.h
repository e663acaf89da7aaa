/* Residual power and energy of the power bonds of a run. */
#pragma once

#include "core/master/master.h"
#include "core/model/bond.h"
#include "core/record/trace.h"

/**
 * LsBondRecorder:
 *
 * A bond of effort e from component A to B and flow f from B to A. Over a macro step each end is
 * given an input that differs from the output of the other: A has the power e (as it came) f (as
 * given), B has e (as given) f (as it came). Both count power positive from A to B:
 *   residual energy = integral of P_B - P_A,
 * what the coupling adds to the two components (negative: takes from them); 0 for exact coupling. With a sign
 * convention in which e f is the power from B to A the sign is the opposite.
 *
 * After Sadjina, Kyllingstad, Skjong, Pedersen: Energy conservation and power bonds in co-simulations
 * (2017), with integrals over the step instead of values at its end: inputs are polynomials, or held;
 * outputs between communication points are cubics through the last ones, up to the end of the step.
 * Values are those of the outputs: a factor or offset of a connection is taken back from the input.
 */
typedef struct LsBondRecorder LsBondRecorder;

/* Columns of each bond. */
typedef enum
{
  LS_BOND_POWER,     /* mean of P_B - P_A over the macro step that ends at the time of the row */
  LS_BOND_ENERGY,    /* its integral since the start */
  LS_BOND_EXCHANGED, /* integral of |P_A|, as mean of each step, since the start */
  LS_N_BOND_COLUMNS
} LsBondColumn;

/* Returns: (transfer full): a trace without rows with %LS_N_BOND_COLUMNS columns for each of @bonds (element-type
 * LsBond), in W and J where the units of both values are defined: "residual_energy(right.v_left*left.F)", … */
LsTrace *ls_bond_trace_new (const LsModel *model, const GArray *bonds);

/* @master: of @model, borrowed, initialised; its steps are observed until this is freed. */
LsBondRecorder *ls_bond_recorder_new (LsMaster *master, const LsModel *model, const GArray *bonds);
/* The master has to be alive. */
void ls_bond_recorder_free (LsBondRecorder *self);
/* Goes on from the last row of @trace, of the same time: only the points before it, through which outputs are
 * rebuilt, are missing, as at a start. Returns: %FALSE if it has no rows */
gboolean ls_bond_recorder_resume (LsBondRecorder *self, const LsTrace *trace);
/* Appends the row of the macro step that has just been taken, or of the start. */
gboolean ls_bond_recorder_append (LsBondRecorder *self, LsTrace *trace);

/* Returns: (transfer full): @rows with the columns of @bonds (of ls_bond_trace_new(), any number of bonds): in each row
 * the last values up to its time; %NULL with an error if there is no space. */
LsTrace *ls_bond_trace_join (LsTrace *bonds, LsTrace *rows, GError **error);
