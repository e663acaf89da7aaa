/* The binary of an FMI 2.0 FMU: loading, function lookup, capabilities. */
#include "core/fmi/remote-call.h"
#include "core/fmi/remote-fmi2.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Functions without which the interface cannot be used. Those for types without variables may be
 * missing, as may those behind capability flags; the standard requires them all, but not every
 * exporter complies. */
static const char *const common[] = { "GetTypesPlatform",
                                      "GetVersion",
                                      "Instantiate",
                                      "FreeInstance",
                                      "SetupExperiment",
                                      "EnterInitializationMode",
                                      "ExitInitializationMode",
                                      "Terminate",
                                      "Reset",
                                      NULL };
static const char *const co_simulation[] = { "DoStep", NULL };
static const char *const model_exchange[]
    = { "EnterEventMode", "NewDiscreteStates", "EnterContinuousTimeMode", "SetTime", NULL };
static const char *const states[]
    = { "SetContinuousStates", "GetContinuousStates", "GetDerivatives", NULL };

static const LsFunction functions[] = {
#define ENTRY(name) { #name, offsetof (LsFmi2Functions, name) },
  LS_FMI2_FUNCTIONS (ENTRY) LS_FMI2_CONSTRAINT_FUNCTIONS (ENTRY)
#undef ENTRY
};

/* ---- Tables shared by instances ---- */

typedef struct
{
  LsFmi2Functions functions; /* first: instances point to it */
  guint n_users;
} SharedTable;

static GMutex shared_lock;
static GHashTable *shared_tables; /* SharedTable, a set; (nullable) */

static guint
hash_table (gconstpointer table)
{
  const guint64 *words = table;
  guint64 sum = 0;

  for (gsize i = 0; i < sizeof (LsFmi2Functions) / sizeof *words; i++)
    sum = sum * 31 + words[i];
  return (guint)(sum ^ (sum >> 32));
}

static gboolean
equal_tables (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (LsFmi2Functions)) == 0;
}

void
ls_instance_fmi2_share_functions (LsInstanceFmi2 *self)
{
  g_autofree LsFmi2Functions *own = self->fmi;
  SharedTable *shared;

  g_mutex_lock (&shared_lock);
  if (shared_tables == NULL)
    shared_tables = g_hash_table_new (hash_table, equal_tables);
  shared = g_hash_table_lookup (shared_tables, own);
  if (shared == NULL)
    {
      shared = g_new0 (SharedTable, 1);
      shared->functions = *own;
      g_hash_table_add (shared_tables, shared);
    }
  shared->n_users++;
  self->fmi = &shared->functions;
  g_mutex_unlock (&shared_lock);
}

void
ls_instance_fmi2_drop_functions (LsInstanceFmi2 *self)
{
  SharedTable *shared = (SharedTable *)self->fmi;

  g_mutex_lock (&shared_lock);
  if (--shared->n_users == 0)
    {
      g_hash_table_remove (shared_tables, shared);
      g_free (shared);
    }
  g_mutex_unlock (&shared_lock);
  self->fmi = NULL;
}

/* ---- Loading ---- */

static gboolean
has_function (const LsInstanceFmi2 *self, const char *name)
{
  return ls_instance_has_function (&self->base, functions, G_N_ELEMENTS (functions), self->fmi,
                                   name);
}

static gboolean
require (LsInstanceFmi2 *self, const char *const *names, const char *path, GError **error)
{
  return ls_instance_require (&self->base, "fmi2", functions, G_N_ELEMENTS (functions), self->fmi,
                              names, path, error);
}

static gboolean
require_values (LsInstanceFmi2 *self, const char *path, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  static const char *const names[][3] = {
    [LS_TYPE_REAL] = { "GetReal", "SetReal", NULL },
    [LS_TYPE_INTEGER] = { "GetInteger", "SetInteger", NULL },
    [LS_TYPE_BOOLEAN] = { "GetBoolean", "SetBoolean", NULL },
    [LS_TYPE_STRING] = { "GetString", "SetString", NULL },
    [LS_TYPE_ENUMERATION] = { "GetInteger", "SetInteger", NULL },
  };
  gboolean seen[G_N_ELEMENTS (names)] = { FALSE };

  for (guint i = 0; i < description->n_variables; i++)
    seen[description->variables[i].type] = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (seen[i] && !require (self, names[i], path, error))
      return FALSE;
  return TRUE;
}

/* A capability declared in the description is disabled if the binary lacks its functions. */
static void
settle_capability (LsInstanceFmi2 *self,
                   gboolean flag,
                   guint capability,
                   const char *flag_name,
                   const char *const *names)
{
  if (!flag)
    return;
  for (; *names != NULL; names++)
    if (!has_function (self, *names))
      {
        ls_log_write (self->base.log, LS_LOG_WARNING, self->base.name, NULL, self->base.time,
                      _ ("%s is announced, but the binary lacks fmi2%s; it is not used"), flag_name,
                      *names);
        return;
      }
  self->base.capabilities |= capability;
}

/* Constraints exist for Model Exchange only. */
static void
settle_constraints (LsInstanceFmi2 *self)
{
  static const char *const residuals[] = { "Constraint", NULL };
  static const char *const jacobian[] = { "ConstraintJacobian", NULL };
  static const char *const step[] = { "ProjectionStep", NULL };
  static const char *const full[] = { "Projection", NULL };
  const LsConstraints *constraints = &ls_fmu_get_description (self->base.fmu)->constraints;

  if (constraints->max == 0)
    return;
  settle_capability (self, constraints->has_residuals, LS_CAN_CONSTRAINTS, "providesConstraints",
                     residuals);
  /* Useless without the residuals. */
  if ((self->base.capabilities & LS_CAN_CONSTRAINTS) != 0)
    settle_capability (self, constraints->has_jacobian, LS_CAN_CONSTRAINT_JACOBIAN,
                       "providesConstraints=\"withJacobian\"", jacobian);
  settle_capability (self, constraints->has_projection_step, LS_CAN_PROJECTION_STEP,
                     "providesProjectionStep", step);
  settle_capability (self, constraints->has_projection, LS_CAN_PROJECTION, "providesProjection",
                     full);
}

static void
settle_capabilities (LsInstanceFmi2 *self, LsKind kind)
{
  static const char *const directional[] = { "GetDirectionalDerivative", NULL };
  static const char *const save[] = { "GetFMUstate", "SetFMUstate", "FreeFMUstate", NULL };
  static const char *const serialize[]
      = { "SerializedFMUstateSize", "SerializeFMUstate", "DeSerializeFMUstate", NULL };
  static const char *const input[] = { "SetRealInputDerivatives", NULL };
  static const char *const output[] = { "GetRealOutputDerivatives", NULL };
  static const char *const none[] = { NULL };
  const LsInterface *interface = self->base.interface;

  settle_capability (self, interface->provides_directional_derivative,
                     LS_CAN_DIRECTIONAL_DERIVATIVE, "providesDirectionalDerivative", directional);
  settle_capability (self, interface->can_get_and_set_state, LS_CAN_SAVE_STATE,
                     "canGetAndSetFMUstate", save);
  if ((self->base.capabilities & LS_CAN_SAVE_STATE) != 0)
    settle_capability (self, interface->can_serialize_state, LS_CAN_SERIALIZE_STATE,
                       "canSerializeFMUstate", serialize);
  if (kind != LS_KIND_CO_SIMULATION)
    {
      settle_constraints (self);
      return;
    }
  settle_capability (self, interface->can_interpolate_inputs, LS_CAN_INPUT_DERIVATIVES,
                     "canInterpolateInputs", input);
  settle_capability (self, interface->max_output_derivative_order > 0, LS_CAN_OUTPUT_DERIVATIVES,
                     "maxOutputDerivativeOrder", output);
  settle_capability (self, interface->can_handle_variable_step, LS_CAN_VARIABLE_STEP,
                     "canHandleVariableCommunicationStepSize", none);
}

static gboolean
check_versions (LsInstanceFmi2 *self, const char *path, GError **error)
{
  const char *version, *platform;
  char text[64];

  self->base.call = "fmi2GetVersion";
  version = self->base.remote != NULL
                ? ls_remote_get_constant (self->base.remote, LS_FMI2_INDEX_GetVersion, text)
                : self->fmi->GetVersion ();
  if (version == NULL || !g_str_has_prefix (version, fmi2Version))
    return ls_fail (error, LS_ERROR_BINARY,
                    _ ("%s: fmi2GetVersion of the binary %s gives “%s”, expected is “%s”"),
                    ls_fmu_get_path (self->base.fmu), path, version != NULL ? version : "NULL",
                    fmi2Version);
  self->base.call = "fmi2GetTypesPlatform";
  platform = self->base.remote != NULL
                 ? ls_remote_get_constant (self->base.remote, LS_FMI2_INDEX_GetTypesPlatform, text)
                 : self->fmi->GetTypesPlatform ();
  if (platform == NULL || !g_str_equal (platform, fmi2TypesPlatform))
    return ls_fail (error, LS_ERROR_BINARY,
                    _ ("%s: fmi2GetTypesPlatform of the binary %s gives “%s”, expected is “%s”"),
                    ls_fmu_get_path (self->base.fmu), path, platform != NULL ? platform : "NULL",
                    fmi2TypesPlatform);
  return TRUE;
}

static gboolean
open_here (LsInstanceFmi2 *self, const char *path, const char *name, GError **error)
{
  if (!ls_instance_open_library (&self->base, path, name, error))
    return FALSE;
  ls_instance_find_functions (&self->base, "fmi2", functions, G_N_ELEMENTS (functions), self->fmi);
  return TRUE;
}

gboolean
ls_instance_fmi2_load (LsInstanceFmi2 *self, LsKind kind, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  g_autofree char *name = NULL;
  g_autofree char *path = ls_instance_find_library (&self->base, &name, error);

  if (path == NULL)
    return FALSE;
  if (!(self->base.is_here ? open_here : ls_remote_fmi2_open) (self, path, name, error))
    return FALSE;
  if (!require (self, common, name, error) || !require_values (self, name, error)
      || !require (self, kind == LS_KIND_CO_SIMULATION ? co_simulation : model_exchange, name,
                   error))
    return FALSE;
  if (kind == LS_KIND_MODEL_EXCHANGE && ls_description_get_n_states (description) > 0
      && !require (self, states, name, error))
    return FALSE;
  settle_capabilities (self, kind);
  return check_versions (self, name, error);
}

/* Whether the description declares a function that is not part of the standard. */
static gboolean
is_promised (const LsConstraints *self, gsize offset)
{
  return (offset == offsetof (LsFmi2Functions, Constraint) && self->has_residuals)
         || (offset == offsetof (LsFmi2Functions, ConstraintJacobian) && self->has_jacobian)
         || (offset == offsetof (LsFmi2Functions, ProjectionStep) && self->has_projection_step)
         || (offset == offsetof (LsFmi2Functions, Projection) && self->has_projection)
         || (offset == offsetof (LsFmi2Functions, GetNumberOfConstraints) && self->max > 0);
}

char **
ls_instance_fmi2_list_missing (LsFmu *fmu, LsKind kind)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  const LsConstraints *constraints = &description->constraints;
  gboolean co_simulates = kind == LS_KIND_CO_SIMULATION;
  g_autofree char *path = ls_fmu_find_binary (
      fmu, co_simulates ? &description->co_simulation : &description->model_exchange, NULL);
  g_autofree gboolean *found
      = path != NULL ? ls_remote_look_into (fmu, path, ls_fmi2_names, LS_N_FMI2_INDICES) : NULL;
  GPtrArray *missing;

  if (found == NULL)
    return NULL;
  missing = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      gboolean is_model_exchange
          = functions[i].offset >= offsetof (LsFmi2Functions, EnterEventMode)
            && functions[i].offset < offsetof (LsFmi2Functions, SetRealInputDerivatives);
      gboolean extension
          = functions[i].offset >= offsetof (LsFmi2Functions, GetNumberOfConstraints);
      gboolean stepping = functions[i].offset >= offsetof (LsFmi2Functions, SetRealInputDerivatives)
                          && !extension;

      if ((is_model_exchange && co_simulates) || (stepping && !co_simulates)
          || (extension && (co_simulates || !is_promised (constraints, functions[i].offset)))
          || found[i])
        continue;
      g_ptr_array_add (missing, g_strdup (ls_fmi2_names[i]));
    }
  g_ptr_array_add (missing, NULL);
  return (char **)g_ptr_array_free (missing, FALSE);
}
