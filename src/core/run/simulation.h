/* One FMU alone: by its Model Exchange interface with a solver of ours, or as a slave. */
#pragma once

#include "core/record/trace.h"
#include "core/run/input-table.h"
#include "core/system/me-solver.h"

/**
 * LsSimulationSettings:
 * @solver: (nullable): for Model Exchange; %NULL: fmi2DoStep from one output to the next
 * @start_time, @stop_time, @output_interval: s
 * @tolerance: told to the FMU; NaN: none
 * @start_values: (nullable): name, value, name, value, …, %NULL
 * @input: (nullable): inputs over time
 * @signals: (nullable): variables to record, %NULL-terminated; %NULL: all outputs but Strings,
 *   of an FMU without outputs the variables inside
 * @max_steps: of the solver: it is given up when it would take more, which is seen long before; 0:
 *   no bound
 * @progress: (nullable): at most every 20 ms, with the time reached, s; %FALSE to end
 * @check_room: (nullable): whether what becomes of so many rows and signals has room, asked before
 *   the FMU is called; with an error where not
 * @recorded: (nullable): when all is recorded and the FMU is yet to be told of the end, which not
 *   every one survives
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
  gpointer recorded_data; /* of both */
} LsSimulationSettings;

/**
 * LsSimulationResult:
 * @counts: of the solver; zero for a slave
 * @is_kept, @projections: whether the states were kept to constraints, and what that took
 * @do_step: calls of fmi2DoStep
 * @terminated: whether the FMU has ended the simulation before the stop time
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

/* What is taken where nobody says how often outputs are wanted, s: the step of the FMU's default
 * experiment, else a 500th of the whole. */
double ls_simulation_get_default_interval (const LsDescription *description,
                                           double start_time,
                                           double stop_time);

/* Returns: (transfer full) (nullable): that a signal of a simulation has diverged, a sentence.
 * @reference, @errors_percent: (nullable): of every signal of @trace, where there is something to
 * compare with; its columns may be in another order. */
char *ls_simulation_find_divergence (const LsSimulationSettings *settings,
                                     const LsTrace *trace,
                                     const LsTrace *reference,
                                     const double errors_percent[]);

/**
 * ls_simulation_run:
 * @trace: (out) (transfer full): a row at every output time, two rows at every event; also what
 *   there is of a simulation that failed; %NULL when it did not begin
 *
 * Returns: %FALSE with an error naming variable, call and time; %LS_ERROR_CANCELLED when @progress
 *   ended it.
 */
gboolean ls_simulation_run (const LsSimulationSettings *settings,
                            LsLog *log,
                            LsTrace **trace,
                            LsSimulationResult *result,
                            GError **error);
