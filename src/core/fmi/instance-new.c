/* New instances: selection of the kind. */
#include "core/fmi/instance-impl.h"

#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const LsInstanceKind *const kinds[] = {
  &ls_instance_fmi1_co_simulation,       &ls_instance_fmi1_model_exchange,
  &ls_instance_fmi2_co_simulation,       &ls_instance_fmi2_model_exchange,
  &ls_instance_fmi3_co_simulation,       &ls_instance_fmi3_model_exchange,
  &ls_instance_fmi3_scheduled_execution,
};

const LsInstanceKind *const *
ls_instance_list_kinds (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

const char *
ls_instance_name_kind (LsKind kind)
{
  return kind == LS_KIND_CO_SIMULATION ? _ ("Co-Simulation") : _ ("Model Exchange");
}

static const LsInstanceKind *
find_kind (const LsDescription *description, LsKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i]->kind == kind
        && kinds[i]->schedules
               == (kind == LS_KIND_CO_SIMULATION && description->co_simulation.is_scheduled)
        && g_str_has_prefix (description->fmi_version, kinds[i]->fmi_version))
      return kinds[i];
  return NULL;
}

/* In a helper process, if FMUs are to have some and the system has any. */
static LsInstance *
create (const LsInstanceKind *table,
        LsFmu *fmu,
        const char *name,
        LsLog *log,
        gboolean debug,
        GError **error)
{
  g_autoptr (GError) problem = NULL;
  LsInstance *self = table->create (fmu, name, log, debug, &problem);
  const char *gap;

  if (g_error_matches (problem, LS_ERROR, LS_ERROR_SYSTEM)
      && ls_isolation_fall_back (problem->message))
    {
      g_clear_error (&problem);
      self = table->create (fmu, name, log, debug, &problem);
    }
  if ((gap = ls_isolation_get_gap ()) != NULL)
    ls_log_write (log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", gap);
  if (self == NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return self;
}

LsInstance *
ls_instance_new (
    LsFmu *fmu, LsKind kind, const char *name, LsLog *log, gboolean debug, GError **error)
{
  const LsDescription *description;
  const LsInterface *interface;
  const LsInstanceKind *table;
  LsInstance *self;

  g_return_val_if_fail (fmu != NULL && name != NULL, NULL);

  description = ls_fmu_get_description (fmu);
  interface = kind == LS_KIND_CO_SIMULATION ? &description->co_simulation
                                            : &description->model_exchange;
  table = find_kind (description, kind);
  if (table == NULL || !interface->present)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_BINARY, _ ("%s: the FMU has no interface for %s"),
                   ls_fmu_get_path (fmu), ls_instance_name_kind (kind));
      return NULL;
    }
  self = create (table, fmu, name, log, debug, error);
  if (self != NULL)
    self->is_held = TRUE;
  return self;
}

char **
ls_instance_list_missing_functions (LsFmu *fmu, LsKind kind)
{
  g_return_val_if_fail (fmu != NULL, NULL);

  const LsInstanceKind *table = find_kind (ls_fmu_get_description (fmu), kind);

  return table != NULL ? table->list_missing_functions (fmu) : NULL;
}
