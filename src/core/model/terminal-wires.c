#include "core/model/terminal-wires.h"

#include <glib/gi18n-lib.h>
#include <string.h>

GArray *
ls_model_list_terminal_wires (const LsModel *self)
{
  GArray *wires = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_return_val_if_fail (self != NULL, wires);
  for (guint i = 0; i < ls_model_get_n_connections (self); i++)
    {
      const guint id = ls_model_get_connection (self, i)->id;
      g_autoptr (GArray) wire = NULL;

      if (g_hash_table_contains (seen, GUINT_TO_POINTER (id))
          || !ls_model_is_terminal_wire (self, id))
        continue;
      wire = ls_model_list_wire (self, id);
      for (guint k = 0; k < wire->len; k++)
        g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (wire, guint, k)));
      g_array_append_val (wires, id);
    }
  return wires;
}

/* Flows that both ends count in the same direction have to be negated, others not. */
static void
check_pair (const LsModel *self,
            const LsConnection *wire,
            const LsPair *pair,
            const char *what,
            GPtrArray *remarks)
{
  const LsComponent *target = ls_model_find_component (self, pair->back ? wire->from : wire->to);
  const LsComponent *source = ls_model_find_component (self, pair->back ? wire->to : wire->from);
  const LsConnection *present = ls_model_find_source (self, target->id, pair->input->name);

  if (!ls_model_has_pair (self, wire->from, wire->to, pair))
    g_ptr_array_add (
        remarks,
        g_strdup_printf (present == NULL ? _ ("%s: %s.%s → %s.%s belongs to it and is missing")
                                         : _ ("%s: %s.%s → %s.%s belongs to it, but the input is "
                                              "fed by another output"),
                         what, source->name, pair->output->name, target->name, pair->input->name));
  else if (pair->is_negated && present->factor > 0)
    g_ptr_array_add (remarks,
                     g_strdup_printf (_ ("%s: %s.%s → %s.%s: both ends count the flow in the same "
                                         "direction, so that its factor should be −1"),
                                      what, source->name, pair->output->name, target->name,
                                      pair->input->name));
}

static void
check_wire (const LsModel *self, const LsConnection *wire, GPtrArray *remarks)
{
  const LsComponent *a = ls_model_find_component (self, wire->from);
  const LsComponent *b = ls_model_find_component (self, wire->to);
  const LsVariable *x = ls_component_get_port (a, ls_component_find_variable (a, wire->output));
  const LsVariable *y = ls_component_get_port (b, ls_component_find_variable (b, wire->input));
  const char *kinds[2]
      = { ls_component_get_terminal (a, x)->kind, ls_component_get_terminal (b, y)->kind };
  g_autofree char *what = ls_model_describe_wire (self, wire);
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) pairs = ls_model_match_terminals (a, x, b, y, left_out, &error);

  if (kinds[0] != NULL && kinds[1] != NULL && strcmp (kinds[0], kinds[1]) != 0)
    g_ptr_array_add (remarks, g_strdup_printf (_ ("%s: the terminals are of different kinds, %s "
                                                  "and %s"),
                                               what, kinds[0], kinds[1]));
  if (pairs == NULL)
    g_ptr_array_add (remarks, g_strdup_printf ("%s: %s", what, error->message));
  for (guint i = 0; pairs != NULL && i < left_out->len; i++)
    g_ptr_array_add (remarks, g_strdup_printf ("%s: %s", what, (char *)left_out->pdata[i]));
  for (guint i = 0; pairs != NULL && i < pairs->len; i++)
    check_pair (self, wire, &g_array_index (pairs, LsPair, i), what, remarks);
}

static gboolean
is_flow (const LsTerminal *terminal, guint variable)
{
  for (guint i = 0; i < terminal->n_members; i++)
    if (terminal->members[i].variable == variable
        && (terminal->members[i].kind == LS_MEMBER_INFLOW
            || terminal->members[i].kind == LS_MEMBER_OUTFLOW))
      return TRUE;
  for (guint i = 0; i < terminal->n_terminals; i++)
    if (is_flow (&terminal->terminals[i], variable))
      return TRUE;
  return FALSE;
}

static guint
count_sinks (const LsModel *self, guint component, const char *output)
{
  guint n = 0;

  for (guint i = 0; i < ls_model_get_n_connections (self); i++)
    {
      const LsConnection *connection = ls_model_get_connection (self, i);

      n += connection->from == component && strcmp (connection->output, output) == 0;
    }
  return n;
}

/* A flow that feeds several inputs would enter each of them in full. */
static void
check_flows (const LsModel *self, const LsComponent *component, GPtrArray *remarks)
{
  const LsDescription *description
      = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;

  for (guint i = 0; description != NULL && i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];
      guint n;

      if (variable->terminal == 0 || variable->causality != LS_CAUSALITY_OUTPUT
          || !is_flow (ls_component_get_terminal (component, variable), i)
          || (n = count_sinks (self, component->id, variable->name)) < 2)
        continue;
      g_ptr_array_add (remarks,
                       g_strdup_printf (_ ("%s.%s is a flow that feeds %u inputs: at a connection "
                                           "flows should sum to zero"),
                                        component->name, variable->name, n));
    }
}

GPtrArray *
ls_model_list_terminal_remarks (const LsModel *self)
{
  GPtrArray *remarks = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) wires = NULL;

  g_return_val_if_fail (self != NULL, remarks);
  wires = ls_model_list_terminal_wires (self);
  for (guint i = 0; i < wires->len; i++)
    check_wire (self, ls_model_find_connection (self, g_array_index (wires, guint, i)), remarks);
  for (guint i = 0; i < ls_model_get_n_components (self); i++)
    check_flows (self, ls_model_get_component (self, i), remarks);
  return remarks;
}
