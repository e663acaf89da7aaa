/* The binary of an FMI 3.0 FMU: function lookup, capabilities. */
#include "core/fmi/announced.h"
#include "core/fmi/remote-call.h"
#include "core/fmi/remote-fmi3.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Functions without which a kind cannot be used. The standard requires all of them since 3.0.1, of
 * all kinds that the FMU has, but not every exporter complies. */
static const char *const common[] = {
  "GetVersion", "FreeInstance", "EnterInitializationMode", "ExitInitializationMode", "Terminate",
  NULL
};
static const char *const co_simulation[] = { "InstantiateCoSimulation", "DoStep", NULL };
static const char *const event_mode[]
    = { "EnterEventMode", "EnterStepMode", "UpdateDiscreteStates", NULL };
static const char *const model_exchange[]
    = { "InstantiateModelExchange", "EnterEventMode", "UpdateDiscreteStates",
        "EnterContinuousTimeMode",  "SetTime",        NULL };
static const char *const scheduled_execution[]
    = { "InstantiateScheduledExecution", "ActivateModelPartition", NULL };
static const char *const states[]
    = { "SetContinuousStates", "GetContinuousStates", "GetContinuousStateDerivatives", NULL };

static const LsFunction functions[] = {
#define ENTRY(name) { #name, offsetof (LsFmi3Functions, name) },
  LS_FMI3_FUNCTIONS (ENTRY)
#undef ENTRY
};

static gboolean
require (LsInstanceFmi3 *self, const char *const *names, const char *file, GError **error)
{
  return ls_instance_require (&self->base, "fmi3", functions, G_N_ELEMENTS (functions), &self->fmi,
                              names, file, error);
}

static gboolean
require_values (LsInstanceFmi3 *self, const char *file, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  gboolean seen[LS_N_FORMATS] = { FALSE };

  for (guint i = 0; i < description->n_variables; i++)
    seen[description->variables[i].format] = TRUE;
  for (guint i = LS_FORMAT_FLOAT64; i < LS_N_FORMATS; i++)
    {
      /* Enumerations are accessed as Int64. */
      const char *name = i == LS_FORMAT_ENUMERATION ? "Int64" : ls_format_get_name ((LsFormat)i);
      g_autofree char *get = g_strconcat ("Get", name, NULL);
      g_autofree char *set = g_strconcat ("Set", name, NULL);
      const char *const names[] = { get, set, NULL };

      if (seen[i] && i != LS_FORMAT_CLOCK && !require (self, names, file, error))
        return FALSE;
    }
  return TRUE;
}

/* A capability declared in the description is disabled if the binary lacks its functions. */
static gboolean
settle (LsInstanceFmi3 *self,
        gboolean flag,
        guint capability,
        const char *flag_name,
        const char *const *names)
{
  if (!flag)
    return FALSE;
  for (; *names != NULL; names++)
    if (!ls_instance_has_function (&self->base, functions, G_N_ELEMENTS (functions), &self->fmi,
                                   *names))
      {
        ls_log_write (self->base.log, LS_LOG_WARNING, self->base.name, NULL, self->base.time,
                      _ ("%s is announced, but the binary lacks %s%s; it is not used"), flag_name,
                      "fmi3", *names);
        return FALSE;
      }
  self->base.capabilities |= capability;
  return TRUE;
}

static void
settle_capabilities (LsInstanceFmi3 *self, LsKind kind)
{
  static const char *const directional[] = { "GetDirectionalDerivative", NULL };
  static const char *const adjoint[] = { "GetAdjointDerivative", NULL };
  static const char *const dependencies[]
      = { "GetNumberOfVariableDependencies", "GetVariableDependencies", NULL };
  static const char *const save[] = { "GetFMUState", "SetFMUState", "FreeFMUState", NULL };
  static const char *const serialize[]
      = { "SerializedFMUStateSize", "SerializeFMUState", "DeserializeFMUState", NULL };
  static const char *const output[] = { "GetOutputDerivatives", NULL };
  static const char *const none[] = { NULL };
  const LsInterface *interface = self->base.interface;

  settle (self, interface->provides_directional_derivative, LS_CAN_DIRECTIONAL_DERIVATIVE,
          "providesDirectionalDerivatives", directional);
  settle (self, interface->provides_adjoint_derivatives, LS_CAN_ADJOINT_DERIVATIVE,
          "providesAdjointDerivatives", adjoint);
  settle (self, interface->provides_per_element_dependencies, LS_CAN_LIST_DEPENDENCIES,
          "providesPerElementDependencies", dependencies);
  if (settle (self, interface->can_get_and_set_state, LS_CAN_SAVE_STATE, "canGetAndSetFMUState",
              save))
    settle (self, interface->can_serialize_state, LS_CAN_SERIALIZE_STATE, "canSerializeFMUState",
            serialize);
  if (kind != LS_KIND_CO_SIMULATION)
    return;
  self->event_mode = settle (self, interface->has_event_mode, 0, "hasEventMode", event_mode);
  settle (self, interface->can_interpolate_inputs, LS_CAN_INPUT_DERIVATIVES,
          "providesIntermediateUpdate", none);
  settle (self, interface->max_output_derivative_order > 0, LS_CAN_OUTPUT_DERIVATIVES,
          "maxOutputDerivativeOrder", output);
  settle (self, interface->can_handle_variable_step, LS_CAN_VARIABLE_STEP,
          "canHandleVariableCommunicationStepSize", none);
}

/* In Co-Simulation Clocks tick in event mode only: without it their partitions would rest. */
static gboolean
check_clocks (LsInstanceFmi3 *self, const char *file, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  const LsInstanceKind *kind = self->base.kind;
  const LsVariable *clock = NULL;

  if (self->event_mode || kind->schedules || kind->kind != LS_KIND_CO_SIMULATION)
    return TRUE;
  for (guint i = 0; i < description->n_variables && clock == NULL; i++)
    if (description->variables[i].clock != NULL)
      clock = &description->variables[i];
  if (clock == NULL)
    return TRUE;
  if (self->base.interface->has_event_mode)
    return require (self, event_mode, file, error);
  return ls_fail (error, LS_ERROR_FMU,
                  _ ("%s: the Clock %s cannot tick: hasEventMode of CoSimulation is false"),
                  ls_fmu_get_path (self->base.fmu), clock->name);
}

static gboolean
check_version (LsInstanceFmi3 *self, const char *file, GError **error)
{
  const char *version;
  char text[64];

  self->base.call = "fmi3GetVersion";
  version = self->base.remote != NULL
                ? ls_remote_get_constant (self->base.remote, LS_FMI3_INDEX_GetVersion, text)
                : self->fmi.GetVersion ();
  if (version != NULL && g_str_has_prefix (version, fmi3Version))
    return TRUE;
  return ls_fail (error, LS_ERROR_BINARY,
                  _ ("%s: %s of the binary %s gives “%s”, expected is “%s”"),
                  ls_fmu_get_path (self->base.fmu), self->base.call, file,
                  version != NULL ? version : "NULL", fmi3Version);
}

static gboolean
open_library (LsInstanceFmi3 *self, const char *path, const char *file, GError **error)
{
  if (!self->base.is_here)
    return ls_remote_fmi3_open (self, path, file, error);
  if (!ls_instance_open_library (&self->base, path, file, error))
    return FALSE;
  ls_instance_find_functions (&self->base, "fmi3", functions, G_N_ELEMENTS (functions), &self->fmi);
  return TRUE;
}

gboolean
ls_instance_fmi3_load (LsInstanceFmi3 *self, LsKind kind, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  g_autofree char *file = NULL;
  g_autofree char *path = ls_instance_find_library (&self->base, &file, error);

  if (path == NULL || !open_library (self, path, file, error))
    return FALSE;
  if (!require (self, common, file, error) || !require_values (self, file, error)
      || !require (self,
                   self->base.kind->schedules      ? scheduled_execution
                   : kind == LS_KIND_CO_SIMULATION ? co_simulation
                                                   : model_exchange,
                   file, error))
    return FALSE;
  if (kind == LS_KIND_MODEL_EXCHANGE && ls_description_get_n_states (description) > 0
      && !require (self, states, file, error))
    return FALSE;
  settle_capabilities (self, kind);
  return check_clocks (self, file, error) && check_version (self, file, error);
}

/* Functions that are not called here, if the description asks for them. */
static void
add_uncalled (GPtrArray *missing, LsFmu *fmu, const LsInterface *interface, const char *path)
{
  static const char *const names[] = { "fmi3EvaluateDiscreteStates", "fmi3GetShiftFraction" };
  g_autofree gboolean *found = ls_remote_look_into (fmu, path, names, G_N_ELEMENTS (names));

  for (guint i = 0; found != NULL && i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *reason
          = ls_description_find_announcement (ls_fmu_get_description (fmu), interface, names[i]);

      if (!found[i] && reason != NULL)
        g_ptr_array_add (missing, g_strdup (names[i]));
    }
}

char **
ls_instance_fmi3_list_missing (LsFmu *fmu, LsKind kind)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  const gboolean steps = kind == LS_KIND_CO_SIMULATION;
  const gboolean scheduled = steps && description->co_simulation.is_scheduled;
  const LsInterface *interface = steps ? &description->co_simulation : &description->model_exchange;
  g_autofree char *path = ls_fmu_find_binary (fmu, interface, NULL);
  g_autofree gboolean *found
      = path != NULL ? ls_remote_look_into (fmu, path, ls_fmi3_names, LS_N_FMI3_INDICES) : NULL;
  GPtrArray *missing;

  if (found == NULL)
    return NULL;
  missing = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      const gsize offset = functions[i].offset;
      const gboolean is_model_exchange
          = offset >= offsetof (LsFmi3Functions, InstantiateModelExchange)
            && offset < offsetof (LsFmi3Functions, InstantiateCoSimulation);
      const gboolean scheduling
          = offset >= offsetof (LsFmi3Functions, InstantiateScheduledExecution);
      const gboolean stepping
          = offset >= offsetof (LsFmi3Functions, InstantiateCoSimulation) && !scheduling;

      if (!(is_model_exchange && steps) && !(stepping && (!steps || scheduled))
          && scheduling <= scheduled && !found[i])
        g_ptr_array_add (missing, g_strdup (ls_fmi3_names[i]));
    }
  add_uncalled (missing, fmu, interface, path);
  g_ptr_array_add (missing, NULL);
  return (char **)g_ptr_array_free (missing, FALSE);
}
