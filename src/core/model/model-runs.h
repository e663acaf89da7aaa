/* Whether the runs of two models would be the same. */
#pragma once

#include "core/model/model.h"

/* Compares FMUs, values, connections, how components are run, and of the experiment times, steps,
 * tolerance, reference, methods and recorded signals; not names of models, geometry, notes, plots and
 * the plan of variations. */
gboolean ls_model_runs_equal (const LsModel *a, const LsModel *b);
