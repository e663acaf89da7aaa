/* Manual control of a run: pause and step; presets of runs; report on a comparison. */
#pragma once

#include "app/window/run-control.h"
#include "app/window/frame.h"

#define LS_TYPE_LEAD_CONTROL (ls_lead_control_get_type ())
G_DECLARE_FINAL_TYPE (LsLeadControl, ls_lead_control, LS, LEAD_CONTROL, GObject)

LsLeadControl *ls_lead_control_new (const LsFrame *frame, LsRunControl *run);
/* Updates which commands are enabled. */
void ls_lead_control_update (LsLeadControl *self);
