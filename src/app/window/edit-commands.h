/* Edit commands of the window, which call the document and the canvas. */
#pragma once

#include "app/window/frame.h"

void ls_edit_commands_add (const LsFrame *frame);
/* Updates which commands are enabled. */
void ls_edit_commands_update (const LsFrame *frame);
