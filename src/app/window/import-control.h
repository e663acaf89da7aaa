/* Imports results of other programs on a worker thread, as runs or as reference for errors. */
#pragma once

#include "app/window/history-control.h"
#include "app/window/frame.h"

#define LS_TYPE_IMPORT_CONTROL (ls_import_control_get_type ())
G_DECLARE_FINAL_TYPE (LsImportControl, ls_import_control, LS, IMPORT_CONTROL, GObject)

/* Signal "imported": a run was imported. Handles files dropped on plots. */
LsImportControl *ls_import_control_new (const LsFrame *frame,
                                        LsPlots *plots,
                                        LsRunControl *run,
                                        LsHistoryControl *history);
/* The result is reported in a bar. @paths: %NULL-terminated */
void ls_import_control_read (LsImportControl *self, char **paths);
/* Cancels reading: the model is being replaced. */
void ls_import_control_forget (LsImportControl *self);
/* Updates which commands are enabled. */
void ls_import_control_update (LsImportControl *self);

/* Whether the file has a supported format. */
gboolean ls_import_is_result (const char *path);
