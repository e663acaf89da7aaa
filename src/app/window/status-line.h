/* Status line below the diagram: summary of its content. */
#pragma once

#include "app/window/frame.h"

void ls_status_line_update (const LsFrame *frame);
