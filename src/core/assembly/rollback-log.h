/* Rollback without saving before every step: saves the systems at intervals and stores the inputs
 * since, with which the steps are repeated. */
#pragma once

#include "core/system/system.h"

typedef struct LsRollbackLog LsRollbackLog;

/**
 * ls_rollback_log_new:
 * @systems: @n, all with rollback support; borrowed
 * @interval: steps between saved points, at least 1; with 1 no step is repeated
 */
LsRollbackLog *ls_rollback_log_new (LsSystem *const *systems, guint n, guint interval);
void ls_rollback_log_free (LsRollbackLog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRollbackLog, ls_rollback_log_free)

/* For frequent rollbacks: saves before every step, so that only the last step can be undone. Call
 * before the first step. */
void ls_rollback_log_expect (LsRollbackLog *self);
/* Call before each step of all systems: saves when due. */
LsStatus ls_rollback_log_begin (LsRollbackLog *self);
/* Call after a step of all systems, with its inputs (all inputs x (@degree + 1)). */
void ls_rollback_log_commit (LsRollbackLog *self, double h, double end_time, guint degree, const double u[]);
/* Rolls all systems back to the last ls_rollback_log_begin(). %LS_STOP on failure. */
LsStatus ls_rollback_log_roll_back (LsRollbackLog *self);
/* Call after the systems were set to another state: the next step saves. */
void ls_rollback_log_forget (LsRollbackLog *self);
/* Undoes the last committed step: rolls all systems back to its start. */
LsStatus ls_rollback_log_undo (LsRollbackLog *self);
