/* For the parts of the running check. */
#pragma once

#include "core/check/check-impl.h"
#include "core/fmi/instance.h"

/* Variables that are accessed together. */
typedef struct
{
  gsize n;
  const LsVariable **variables;
  guint32 *references;
  double *values;
} LsVariableSet;

typedef gboolean (*LsVariableFilter) (const LsVariable *variable);

LsVariableSet *ls_variable_set_new (const LsDescription *description, LsVariableFilter filter);
void           ls_variable_set_free (LsVariableSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsVariableSet, ls_variable_set_free)

typedef struct
{
  LsInstance *instance;
  LsLog *log;
  GPtrArray *findings;
  const char *kind_name;
  guint n_warnings;
  double start, stop, h; /* s: experiment and step */
  LsVariableSet *outputs; /* of type Real */
  double *first_outputs;  /* after the initialisation */
} LsRunCheck;

/* Returns: whether @status is good; else a finding says what failed. */
gboolean ls_run_check_status (LsRunCheck *self, const char *stage, LsStatus status);
/* Returns: whether all values are finite; else findings name those that are not. */
gboolean ls_run_check_finite (LsRunCheck *self, const char *stage,
                              const LsVariable *const *variables, gsize n, const double values[]);

/* Directional derivatives of the Real outputs (and derivatives of states)
 * with respect to inputs (and states, in continuous-time mode) against central
 * differences. Does nothing where the FMU offers none.
 * Returns: whether the instance can still be used. */
gboolean ls_run_check_derivatives (LsRunCheck *self);

/* In continuous-time mode: the Jacobian of the constraints on the states against central differences,
 * projections against the residuals. Leaves the states as they were. Does nothing where the FMU
 * offers none.
 * Returns: whether the instance can still be used. */
gboolean ls_run_check_constraints (LsRunCheck *self);

/* Steps and state round trips from the end of the initialisation.
 * Returns: whether the instance can still be used. */
gboolean ls_run_check_co_simulation (LsRunCheck *self);
gboolean ls_run_check_model_exchange (LsRunCheck *self);
