/* Points of a run that the master can go back to. */
#pragma once

#include "core/master/master.h"

/**
 * LsMasterPoint:
 *
 * Saved states of all components, the values on the connections and what the method remembers:
 * from there a run goes on to the very same numbers. To be freed before its master, on its thread.
 */
typedef struct LsMasterPoint LsMasterPoint;

/* Returns: (transfer full) (nullable): why there can be no points, a clause that names the
 * component; %NULL where there can. */
char *ls_master_explain_points (const LsMaster *self);
/* Between macro steps, where there can be points. Returns: %NULL when a component refuses; the log
 * says which. */
LsMasterPoint *ls_master_take_point (LsMaster *self);
/* @point: of this master, from before or after. Returns: %FALSE with %LS_ERROR_RUN; nothing more
 * can be done with the master then */
gboolean ls_master_go_to_point (LsMaster *self, const LsMasterPoint *point, GError **error);
/* s */
double ls_master_point_get_time (const LsMasterPoint *self);
void ls_master_point_free (LsMasterPoint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMasterPoint, ls_master_point_free)
