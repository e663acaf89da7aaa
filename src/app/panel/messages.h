/* List of messages with component and time. */
#pragma once

#include <gtk/gtk.h>
#include "core/base/log.h"

#define LS_TYPE_MESSAGES (ls_messages_get_type ())
G_DECLARE_FINAL_TYPE (LsMessages, ls_messages, LS, MESSAGES, GtkBox)

/* Signals: "component-activated" (const char *name): a message was activated; "changed".
 * @component: (nullable); @time: simulated time, s; NaN when there is none */
void ls_messages_add (
    LsMessages *self, LsLogLevel level, const char *component, const char *text, double time);
void ls_messages_clear (LsMessages *self);
guint ls_messages_get_n (LsMessages *self);
