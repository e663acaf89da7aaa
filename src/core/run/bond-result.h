/* What the power bonds of a run have come to. */
#pragma once

#include "core/run/run.h"

/**
 * LsBondResult:
 * @name: "right.v_left*left.F"
 * @effort, @flow: its connections, each named after its input
 * @unit: "J", or "" where the unit of either is not defined
 * @energy: residual energy at the end of the run, see core/run/bond-recorder.h
 * @exchanged: energy that went through the bond, in either direction
 */
typedef struct
{
  char       *name, *effort, *flow;
  const char *unit;
  double      energy, exchanged;
} LsBondResult;

/* Returns: (transfer full) (element-type LsBondResult): of the bonds of the model, so far; empty
 * without macro steps. */
GArray *ls_bond_results_new (LsRun *run);
/* Greatest magnitude of the residual energy of bond @index of these during the run; reads all its rows. */
double  ls_bond_find_greatest (LsRun *run, guint index);
/* Returns: (transfer full): "residual energy 0.12 J of 35 J exchanged", translated */
char   *ls_bond_result_describe (const LsBondResult *self);
