/* FMU files that change, go or are not where a model says: said, and mended. */
#pragma once

#include "app/document/fmu-watch.h"
#include "app/window/frame.h"

#define LS_TYPE_FMU_CONTROL (ls_fmu_control_get_type ())
G_DECLARE_FINAL_TYPE (LsFmuControl, ls_fmu_control, LS, FMU_CONTROL, GObject)

LsFmuControl *ls_fmu_control_new (const LsFrame *frame, LsFmuWatch *watch);
