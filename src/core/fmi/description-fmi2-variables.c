/* ModelVariables of FMI 2.0, and what FMI 1.0 shares with it: the types of scalar variables. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maps names of units and types to their indices while the variables are read. */
typedef struct
{
  LsDescription *description;
  const LsScalarForm *form;
  GHashTable *units; /* name -> index + 1 */
  GHashTable *types; /* name -> index + 1 */
} Reader;

gboolean
ls_scalar_read_identity (LsVariable *self, LsPlace *place, GError **error)
{
  gboolean present;
  gint64 reference = 0;

  if ((self->name = ls_place_require (place, "name", error)) == NULL)
    return FALSE;
  place->name = self->name;
  self->description = ls_xml_get (place->node, "description");
  if (!ls_place_get_integer (place, "valueReference", 0, G_MAXUINT32, &reference, &present, error))
    return FALSE;
  if (!present)
    {
      ls_place_set_error (place, error, _ ("attribute %s is missing"), "valueReference");
      return FALSE;
    }
  self->value_reference = (guint32)reference;
  self->can_handle_multiple_set = TRUE;
  return TRUE;
}

static gboolean
read_head (LsVariable *self, LsPlace *place, GError **error)
{
  guint causality = LS_CAUSALITY_LOCAL, variability = LS_VARIABILITY_CONTINUOUS, initial = 0;

  if (!ls_scalar_read_identity (self, place, error))
    return FALSE;
  if (!ls_place_get_choice (place, "causality", ls_causality_names,
                            G_N_ELEMENTS (ls_causality_names), &causality, NULL, error)
      || !ls_place_get_choice (place, "variability", ls_variability_names,
                               G_N_ELEMENTS (ls_variability_names), &variability, NULL, error)
      || !ls_place_get_choice (place, "initial", ls_initial_names + 1,
                               G_N_ELEMENTS (ls_initial_names) - 1, &initial, &self->has_initial,
                               error)
      || !ls_place_get_boolean (place, "canHandleMultipleSetPerTimeInstant",
                                &self->can_handle_multiple_set, &self->has_can_handle_multiple_set,
                                error))
    return FALSE;
  self->causality = (LsCausality)causality;
  self->variability = (LsVariability)variability;
  self->initial = (LsInitial)(initial + 1);
  return TRUE;
}

/* Resolves defaults that depend on several attributes: that of `variability` is "continuous", which
 * only a Real can be, and that of `initial` follows from the other two. */
static void
settle_head (LsDescription *description, LsVariable *self, const LsPlace *place)
{
  if (self->type != LS_TYPE_REAL && self->variability == LS_VARIABILITY_CONTINUOUS)
    {
      ls_place_remark (place, description->remarks, LS_FINDING_ERROR, "continuous-is-real",
                       _ ("a variable of type %s cannot be continuous; variability has to be "
                          "given, it is taken as discrete"),
                       ls_type_name (self->type));
      self->variability = LS_VARIABILITY_DISCRETE;
    }
  if (!self->has_initial)
    self->initial = ls_initial_default (self->causality, self->variability);
}

static const xmlNode *
find_type (LsVariable *self, const LsPlace *place, GError **error)
{
  const xmlNode *found = NULL;

  for (const xmlNode *c = ls_xml_child (place->node, NULL); c != NULL; c = ls_xml_next (c, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (ls_type_names); i++)
      if (ls_xml_is (c, ls_type_names[i]))
        {
          if (found != NULL)
            {
              ls_place_set_error (place, error, _ ("there are two types, %s and %s"),
                                  ls_type_name (self->type), ls_type_names[i]);
              return NULL;
            }
          self->type = (LsType)i;
          found = c;
        }
  if (found == NULL)
    ls_place_set_error (place, error,
                        _ ("there is no Real, Integer, Boolean, String or Enumeration"));
  return found;
}

static gboolean
read_start (LsVariable *self, const LsPlace *place, GError **error)
{
  gint64 integer;
  gboolean boolean, good = TRUE;

  if ((self->start = ls_xml_get (place->node, "start")) == NULL)
    return TRUE;
  switch (self->type)
    {
    case LS_TYPE_REAL:
      good = ls_text_to_real (self->start, &self->start_real);
      break;
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
      good = ls_text_to_integer (self->start, G_MININT32, G_MAXINT32, &integer);
      self->start_real = good ? (double)integer : 0;
      break;
    case LS_TYPE_BOOLEAN:
      good = ls_text_to_boolean (self->start, &boolean);
      self->start_real = good && boolean;
      break;
    case LS_TYPE_STRING:
    default:
      break;
    }
  if (!good)
    ls_place_set_error (place, error, _ ("attribute %s: “%s” is not of type %s"), "start",
                        self->start, ls_type_name (self->type));
  return good;
}

static gboolean
read_bounds (LsVariable *self, const LsPlace *place, GError **error)
{
  gint64 low = 0, high = 0;

  self->min = -INFINITY;
  self->max = INFINITY;
  switch (self->type)
    {
    case LS_TYPE_REAL:
      return ls_place_get_real (place, "min", &self->min, &self->has_min, error)
             && ls_place_get_real (place, "max", &self->max, &self->has_max, error);
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
      if (!ls_place_get_integer (place, "min", G_MININT32, G_MAXINT32, &low, &self->has_min, error)
          || !ls_place_get_integer (place, "max", G_MININT32, G_MAXINT32, &high, &self->has_max,
                                    error))
        return FALSE;
      if (self->has_min)
        self->min = (double)low;
      if (self->has_max)
        self->max = (double)high;
      return TRUE;
    case LS_TYPE_BOOLEAN:
    case LS_TYPE_STRING:
    default:
      return TRUE;
    }
}

static void
settle_declared_type (Reader *reader,
                      LsVariable *self,
                      const LsPlace *place,
                      gboolean has_relative,
                      gboolean has_unbounded)
{
  const LsDeclaredType *type;

  self->declared_type = ls_look_up (reader->types, self->declared_type_name);
  if (self->declared_type < 0)
    return;
  type = &reader->description->declared_types[self->declared_type];
  if (type->type == self->type)
    {
      ls_variable_inherit (self, type, has_relative, has_unbounded);
      return;
    }
  ls_place_remark (place, reader->description->remarks, LS_FINDING_ERROR, "declared-type-matches",
                   _ ("the declared type %s is of type %s, the variable of type %s"), type->name,
                   ls_type_name (type->type), ls_type_name (self->type));
  self->declared_type = -1;
}

static gboolean
read_derivative (Reader *reader, LsVariable *self, const LsPlace *place, GError **error)
{
  gint64 index = 0;
  gboolean present;

  self->derivative_of = -1;
  if (self->type != LS_TYPE_REAL)
    return TRUE;
  if (!ls_place_get_integer (place, "derivative", 1, reader->description->n_variables, &index,
                             &present, error))
    return FALSE;
  if (present)
    self->derivative_of = (int)index - 1;
  return ls_place_get_boolean (place, "reinit", &self->reinit, &self->has_reinit, error);
}

static gboolean
read_type (Reader *reader, LsVariable *self, const LsPlace *outer, GError **error)
{
  const LsPlace place = { find_type (self, outer, error), outer->what, outer->name };
  gboolean has_relative, has_unbounded;

  if (place.node == NULL)
    return FALSE;
  self->declared_type_name = ls_xml_get (place.node, "declaredType");
  if (self->type == LS_TYPE_REAL)
    {
      self->unit_name = ls_xml_get (place.node, "unit");
      self->display_unit = ls_xml_get (place.node, "displayUnit");
    }
  self->quantity = ls_xml_get (place.node, "quantity");
  self->nominal = 1;
  if (!read_start (self, &place, error) || !read_bounds (self, &place, error)
      || !ls_place_get_real (&place, "nominal", &self->nominal, &self->has_nominal, error)
      || !ls_place_get_boolean (&place, "relativeQuantity", &self->relative, &has_relative, error)
      || !ls_place_get_boolean (&place, "unbounded", &self->unbounded, &has_unbounded, error)
      || !read_derivative (reader, self, &place, error))
    return FALSE;
  settle_declared_type (reader, self, &place, has_relative, has_unbounded);
  ls_variable_settle_nominal (reader->description, self, &place);
  self->unit = ls_look_up (reader->units, self->unit_name);
  return TRUE;
}

static gboolean
read_variable (Reader *reader, LsVariable *self, const xmlNode *node, GError **error)
{
  LsPlace place = { node, "variable", NULL };
  LsPlace annotations = { ls_xml_child (node, "Annotations"), "Annotations", NULL };

  self->line = (int)xmlGetLineNo (node);
  if (!reader->form->read_head (self, &place, error) || !read_type (reader, self, &place, error))
    return FALSE;
  reader->form->settle (reader->description, self, &place);
  if (annotations.node != NULL)
    self->annotations = ls_place_dump (&annotations);
  return TRUE;
}

static gboolean
read_all (Reader *reader, const xmlNode *list, guint n, guint n_more, GError **error)
{
  LsDescription *self = reader->description;
  const xmlNode *node = n > 0 ? ls_xml_child (list, "ScalarVariable") : NULL;

  self->variables = g_new0 (LsVariable, n + n_more);
  self->n_variables = n;
  for (guint i = 0; i < n; i++, node = ls_xml_next (node, "ScalarVariable"))
    {
      LsVariable *variable = &self->variables[i];

      variable->index = i;
      if (!read_variable (reader, variable, node, error))
        return FALSE;
      if (!g_hash_table_contains (self->by_name, variable->name))
        g_hash_table_insert (self->by_name, variable->name, variable);
    }
  return TRUE;
}

gboolean
ls_description_read_scalars (LsDescription *self,
                             const xmlNode *root,
                             const LsScalarForm *form,
                             guint n_more,
                             GError **error)
{
  const LsPlace place = { root, "fmiModelDescription", NULL };
  const xmlNode *list = ls_xml_child (root, "ModelVariables");
  Reader reader = { self, form, NULL, NULL };
  guint n = 0;
  gboolean done;

  if (list == NULL && !form->may_be_absent)
    {
      ls_place_set_error (&place, error, _ ("element %s is missing"), "ModelVariables");
      return FALSE;
    }
  for (const xmlNode *c = list != NULL ? ls_xml_child (list, "ScalarVariable") : NULL; c != NULL;
       c = ls_xml_next (c, "ScalarVariable"))
    if (++n > LS_DESCRIPTION_MAX_VARIABLES - n_more)
      {
        g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: there are more than %u variables"),
                     self->path, LS_DESCRIPTION_MAX_VARIABLES);
        return FALSE;
      }
  reader.units = ls_index_names (self->units, sizeof (LsUnit), self->n_units);
  reader.types
      = ls_index_names (self->declared_types, sizeof (LsDeclaredType), self->n_declared_types);
  done = read_all (&reader, list, n, n_more, error);
  g_hash_table_unref (reader.units);
  g_hash_table_unref (reader.types);
  return done;
}

gboolean
ls_description_read_fmi2_variables (LsDescription *self, const xmlNode *root, GError **error)
{
  static const LsScalarForm form = { .read_head = read_head, .settle = settle_head };

  return ls_description_read_scalars (self, root, &form, 0, error);
}
