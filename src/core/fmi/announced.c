/* Functions of FMI 3.0 that a description asks for, by capability flags and by variables. */
#include "core/fmi/announced.h"

#include <stddef.h>
#include <string.h>

/* By a flag of the interface. */
static const struct
{
  const char *function, *flag;
  gsize offset;
} flags[] = {
#define FLAG(function, flag, member)                                                               \
  {                                                                                                \
    "fmi3" function, flag, offsetof (LsInterface, member)                                          \
  }
  FLAG ("GetDirectionalDerivative",
        "providesDirectionalDerivatives",
        provides_directional_derivative),
  FLAG ("GetAdjointDerivative", "providesAdjointDerivatives", provides_adjoint_derivatives),
  FLAG ("GetNumberOfVariableDependencies",
        "providesPerElementDependencies",
        provides_per_element_dependencies),
  FLAG ("GetVariableDependencies",
        "providesPerElementDependencies",
        provides_per_element_dependencies),
  FLAG ("GetFMUState", "canGetAndSetFMUState", can_get_and_set_state),
  FLAG ("SetFMUState", "canGetAndSetFMUState", can_get_and_set_state),
  FLAG ("FreeFMUState", "canGetAndSetFMUState", can_get_and_set_state),
  FLAG ("SerializedFMUStateSize", "canSerializeFMUState", can_serialize_state),
  FLAG ("SerializeFMUState", "canSerializeFMUState", can_serialize_state),
  FLAG ("DeserializeFMUState", "canSerializeFMUState", can_serialize_state),
  FLAG ("EnterEventMode", "hasEventMode", has_event_mode),
  FLAG ("EnterStepMode", "hasEventMode", has_event_mode),
  FLAG ("UpdateDiscreteStates", "hasEventMode", has_event_mode),
  FLAG ("EvaluateDiscreteStates",
        "providesEvaluateDiscreteStates",
        provides_evaluate_discrete_states),
#undef FLAG
};

static gboolean
is_structural (const LsVariable *variable)
{
  return variable->is_structural && variable->causality == LS_CAUSALITY_PARAMETER;
}

static gboolean
counts_fractions (const LsVariable *variable)
{
  return variable->clock != NULL && variable->clock->supports_fraction;
}

/* By a variable. */
static const struct
{
  const char *function, *reason;
  gboolean (*asks) (const LsVariable *variable);
} variables[] = {
  { "fmi3EnterConfigurationMode", "structuralParameter", is_structural },
  { "fmi3ExitConfigurationMode", "structuralParameter", is_structural },
  { "fmi3GetIntervalFraction", "supportsFraction", counts_fractions },
  { "fmi3GetShiftFraction", "supportsFraction", counts_fractions },
};

static const LsVariable *
find_asking (const LsDescription *self, gboolean (*asks) (const LsVariable *variable))
{
  for (guint i = 0; i < self->n_variables; i++)
    if (asks (&self->variables[i]))
      return &self->variables[i];
  return NULL;
}

char *
ls_description_find_announcement (const LsDescription *self,
                                  const LsInterface *interface,
                                  const char *function)
{
  g_return_val_if_fail (self != NULL && interface != NULL && function != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (strcmp (flags[i].function, function) == 0
        && G_STRUCT_MEMBER (gboolean, interface, flags[i].offset))
      return g_strdup (flags[i].flag);
  if (strcmp (function, "fmi3GetOutputDerivatives") == 0
      && interface->max_output_derivative_order > 0)
    return g_strdup ("maxOutputDerivativeOrder");
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const LsVariable *variable = strcmp (variables[i].function, function) == 0
                                       ? find_asking (self, variables[i].asks)
                                       : NULL;

      if (variable != NULL)
        return g_strdup_printf ("%s (%s)", variables[i].reason, variable->name);
    }
  return NULL;
}
