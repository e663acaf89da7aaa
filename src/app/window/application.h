/* The application: options, windows, commands that do not depend on a window. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_APPLICATION (ls_application_get_type ())
G_DECLARE_FINAL_TYPE (LsApplication, ls_application, LS, APPLICATION, GtkApplication)

LsApplication *ls_application_new (void);
