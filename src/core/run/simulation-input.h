/* Inputs of a single FMU from a file, as they are set in a run. */
#pragma once

#include "core/fmi/instance.h"
#include "core/run/input-table.h"

#include <math.h>

/* Instants of a run that differ by less than this are the same but for rounding, s. */
static inline double
ls_simulation_get_slack (double t)
{
  return 1e-12 * fmax (1.0, fabs (t));
}

/* Times are relative to @origin. */
typedef struct
{
  const LsInputTable *table; /* (nullable) */
  LsInstance *instance;      /* borrowed; set once there is one */
  double origin;             /* s */
  guint n_continuous, n_discrete, n_clocks;
  guint *continuous, *discrete, *clocks; /* columns; Clocks by their priority */
  guint32 *continuous_refs;
  double *values; /* n_continuous: those set last */
  double segment; /* s; jumps and ticks up to this time have been applied */
  gboolean started;
  gboolean values_first; /* Scheduled Execution: a tick is the run of its partition */
} LsSimulationInput;

/* Clears with ls_simulation_input_clear(); @table: (nullable): borrowed */
void ls_simulation_input_init (LsSimulationInput *self, const LsInputTable *table, double origin);
void ls_simulation_input_clear (LsSimulationInput *self);

/* Values @u of the continuous inputs at @t: after jumps that have been applied, before others. */
void ls_simulation_input_get (const LsSimulationInput *self, double t, double u[]);

/* From now on Clocks tick: initialization is over. Those at the start are not yet applied. */
void ls_simulation_input_start (LsSimulationInput *self);

/* Whether a Clock ticks at @t, or since the last jumps that were applied. */
gboolean ls_simulation_input_has_tick (const LsSimulationInput *self, double t);

/* Applies the jumps and ticks at @t: sets the inputs that are not continuous. */
LsStatus ls_simulation_input_set_discrete (LsSimulationInput *self, double t);

/* Sets all inputs at @t, after a jump there. */
LsStatus ls_simulation_input_set (LsSimulationInput *self, double t);

/* Sets the time derivatives of continuous inputs at @t, if the FMU interpolates inputs. */
LsStatus ls_simulation_input_set_slopes (const LsSimulationInput *self, double t);

/* Returns: whether there is a jump at @t, within rounding; then @t becomes that time, if it was
 * before it */
gboolean ls_simulation_input_find_jump (const LsSimulationInput *self, double *t);
