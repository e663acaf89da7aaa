/* Points of a run from which another master goes on: after the death of a component, in fresh
 * processes. */
#pragma once

#include "core/master/master.h"

/* Returns: (transfer full) (nullable): why there are no checkpoints, a clause that names the
 * component; %NULL if there are */
char *ls_master_explain_checkpoints (const LsMaster *self);
/* Call between macro steps, if there are checkpoints. The run goes on as if none had been taken.
 * @largest: bytes; a state that needs more is %LS_ERROR_LIMIT
 *
 * Returns: (transfer full): all that the following steps depend on; %NULL with an error that names
 * the component
 */
GBytes *ls_master_take_checkpoint (LsMaster *self, gsize largest, GError **error);
/**
 * ls_master_resume:
 * @checkpoint: of a master of the same model and settings, in this process or in another one of the
 * same program
 *
 * Call before the first step, after ls_master_set_signals(). The steps that follow give the numbers
 * of the master that took the checkpoint, bit for bit.
 *
 * Returns: %FALSE with %LS_ERROR_RUN; the master is then unusable
 */
gboolean ls_master_resume (LsMaster *self, GBytes *checkpoint, GError **error);
