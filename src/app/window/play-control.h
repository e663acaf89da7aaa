/* Plays through a run: a time cursor moves in all plots, values stand on the wires as they were. */
#pragma once

#include "app/window/plots.h"

#define LS_TYPE_PLAY_CONTROL (ls_play_control_get_type ())
G_DECLARE_FINAL_TYPE (LsPlayControl, ls_play_control, LS, PLAY_CONTROL, GObject)

/* Adds its bar below the plots, hidden until it is wanted. */
LsPlayControl *ls_play_control_new (const LsFrame *frame, LsPlots *plots);
