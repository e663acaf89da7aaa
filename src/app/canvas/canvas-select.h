/* The selection: items (arrange.h) and wires. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_selection_init (LsCanvas *self);
void ls_canvas_selection_finalize (LsCanvas *self);

/* Clears the selection without notification. */
void ls_canvas_selection_drop (LsCanvas *self);

/* Redraws and emits "selection-changed". */
void ls_canvas_selection_changed (LsCanvas *self);

/* After a change of the model: removes deleted items from the selection. */
void ls_canvas_selection_prune (LsCanvas *self);

void ls_canvas_select_components (LsCanvas *self, const GArray *ids);

/* @item: in the system shown; @extend: see ls_canvas_select_component() */
void ls_canvas_select_item (LsCanvas *self, guint item, gboolean extend);
void ls_canvas_select_band (LsCanvas *self, const LsRect *band);

/* Returns: (transfer full) (element-type guint): all selected items except wires, in the order of
 * the diagram */
GArray *ls_canvas_list_selected (LsCanvas *self);
