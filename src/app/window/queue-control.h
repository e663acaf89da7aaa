/* Queue of comparisons that wait for the present one. */
#pragma once

#include "app/window/run-control.h"
#include "app/window/frame.h"

#define LS_TYPE_QUEUE_CONTROL (ls_queue_control_get_type ())
G_DECLARE_FINAL_TYPE (LsQueueControl, ls_queue_control, LS, QUEUE_CONTROL, GObject)

/* @page: a #LsHistoryPage, which shows the queue */
LsQueueControl *ls_queue_control_new (const LsFrame *frame, LsRunControl *run, GtkWidget *page);
/* Clears the queue for another model. */
void ls_queue_control_forget (LsQueueControl *self);
gboolean ls_queue_control_is_empty (const LsQueueControl *self);
/* Updates which commands are enabled. */
void ls_queue_control_update (LsQueueControl *self);
