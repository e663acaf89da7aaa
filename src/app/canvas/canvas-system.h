/* Systems within the model: going into them and out, and what is where. */
#pragma once

#include "app/canvas/canvas-private.h"

LsHitKind ls_canvas_get_item_kind (guint item);

/* The hit of an item itself, which is in sight. */
void ls_canvas_get_item_hit (LsCanvas *self, guint item, LsHit *hit);

/* Returns: (nullable): a connector of a subsystem, or the one that the item is. */
const LsVariable *ls_canvas_find_connector (LsCanvas *self, guint item, const char *name);

/* Returns: (element-type const LsVariable): inputs and outputs of a subsystem in sight */
GPtrArray *ls_canvas_list_connectors (LsCanvas *self, guint item);

/* After a change of the model: the system that is shown may be gone. */
void ls_canvas_check_system (LsCanvas *self);

/* Where a connector leads from, for a wire. Returns: (nullable) (transfer full) */
LsThrough *ls_canvas_find_origin (LsCanvas *self, guint item, const char *connector);
