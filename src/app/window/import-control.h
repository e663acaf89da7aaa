/* Results of other programs: read on a thread, they become runs, or what errors are measured
 * against. */
#pragma once

#include "app/window/history-control.h"
#include "app/window/frame.h"

#define LS_TYPE_IMPORT_CONTROL (ls_import_control_get_type ())
G_DECLARE_FINAL_TYPE (LsImportControl, ls_import_control, LS, IMPORT_CONTROL, GObject)

/* Signal "imported": a run of another program has come. Takes what is dropped on plots. */
LsImportControl *ls_import_control_new (const LsFrame *frame,
                                        LsPlots *plots,
                                        LsRunControl *run,
                                        LsHistoryControl *history);
/* What becomes of them is said in a bar. @paths: %NULL-terminated */
void ls_import_control_read (LsImportControl *self, char **paths);
/* What is being read is for another model. */
void ls_import_control_forget (LsImportControl *self);
/* Says which commands there are. */
void ls_import_control_update (LsImportControl *self);

/* Whether it is of a kind that can be read. */
gboolean ls_import_is_result (const char *path);
