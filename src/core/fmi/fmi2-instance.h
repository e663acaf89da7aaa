/* Shared by both kinds of FMI 2.0 instances. */
#pragma once

#include "core/fmi/fmi2-api.h"
#include "core/fmi/instance-state.h"

/* All functions of the standard, without the prefix. */
#define LS_FMI2_FUNCTIONS(X)                                                                       \
  X (GetTypesPlatform)                                                                             \
  X (GetVersion)                                                                                   \
  X (SetDebugLogging)                                                                              \
  X (Instantiate)                                                                                  \
  X (FreeInstance)                                                                                 \
  X (SetupExperiment)                                                                              \
  X (EnterInitializationMode)                                                                      \
  X (ExitInitializationMode)                                                                       \
  X (Terminate)                                                                                    \
  X (Reset)                                                                                        \
  X (GetReal)                                                                                      \
  X (GetInteger)                                                                                   \
  X (GetBoolean)                                                                                   \
  X (GetString)                                                                                    \
  X (SetReal)                                                                                      \
  X (SetInteger)                                                                                   \
  X (SetBoolean)                                                                                   \
  X (SetString)                                                                                    \
  X (GetFMUstate)                                                                                  \
  X (SetFMUstate)                                                                                  \
  X (FreeFMUstate)                                                                                 \
  X (SerializedFMUstateSize)                                                                       \
  X (SerializeFMUstate)                                                                            \
  X (DeSerializeFMUstate)                                                                          \
  X (GetDirectionalDerivative)                                                                     \
  X (EnterEventMode)                                                                               \
  X (NewDiscreteStates)                                                                            \
  X (EnterContinuousTimeMode)                                                                      \
  X (CompletedIntegratorStep)                                                                      \
  X (SetTime)                                                                                      \
  X (SetContinuousStates)                                                                          \
  X (GetDerivatives)                                                                               \
  X (GetEventIndicators)                                                                           \
  X (GetContinuousStates)                                                                          \
  X (GetNominalsOfContinuousStates)                                                                \
  X (SetRealInputDerivatives)                                                                      \
  X (GetRealOutputDerivatives)                                                                     \
  X (DoStep)                                                                                       \
  X (CancelStep)                                                                                   \
  X (GetStatus)                                                                                    \
  X (GetRealStatus)                                                                                \
  X (GetIntegerStatus)                                                                             \
  X (GetBooleanStatus)                                                                             \
  X (GetStringStatus)

/* Not part of the standard: constraints on the states. */
#define LS_FMI2_CONSTRAINT_FUNCTIONS(X)                                                            \
  X (GetNumberOfConstraints)                                                                       \
  X (Constraint)                                                                                   \
  X (ConstraintJacobian)                                                                           \
  X (ProjectionStep)                                                                               \
  X (Projection)

typedef struct
{
#define LS_FMI2_MEMBER(name) fmi2##name##TYPE *name;
  LS_FMI2_FUNCTIONS (LS_FMI2_MEMBER)
  LS_FMI2_CONSTRAINT_FUNCTIONS (LS_FMI2_MEMBER)
#undef LS_FMI2_MEMBER
} LsFmi2Functions;

typedef struct
{
  LsInstance base;
  LsFmi2Functions *fmi; /* from instantiation on shared, and constant */
  fmi2Component component;
  const char *step_call;        /* "fmi2DoStep" */
  gint finished;                /* atomic: argument of stepFinished + 1, 0 before the callback */
  fmi2CallbackFunctions callbacks; /* the FMU may keep the pointer */
  double pending_timeout;       /* s */
} LsInstanceFmi2;

/* instance-fmi2-library.c: looks up the functions of @kind; sets fmi and capabilities. */
gboolean ls_instance_fmi2_load (LsInstanceFmi2 *self, LsKind kind, GError **error);
char   **ls_instance_fmi2_list_missing (LsFmu *fmu, LsKind kind);
/* Replaces @self->fmi, its own, by one table for all instances with the same functions: a run of many
 * components reads it from the cache. */
void     ls_instance_fmi2_share_functions (LsInstanceFmi2 *self);
/* Gives that up. */
void     ls_instance_fmi2_drop_functions (LsInstanceFmi2 *self);

/* instance-fmi2.c: entries common to both tables. */
LsInstance *ls_instance_fmi2_create (const LsInstanceKind *kind, LsFmu *fmu, const char *name,
                                     LsLog *log, gboolean debug, GError **error);
void        ls_instance_fmi2_destroy (LsInstance *instance);
/* Instantiates a new instance, whose base is initialized, by the functions that @load finds. Returns:
 * (transfer full) (nullable): @self; freed on failure. */
LsInstance *ls_instance_fmi2_start (LsInstanceFmi2 *self,
                                    gboolean (*load) (LsInstanceFmi2 *, LsKind, GError **),
                                    gboolean debug, GError **error);
void        ls_instance_fmi2_set_pending_timeout (LsInstance *instance, double timeout);
LsStatus    ls_instance_fmi2_setup (LsInstance *instance, double tolerance, double start_time,
                                    double stop_time);
LsStatus    ls_instance_fmi2_enter_initialization (LsInstance *instance);
LsStatus    ls_instance_fmi2_exit_initialization (LsInstance *instance);
LsStatus    ls_instance_fmi2_terminate (LsInstance *instance);
LsStatus    ls_instance_fmi2_reset (LsInstance *instance);

/* Calls a function without arguments and changes to @stage if it succeeds. */
LsStatus    ls_instance_fmi2_move (LsInstanceFmi2 *self, const char *call,
                                   fmi2Status (*function) (fmi2Component), LsStage stage);

/* Entries common to both tables; @running: stages during a run, @initialized: stages after
 * initialization. */
#define LS_FMI2_COMMON_ALLOWED(running, initialized)                                               \
  [LS_CALL_SETUP] = LS_AT (INSTANTIATED),                                                          \
  [LS_CALL_ENTER_INITIALIZATION] = LS_AT (INSTANTIATED),                                           \
  [LS_CALL_EXIT_INITIALIZATION] = LS_AT (INITIALIZATION), [LS_CALL_TERMINATE] = running,           \
  [LS_CALL_RESET] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized | LS_AT (ERROR),   \
  [LS_CALL_GET] = LS_AT (INITIALIZATION) | initialized,                                            \
  [LS_CALL_DIRECTIONAL_DERIVATIVE] = LS_AT (INITIALIZATION) | initialized,                         \
  [LS_CALL_SAVE] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized,                    \
  [LS_CALL_RESTORE] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized,                 \
  [LS_CALL_SERIALIZE] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized

#define LS_FMI2_COMMON_ENTRIES                                                                     \
  .get_call = ls_instance_get_call, .setup = ls_instance_fmi2_setup,                          \
  .enter_initialization = ls_instance_fmi2_enter_initialization,                                   \
  .exit_initialization = ls_instance_fmi2_exit_initialization,                                     \
  .terminate = ls_instance_fmi2_terminate, .reset = ls_instance_fmi2_reset,                        \
  LS_STATE_ENTRIES

/* Value access of Co-Simulation; Model Exchange wraps these in its own file. */
#define LS_FMI2_VALUE_ENTRIES                                                                      \
  .get_real = ls_instance_fmi2_get_real, .get_integer = ls_instance_fmi2_get_integer,              \
  .get_boolean = ls_instance_fmi2_get_boolean, .get_string = ls_instance_fmi2_get_string,          \
  .set_real = ls_instance_fmi2_set_real, .set_integer = ls_instance_fmi2_set_integer,              \
  .set_boolean = ls_instance_fmi2_set_boolean, .set_string = ls_instance_fmi2_set_string,          \
  .get_directional_derivative = ls_instance_fmi2_get_directional_derivative

/* instance-fmi2-values.c */
LsStatus ls_instance_fmi2_get_real (LsInstance *instance, const guint32 *references, gsize n,
                                    double values[]);
LsStatus ls_instance_fmi2_get_integer (LsInstance *instance, const guint32 *references, gsize n,
                                       int values[]);
LsStatus ls_instance_fmi2_get_boolean (LsInstance *instance, const guint32 *references, gsize n,
                                       int values[]);
LsStatus ls_instance_fmi2_get_string (LsInstance *instance, const guint32 *references, gsize n,
                                      const char *values[]);
LsStatus ls_instance_fmi2_set_real (LsInstance *instance, const guint32 *references, gsize n,
                                    const double values[]);
LsStatus ls_instance_fmi2_set_integer (LsInstance *instance, const guint32 *references, gsize n,
                                       const int values[]);
LsStatus ls_instance_fmi2_set_boolean (LsInstance *instance, const guint32 *references, gsize n,
                                       const int values[]);
LsStatus ls_instance_fmi2_set_string (LsInstance *instance, const guint32 *references, gsize n,
                                      const char *const values[]);
LsStatus ls_instance_fmi2_get_directional_derivative (LsInstance *instance,
                                                      const guint32 *unknowns, gsize n_unknowns,
                                                      const guint32 *knowns, gsize n_knowns,
                                                      const double d_knowns[],
                                                      double d_unknowns[]);

/* instance-fmi2-constraints.c */
LsStatus ls_instance_fmi2_get_n_constraints (LsInstance *instance, guint *n);
LsStatus ls_instance_fmi2_get_constraints (LsInstance *instance, double residuals[]);
LsStatus ls_instance_fmi2_get_constraint_jacobian (LsInstance *instance, double jacobian[]);
LsStatus ls_instance_fmi2_get_projection_step (LsInstance *instance, double step[]);
LsStatus ls_instance_fmi2_project (LsInstance *instance, double tolerance, guint limit,
                                   gboolean apply, double way[]);

/* instance-fmi2-state.c */
extern const LsStateCalls ls_instance_fmi2_state_calls;
/* Until stepFinished was called, or to @end (of g_get_monotonic_time()). */
void        ls_instance_fmi2_wait_finished (LsInstanceFmi2 *self, gint64 end);

/* Calls function @name of the FMU and returns its status from the enclosing function. */
#define LS_FMI2_RETURN_CALL(self, name, ...)                                                       \
  do                                                                                               \
    {                                                                                              \
      fmi2Status status_;                                                                          \
                                                                                                   \
      (self)->base.call = "fmi2" #name;                                                                 \
      if (G_UNLIKELY ((self)->fmi->name == NULL))                                                   \
        return ls_instance_miss (&(self)->base);                                                   \
      status_ = (self)->fmi->name ((self)->component, __VA_ARGS__);                                 \
      LS_MEND_FLOATING_POINT (&(self)->base);                                                      \
      return G_LIKELY (status_ == fmi2OK) ? LS_OK : ls_instance_judge (&(self)->base, (int)status_);\
    }                                                                                              \
  while (0)
