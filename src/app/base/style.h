/* Colours and font of our drawings, from the style of a widget. */
#pragma once

#include <gtk/gtk.h>
#include "draw/theme.h"

/* Style class of a window whose text and lines are large. */
#define LS_STYLE_LECTURE "lecture"

/**
 * ls_style_get_theme:
 * @theme: (out): filled in; its font is valid as long as the program runs
 *
 * To be called again on "style-updated".
 */
void ls_style_get_theme (GtkWidget *widget, LsTheme *theme);

/* Sets the transparent fill colour of a rubber band. */
void ls_style_set_veil (const LsTheme *theme, cairo_t *cr);

/* Loads our style sheet for the whole screen, once. */
void ls_style_load (void);
