/* The menu of models that were open lately, and of those that were closed without saving. */
#pragma once

#include "app/window/frame.h"

#define LS_TYPE_RECENT_MENU (ls_recent_menu_get_type ())
G_DECLARE_FINAL_TYPE (LsRecentMenu, ls_recent_menu, LS, RECENT_MENU, GObject)

LsRecentMenu *ls_recent_menu_new (const LsFrame *frame);
/* Another program may have opened or closed some. */
void ls_recent_menu_fill (LsRecentMenu *self);
/* A model was opened from there, or saved there. */
void ls_recent_menu_remember (LsRecentMenu *self, const char *path);
