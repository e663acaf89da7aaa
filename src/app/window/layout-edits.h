/* Edits of the layouts of the plots: by buttons, keys, drags and tabs. Each can be undone. */
#pragma once

#include "app/window/plot-desk.h"

#define LS_TYPE_LAYOUT_EDITS (ls_layout_edits_get_type ())
G_DECLARE_FINAL_TYPE (LsLayoutEdits, ls_layout_edits, LS, LAYOUT_EDITS, GObject)

/* Before the desk follows the model for the first time. */
LsLayoutEdits *ls_layout_edits_new (const LsFrame *frame, LsPlotDesk *desk);
