/* Steps of a component other than the macro steps: the setting and its limits. */
#include "core/model/pace.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const inner[] = { "1", "2", "4", "8", "auto", NULL };

const char *const *
ls_pace_list_inner (void)
{
  return inner;
}

gboolean
ls_pace_parse (const char *inner_steps, LsPace *pace, GError **error)
{
  *pace = (LsPace){ .kind = LS_PACE_MACRO };
  if (inner_steps == NULL || strcmp (inner_steps, "1") == 0)
    return TRUE;
  if (!g_strv_contains (inner, inner_steps))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("“%s” is no number of inner steps; accepted: 1, 2, 4, 8, auto"), inner_steps);
      return FALSE;
    }
  pace->kind = LS_PACE_INNER;
  pace->inner = (guint)g_ascii_strtoull (inner_steps, NULL, 10);
  return TRUE;
}

/* Returns: (nullable): why the component cannot step more often than the master, a clause */
static const char *
find_obstacle (const LsComponent *component)
{
  const LsDescription *description = ls_fmu_get_description (component->fmu);

  if (ls_component_is_exchange (component))
    return _ ("a solver of Lockstep integrates it, and follows its inputs within the step");
  if (!description->co_simulation.can_handle_variable_step)
    return _ ("its step is fixed (canHandleVariableCommunicationStepSize is not set)");
  if (component->without != NULL
      && g_strv_contains ((const char *const *)component->without, "variable-step"))
    return _ ("its variable step is switched off");
  return NULL;
}

gboolean
ls_component_get_pace (const LsComponent *component, LsPace *pace, GError **error)
{
  const char *obstacle;

  if (!ls_pace_parse (component->inner_steps, pace, error))
    {
      g_prefix_error (error, "%s: ", component->name);
      if (error != NULL)
        (*error)->code = LS_ERROR_MODEL;
      return FALSE;
    }
  if (pace->kind == LS_PACE_MACRO || component->fmu == NULL)
    return TRUE;
  obstacle = find_obstacle (component);
  if (obstacle == NULL)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
               /* Translators: component, setting, a clause. */
               _ ("%s: inner steps (%s) are not possible: %s"), component->name,
               component->inner_steps, obstacle);
  return FALSE;
}

gboolean
ls_component_steps_with_master (const LsComponent *component)
{
  LsPace pace;

  return ls_component_get_pace (component, &pace, NULL) && pace.kind == LS_PACE_MACRO;
}
