/* Rules for the model structure (FMI 2.0, section 2.2.8). */
#include "core/check/check-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const LsDescription *description;
  GPtrArray *findings;
  gboolean *states; /* per variable */
} Checker;

static const LsVariable *
variable_of (const Checker *self, const LsUnknown *unknown)
{
  return &self->description->variables[unknown->variable];
}

/* Whether an unknown may depend on the variable: during a run, or during initialisation. */
static gboolean
is_known (const Checker *self, guint index, gboolean initial)
{
  const LsVariable *variable = &self->description->variables[index];

  if (variable->causality == LS_CAUSALITY_INPUT || variable->causality == LS_CAUSALITY_INDEPENDENT)
    return TRUE;
  /* FMI 3.0: also parameters, Clocks, and what was computed at the last tick of a Clock. */
  if (ls_description_get_major (self->description) == 3
      && (variable->causality == LS_CAUSALITY_PARAMETER
          || variable->causality == LS_CAUSALITY_CALCULATED_PARAMETER || variable->clock != NULL
          || variable->n_clocks > 0))
    return TRUE;
  return initial ? variable->initial == LS_INITIAL_EXACT : self->states[index];
}

static void
check_dependencies (Checker *self, const LsUnknown *unknown, gboolean initial)
{
  const LsVariable *variable = variable_of (self, unknown);
  const gboolean is_third = ls_description_get_major (self->description) == 3;

  for (guint i = 0; i < unknown->n_dependencies; i++)
    {
      const LsVariable *known = &self->description->variables[unknown->dependencies[i]];

      if (!is_known (self, known->index, initial))
        ls_finding_add (self->findings, LS_FINDING_WARNING, "dependencies-known", unknown->line,
                        variable->name,
                        initial ? _ ("the dependency %s is neither an input nor of initial exact")
                                : _ ("the dependency %s is neither an input nor a state"),
                        known->name);
      if (!is_third && i > 0 && unknown->dependencies[i - 1] >= unknown->dependencies[i])
        ls_finding_add (self->findings, LS_FINDING_ERROR, "dependencies-order", unknown->line,
                        variable->name, _ ("the dependencies do not ascend at index %u"),
                        unknown->dependencies[i] + 1);
      if (!unknown->has_kinds || unknown->kinds[i] == LS_DEPENDENCY_DEPENDENT)
        continue;
      if (variable->type != LS_TYPE_REAL && !is_third)
        ls_finding_add (self->findings, LS_FINDING_ERROR, "dependencies-kind-real", unknown->line,
                        variable->name,
                        _ ("only a Real can depend in another way than “dependent”"));
      else if (initial && unknown->kinds[i] != LS_DEPENDENCY_CONSTANT)
        ls_finding_add (self->findings, LS_FINDING_ERROR, "dependencies-kind-initial",
                        unknown->line, variable->name,
                        _ ("InitialUnknowns know the kinds “dependent” and “constant” only"));
    }
}

/* Returns: (transfer full): which variables are in the list; reports duplicates. */
static gboolean *
mark (Checker *self, const LsUnknowns *list, const char *rule, gboolean initial)
{
  gboolean *seen = g_new0 (gboolean, self->description->n_variables + 1);

  for (guint i = 0; i < list->n; i++)
    {
      const LsUnknown *unknown = &list->items[i];

      if (seen[unknown->variable])
        ls_finding_add (self->findings, LS_FINDING_ERROR, rule, unknown->line,
                        variable_of (self, unknown)->name, _ ("the variable is there twice"));
      seen[unknown->variable] = TRUE;
      check_dependencies (self, unknown, initial);
    }
  return seen;
}

static void
check_outputs (Checker *self)
{
  const LsDescription *description = self->description;
  g_autofree gboolean *seen = mark (self, &description->outputs, "outputs-unique", FALSE);

  for (guint i = 0; i < description->outputs.n; i++)
    {
      const LsVariable *variable = variable_of (self, &description->outputs.items[i]);

      if (variable->causality != LS_CAUSALITY_OUTPUT && variable->clock == NULL)
        ls_finding_add (self->findings, LS_FINDING_ERROR, "outputs-are-outputs",
                        description->outputs.items[i].line, variable->name,
                        _ ("it is among the Outputs, but its causality is %s"),
                        ls_causality_name (variable->causality));
    }
  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].causality == LS_CAUSALITY_OUTPUT && !seen[i])
      ls_finding_add (self->findings, LS_FINDING_ERROR, "output-in-model-structure",
                      description->variables[i].line, description->variables[i].name,
                      _ ("the output is missing in the Outputs of ModelStructure"));
}

static void
check_derivatives (Checker *self)
{
  const LsDescription *description = self->description;
  g_autofree gboolean *seen = mark (self, &description->derivatives, "derivatives-unique", FALSE);
  g_autofree gboolean *taken = g_new0 (gboolean, description->n_variables + 1);

  for (guint i = 0; i < description->derivatives.n; i++)
    {
      const LsUnknown *unknown = &description->derivatives.items[i];
      const LsVariable *variable = variable_of (self, unknown);

      if (taken[variable->derivative_of] && seen[unknown->variable])
        ls_finding_add (self->findings, LS_FINDING_ERROR, "state-unique", unknown->line,
                        variable->name, _ ("the state %s has two derivatives"),
                        description->variables[variable->derivative_of].name);
      taken[variable->derivative_of] = TRUE;
    }
  /* Only where there are none: a derivative missing from a list may be that of a variable that is
   * not a state, which FMI 2.0 allows. */
  for (guint i = 0; i < description->n_variables && description->derivatives.n == 0; i++)
    if (description->model_exchange.present && description->variables[i].derivative_of >= 0
        && description->variables[i].causality == LS_CAUSALITY_LOCAL)
      ls_finding_add (self->findings, LS_FINDING_WARNING, "derivatives-complete",
                      description->variables[i].line, description->variables[i].name,
                      _ ("the derivative is missing in the Derivatives of ModelStructure"));
}

static gboolean
is_initial_unknown (const Checker *self, const gboolean *derivatives, const LsVariable *variable)
{
  gboolean unknown
      = variable->initial == LS_INITIAL_APPROX || variable->initial == LS_INITIAL_CALCULATED;

  if (variable->causality == LS_CAUSALITY_CALCULATED_PARAMETER)
    return TRUE;
  if (variable->clock != NULL || variable->n_clocks > 0 || variable->is_alias)
    return FALSE;
  return unknown
         && (variable->causality == LS_CAUSALITY_OUTPUT || self->states[variable->index]
             || derivatives[variable->index]);
}

static void
check_initial_unknowns (Checker *self)
{
  const LsDescription *description = self->description;
  const LsUnknowns *list = &description->initial_unknowns;
  g_autofree gboolean *seen = mark (self, list, "initial-unknowns-unique", TRUE);
  g_autofree gboolean *derivatives = g_new0 (gboolean, description->n_variables + 1);
  gboolean needs_derivatives = description->model_exchange.present
                               || description->co_simulation.provides_directional_derivative;

  for (guint i = 0; i < description->derivatives.n; i++)
    derivatives[description->derivatives.items[i].variable] = TRUE;
  for (guint i = 0; i < list->n; i++)
    {
      const LsVariable *variable = variable_of (self, &list->items[i]);

      /* Clocked variables may be there. */
      if (!is_initial_unknown (self, derivatives, variable) && variable->n_clocks == 0)
        ls_finding_add (
            self->findings, LS_FINDING_ERROR, "initial-unknowns-allowed", list->items[i].line,
            variable->name,
            _ ("it is among the InitialUnknowns, but is none (causality %s, initial %s)"),
            ls_causality_name (variable->causality), ls_initial_name (variable->initial));
      if (ls_description_get_major (description) < 3 && i > 0
          && list->items[i - 1].variable > list->items[i].variable)
        ls_finding_add (self->findings, LS_FINDING_ERROR, "initial-unknowns-order",
                        list->items[i].line, variable->name,
                        _ ("the InitialUnknowns do not ascend"));
    }
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (seen[i] || !is_initial_unknown (self, derivatives, variable))
        continue;
      /* Co-Simulation alone ignores Derivatives unless it provides directional derivatives. */
      if (variable->causality == LS_CAUSALITY_LOCAL && !needs_derivatives)
        continue;
      ls_finding_add (self->findings, LS_FINDING_ERROR, "initial-unknowns-complete", variable->line,
                      variable->name, _ ("it is missing in the InitialUnknowns of ModelStructure"));
    }
}

void
ls_check_structure (const LsDescription *description, GPtrArray *findings)
{
  g_autofree gboolean *states = ls_check_find_states (description);
  Checker checker = { description, findings, states };

  check_outputs (&checker);
  check_derivatives (&checker);
  check_initial_unknowns (&checker);
}

gboolean *
ls_check_find_states (const LsDescription *description)
{
  gboolean *states = g_new0 (gboolean, description->n_variables + 1);

  for (guint i = 0; i < description->derivatives.n; i++)
    states[description->variables[description->derivatives.items[i].variable].derivative_of] = TRUE;
  return states;
}
