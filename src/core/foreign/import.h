/* Results of other programs, brought to the signals of a model. */
#pragma once

#include "core/foreign/foreign.h"
#include "core/model/model.h"

/**
 * LsImport:
 * @trace: a column for each signal that was found, called as in the model and in its unit
 * @tool: (nullable): the program that wrote the file, as of #LsForeign
 * @is_foreign: a text in the form of another program, or names that are not those of the model
 * @words: what was taken for what, a line each, and what did not match: for people
 * @missing: (element-type char *): signals that the file does not have
 * @columns: (element-type char *): all columns of the file
 * @unused: (element-type char *): those that are of no signal
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
 * @path: see ls_foreign_read(); or a folder with results of one run, a file for each component
 * @model: (nullable): %NULL with @signals: nothing is converted then
 * @signals: (nullable): what to look for, %NULL-terminated; %NULL: all outputs of the model
 *
 * A column is of the signal "prey.population" when it is called so; when the name of the file says
 * the component ("prey.csv" of libcosim) and the column the variable; when it ends in it behind a
 * point ("model.root.prey.population"); when the signal ends in it behind a point ("population")
 * and no other signal does; last, when one of these holds but for case and for "/" and ":" in place
 * of points. Of several columns that fit equally well none is taken.
 *
 * Values are converted where the file gives a unit that the FMUs define.
 *
 * Returns: (transfer full): %NULL with the errors of ls_foreign_read(), or %LS_ERROR_ARGUMENT when
 * the file has none of the signals.
 */
LsImport *
ls_import_read (const char *path, const LsModel *model, const char *const *signals, GError **error);
/**
 * ls_import_read_parts:
 * @paths: (array zero-terminated=1): files of one run, a component each, as
 *   ls_foreign_group_parts() puts them together
 *
 * The same of several files. ls_import_read() of a folder reads all such files in it.
 */
LsImport *ls_import_read_parts (const char *const *paths,
                                const LsModel *model,
                                const char *const *signals,
                                GError **error);
/* Returns: (transfer full): "a, b and 3 more" */
char *ls_import_join (const GPtrArray *names);
void ls_import_free (LsImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsImport, ls_import_free)
