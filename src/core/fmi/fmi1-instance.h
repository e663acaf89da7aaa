/* FMI 1.0: an FMU of it is called through functions of FMI 2.0, each of which calls those of FMI
 * 1.0 that do the same. */
#pragma once

#include "core/fmi/fmi1-api.h"
#include "core/fmi/fmi2-instance.h"

/* Functions of the standard, without the prefixes; those for both kinds, for Model Exchange and for
 * Co-Simulation. */
#define LS_FMI1_COMMON_FUNCTIONS(X)                                                                \
  X (GetVersion)                                                                                   \
  X (SetDebugLogging)                                                                              \
  X (GetReal)                                                                                      \
  X (GetInteger)                                                                                   \
  X (GetBoolean)                                                                                   \
  X (GetString)                                                                                    \
  X (SetReal)                                                                                      \
  X (SetInteger)                                                                                   \
  X (SetBoolean)                                                                                   \
  X (SetString)
#define LS_FMI1_EXCHANGE_FUNCTIONS(X)                                                              \
  X (GetModelTypesPlatform)                                                                        \
  X (InstantiateModel)                                                                             \
  X (FreeModelInstance)                                                                            \
  X (SetTime)                                                                                      \
  X (SetContinuousStates)                                                                          \
  X (CompletedIntegratorStep)                                                                      \
  X (Initialize)                                                                                   \
  X (GetDerivatives)                                                                               \
  X (GetEventIndicators)                                                                           \
  X (EventUpdate)                                                                                  \
  X (GetContinuousStates)                                                                          \
  X (GetNominalContinuousStates)                                                                   \
  X (GetStateValueReferences)                                                                      \
  X (Terminate)
#define LS_FMI1_STEP_FUNCTIONS(X)                                                                  \
  X (GetTypesPlatform)                                                                             \
  X (InstantiateSlave)                                                                             \
  X (InitializeSlave)                                                                              \
  X (TerminateSlave)                                                                               \
  X (ResetSlave)                                                                                   \
  X (FreeSlaveInstance)                                                                            \
  X (SetRealInputDerivatives)                                                                      \
  X (GetRealOutputDerivatives)                                                                     \
  X (CancelStep)                                                                                   \
  X (DoStep)                                                                                       \
  X (GetStatus)                                                                                    \
  X (GetRealStatus)                                                                                \
  X (GetIntegerStatus)                                                                             \
  X (GetBooleanStatus)                                                                             \
  X (GetStringStatus)

#define LS_FMI1_FUNCTIONS(X)                                                                       \
  LS_FMI1_COMMON_FUNCTIONS (X) LS_FMI1_EXCHANGE_FUNCTIONS (X) LS_FMI1_STEP_FUNCTIONS (X)

typedef struct
{
#define LS_FMI1_MEMBER(name) fmi1##name##TYPE *name;
  LS_FMI1_FUNCTIONS (LS_FMI1_MEMBER)
#undef LS_FMI1_MEMBER
} LsFmi1Functions;

/* What stands behind a value reference that the FMU does not know. */
typedef struct
{
  enum { LS_FMI1_NEGATED, LS_FMI1_STATE, LS_FMI1_DERIVATIVE } what;
  guint32 number; /* value reference of the FMU, or index of the state */
} LsFmi1Proxy;

typedef struct
{
  LsInstanceFmi2 base; /* its component is this instance */
  LsFmi1Functions first;
  fmi1Component slave;
  double start_time, stop_time, tolerance; /* s, absolute; NaN: undefined */

  /* The FMU is initialized when the first value is read, or at the end of initialization mode: FMI
   * 1.0 has no such mode. */
  gboolean is_initialized;
  gboolean has_event; /* @event is that of the initialization, and nothing was set since */
  fmi1EventInfo event;
  GHashTable *given; /* (nullable): value reference -> double: as set before the initialization */
  GHashTable *late;  /* (nullable): value references with another value since */

  GHashTable *proxies; /* (nullable): value reference -> LsFmi1Proxy */
  double *states;      /* values of all, or their derivatives */
  GByteArray *truths;  /* fmi1Boolean */
} LsInstanceFmi1;

/* instance-fmi1-library.c: looks up the functions of @kind; sets first and capabilities. */
gboolean ls_instance_fmi1_load (LsInstanceFmi2 *self, LsKind kind, GError **error);
char   **ls_instance_fmi1_list_missing (LsFmu *fmu, LsKind kind);

/* instance-fmi1.c */
LsInstance *ls_instance_fmi1_create (const LsInstanceKind *kind, LsFmu *fmu, const char *name,
                                     LsLog *log, gboolean debug, GError **error);
void        ls_instance_fmi1_destroy (LsInstance *instance);

/* instance-fmi1-values.c */
void        ls_instance_fmi1_init_values (LsInstanceFmi1 *self);
void        ls_instance_fmi1_clear_values (LsInstanceFmi1 *self);
/* Sets the functions of FMI 2.0 for values. */
void        ls_instance_fmi1_connect_values (LsInstanceFmi1 *self);
/* Whether the FMU itself knows the value references of @item. */
gboolean    ls_instance_fmi1_knows_item (LsInstance *instance, const LsBatchItem *item);
/* Initializes the FMU if it is not yet. */
fmi2Status  ls_instance_fmi1_initialize (LsInstanceFmi1 *self);

/* Calls function @name of the FMU; its name is that of the current call from then on. */
#define LS_FMI1_CALL(self, name, ...)                                                              \
  ((self)->base.base.call = "fmi" #name, (fmi2Status)(self)->first.name ((self)->slave, __VA_ARGS__))
