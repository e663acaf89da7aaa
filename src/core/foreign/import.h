/* Imports results of other programs as signals of a model. */
#pragma once

#include "core/foreign/foreign.h"
#include "core/model/model.h"

/**
 * LsImport:
 * @trace: a column for each signal found, with the name and unit of the model
 * @tool: (nullable): the program that wrote the file, as of #LsForeign
 * @is_foreign: the file has the format of another program, or names other than those of the model
 * @words: report for display: a line for each match, and everything without one
 * @missing: (element-type char *): signals that are missing in the file
 * @columns: (element-type char *): all columns of the file
 * @unused: (element-type char *): columns that match no signal
 */
typedef struct
{
  LsTrace *trace;
  const char *tool;
  gboolean is_foreign;
  char *words;
  GPtrArray *missing, *columns, *unused;
} LsImport;

/**
 * ls_import_read:
 * @path: see ls_foreign_read(); or a folder with the results of one run, one file per component
 * @model: (nullable): may be %NULL if @signals is set: then units are not converted
 * @signals: (nullable): the signals to find, %NULL-terminated; %NULL: all outputs of the model. With
 *   "prey.population=COLUMN" it is that column.
 *
 * Otherwise a column matches the signal "prey.population" if it has this name; if the file name gives the
 * component ("prey.csv" of libcosim) and the column name the variable; if the column name ends with
 * the signal name after a point ("model.root.prey.population"); if the signal name ends with the
 * column name after a point ("population"), and no other signal does; last, if one of these holds
 * when case is ignored and "/" and ":" are points. If several columns match equally well, none is
 * used.
 *
 * Values are converted if the file gives a unit that the FMUs define.
 *
 * Returns: (transfer full): the import, or %NULL with the errors of ls_foreign_read(), or
 * %LS_ERROR_ARGUMENT when the file has none of the signals.
 */
LsImport *
ls_import_read (const char *path, const LsModel *model, const char *const *signals, GError **error);
/**
 * ls_import_read_parts:
 * @paths: (array zero-terminated=1): files of one run, one per component: a group of
 *   ls_foreign_group_parts()
 *
 * Like ls_import_read(), for several files. ls_import_read() of a folder reads all such files in
 * it.
 */
LsImport *ls_import_read_parts (const char *const *paths,
                                const LsModel *model,
                                const char *const *signals,
                                GError **error);
/* Returns: (transfer full): "a, b and 3 more" */
char *ls_import_join (const GPtrArray *names);
void ls_import_free (LsImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsImport, ls_import_free)
