/* What is selected: items (arrange.h) and wires. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_selection_init (LsCanvas *self);
void ls_canvas_selection_finalize (LsCanvas *self);

/* Nothing is selected; nobody is told yet. */
void ls_canvas_selection_drop (LsCanvas *self);

/* Says so. */
void ls_canvas_selection_changed (LsCanvas *self);

/* After a change of the model. */
void ls_canvas_selection_prune (LsCanvas *self);

/* The only selected wire with nothing else selected, or 0. */
guint ls_canvas_get_selected_connection (LsCanvas *self);
void ls_canvas_select_components (LsCanvas *self, const GArray *ids);

/* An item that is in sight; @extend: as ls_canvas_select_component() */
void ls_canvas_select_item (LsCanvas *self, guint item, gboolean extend);
void ls_canvas_select_band (LsCanvas *self, const LsRect *band);

/* Returns: (transfer full) (element-type guint): all that is selected but wires, in the order of the
 * diagram. */
GArray *ls_canvas_list_selected (LsCanvas *self);
