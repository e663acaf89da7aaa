/* Everything that the FMUs of a model declare and runs can record, as a tree: component → variable. */
#pragma once

#include "app/document/document.h"
#include <gtk/gtk.h>

#define LS_TYPE_SIGNALS (ls_signals_get_type ())
G_DECLARE_FINAL_TYPE (LsSignals, ls_signals, LS, SIGNALS, GtkBox)

/* Signals: "record" (const char *signal, gboolean on), "plot" (const char *signal, gboolean on): the
 * user has ticked it or has removed the tick; nothing is shown of it before the document says so. */
void ls_signals_set_document (LsSignals *self, LsDocument *document);
/* What the plot shows that the ticks are about. @signals: %NULL-terminated; @title: of the plot */
void ls_signals_set_plotted (LsSignals *self, const char *const *signals, const char *title);
/* Expands the component of a signal and selects it. */
void ls_signals_show (LsSignals *self, const char *signal);
