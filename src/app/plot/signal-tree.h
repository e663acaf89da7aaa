/* The signals of a comparison by component: search, tick, assign to panes, drag onto a plot. */
#pragma once

#include <gtk/gtk.h>
#include "core/model/plot-setup.h"

#define LS_TYPE_SIGNAL_TREE (ls_signal_tree_get_type ())
G_DECLARE_FINAL_TYPE (LsSignalTree, ls_signal_tree, LS, SIGNAL_TREE, GtkBox)

/* Signal "changed": ticks or panes changed. */
GtkWidget *ls_signal_tree_new (void);
/* @hidden: element-type char *, not ticked; @panes: element-type LsPaneChoice, may be empty */
void ls_signal_tree_set (LsSignalTree *self,
                         const char *const *names,
                         const GPtrArray *hidden,
                         const GPtrArray *panes);
/* Returns: (transfer full) (element-type char *): signals that are not ticked. */
GPtrArray *ls_signal_tree_list_hidden (LsSignalTree *self);
/* Returns: (transfer full) (element-type LsPaneChoice): empty when no signal has a pane of its own. */
GPtrArray *ls_signal_tree_list_panes (LsSignalTree *self);
/* Assigns a signal to pane @pane (from 1; one more than the number of panes creates a new
 * one). */
void ls_signal_tree_put (LsSignalTree *self, const char *name, guint pane, gboolean right);
