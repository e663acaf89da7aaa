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

/* The font of the text of the widget, its size multiplied by @factor. (nullable) (transfer none): valid
 * as long as the program runs */
const char *ls_style_get_font (GtkWidget *widget, double factor);
/* Whether its window has that class. */
gboolean ls_style_is_lecture (GtkWidget *widget);
/* Height of the text in all such windows, px; lines and marks of drawings follow it. */
void ls_style_set_lecture_text (double px);
double ls_style_get_lecture_text (void);

/* Loads our style sheet for the whole screen, once. */
void ls_style_load (void);
