/* Menu of recent models and of models closed without saving. */
#pragma once

#include "app/window/frame.h"

#define LS_TYPE_RECENT_MENU (ls_recent_menu_get_type ())
G_DECLARE_FINAL_TYPE (LsRecentMenu, ls_recent_menu, LS, RECENT_MENU, GObject)

LsRecentMenu *ls_recent_menu_new (const LsFrame *frame);
/* Updates the menu: other processes may have opened or closed models. */
void ls_recent_menu_fill (LsRecentMenu *self);
/* Adds a model that was opened from, or saved to, @path. */
void ls_recent_menu_remember (LsRecentMenu *self, const char *path);
