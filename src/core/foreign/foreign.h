/* Results as other programs write them, read as traces. */
#pragma once

#include "core/base/item.h"
#include "core/record/trace.h"

/* Columns of a text file; beyond them: %LS_ERROR_LIMIT. */
#define LS_FOREIGN_MAX_COLUMNS 20000u

/* Forms of results that can be read, by the endings of their files. The first reads what is of no other. */
extern LsItemList ls_foreign_readers;
/* Whether @path ends as one of them. */
gboolean ls_foreign_is_result (const char *path);
/* Returns: (transfer container): endings of tables for ls_foreign_read_table(), %NULL-terminated */
const char **ls_foreign_list_table_endings (void);

/**
 * LsForeign: what a file said beyond its numbers.
 * @tool: (nullable): the program that writes such files, by its form: "MasterSim", "OMSimulator",
 *   "libcosim", "OpenModelica or Dymola"; %NULL for plain CSV, which FMPy and many others write
 * @is_own: Lockstep writes such files itself, so that @tool need not have
 * @component: (nullable): what its columns belong to, where the name of the file says it: libcosim
 *   writes a file per component, "prey.csv" or "prey_20260101_120000_000001.csv"
 * @time_name: column that was taken for the time
 * @time_unit: (nullable): its unit in the file; the trace has s
 * @time_column: where it stands in the file, from 0
 * @left_out: (element-type char *): columns without numbers
 * @separator: of columns; ' ' for blanks, 0 where there is none
 * @comma: (nullable): the first number that has a decimal comma
 * @nameless: the columns have no names; they are called y1, y2, …
 * @n_remarks: lines that were passed over
 */
typedef struct
{
  const char *tool;
  gboolean is_own;
  char *component;
  char *time_name, *time_unit;
  guint time_column;
  GPtrArray *left_out;
  char separator;
  char *comma;
  gboolean nameless;
  guint n_remarks;
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
 * Of text this is understood: columns parted by tabulators, semicolons, commas or blanks (the first
 * of these in the line of names), a first line “sep=,”, quotes, numbers with a decimal comma where
 * commas do not part columns, digits in groups ("1.234,5"), true and false, values of arrays parted
 * by blanks in one field (they become "name[1]", "name[2]"), units in brackets behind names
 * ("prey.population [kg]") or in a line beneath them, remarks behind “#” or “%”, among them the
 * names, an empty last column; UTF-8, UTF-16 with its mark, or Windows-1252. The time is the column
 * called "time" or "t" (also "Zeit", "temps"), whatever its case, else the first, in s or the unit
 * that its name gives. Decimal points and decimal commas in one file are an error: 1.234 may be
 * either.
 *
 * Returns: (transfer full): the trace, or %NULL with %LS_ERROR_FILE, %LS_ERROR_LIMIT, or
 * %LS_ERROR_FORMAT naming file, line and column.
 */
LsTrace *ls_foreign_read (const char *path, LsForeign *info, GError **error);

/**
 * ls_foreign_read_table:
 *
 * As ls_foreign_read(), of a table made by hand, a spreadsheet or a measuring device: names may be
 * missing, round brackets behind names are units too, and every field has to hold a number.
 */
LsTrace *ls_foreign_read_table (const char *path, LsForeign *info, GError **error);
/* Sentences on what was understood of a file. (transfer full) */
char *ls_foreign_describe (const LsForeign *info);
