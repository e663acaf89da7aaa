/* Bars above the diagram: errors, and questions that do not block. */
#pragma once

#include "app/window/frame.h"

/* Varargs: pairs of button text and int response, then %NULL. Returns: (transfer none) */
GtkWidget *ls_bars_add (const LsFrame *frame, GtkMessageType type, const char *text, ...)
    G_GNUC_NULL_TERMINATED;
/* Likewise for an error, which goes when another run begins. */
GtkWidget *ls_bars_add_problem (const LsFrame *frame, const char *text, ...) G_GNUC_NULL_TERMINATED;
/* A button before the others. */
void ls_bars_add_first (GtkWidget *bar, const char *text, int response);
void ls_bars_set_text (GtkWidget *bar, const char *text);
/* Removes errors of earlier runs or models, which would be misattributed to the present one; they
 * remain in Messages. */
void ls_bars_clear_problems (const LsFrame *frame);
/* During a lecture only errors are shown: what else there is to say or to answer waits for its end. */
void ls_bars_set_quiet (const LsFrame *frame, gboolean quiet);
