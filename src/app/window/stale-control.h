/* Says when the results shown are not those of the model as it is now. */
#pragma once

#include "app/window/plots.h"

#define LS_TYPE_STALE_CONTROL (ls_stale_control_get_type ())
G_DECLARE_FINAL_TYPE (LsStaleControl, ls_stale_control, LS, STALE_CONTROL, GObject)

LsStaleControl *ls_stale_control_new (const LsFrame *frame, LsPlots *plots);
