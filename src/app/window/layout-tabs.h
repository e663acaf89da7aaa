/* Tabs with the names of layouts of plots; hidden while there is one layout. */
#pragma once

#include <gtk/gtk.h>
#include "core/model/layout.h"

#define LS_TYPE_LAYOUT_TABS (ls_layout_tabs_get_type ())
G_DECLARE_FINAL_TYPE (LsLayoutTabs, ls_layout_tabs, LS, LAYOUT_TABS, GtkNotebook)

/* Signals of the user: "chosen" (guint index); "moved" (guint from, guint to); "renamed" (const char
 * *name): the one shown. */
GtkWidget *ls_layout_tabs_new (void);
/* @layouts: element-type LsLayout */
void ls_layout_tabs_show (LsLayoutTabs *self, const GPtrArray *layouts, guint shown);
/* Asks for another name of the layout shown. @name: the present one */
void ls_layout_tabs_rename (LsLayoutTabs *self, const char *name);
