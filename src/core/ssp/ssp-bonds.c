/* Power bonds: <bond effort= flow=/> in the experiment of Lockstep's annotation, where a connection
 * is named after its input, "component.variable", which no other connection has. */
#include "core/model/bond.h"
#include "core/ssp/ssp-read-impl.h"
#include "core/ssp/ssp-write-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const ends[2] = { "effort", "flow" };

/* The variable may contain points, the component as well: it may lie in systems. */
static const LsConnection *
find_connection (const LsModel *model, const char *name)
{
  const char *point = name != NULL ? strchr (name, '.') : NULL;

  for (; point != NULL; point = strchr (point + 1, '.'))
    {
      g_autofree char *component = g_strndup (name, (gsize)(point - name));
      const LsComponent *to = ls_model_find_component_by_name (model, component);
      const LsConnection *connection
          = to != NULL ? ls_model_find_source (model, to->id, point + 1) : NULL;

      if (connection != NULL)
        return connection;
    }
  return NULL;
}

static void
read_bond (LsSspReader *self, const xmlNode *node)
{
  guint ids[2];
  g_autofree char *effort = ls_xml_get (node, ends[0]);
  g_autofree char *flow = ls_xml_get (node, ends[1]);
  const char *names[2] = { effort, flow };
  g_autoptr (GError) error = NULL;
  LsBond bond;

  for (guint i = 0; i < 2; i++)
    {
      const LsConnection *connection = find_connection (self->model, names[i]);

      if (connection == NULL)
        {
          ls_ssp_note (
              self, node,
              _ ("The power bond of “%s” and “%s” is not used: no connection leads to “%s”"),
              effort != NULL ? effort : "", flow != NULL ? flow : "",
              names[i] != NULL ? names[i] : "");
          return;
        }
      ids[i] = connection->id;
    }
  bond = ls_model_order_bond (self->model, (LsBond){ ids[0], ids[1] });
  if (ls_model_check_bond (self->model, bond, &error))
    ls_model_set_bond (self->model, bond.effort, bond.flow);
  else
    ls_ssp_note (self, node, _ ("The power bond of “%s” and “%s” is not used: %s"), effort, flow,
                 error->message);
}

void
ls_ssp_read_bonds (LsSspReader *self)
{
  const xmlNode *root = xmlDocGetRootElement (self->doc);
  const xmlNode *own = ls_ssp_xml_find_annotation (root);

  if (own == NULL)
    own = ls_ssp_xml_find_annotation (self->root->node);
  for (const xmlNode *node = ls_xml_child (ls_xml_child (own, "experiment"), "bond"); node != NULL;
       node = ls_xml_next (node, "bond"))
    read_bond (self, node);
}

/* The bonds of a model, as they are written. */
static char *
describe (const LsModel *model)
{
  g_autoptr (GArray) bonds = ls_model_list_bonds (model);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < bonds->len; i++)
    {
      g_autofree char *name = ls_model_name_bond (model, g_array_index (bonds, LsBond, i));

      g_string_append_printf (text, "%s\n", name);
    }
  return g_string_free (text, FALSE);
}

static void
write_bonds (xmlNode *node, const LsModel *model)
{
  g_autoptr (GArray) bonds = ls_model_list_bonds (model);
  xmlNode *next;

  for (xmlNode *child = ls_xml_child (node, "bond"); child != NULL; child = next)
    {
      next = ls_xml_next (child, "bond");
      ls_ssp_xml_remove (child);
    }
  for (guint i = 0; i < bonds->len; i++)
    {
      const LsBond *bond = &g_array_index (bonds, LsBond, i);
      g_autofree char *effort = ls_model_name_bond_end (model, bond->effort);
      g_autofree char *flow = ls_model_name_bond_end (model, bond->flow);
      xmlNode *child = xmlNewChild (node, node->ns, (const xmlChar *)"bond", NULL);

      ls_ssp_xml_set (child, ends[0], effort);
      ls_ssp_xml_set (child, ends[1], flow);
    }
  ls_ssp_xml_drop_empty_own (node);
}

void
ls_ssp_write_bonds (LsSspWriter *self)
{
  g_autofree char *now = describe (self->model);
  g_autofree char *before = self->base != NULL ? describe (self->base) : g_strdup ("");

  /* Bonds that could not be used stay in a file whose bonds do not change. */
  if (!g_str_equal (now, before))
    write_bonds (ls_ssp_xml_ensure_own (ls_ssp_write_ensure_annotation (self), "experiment"),
                 self->model);
}
