/* Comparisons that wait for the one that is under way. */
#pragma once

#include "app/window/run-control.h"
#include "app/window/frame.h"

#define LS_TYPE_QUEUE_CONTROL (ls_queue_control_get_type ())
G_DECLARE_FINAL_TYPE (LsQueueControl, ls_queue_control, LS, QUEUE_CONTROL, GObject)

/* @page: a #LsHistoryPage, which shows them */
LsQueueControl *ls_queue_control_new (const LsFrame *frame, LsRunControl *run, GtkWidget *page);
/* They are of another model. */
void ls_queue_control_forget (LsQueueControl *self);
/* Says which commands there are. */
void ls_queue_control_update (LsQueueControl *self);
