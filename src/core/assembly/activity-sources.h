/* Sources of events in a run of a model. */
#pragma once

#include "core/model/model.h"
#include "core/record/activity.h"

/**
 * ls_activity_new_for:
 * @scheduled: whether the coupling method schedules states one by one
 *
 * Sources, in the order of the components. For such a method: all states of the model, then the
 * components with event indicators. For other methods: the components that report their events
 * (ls_component_reports_events()), each after its states if a solver quantises them.
 *
 * Returns: (transfer full): an empty activity, for ls_master_new()
 */
LsActivity *ls_activity_new_for (const LsModel *model, gboolean scheduled);
/* Returns: (transfer full): "component.state"; @index: position of the state in the model
 * structure. */
char *ls_activity_name_state (const char *component, const LsDescription *description, guint index);
