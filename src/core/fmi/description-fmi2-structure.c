/* ModelStructure of FMI 2.0. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
read_dependencies (LsDescription *description,
                   LsUnknown *self,
                   const LsPlace *place,
                   GError **error)
{
  g_autofree char *text = ls_xml_get (place->node, "dependencies");
  char *rest = text;
  const char *word;

  if (text == NULL)
    {
      ls_unknown_settle_kinds (description, self, place);
      return TRUE;
    }
  self->has_dependencies = TRUE;
  self->dependencies = g_new0 (guint, ls_count_words (text));
  self->kinds = g_new0 (LsDependencyKind, ls_count_words (text));
  while ((word = ls_next_word (&rest)) != NULL)
    {
      gint64 index;

      if (!ls_text_to_integer (word, 1, description->n_variables, &index))
        {
          ls_place_set_error (place, error,
                              _ ("dependencies: “%s” is not the index of a variable (1 to %u)"),
                              word, description->n_variables);
          return FALSE;
        }
      self->dependencies[self->n_dependencies++] = (guint)index - 1;
    }
  ls_unknown_settle_kinds (description, self, place);
  return TRUE;
}

static gboolean
read_unknown (LsDescription *description,
              LsUnknown *self,
              const xmlNode *node,
              const char *list,
              GError **error)
{
  LsPlace place = { node, "unknown of", list };
  gint64 index = 0;
  gboolean present;

  self->line = (int)xmlGetLineNo (node);
  if (!ls_place_get_integer (&place, "index", 1, description->n_variables, &index, &present, error))
    return FALSE;
  if (!present)
    {
      ls_place_set_error (&place, error, _ ("attribute %s is missing"), "index");
      return FALSE;
    }
  self->variable = (guint)index - 1;
  place.what = list;
  place.name = description->variables[self->variable].name;
  return read_dependencies (description, self, &place, error);
}

static gboolean
read_unknowns (LsDescription *description,
               LsUnknowns *self,
               const xmlNode *structure,
               const char *list,
               GError **error)
{
  const xmlNode *parent = ls_xml_child (structure, list);
  guint n = 0;

  if (parent == NULL)
    return TRUE;
  for (const xmlNode *c = ls_xml_child (parent, "Unknown"); c != NULL;
       c = ls_xml_next (c, "Unknown"))
    n++;
  self->items = g_new0 (LsUnknown, n);
  for (const xmlNode *c = ls_xml_child (parent, "Unknown"); c != NULL;
       c = ls_xml_next (c, "Unknown"))
    if (!read_unknown (description, &self->items[self->n++], c, list, error))
      return FALSE;
  return TRUE;
}

/* The states are found through the derivatives, so each derivative needs a reference to its
 * state. */
static gboolean
check_derivatives (const LsDescription *self, const xmlNode *structure, GError **error)
{
  const xmlNode *list = ls_xml_child (structure, "Derivatives");
  const xmlNode *node = list != NULL ? ls_xml_child (list, "Unknown") : NULL;

  for (guint i = 0; i < self->derivatives.n; i++, node = ls_xml_next (node, "Unknown"))
    {
      const LsVariable *variable = &self->variables[self->derivatives.items[i].variable];
      const LsPlace place = { node, "Derivatives", variable->name };

      if (variable->type != LS_TYPE_REAL || variable->derivative_of < 0)
        {
          ls_place_set_error (&place, error,
                              _ ("the variable is no derivative: it has to be a Real with the "
                                 "attribute derivative"));
          return FALSE;
        }
      if (self->variables[variable->derivative_of].type != LS_TYPE_REAL)
        {
          ls_place_set_error (&place, error, _ ("the state “%s” is not a Real"),
                              self->variables[variable->derivative_of].name);
          return FALSE;
        }
    }
  return TRUE;
}

/* Co-Simulation works without Derivatives: if they are invalid they are dropped, and Model
 * Exchange, which requires them, is treated as absent. */
static gboolean
settle_derivatives (LsDescription *self, const xmlNode *structure, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const LsPlace place = { ls_xml_child (structure, "Derivatives"), "Derivatives", NULL };
  const gboolean model_exchange = self->model_exchange.present;

  if (check_derivatives (self, structure, &problem))
    return TRUE;
  if (!self->co_simulation.present)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  ls_place_remark (&place, self->remarks, model_exchange ? LS_FINDING_ERROR : LS_FINDING_WARNING,
                   "derivatives-valid",
                   model_exchange ? _ ("%s; only Co-Simulation is possible without it")
                                  : _ ("%s; the states are not known"),
                   problem->message);
  ls_unknowns_clear (&self->derivatives);
  self->model_exchange.present = FALSE;
  return TRUE;
}

gboolean
ls_description_read_fmi2_structure (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *structure = ls_xml_child (root, "ModelStructure");
  const LsPlace place = { root, "fmiModelDescription", NULL };

  if (structure == NULL)
    {
      ls_place_remark (&place, self->remarks, LS_FINDING_ERROR, "model-structure-present",
                       _ ("element %s is missing"), "ModelStructure");
      return TRUE;
    }
  return read_unknowns (self, &self->outputs, structure, "Outputs", error)
         && read_unknowns (self, &self->derivatives, structure, "Derivatives", error)
         && read_unknowns (self, &self->initial_unknowns, structure, "InitialUnknowns", error)
         && settle_derivatives (self, structure, error);
}
