/* Status line below the diagram: summary of its content. */
#pragma once

#include "app/window/frame.h"

void ls_status_line_update (const LsFrame *frame);
/* Finds out what is held back from FMUs, and shows it when it is known. */
void ls_status_line_find_containment (const LsFrame *frame);
