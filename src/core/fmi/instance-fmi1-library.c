/* The binary of an FMI 1.0 FMU: function lookup, capabilities. */
#include "core/fmi/remote-call.h"
#include "core/fmi/remote-fmi1.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const LsFunction functions[] = {
#define ENTRY(name) { #name, offsetof (LsFmi1Functions, name) },
  LS_FMI1_FUNCTIONS (ENTRY)
#undef ENTRY
};

/* Functions without which a kind cannot be used. */
static const char *const co_simulation[] = { "GetVersion",
                                             "InstantiateSlave",
                                             "InitializeSlave",
                                             "TerminateSlave",
                                             "FreeSlaveInstance",
                                             "DoStep",
                                             NULL };
static const char *const model_exchange[]
    = { "GetVersion", "InstantiateModel", "FreeModelInstance", "SetTime",
        "Initialize", "EventUpdate",      "Terminate",         NULL };
static const char *const states[]
    = { "SetContinuousStates", "GetContinuousStates", "GetDerivatives", NULL };
static const char *const indicators[] = { "GetEventIndicators", NULL };

static gboolean
require (LsInstanceFmi1 *self,
         const char *prefix,
         const char *const *names,
         const char *file,
         GError **error)
{
  return ls_instance_require (&self->base.base, prefix, functions, G_N_ELEMENTS (functions),
                              &self->first, names, file, error);
}

static gboolean
require_values (LsInstanceFmi1 *self, const char *prefix, const char *file, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.base.fmu);
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
    if (seen[i] && !require (self, prefix, names[i], file, error))
      return FALSE;
  return TRUE;
}

static gboolean
require_all (
    LsInstanceFmi1 *self, LsKind kind, const char *prefix, const char *file, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->base.base.fmu);
  const gboolean steps = kind == LS_KIND_CO_SIMULATION;

  return require (self, prefix, steps ? co_simulation : model_exchange, file, error)
         && require_values (self, prefix, file, error)
         && (description->derivatives.n == 0 || require (self, prefix, states, file, error))
         && (steps || description->n_event_indicators == 0
             || require (self, prefix, indicators, file, error));
}

/* "ID.so" */
static char *
make_prefix (const char *file)
{
  const char *end = strrchr (file, '.');
  g_autofree char *stem = g_strndup (file, end != NULL ? (gsize)(end - file) : strlen (file));

  return g_strconcat (stem, "_fmi", NULL);
}

static gboolean
open_here (LsInstanceFmi1 *self,
           const char *const prefixes[2],
           const char *path,
           const char *file,
           GError **error)
{
  LsInstance *base = &self->base.base;

  if (!ls_instance_open_library (base, path, file, error))
    return FALSE;
  for (guint i = 0; i < 2 && self->first.GetVersion == NULL; i++)
    ls_instance_find_functions (base, prefixes[i], functions, G_N_ELEMENTS (functions),
                                &self->first);
  return TRUE;
}

static void
settle (
    LsInstanceFmi1 *self, gboolean flag, guint capability, const char *flag_name, const char *name)
{
  LsInstance *base = &self->base.base;

  if (!flag)
    return;
  if (name == NULL || ls_functions_have (functions, G_N_ELEMENTS (functions), &self->first, name))
    base->capabilities |= capability;
  else
    ls_log_write (base->log, LS_LOG_WARNING, base->name, NULL, base->time,
                  _ ("%s is announced, but the binary lacks %s%s; it is not used"), flag_name,
                  "fmi", name);
}

static gboolean
check_text (LsInstanceFmi1 *self,
            const char *call,
            const char *text,
            const char *expected,
            const char *file,
            GError **error)
{
  if (text != NULL && g_str_has_prefix (text, expected))
    return TRUE;
  g_set_error (
      error, LS_ERROR, LS_ERROR_BINARY, _ ("%s: %s of the binary %s gives “%s”, expected is “%s”"),
      ls_fmu_get_path (self->base.base.fmu), call, file, text != NULL ? text : "NULL", expected);
  return FALSE;
}

/* Calls a function that gives a text; one that is missing gives @expected. */
static gboolean
check_version (LsInstanceFmi1 *self,
               guint index,
               const char *(*function) (void),
               const char *expected,
               const char *file,
               GError **error)
{
  LsRemote *remote = self->base.base.remote;
  char text[64];

  if (remote != NULL ? remote->functions[index] == 0 : function == NULL)
    return TRUE;
  return check_text (self, self->base.base.call,
                     remote != NULL ? ls_remote_get_constant (remote, index, text) : function (),
                     expected, file, error);
}

/* The function for the platform of types is missing in some FMUs. */
static gboolean
check_versions (LsInstanceFmi1 *self, LsKind kind, const char *file, GError **error)
{
  const gboolean steps = kind == LS_KIND_CO_SIMULATION;

  self->base.base.call = "fmiGetVersion";
  if (!check_version (self, LS_FMI1_INDEX_GetVersion, self->first.GetVersion, fmi1Version, file,
                      error))
    return FALSE;
  self->base.base.call = steps ? "fmiGetTypesPlatform" : "fmiGetModelTypesPlatform";
  return check_version (
      self, steps ? LS_FMI1_INDEX_GetTypesPlatform : LS_FMI1_INDEX_GetModelTypesPlatform,
      steps ? self->first.GetTypesPlatform : self->first.GetModelTypesPlatform, fmi1TypesPlatform,
      file, error);
}

gboolean
ls_instance_fmi1_load (LsInstanceFmi2 *instance, LsKind kind, GError **error)
{
  LsInstanceFmi1 *self = (LsInstanceFmi1 *)instance;
  const LsInterface *interface = instance->base.interface;
  g_autofree char *file = NULL, *own = NULL, *other = NULL;
  g_autofree char *path = ls_instance_find_library (&instance->base, &file, error);

  if (path == NULL)
    return FALSE;
  /* Functions carry the model identifier in front; a binary with another name may have that name in
   * its functions, too. */
  own = g_strconcat (interface->model_identifier, "_fmi", NULL);
  other = make_prefix (file);
  if (!(instance->base.is_here ? open_here : ls_remote_fmi1_open) (
          self, (const char *const[2]){ own, other }, path, file, error)
      || !require_all (self, kind, own, file, error) || !check_versions (self, kind, file, error))
    return FALSE;
  if (kind == LS_KIND_CO_SIMULATION)
    {
      settle (self, interface->can_interpolate_inputs, LS_CAN_INPUT_DERIVATIVES,
              "canInterpolateInputs", "SetRealInputDerivatives");
      settle (self, interface->max_output_derivative_order > 0, LS_CAN_OUTPUT_DERIVATIVES,
              "maxOutputDerivativeOrder", "GetRealOutputDerivatives");
      settle (self, interface->can_handle_variable_step, LS_CAN_VARIABLE_STEP,
              "canHandleVariableCommunicationStepSize", NULL);
    }
  return TRUE;
}

char **
ls_instance_fmi1_list_missing (LsFmu *fmu, LsKind kind)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  const gboolean steps = kind == LS_KIND_CO_SIMULATION;
  const LsInterface *interface = steps ? &description->co_simulation : &description->model_exchange;
  g_autofree char *path = ls_fmu_find_binary (fmu, interface, NULL);
  g_autofree char *prefix = g_strconcat (interface->model_identifier, "_fmi", NULL);
  g_auto (GStrv) symbols = ls_fmi1_list_symbols (prefix);
  g_autofree gboolean *found
      = path != NULL
            ? ls_remote_look_into (fmu, path, (const char *const *)symbols, LS_N_FMI1_INDICES)
            : NULL;
  GPtrArray *missing;

  if (found == NULL)
    return NULL;
  missing = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      const gsize offset = functions[i].offset;
      const gboolean is_model_exchange = offset >= offsetof (LsFmi1Functions, GetModelTypesPlatform)
                                         && offset < offsetof (LsFmi1Functions, GetTypesPlatform);
      const gboolean stepping = offset >= offsetof (LsFmi1Functions, GetTypesPlatform);

      if (!(is_model_exchange && steps) && !(stepping && !steps) && !found[i])
        g_ptr_array_add (missing, g_strdup (symbols[i]));
    }
  g_ptr_array_add (missing, NULL);
  return (char **)g_ptr_array_free (missing, FALSE);
}
