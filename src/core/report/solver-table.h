/* Solvers to compare on an FMU and the table of results, for command line and window. */
#pragma once

#include "core/run/solver-comparison.h"

/**
 * LsSolverEntry:
 * @text: as entered, "cvode-bdf:locator=cvode"
 * @choice: @text with the tolerance, as a solver choice of a component
 * @solver: parsed from @choice
 * @run: the run; has a result if @done
 */
typedef struct
{
  char *text, *choice;
  LsSolver solver;
  LsSolverRun run;
  gboolean done;
} LsSolverEntry;

/* Returns: (element-type LsSolverEntry): empty */
GArray *ls_solver_entries_new (void);

/**
 * ls_solver_entries_add:
 * @text: a solver as for ls_solver_parse(), or several, separated by commas
 * @tolerances: %NULL-terminated, numbers between 0 and 1
 *
 * Adds each solver with each tolerance; a solver that specifies its own tolerance, or has a fixed
 * step, is added once.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT.
 */
gboolean ls_solver_entries_add (GArray *entries,
                                const char *text,
                                const char *const tolerances[],
                                GError **error);

/**
 * LsSolverProgressFunc:
 * @entry: index; -1 for the reference
 * @time: simulated time, s; for the reference the fraction done on the same scale
 * @fraction: of all work
 *
 * Returns: %FALSE to cancel; partial results remain.
 */
typedef gboolean (*LsSolverProgressFunc) (int entry,
                                          double time,
                                          double fraction,
                                          gpointer user_data);

/**
 * LsSolverTable:
 * @settings: of all runs, except solver and progress, which are set here
 * @entries: (element-type LsSolverEntry)
 * @reference_file: (nullable): %NULL: the reference is computed
 * @reference: without trace if there is none
 * @reference_problem: (nullable): why there is none; errors are then unknown
 *
 * All pointers are borrowed except the content of @reference and @reference_problem.
 */
typedef struct
{
  LsSimulationSettings settings;
  GArray *entries;
  const char *reference_file;
  LsSolverReference reference;
  char *reference_problem;
} LsSolverTable;

/* Returns: %FALSE if cancelled, or if the file is not a valid reference */
gboolean ls_solver_table_execute (LsSolverTable *self,
                                  LsLog *log,
                                  LsSolverProgressFunc progress,
                                  gpointer user_data,
                                  GError **error);
/* Frees the reference and its problem, not the entries. */
void ls_solver_table_clear (LsSolverTable *self);

typedef enum
{
  LS_SOLVER_COLUMN_SOLVER,
  LS_SOLVER_COLUMN_TOLERANCE, /* or step size */
  LS_SOLVER_COLUMN_ERROR,
  LS_SOLVER_COLUMN_END_ERROR,
  LS_SOLVER_COLUMN_STEPS,
  LS_SOLVER_COLUMN_REJECTED,
  LS_SOLVER_COLUMN_EVALUATIONS,
  LS_SOLVER_COLUMN_JACOBIANS,
  LS_SOLVER_COLUMN_INDICATORS,
  LS_SOLVER_COLUMN_EVENTS,
  LS_SOLVER_COLUMN_TIME,
  LS_SOLVER_N_COLUMNS
} LsSolverColumn;

/* Translated. */
const char *ls_solver_column_get_title (LsSolverColumn column);
/* Returns: (transfer full): text of a cell; numbers with a decimal point. An error that is not
 * above three times the reference's own is "≲ " and that limit */
char *ls_solver_table_get_text (const LsSolverTable *self, guint entry, LsSolverColumn column);
/* Largest error of all signals, %; NaN if unknown. */
double ls_solver_table_get_error (const LsSolverTable *self, guint entry);
/* Returns: (transfer full): a translated sentence about the reference */
char *ls_solver_table_describe_reference (const LsSolverTable *self);
