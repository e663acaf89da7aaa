/* Handles FMU files that were changed, deleted or not found: reports, reloads, locates them. */
#pragma once

#include "app/document/fmu-watch.h"
#include "app/window/frame.h"

#define LS_TYPE_FMU_CONTROL (ls_fmu_control_get_type ())
G_DECLARE_FINAL_TYPE (LsFmuControl, ls_fmu_control, LS, FMU_CONTROL, GObject)

LsFmuControl *ls_fmu_control_new (const LsFrame *frame, LsFmuWatch *watch);
