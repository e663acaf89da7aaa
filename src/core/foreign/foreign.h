/* Results of other programs, read as traces. */
#pragma once

#include "core/base/item.h"
#include "core/record/trace.h"

/* Maximum number of columns of a text file; beyond: %LS_ERROR_LIMIT. */
#define LS_FOREIGN_MAX_COLUMNS 20000u

/* Formats of results, recognised by file endings. The first is the default. */
extern LsItemList ls_foreign_readers;
/* Whether @path has one of their endings. */
gboolean ls_foreign_is_result (const char *path);
/* Returns: (transfer container): endings of tables for ls_foreign_read_table(), %NULL-terminated */
const char **ls_foreign_list_table_endings (void);

/**
 * LsForeign: properties of a file beyond its numbers.
 * @tool: (nullable): the program that writes such files, by their format: "MasterSim",
 *   "OMSimulator", "libcosim", "OpenModelica or Dymola"; %NULL for plain CSV, which FMPy and many
 *   others write
 * @is_own: Lockstep writes such files, too, so @tool is not necessarily their origin
 * @component: (nullable): component of the columns, from the file name: libcosim writes a file per
 *   component, "prey.csv" or "prey_20260101_120000_000001.csv"
 * @time_name: name of the column used as time
 * @time_unit: (nullable): its unit in the file; the trace is in s
 * @time_column: its index in the file, from 0
 * @left_out: (element-type char *): columns without numbers
 * @separator: of columns; ' ' for spaces and tabs, 0 if none
 * @comma: (nullable): the first number that has a decimal comma
 * @nameless: the file has no column names; the columns are called y1, y2, …
 * @n_remarks: number of comment lines skipped
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

/* Returns: (transfer full): the component in the name of a file: "prey" for "prey.csv" and for
 * "prey_20260101_120000_000001.csv" */
char *ls_foreign_get_component (const char *path);

/**
 * ls_foreign_read:
 * @path: .mat in the layout of Dymola; otherwise text in columns
 * @info: (out) (nullable): clear with ls_foreign_clear(), also after an error
 *
 * Supported text: columns separated by tabs, semicolons, commas or spaces (the first of these that
 * occurs in the line of names), a first line “sep=,”, quotes, numbers with a decimal comma where
 * commas are not the separator, digit groups ("1.234,5"), true and false, space-separated array
 * values in one field (they become "name[1]", "name[2]"), units in brackets after names
 * ("prey.population [kg]") or in a line below them, comment lines (“#” or “%”), which may contain
 * the names, an empty last column; UTF-8, UTF-16 with a byte order mark, or Windows-1252. The time
 * is the column called "time" or "t" (also "Zeit", "temps"; case-insensitive), otherwise the first
 * one, in s or the unit given with its name. Decimal points and decimal commas in one file are an
 * error: 1.234 would be ambiguous.
 *
 * Returns: (transfer full): the trace, or %NULL with %LS_ERROR_FILE, %LS_ERROR_LIMIT, or
 * %LS_ERROR_FORMAT; the message names file, line and column.
 */
LsTrace *ls_foreign_read (const char *path, LsForeign *info, GError **error);

/**
 * ls_foreign_read_table:
 *
 * Like ls_foreign_read(), for a table from a user, a spreadsheet or a measuring device: names may
 * be missing, round brackets after names are units, too, and every field must be a number.
 */
LsTrace *ls_foreign_read_table (const char *path, LsForeign *info, GError **error);
/* Returns: as ls_table_pack(): what was read, for another process */
int ls_foreign_pack (const LsTrace *trace, const LsForeign *info);
/* Returns: (transfer full): sentences on the properties found in a file. */
char *ls_foreign_describe (const LsForeign *info);
