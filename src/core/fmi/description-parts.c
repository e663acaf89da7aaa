/* Parts of modelDescription.xml that versions of FMI share. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

guint
ls_count_children (const xmlNode *parent, const char *name)
{
  guint n = 0;

  for (const xmlNode *c = ls_xml_child (parent, name); c != NULL; c = ls_xml_next (c, name))
    n++;
  return n;
}

void
ls_description_read_texts (LsDescription *self, const xmlNode *root)
{
  self->description = ls_xml_get (root, "description");
  self->author = ls_xml_get (root, "author");
  self->version = ls_xml_get (root, "version");
  self->copyright = ls_xml_get (root, "copyright");
  self->license = ls_xml_get (root, "license");
  self->generation_tool = ls_xml_get (root, "generationTool");
  self->generation_time = ls_xml_get (root, "generationDateAndTime");
  self->naming_convention = ls_xml_get (root, "variableNamingConvention");
}

static gboolean
read_conversion (const LsPlace *place, double *factor, double *offset, GError **error)
{
  *factor = 1;
  *offset = 0;
  return ls_place_get_real (place, "factor", factor, NULL, error)
         && ls_place_get_real (place, "offset", offset, NULL, error);
}

static gboolean
read_display_units (LsUnit *self, const xmlNode *node, GError **error)
{
  self->display_units = g_new0 (LsDisplayUnit, ls_count_children (node, "DisplayUnit"));
  for (const xmlNode *c = ls_xml_child (node, "DisplayUnit"); c != NULL;
       c = ls_xml_next (c, "DisplayUnit"))
    {
      LsDisplayUnit *unit = &self->display_units[self->n_display_units];
      LsPlace place = { c, "display unit", NULL };

      if ((unit->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      self->n_display_units++;
      place.name = unit->name;
      if (!read_conversion (&place, &unit->factor, &unit->offset, error)
          || !ls_place_get_boolean (&place, "inverse", &unit->inverse, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_base_unit (LsUnit *self, const xmlNode *node, GError **error)
{
  const LsPlace place = { ls_xml_child (node, "BaseUnit"), "base unit of", self->name };

  self->factor = 1;
  if (place.node == NULL)
    return TRUE;
  self->has_base = TRUE;
  for (guint i = 0; i < LS_N_BASE_UNITS; i++)
    {
      gint64 exponent = 0;

      if (!ls_place_get_integer (&place, ls_base_unit_names[i], -1000, 1000, &exponent, NULL,
                                 error))
        return FALSE;
      self->exponents[i] = (int)exponent;
    }
  return read_conversion (&place, &self->factor, &self->offset, error);
}

gboolean
ls_description_read_units (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *list = ls_xml_child (root, "UnitDefinitions");

  if (list == NULL)
    return TRUE;
  self->units = g_new0 (LsUnit, ls_count_children (list, "Unit"));
  for (const xmlNode *c = ls_xml_child (list, "Unit"); c != NULL; c = ls_xml_next (c, "Unit"))
    {
      LsUnit *unit = &self->units[self->n_units];
      LsPlace place = { c, "unit", NULL };

      if ((unit->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      self->n_units++;
      unit->line = (int)xmlGetLineNo (c);
      place.name = unit->name;
      if (!read_base_unit (unit, c, error) || !read_display_units (unit, c, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ls_declared_type_read (LsDeclaredType *self, const LsPlace *inner, GError **error)
{
  self->quantity = ls_xml_get (inner->node, "quantity");
  self->unit = ls_xml_get (inner->node, "unit");
  self->display_unit = ls_xml_get (inner->node, "displayUnit");
  self->min = -INFINITY;
  self->max = INFINITY;
  self->nominal = 1;
  return ls_place_get_boolean (inner, "relativeQuantity", &self->relative, NULL, error)
         && ls_place_get_boolean (inner, "unbounded", &self->unbounded, NULL, error)
         && ls_place_get_real (inner, "min", &self->min, &self->has_min, error)
         && ls_place_get_real (inner, "max", &self->max, &self->has_max, error)
         && ls_place_get_real (inner, "nominal", &self->nominal, &self->has_nominal, error);
}

gboolean
ls_description_read_items (LsDeclaredType *self,
                           const LsPlace *parent,
                           const xmlNode *node,
                           gint64 minimum,
                           gint64 maximum,
                           GError **error)
{
  self->items = g_new0 (LsEnumerationItem, ls_count_children (node, "Item"));
  for (const xmlNode *c = ls_xml_child (node, "Item"); c != NULL; c = ls_xml_next (c, "Item"))
    {
      LsEnumerationItem *item = &self->items[self->n_items];
      const LsPlace place = { c, "item of type", parent->name };
      gint64 value = 0;
      gboolean present;

      if ((item->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      self->n_items++;
      item->description = ls_xml_get (c, "description");
      if (!ls_place_get_integer (&place, "value", minimum, maximum, &value, &present, error))
        return FALSE;
      if (!present)
        {
          ls_place_set_error (&place, error, _ ("attribute %s is missing"), "value");
          return FALSE;
        }
      item->value = value;
    }
  return TRUE;
}

gboolean
ls_description_read_log_categories (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *list = ls_xml_child (root, "LogCategories");
  guint n = list != NULL ? ls_count_children (list, "Category") : 0;

  self->log_categories = g_new0 (char *, n + 1);
  self->log_descriptions = g_new0 (char *, n + 1);
  for (const xmlNode *c = n > 0 ? ls_xml_child (list, "Category") : NULL; c != NULL;
       c = ls_xml_next (c, "Category"))
    {
      const LsPlace place = { c, "log category", NULL };
      char *name = ls_place_require (&place, "name", error);
      char *description;

      if (name == NULL)
        return FALSE;
      description = ls_xml_get (c, "description");
      self->log_categories[self->n_log_categories] = name;
      self->log_descriptions[self->n_log_categories++]
          = description != NULL ? description : g_strdup ("");
    }
  return TRUE;
}

gboolean
ls_description_read_experiment (LsDescription *description, const xmlNode *root, GError **error)
{
  LsDefaultExperiment *self = &description->experiment;
  const LsPlace place = { ls_xml_child (root, "DefaultExperiment"), "DefaultExperiment", NULL };

  if (place.node == NULL)
    return TRUE;
  self->line = (int)xmlGetLineNo (place.node);
  return ls_place_get_real (&place, "startTime", &self->start_time, &self->has_start_time, error)
         && ls_place_get_real (&place, "stopTime", &self->stop_time, &self->has_stop_time, error)
         && ls_place_get_real (&place, "tolerance", &self->tolerance, &self->has_tolerance, error)
         && ls_place_get_real (&place, "stepSize", &self->step_size, &self->has_step_size, error);
}

gboolean
ls_description_read_vendor_annotations (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *list = ls_xml_child (root, "VendorAnnotations");

  if (list == NULL)
    return TRUE;
  self->vendor_annotations = g_new0 (LsVendorAnnotation, ls_count_children (list, "Tool"));
  for (xmlNode *c = ls_xml_child (list, "Tool"); c != NULL; c = ls_xml_next (c, "Tool"))
    {
      LsVendorAnnotation *annotation = &self->vendor_annotations[self->n_vendor_annotations];
      const LsPlace place = { c, "Tool", NULL };

      if ((annotation->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      self->n_vendor_annotations++;
      annotation->xml = ls_place_dump (&place);
    }
  return TRUE;
}

int
ls_look_up (GHashTable *table, const char *name)
{
  return name != NULL ? GPOINTER_TO_INT (g_hash_table_lookup (table, name)) - 1 : -1;
}

GHashTable *
ls_index_names (gpointer items, gsize size, guint n)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);

  /* Each of the structs starts with its name; the first of several with the same name is used. */
  for (guint i = n; i-- > 0;)
    g_hash_table_replace (table, *(char **)((char *)items + i * size), GINT_TO_POINTER (i + 1));
  return table;
}

void
ls_variable_inherit (LsVariable *self,
                     const LsDeclaredType *type,
                     gboolean has_relative,
                     gboolean has_unbounded)
{
  if (self->quantity == NULL)
    self->quantity = g_strdup (type->quantity);
  if (self->unit_name == NULL)
    self->unit_name = g_strdup (type->unit);
  if (self->display_unit == NULL)
    self->display_unit = g_strdup (type->display_unit);
  if (!has_relative)
    self->relative = type->relative;
  if (!has_unbounded)
    self->unbounded = type->unbounded;
  if (!self->has_min && type->has_min)
    {
      self->has_min = TRUE;
      self->min = type->min;
    }
  if (!self->has_max && type->has_max)
    {
      self->has_max = TRUE;
      self->max = type->max;
    }
  if (!self->has_nominal && type->has_nominal)
    {
      self->has_nominal = TRUE;
      self->nominal = type->nominal;
    }
}

void
ls_variable_settle_nominal (LsDescription *description, LsVariable *self, const LsPlace *place)
{
  if (self->has_nominal && self->nominal > 0 && isfinite (self->nominal))
    return;
  if (self->has_nominal)
    {
      double sane = isfinite (self->nominal) && self->nominal < 0 ? -self->nominal : 1;

      ls_place_remark (place, description->remarks, LS_FINDING_ERROR, "nominal-positive",
                       _ ("nominal is %g but has to be positive; %g is used"), self->nominal, sane);
      self->nominal = sane;
      return;
    }
  self->nominal = 1;
}

char *
ls_next_word (char **text)
{
  char *start = *text + strspn (*text, " \t\r\n");
  char *end = start + strcspn (start, " \t\r\n");

  if (*start == '\0')
    return NULL;
  *text = *end != '\0' ? end + 1 : end;
  *end = '\0';
  return start;
}

guint
ls_count_words (const char *text)
{
  guint n = 0;

  while (*(text += strspn (text, " \t\r\n")) != '\0')
    {
      n++;
      text += strcspn (text, " \t\r\n");
    }
  return n;
}

/* Splits @text into kinds, modifying it. Returns: (transfer full) (nullable): an error message. */
static char *
read_kinds (LsUnknown *self, char *text)
{
  const guint n = ls_count_words (text);

  if (n != self->n_dependencies)
    return g_strdup_printf (_ ("dependenciesKind has %u entries, dependencies has %u"), n,
                            self->n_dependencies);
  for (guint i = 0; i < n; i++)
    {
      const char *word = ls_next_word (&text);
      guint kind = 0;

      while (kind < G_N_ELEMENTS (ls_dependency_names)
             && !g_str_equal (word, ls_dependency_names[kind]))
        kind++;
      if (kind == G_N_ELEMENTS (ls_dependency_names))
        return g_strdup_printf (_ ("dependenciesKind: “%s” is not a kind"), word);
      self->kinds[i] = (LsDependencyKind)kind;
    }
  return NULL;
}

/* Invalid kinds are replaced by "dependent": runs do not need them. */
void
ls_unknown_settle_kinds (LsDescription *description, LsUnknown *self, const LsPlace *place)
{
  g_autofree char *text = ls_xml_get (place->node, "dependenciesKind");
  g_autofree char *problem = text != NULL ? read_kinds (self, text) : NULL;

  self->has_kinds = text != NULL && problem == NULL;
  if (problem == NULL)
    return;
  for (guint i = 0; i < self->n_dependencies; i++)
    self->kinds[i] = LS_DEPENDENCY_DEPENDENT;
  ls_place_remark (place, description->remarks, LS_FINDING_WARNING, "dependency-kinds",
                   _ ("%s; the kinds are ignored"), problem);
}

gboolean
ls_description_read_types (LsDescription *self,
                           const xmlNode *root,
                           const char *element,
                           LsTypeReader read,
                           GError **error)
{
  const xmlNode *list = ls_xml_child (root, "TypeDefinitions");

  if (list == NULL)
    return TRUE;
  self->declared_types = g_new0 (LsDeclaredType, ls_count_children (list, element));
  for (const xmlNode *c = ls_xml_child (list, element); c != NULL; c = ls_xml_next (c, element))
    {
      LsDeclaredType *type = &self->declared_types[self->n_declared_types];
      LsPlace place = { c, "type", NULL };

      if ((type->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      self->n_declared_types++;
      type->line = (int)xmlGetLineNo (c);
      place.name = type->name;
      if (!read (type, &place, error))
        return FALSE;
    }
  return TRUE;
}
