/* Text of a lesson or of the help on screen. */
#pragma once

#include <gtk/gtk.h>
#include "core/text/markup.h"

#define LS_TYPE_TEXT_VIEW (ls_text_view_get_type ())
G_DECLARE_FINAL_TYPE (LsTextView, ls_text_view, LS, TEXT_VIEW, GtkScrolledWindow)

/**
 * LsTextView:
 *
 * Every paragraph is a label, so that sizes and colours are those of the window (lecture mode
 * included), screen readers have it as text, and Tab leads to links and buttons. Code fenced as
 * "button LABEL" is a button.
 *
 * Signals:
 * "link-activated" (const char *target): not for addresses of the web, which open by themselves,
 *   and for "#heading", which is scrolled to
 * "button-activated" (guint line, const char *text): of the fence, and what stands in it
 */
GtkWidget *ls_text_view_new (void);

/**
 * ls_text_view_show:
 * @markup: read now, not kept
 * @first, @last: range of its blocks, @last not included; at most all there are
 * @folder: (nullable): what names of pictures are relative to; of "name.png" a "name-dark.png"
 * beside it is taken where the theme is dark
 *
 * In place of what was there, from its top.
 */
void ls_text_view_show (
    LsTextView *self, const LsMarkup *markup, guint first, guint last, const char *folder);
/* To the first link or button; where there is none to the text, which can be scrolled then. */
void ls_text_view_focus (LsTextView *self);
/* To the heading of that text, or of "that-text" as in addresses. %FALSE where there is none. */
gboolean ls_text_view_scroll_to (LsTextView *self, const char *heading);
/* The last button is done or not to be pressed now: all buttons as @sensitive says. */
void ls_text_view_set_buttons_sensitive (LsTextView *self, gboolean sensitive);
