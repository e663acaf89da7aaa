/* A picture scaled down to the available width, never enlarged. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_TEXT_PICTURE (ls_text_picture_get_type ())
G_DECLARE_FINAL_TYPE (LsTextPicture, ls_text_picture, LS, TEXT_PICTURE, GtkDrawingArea)

/**
 * ls_text_picture_new:
 * @path: PNG, JPEG or SVG; "NAME-dark.EXT" beside it is used in a dark theme
 * @text: description of the picture; shown instead when the file cannot be read
 */
GtkWidget *ls_text_picture_new (const char *path, const char *text);
