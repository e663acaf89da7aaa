/* View commands of the window: visible pages, menu, help. */
#pragma once

#include "app/window/frame.h"

void ls_view_commands_add (const LsFrame *frame);
