/* What is in the diagram, in a line below it. */
#pragma once

#include "app/window/frame.h"

void ls_status_line_update (const LsFrame *frame);
