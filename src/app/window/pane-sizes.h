/* Sizes of the window and of its panes, kept for each size of the screen. */
#pragma once

#include "app/window/frame.h"

void ls_pane_sizes_restore (const LsFrame *frame);
void ls_pane_sizes_save (const LsFrame *frame);
