/* Bars above the diagram: problems, and questions that can wait. */
#pragma once

#include "app/window/frame.h"

/* Pairs of button text and int response follow, then %NULL. Returns: (transfer none). */
GtkWidget *ls_bars_add (const LsFrame *frame, GtkMessageType type, const char *text, ...)
    G_GNUC_NULL_TERMINATED;
void ls_bars_set_text (GtkWidget *bar, const char *text);
/* What was reported of an earlier run or model would be read as of this one. Messages keep it. */
void ls_bars_clear_problems (const LsFrame *frame);
