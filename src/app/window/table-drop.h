/* Files of values over time that are dropped on the diagram. */
#pragma once

#include "app/window/frame.h"
#include "core/model/model.h"

/* Makes a component whose outputs are the columns of @file, at @at, px of the canvas: in a moment, by a
 * worker thread. Errors are shown in the bar. */
void ls_table_drop (const LsFrame *frame, const char *file, const LsPoint *at);
