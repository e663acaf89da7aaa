/* Shows the text of a lesson or of the help. */
#pragma once

#include <gtk/gtk.h>
#include "core/text/markup.h"

#define LS_TYPE_TEXT_VIEW (ls_text_view_get_type ())
G_DECLARE_FINAL_TYPE (LsTextView, ls_text_view, LS, TEXT_VIEW, GtkScrolledWindow)

/**
 * LsTextView:
 *
 * Every paragraph is a label, so that sizes and colours follow the window (lecture mode included), screen
 * readers can read it, and Tab moves between links and buttons. Code fenced as "button LABEL" is a button.
 *
 * Signals:
 * "link-activated" (const char *target): not for web addresses, which GTK opens, and "#heading", which is
 *   scrolled to
 * "button-activated" (guint line, const char *text): line of the fence and its content
 */
GtkWidget *ls_text_view_new (void);

/**
 * ls_text_view_show:
 * @markup: read now, not kept
 * @first, @last: range of its blocks, without @last; limited to the number of blocks
 * @folder: (nullable): base of relative picture names; "name-dark.png" beside "name.png" is used in a dark
 * theme
 *
 * Replaces the content and scrolls to the top.
 */
void ls_text_view_show (
    LsTextView *self, const LsMarkup *markup, guint first, guint last, const char *folder);
/* Adds blocks below those shown, and brings the first of them into sight. */
void ls_text_view_append (LsTextView *self, const LsMarkup *markup, guint first, guint last);
/* Scrolls as far as the button whose fence is in that line needs to be in sight. */
void ls_text_view_reveal_button (LsTextView *self, guint line);
/* Moves the focus to the first link or button, or to the scrollable text if there is none. */
void ls_text_view_focus (LsTextView *self);
/* Scrolls to the heading with that text, or "that-text" as in addresses. %FALSE if not found. */
gboolean ls_text_view_scroll_to (LsTextView *self, const char *heading);
