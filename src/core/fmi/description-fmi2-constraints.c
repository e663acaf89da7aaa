/* Constraints on the states in modelDescription.xml (Najafi 2017, section 3), not part of FMI 2.0:
 * as attributes, with or without a namespace, or in a vendor annotation. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A larger number is taken for an error. */
#define MAX_CONSTRAINTS 100000

/* Returns: (transfer full) (nullable): attribute @name, whatever its namespace. */
static char *
get_attribute (const LsPlace *place, const char *name, gboolean *plain)
{
  for (const xmlAttr *a = place->node->properties; a != NULL; a = a->next)
    if (g_str_equal ((const char *)a->name, name))
      {
        xmlChar *value = xmlNodeListGetString (place->node->doc, a->children, 1);
        char *text = g_strdup (value != NULL ? (const char *)value : "");

        *plain = *plain || a->ns == NULL;
        xmlFree (value);
        return text;
      }
  return NULL;
}

static gboolean
read_flag (const LsPlace *place, const char *name, gboolean *value, gboolean *plain, GError **error)
{
  g_autofree char *text = get_attribute (place, name, plain);

  if (text == NULL || ls_text_to_boolean (text, value))
    return TRUE;
  ls_place_set_error (place, error, _ ("attribute %s: “%s” is neither true nor false"), name, text);
  return FALSE;
}

static gboolean
read_number (LsConstraints *self, const LsPlace *place, gboolean *plain, GError **error)
{
  g_autofree char *text = get_attribute (place, "maxNumberOfConstraints", plain);
  gint64 n = 0;

  if (text == NULL)
    return TRUE;
  self->line = (int)xmlGetLineNo (place->node);
  if (!ls_text_to_integer (text, 0, MAX_CONSTRAINTS, &n))
    {
      ls_place_set_error (place, error,
                          _ ("attribute %s: “%s” is not a whole number from %d to %d"),
                          "maxNumberOfConstraints", text, 0, MAX_CONSTRAINTS);
      return FALSE;
    }
  self->max = (guint)n;
  return TRUE;
}

/* "true", "false", "withJacobian" */
static gboolean
read_residuals (LsConstraints *self, const LsPlace *place, gboolean *plain, GError **error)
{
  g_autofree char *text = get_attribute (place, "providesConstraints", plain);

  if (text == NULL)
    return TRUE;
  self->has_jacobian = g_str_equal (text, "withJacobian");
  if (self->has_jacobian)
    self->has_residuals = TRUE;
  if (self->has_jacobian || ls_text_to_boolean (text, &self->has_residuals))
    return TRUE;
  ls_place_set_error (place, error,
                      _ ("attribute %s: “%s” is neither true, false nor withJacobian"),
                      "providesConstraints", text);
  return FALSE;
}

/* Reads the attributes from one of the possible elements; all may contain any of them. */
static gboolean
read_place (LsDescription *description, const LsPlace *place, gboolean annotation, GError **error)
{
  LsConstraints *self = &description->constraints;
  gboolean plain = FALSE;

  if (!read_number (self, place, &plain, error) || !read_residuals (self, place, &plain, error)
      || !read_flag (place, "providesProjection", &self->has_projection, &plain, error)
      || !read_flag (place, "providesProjectionStep", &self->has_projection_step, &plain, error))
    return FALSE;
  if (plain && !annotation)
    ls_place_remark (place, description->remarks, LS_FINDING_WARNING, "constraints-annotation",
                     _ ("attributes of constraints are no part of FMI 2.0; in an element "
                        "Constraints of a vendor annotation they do no harm to other tools"));
  return TRUE;
}

/* The element Constraints of any vendor annotation. */
static gboolean
read_annotations (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *list = ls_xml_child (root, "VendorAnnotations");

  for (const xmlNode *tool = list != NULL ? ls_xml_child (list, "Tool") : NULL; tool != NULL;
       tool = ls_xml_next (tool, "Tool"))
    for (const xmlNode *c = ls_xml_child (tool, "Constraints"); c != NULL;
         c = ls_xml_next (c, "Constraints"))
      {
        const LsPlace place = { c, "Constraints", NULL };

        if (!read_place (self, &place, TRUE, error))
          return FALSE;
      }
  return TRUE;
}

/* Reports inconsistent attributes. */
static void
remark (LsDescription *self, const LsPlace *place)
{
  const LsConstraints *constraints = &self->constraints;
  const gboolean any = constraints->has_projection || constraints->has_projection_step
                       || constraints->has_residuals;

  if (constraints->max > 0 && !any)
    ls_place_remark (place, self->remarks, LS_FINDING_WARNING, "constraints-provided",
                     _ ("there are up to %u constraints, but no function to have them by is "
                        "announced"),
                     constraints->max);
  if (constraints->max == 0 && any)
    ls_place_remark (place, self->remarks, LS_FINDING_WARNING, "constraints-provided",
                     _ ("functions for constraints are announced, but maxNumberOfConstraints is "
                        "0 or missing; they are not used"));
}

gboolean
ls_description_read_fmi2_constraints (LsDescription *self, const xmlNode *root, GError **error)
{
  const LsPlace top = { root, "fmiModelDescription", NULL };
  const LsPlace model_exchange = { ls_xml_child (root, "ModelExchange"), "ModelExchange", NULL };

  if (model_exchange.node == NULL)
    return TRUE;
  if (!read_place (self, &top, FALSE, error) || !read_place (self, &model_exchange, FALSE, error)
      || !read_annotations (self, root, error))
    return FALSE;
  remark (self, &model_exchange);
  return TRUE;
}
