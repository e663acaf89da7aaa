/* Results as other programs write them, read as traces. */
#pragma once

#include "core/record/trace.h"

/* Columns of a text file; beyond them: %LS_ERROR_LIMIT. */
#define LS_FOREIGN_MAX_COLUMNS 20000u

/**
 * LsForeign: what a file said beyond its numbers.
 * @tool: (nullable): the program that writes such files, by its form: "MasterSim", "OMSimulator",
 *   "libcosim", "OpenModelica or Dymola"; %NULL for plain CSV, which FMPy and many others write
 * @component: (nullable): what its columns belong to, where the name of the file says it: libcosim
 *   writes a file per component, "prey.csv" or "prey_20260101_120000_000001.csv"
 * @time_name: column that was taken for the time
 * @time_unit: (nullable): its unit in the file; the trace has s
 * @left_out: (element-type char *): columns without numbers
 */
typedef struct
{
  const char *tool;
  char *component;
  char *time_name, *time_unit;
  GPtrArray *left_out;
} LsForeign;

void ls_foreign_clear (LsForeign *self);

/* Returns: (transfer full): the component that the name of a file says: "prey" of "prey.csv" and of
 * "prey_20260101_120000_000001.csv" */
char *ls_foreign_get_component (const char *path);

/**
 * ls_foreign_read:
 * @path: .mat in the layout of Dymola; else text in columns
 * @info: (out) (nullable): clear with ls_foreign_clear(), also after an error
 *
 * Of text this is understood: columns parted by tabulators, semicolons or commas (the first of
 * these in the line of names), a first line “sep=,”, quotes, numbers with a decimal comma where
 * commas do not part columns, true and false, values of arrays parted by blanks in one field (they
 * become "name[1]", "name[2]"), units in brackets behind names ("prey.population [kg]"), an empty
 * last column. The time is the column called "time" or "t", whatever its case, else the first, in s
 * or the unit that its name gives.
 *
 * Returns: (transfer full): the trace, or %NULL with %LS_ERROR_FILE, %LS_ERROR_LIMIT, or
 * %LS_ERROR_FORMAT naming file, line and column.
 */
LsTrace *ls_foreign_read (const char *path, LsForeign *info, GError **error);
