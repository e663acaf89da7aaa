/* Navigation in the systems of a model, and lookup of their items. */
#pragma once

#include "app/canvas/canvas-private.h"

LsHitKind ls_canvas_get_item_kind (guint item);

/* The hit of an item of the system shown. */
void ls_canvas_get_item_hit (LsCanvas *self, guint item, LsHit *hit);

/* Returns: (nullable): a connector of subsystem @item, or the connector that @item is */
const LsVariable *ls_canvas_find_connector (LsCanvas *self, guint item, const char *name);

/* Returns: (element-type const LsVariable): inputs and outputs of a subsystem in the system
 * shown */
GPtrArray *ls_canvas_list_connectors (LsCanvas *self, guint item);

/* After a change of the model: leaves the system if it was removed. */
void ls_canvas_check_system (LsCanvas *self);

/* The source connected to a connector, to start a wire. Returns: (nullable) (transfer full) */
LsSubsystemPath *ls_canvas_find_origin (LsCanvas *self, guint item, const char *connector);
