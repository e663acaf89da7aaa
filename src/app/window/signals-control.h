/* What runs record and plots show, chosen in the list of signals, in menus and by dragging ports. */
#pragma once

#include "app/window/plots.h"

#define LS_TYPE_SIGNALS_CONTROL (ls_signals_control_get_type ())
G_DECLARE_FINAL_TYPE (LsSignalsControl, ls_signals_control, LS, SIGNALS_CONTROL, GObject)

LsSignalsControl *ls_signals_control_new (const LsFrame *frame, LsPlots *plots);
