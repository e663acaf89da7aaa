/* Looking: what the window shows, its menu and its help. */
#pragma once

#include "app/window/frame.h"

void ls_view_commands_add (const LsFrame *frame);
