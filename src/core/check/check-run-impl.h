/* Shared by the parts of the run check. */
#pragma once

#include "core/check/check-impl.h"
#include "core/fmi/instance.h"

/* Variables of one type that are accessed together. */
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

/* Returns: whether @status is good; else adds a finding about the failed stage. */
gboolean ls_run_check_status (LsRunCheck *self, const char *stage, LsStatus status);
/* Returns: whether all values are finite; else adds findings naming the others. */
gboolean ls_run_check_finite (LsRunCheck *self, const char *stage,
                              const LsVariable *const *variables, gsize n, const double values[]);

/* Directional derivatives of the Real outputs (and derivatives of states) with respect to inputs
 * (and states, in continuous-time mode) against central differences. Does nothing if the FMU
 * provides none. Returns: whether the instance can still be used. */
gboolean ls_run_check_derivatives (LsRunCheck *self);

/* In continuous-time mode: the Jacobian of the constraints on the states against central
 * differences, projections against the residuals. The states are unchanged afterwards. Does nothing
 * if the FMU provides none. Returns: whether the instance can still be used. */
gboolean ls_run_check_constraints (LsRunCheck *self);

/* Steps, saving and restoring the state, starting at the end of the initialisation. Returns:
 * whether the instance can still be used. */
gboolean ls_run_check_co_simulation (LsRunCheck *self);
gboolean ls_run_check_model_exchange (LsRunCheck *self);
