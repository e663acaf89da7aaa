/* One instance of a built FMU, for tests: its functions as found in the shared
 * library, its messages, what it allocated. Calls that a test does not expect to
 * fail go through the unit_* functions, which stop the test otherwise. */
#pragma once

#include <glib.h>

#include "core/fmi/fmi2-api.h"

/* From the standard, apart from the list that the program has: what that one left out would be
 * missed by both otherwise. */
#define UNIT_MANDATORY(X)                                                                          \
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
  X (SetString)

#define UNIT_OTHERS(X)                                                                             \
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

#define UNIT_POINTER(name) fmi2##name##TYPE *name;

typedef struct
{
  UNIT_MANDATORY (UNIT_POINTER)
  UNIT_OTHERS (UNIT_POINTER)

  fmi2CallbackFunctions callbacks;
  void *library;
  fmi2Component c;
  char *guid;
  char *xml;           /* text of the model description */
  GPtrArray *messages; /* "category: text" */
} Unit;

#define unit_ok(call) g_assert_cmpint (call, ==, fmi2OK)

/* Loads @library and instantiates with the GUID in @xml; both relative to the build
 * and source folders of the project. Stays in the state Instantiated. */
Unit *unit_new (const char *library, const char *xml, fmi2Type kind);

/* A slave ready for its first step from time 0, with parameters as they are. */
Unit *unit_slave (const char *library, const char *xml);
void unit_start (Unit *self);

/* Model exchange, initialised and in Continuous-Time Mode at time 0. */
Unit *unit_exchange (const char *library, const char *xml);
void unit_free (Unit *self);

double unit_get (Unit *self, fmi2ValueReference reference);
void unit_set (Unit *self, fmi2ValueReference reference, double value);
void unit_set_derivative (Unit *self, fmi2ValueReference reference, int order, double value);
double unit_output_derivative (Unit *self, fmi2ValueReference reference);
double unit_partial (Unit *self, fmi2ValueReference unknown, fmi2ValueReference known);

/* Calls of allocateMemory so far, by all units. */
unsigned unit_allocations (void);

/* The last message, "" for none. */
const char *unit_last_message (Unit *self);

#define unit_prey(kind) kind ("models/prey.so", "models/prey/modelDescription.xml")
#define unit_predator(kind) kind ("models/predator.so", "models/predator/modelDescription.xml")
#define unit_left(kind) kind ("models/left_body.so", "models/left-body/modelDescription.xml")
#define unit_right(kind) kind ("models/right_body.so", "models/right-body/modelDescription.xml")
