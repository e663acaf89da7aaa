/* Which solvers are compared on an FMU, and the table of what came of it: one for the command line
 * and the window. */
#pragma once

#include "core/run/solver-comparison.h"

/**
 * LsSolverEntry:
 * @text: as it was given, "cvode-bdf:locator=cvode"
 * @choice: the same with the tolerance, as a component takes it
 * @solver: what both say
 * @run: what came of it; with a result where @done
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
 * Adds each solver with each tolerance; once where it says its tolerance itself or has none but a
 * step.
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
 * @time: simulated, s; of the reference the part that is done, on the same scale
 * @fraction: of all that is to be done
 *
 * Returns: %FALSE to end; what is done by then can be shown.
 */
typedef gboolean (*LsSolverProgressFunc) (int entry,
                                          double time,
                                          double fraction,
                                          gpointer user_data);

/**
 * LsSolverTable:
 * @settings: of all runs but for solver and progress, which are set here
 * @entries: (element-type LsSolverEntry)
 * @reference_file: (nullable): %NULL: a tight one is computed
 * @reference: without trace where there is none
 * @reference_problem: (nullable): why there is none; the runs are worth something without
 *
 * Pointers but what the reference holds and @reference_problem are the caller's.
 */
typedef struct
{
  LsSimulationSettings settings;
  GArray *entries;
  const char *reference_file;
  LsSolverReference reference;
  char *reference_problem;
} LsSolverTable;

/* Returns: %FALSE when it was cancelled, or the file is no reference. */
gboolean ls_solver_table_execute (LsSolverTable *self,
                                  LsLog *log,
                                  LsSolverProgressFunc progress,
                                  gpointer user_data,
                                  GError **error);
/* The reference and its problem; not the entries. */
void ls_solver_table_clear (LsSolverTable *self);

typedef enum
{
  LS_SOLVER_COLUMN_SOLVER,
  LS_SOLVER_COLUMN_TOLERANCE, /* or step */
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
/* Returns: (transfer full): what the table has there; numbers with a point. An error that is not to
 * be told from that of the reference is "≲ " thrice that. */
char *ls_solver_table_get_text (const LsSolverTable *self, guint entry, LsSolverColumn column);
/* Error of the worst signal, %; NaN without one. */
double ls_solver_table_get_error (const LsSolverTable *self, guint entry);
/* Returns: (transfer full): of the reference, a sentence, translated. */
char *ls_solver_table_describe_reference (const LsSolverTable *self);
