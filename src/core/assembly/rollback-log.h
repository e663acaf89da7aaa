/* Rolling back without saving on every step: a saved point now and then, and
 * the inputs since, with which the systems are integrated again. */
#pragma once

#include "core/system/system.h"

typedef struct LsRollbackLog LsRollbackLog;

/**
 * ls_rollback_log_new:
 * @systems: @n, all able to roll back; borrowed
 * @interval: steps between saved points, at least 1; with 1 nothing is ever integrated again
 */
LsRollbackLog *ls_rollback_log_new (LsSystem *const *systems, guint n, guint interval);
void ls_rollback_log_free (LsRollbackLog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRollbackLog, ls_rollback_log_free)

/* Steps are going to be taken back as a matter of course: from here on every one begins with saving,
 * so that nothing leads to before its beginning. Before the first step. */
void ls_rollback_log_expect (LsRollbackLog *self);
/* To be called before each step of all systems: saves where it is time to. */
LsStatus ls_rollback_log_begin (LsRollbackLog *self);
/* After a step that all systems have taken, with its inputs (all inputs x (@degree + 1)). */
void ls_rollback_log_commit (LsRollbackLog *self, double h, double end_time, guint degree, const double u[]);
/* All systems back to where the last ls_rollback_log_begin() was. %LS_STOP when that fails. */
LsStatus ls_rollback_log_roll_back (LsRollbackLog *self);
/* The systems have been brought elsewhere: the next step saves. */
void ls_rollback_log_forget (LsRollbackLog *self);
/* Takes back the last step committed: all systems to where it began. */
LsStatus ls_history_undo (LsRollbackLog *self);
