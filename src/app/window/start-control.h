/* Start page: shown alone; the diagram and its panels appear with a model. */
#pragma once

#include "app/window/load-control.h"
#include "app/window/frame.h"

#define LS_TYPE_START_CONTROL (ls_start_control_get_type ())
G_DECLARE_FINAL_TYPE (LsStartControl, ls_start_control, LS, START_CONTROL, GObject)

LsStartControl *ls_start_control_new (const LsFrame *frame, LsLoadControl *load);
void ls_start_control_show (LsStartControl *self);
