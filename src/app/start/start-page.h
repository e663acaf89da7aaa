/* Content of an empty window: recent models, lessons and pictures of the examples. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_START_PAGE (ls_start_page_get_type ())
G_DECLARE_FINAL_TYPE (LsStartPage, ls_start_page, LS, START_PAGE, GtkBox)

/* Signal "file-activated" (const char *path): a model to open. */
