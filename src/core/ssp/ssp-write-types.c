/* Types of connectors, with the definitions of their units and enumerations, and their sizes. */
#include "core/base/number.h"
#include "core/ssp/ssp-write-impl.h"

#include <string.h>

static xmlNode *
find_named (const xmlNode *parent, const char *element, const char *name)
{
  xmlNode *node = ls_xml_child (parent, element);

  while (node != NULL && !ls_ssp_xml_has (node, "name", name))
    node = ls_xml_next (node, element);
  return node;
}

static gboolean
is_unit (const xmlNode *node, const LsUnit *unit)
{
  const xmlNode *base = ls_xml_child (node, "BaseUnit");
  double factor = 1.0, offset = 0.0;

  return ls_ssp_xml_has_dimension (base, unit)
         && ls_xml_get_real (base, "factor", &factor, NULL, NULL)
         && ls_xml_get_real (base, "offset", &offset, NULL, NULL) && factor == unit->factor
         && offset == unit->offset;
}

const char *
ls_ssp_write_unit (LsSspWriter *self, const LsUnit *unit)
{
  xmlNode *units, *node;

  /* A unit that is undefined, or defined differently in the document, is omitted: the FMU defines
   * it. */
  if (unit == NULL || !unit->has_base)
    return NULL;
  units = ls_ssp_xml_ensure (xmlDocGetRootElement (self->doc), LS_SSD_HREF, "Units",
                             ls_ssp_root_order);
  if ((node = find_named (units, "Unit", unit->name)) != NULL)
    return is_unit (node, unit) ? unit->name : NULL;
  node = ls_ssp_xml_add (units, LS_SSC_HREF, "Unit");
  ls_ssp_xml_set (node, "name", unit->name);
  node = ls_ssp_xml_add (node, LS_SSC_HREF, "BaseUnit");
  for (guint i = 0; i < LS_N_BASE_UNITS; i++)
    if (unit->exponents[i] != 0)
      {
        g_autofree char *text = g_strdup_printf ("%d", unit->exponents[i]);

        ls_ssp_xml_set (node, ls_base_unit_names[i], text);
      }
  if (unit->factor != 1.0)
    ls_ssp_xml_set_real (node, "factor", unit->factor);
  if (unit->offset != 0.0)
    ls_ssp_xml_set_real (node, "offset", unit->offset);
  return unit->name;
}

static gboolean
is_enumeration (const xmlNode *node, const LsDeclaredType *type)
{
  const xmlNode *item = ls_xml_child (node, "Item");

  for (guint i = 0; i < type->n_items; i++, item = ls_xml_next (item, "Item"))
    {
      gint64 value = 0;

      if (item == NULL || !ls_ssp_xml_has (item, "name", type->items[i].name)
          || !ls_xml_get_int64 (item, "value", &value, NULL, NULL) || value != type->items[i].value)
        return FALSE;
    }
  return item == NULL;
}

char *
ls_ssp_write_enumeration (LsSspWriter *self, const LsDeclaredType *type)
{
  g_autofree char *name = NULL;
  xmlNode *enumerations, *node;

  if (type == NULL || type->n_items == 0)
    return NULL;
  enumerations = ls_ssp_xml_ensure (xmlDocGetRootElement (self->doc), LS_SSD_HREF, "Enumerations",
                                    ls_ssp_root_order);
  /* Two FMUs may define different items under one name. */
  name = g_strdup (type->name);
  for (guint i = 2; (node = find_named (enumerations, "Enumeration", name)) != NULL; i++)
    {
      if (is_enumeration (node, type))
        return g_steal_pointer (&name);
      g_free (name);
      name = g_strdup_printf ("%s_%u", type->name, i);
    }
  node = ls_ssp_xml_add (enumerations, LS_SSC_HREF, "Enumeration");
  ls_ssp_xml_set (node, "name", name);
  for (guint i = 0; i < type->n_items; i++)
    {
      g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, type->items[i].value);
      xmlNode *item = ls_ssp_xml_add (node, LS_SSC_HREF, "Item");

      ls_ssp_xml_set (item, "name", type->items[i].name);
      ls_ssp_xml_set (item, "value", value);
    }
  return g_steal_pointer (&name);
}

xmlNode *
ls_ssp_find_connector (const xmlNode *connectors, const char *name)
{
  xmlNode *node = ls_xml_child (connectors, "Connector");

  while (node != NULL && !ls_ssp_xml_has (node, "name", name))
    node = ls_xml_next (node, "Connector");
  return node;
}

static const char *
get_type_element (const LsSspWriter *self, const LsVariable *variable)
{
  if (variable->clock != NULL)
    return "Clock";
  if (variable->format == LS_FORMAT_BINARY || (self->is_2 && variable->format != LS_FORMAT_DEFAULT))
    return ls_format_get_name (variable->format);
  /* The type names of SSP 1.0 are those of FMI 2.0. */
  return ls_type_name (variable->type);
}

/* Declares what another connector has as its size; it has none itself. */
static void
write_size (LsSspWriter *self, xmlNode *owner, const LsComponent *component, const char *name)
{
  const LsVariable *variable = ls_component_find_variable (component, name);
  xmlNode *node;

  if (variable == NULL || ls_ssp_find_connector (owner, name) != NULL)
    return;
  node = ls_ssp_xml_add (owner, LS_SSD_HREF, "Connector");
  ls_ssp_xml_set (node, "name", name);
  ls_ssp_xml_set (node, "kind", variable->is_structural ? "structuralParameter" : "constant");
  ls_ssp_xml_add (node, LS_SSC_HREF, get_type_element (self, variable));
}

static void
write_dimensions (LsSspWriter *self,
                  xmlNode *connector,
                  const LsComponent *component,
                  const LsVariable *port,
                  xmlNode *owner)
{
  const LsArray *array = port->n_elements > 0
                             ? &ls_fmu_get_description (component->fmu)->arrays[port->array - 1]
                             : NULL;

  for (guint i = 0; array != NULL && i < array->n_dimensions; i++)
    {
      xmlNode *node = ls_ssp_xml_add (connector, LS_SSC_HREF, "Dimension");
      g_autofree char *size = g_strdup_printf ("%" G_GUINT64_FORMAT, array->dimensions[i]);
      const char *sized_by = owner != NULL ? array->sized_by[i] : NULL;

      ls_ssp_xml_set (node, "sizeConnector", sized_by);
      ls_ssp_xml_set (node, "size", sized_by == NULL ? size : NULL);
      if (sized_by != NULL)
        write_size (self, owner, component, sized_by);
    }
}

void
ls_ssp_write_type (LsSspWriter *self,
                   xmlNode *connector,
                   const LsComponent *component,
                   const LsVariable *variable,
                   xmlNode *owner)
{
  const char *unit = ls_ssp_write_unit (self, ls_component_get_unit (component, variable));
  g_autofree char *name = NULL;
  xmlNode *node;

  if (variable->type == LS_TYPE_ENUMERATION)
    name = ls_ssp_write_enumeration (self, ls_component_get_type (component, variable));
  if (variable->type != LS_TYPE_ENUMERATION || name != NULL)
    {
      node = ls_ssp_xml_add (connector, LS_SSC_HREF, get_type_element (self, variable));
      ls_ssp_xml_set (node, "intervalVariability", variable->clock != NULL ? "triggered" : NULL);
      ls_ssp_xml_set (node, "unit", variable->type == LS_TYPE_REAL ? unit : NULL);
      ls_ssp_xml_set (node, "name", name);
      ls_ssp_xml_set (node, "mime-type", variable->mime_type);
    }
  write_dimensions (self, connector, component, variable, owner);
}
