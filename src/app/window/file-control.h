/* File commands of the menu, the library and the start page: new, open, add, export. */
#pragma once

#include "app/window/load-control.h"
#include "app/window/frame.h"

#define LS_TYPE_FILE_CONTROL (ls_file_control_get_type ())
G_DECLARE_FINAL_TYPE (LsFileControl, ls_file_control, LS, FILE_CONTROL, GObject)

LsFileControl *
ls_file_control_new (const LsFrame *frame, LsSaveControl *save, LsLoadControl *load);
