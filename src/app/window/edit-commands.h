/* Editing: the commands of the window that go to the document and the canvas. */
#pragma once

#include "app/window/frame.h"

void ls_edit_commands_add (const LsFrame *frame);
/* Says which there are. */
void ls_edit_commands_update (const LsFrame *frame);
