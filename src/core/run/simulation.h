/* Simulation of a single FMU: Model Exchange with a Lockstep solver, or Co-Simulation. */
#pragma once

#include "core/record/trace.h"
#include "core/run/input-table.h"
#include "core/system/me-solver.h"

/**
 * LsSimulationSettings:
 * @solver: (nullable): for Model Exchange; %NULL: fmi2DoStep from one output to the next
 * @start_time, @stop_time, @output_interval: s
 * @tolerance: passed to the FMU; NaN: undefined
 * @start_values: (nullable): name, value, name, value, …, %NULL
 * @input: (nullable): inputs over time
 * @signals: (nullable): variables to record, %NULL-terminated; %NULL: all outputs except Strings,
 * or the local variables of an FMU without outputs
 * @max_steps: maximum solver steps; the run fails early if more are expected; 0: no limit
 * @progress: (nullable): at most every 20 ms, with the time reached, s; %FALSE to cancel
 * @check_room: (nullable): whether there is enough space for the given number of rows and signals,
 * called before the FMU; sets an error if not
 * @recorded: (nullable): called when all samples are recorded and the FMU is not yet terminated,
 * which may crash some FMUs
 */
typedef struct
{
  LsFmu *fmu;
  const char *name;
  const LsSolver *solver;
  double start_time, stop_time, output_interval;
  double tolerance;
  const char *const *start_values;
  const LsInputTable *input;
  const char *const *signals;
  guint64 max_steps;
  gboolean (*progress) (double time, gpointer user_data);
  gpointer progress_data;
  gboolean (*check_room) (double n_rows, guint n_signals, gpointer user_data, GError **error);
  void (*recorded) (LsTrace *trace, gpointer user_data);
  gpointer recorded_data; /* for both callbacks */
} LsSimulationSettings;

/**
 * LsSimulationResult:
 * @counts: of the solver; zero for Co-Simulation
 * @is_kept, @projections: whether constraint projection was active, and its counts
 * @do_step: calls of fmi2DoStep
 * @terminated: whether the FMU ended the simulation before the stop time
 * @time: reached, s
 */
typedef struct
{
  LsHybridCounts counts;
  gboolean is_kept;
  LsProjectionCounts projections;
  guint64 do_step;
  gboolean terminated;
  double time;
} LsSimulationResult;

/* Default output interval, s: the step size of the FMU's default experiment, else a 500th of the
 * interval. */
double ls_simulation_get_default_interval (const LsDescription *description,
                                           double start_time,
                                           double stop_time);

/* Returns: (transfer full) (nullable): message that a signal has diverged. @reference,
 * @errors_percent: (nullable): for every signal of @trace, if there is a reference; its columns may
 * be in another order. */
char *ls_simulation_find_divergence (const LsSimulationSettings *settings,
                                     const LsTrace *trace,
                                     const LsTrace *reference,
                                     const double errors_percent[]);

/**
 * ls_simulation_run:
 * @trace: (out) (transfer full): a row at every output time, two rows at every event; also the
 * partial results of a failed simulation; %NULL if it did not start
 *
 * Returns: %FALSE with an error naming variable, call and time; %LS_ERROR_CANCELLED if @progress
 * cancelled it.
 */
gboolean ls_simulation_run (const LsSimulationSettings *settings,
                            LsLog *log,
                            LsTrace **trace,
                            LsSimulationResult *result,
                            GError **error);
