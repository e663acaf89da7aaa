/* Points of a run that the master can restore. */
#pragma once

#include "core/master/master.h"

/**
 * LsMasterPoint:
 *
 * Saved states of all components, connected values and state of the method: a run continued from
 * here repeats the same numbers. Free it before its master, on the thread of the master.
 */
typedef struct LsMasterPoint LsMasterPoint;

/* Returns: (transfer full) (nullable): why points are not supported, a clause that names the
 * component; %NULL if they are */
char *ls_master_explain_points (const LsMaster *self);
/* Call between macro steps, if points are supported.
 * Returns: %NULL if a component fails; the log names it */
LsMasterPoint *ls_master_take_point (LsMaster *self);
/* @point: of this master, earlier or later than the current time.
 * Returns: %FALSE with %LS_ERROR_RUN; the master is then unusable */
gboolean ls_master_go_to_point (LsMaster *self, const LsMasterPoint *point, GError **error);
/* s */
double ls_master_point_get_time (const LsMasterPoint *self);
void ls_master_point_free (LsMasterPoint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMasterPoint, ls_master_point_free)
