#include "core/assembly/activity-sources.h"

#include "core/system/solver.h"
#include "core/system/system.h"

char *
ls_activity_name_state (const char *component, const LsDescription *description, guint index)
{
  const guint derivative = description->derivatives.items[index].variable;
  const int state = description->variables[derivative].derivative_of;

  return g_strdup_printf ("%s.%s", component,
                          description->variables[state >= 0 ? (guint)state : derivative].name);
}

static void
add_states (const LsComponent *component, GPtrArray *names)
{
  const LsDescription *description = ls_fmu_get_description (component->fmu);

  for (guint i = 0; i < description->derivatives.n; i++)
    g_ptr_array_add (names, ls_activity_name_state (component->name, description, i));
}

/* Whether the solver of the component quantises its states. */
static gboolean
is_quantised (const LsComponent *component)
{
  LsSolver solver;

  return component->fmu != NULL && ls_component_uses_model_exchange (component)
         && ls_solver_parse (component->solver, &solver, NULL) && solver.schedule != NULL;
}

LsActivity *
ls_activity_new_for (const LsModel *model, gboolean scheduled)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const guint n = ls_model_get_n_components (model);

  for (guint k = 0; k < n && scheduled; k++)
    if (ls_model_get_component (model, k)->fmu != NULL)
      add_states (ls_model_get_component (model, k), names);
  for (guint k = 0; k < n; k++)
    {
      const LsComponent *component = ls_model_get_component (model, k);

      if (!scheduled && is_quantised (component))
        add_states (component, names);
      if (component->fmu != NULL
          && (scheduled ? ls_fmu_get_description (component->fmu)->n_event_indicators > 0
                        : ls_component_reports_events (component)))
        g_ptr_array_add (names, g_strdup (component->name));
    }
  g_ptr_array_add (names, NULL);
  return ls_activity_new ((const char *const *)names->pdata);
}
