/* What can have events in a run of a model. */
#pragma once

#include "core/model/model.h"
#include "core/record/activity.h"

/**
 * ls_activity_new_for:
 * @scheduled: whether the coupling method schedules states one by one
 *
 * Sources, in the order of the components: of such a method all states of the model, then the
 * components that have event indicators; of other methods the components
 * that a solver of ours integrates, as only these tell of their events, each after its states where
 * that solver quantises them.
 *
 * Returns: (transfer full): without events; for ls_master_new()
 */
LsActivity *ls_activity_new_for (const LsModel *model, gboolean scheduled);
/* Returns: (transfer full): "component.state", by its place in the model structure. */
char *ls_activity_name_state (const char *component, const LsDescription *description, guint index);
