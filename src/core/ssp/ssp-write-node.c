/* The elements of a document that is written: those read, found again; systems, opened when needed.
 */
#include "core/ssp/ssp-write-impl.h"

#include <string.h>

xmlNode *
ls_ssp_write_find (const LsSspWriter *self, LsPlaceKind kind, guint id)
{
  guint place = self->found != NULL ? ls_origin_get_place (self->model->origin, kind, id) : 0;

  return place > 0 && place <= self->found->len ? self->found->pdata[place - 1] : NULL;
}

static void
forget (LsSspWriter *self, const xmlNode *node)
{
  guint number = GPOINTER_TO_UINT (node->_private);

  if (self->found != NULL && number > 0)
    self->found->pdata[number - 1] = NULL;
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    forget (self, node);
}

void
ls_ssp_write_remove (LsSspWriter *self, xmlNode *node)
{
  forget (self, node);
  ls_ssp_xml_remove (node);
}

/* Names of the components that were read and still exist: old -> new. */
static GHashTable *
map_names (const LsModel *model, guint subsystem)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < model->components->len; i++)
    {
      LsComponent *component = model->components->pdata[i];
      g_autoptr (xmlDoc) doc = NULL;
      char *old;

      if (component->xml == NULL || component->subsystem != subsystem)
        continue;
      doc = ls_xml_read_own (component->xml, "Component", NULL, NULL);
      old = doc != NULL ? ls_xml_get (xmlDocGetRootElement (doc), "name") : NULL;
      if (old != NULL && !g_hash_table_contains (names, old))
        g_hash_table_insert (names, old, (char *)ls_model_get_local_name (model, component));
      else
        g_free (old);
    }
  return names;
}

/* "old.parameter" becomes "new.parameter". */
static void
rename_parameter (xmlNode *parameter, GHashTable *names)
{
  g_autofree char *text = ls_xml_get (parameter, "name");

  for (const char *point = text != NULL ? strchr (text, '.') : NULL; point != NULL;
       point = strchr (point + 1, '.'))
    {
      g_autofree char *old = g_strndup (text, (gsize)(point - text));
      const char *name = g_hash_table_lookup (names, old);
      g_autofree char *renamed = NULL;

      if (name == NULL)
        continue;
      renamed = g_strconcat (name, point, NULL);
      ls_ssp_xml_set (parameter, "name", renamed);
      return;
    }
}

static void
rename_parameters (const xmlNode *bindings, GHashTable *names)
{
  const xmlNode *node = ls_xml_child (bindings, "ParameterBinding");

  for (; node != NULL; node = ls_xml_next (node, "ParameterBinding"))
    {
      const xmlNode *set = ls_xml_child (ls_xml_child (node, "ParameterValues"), "ParameterSet");
      xmlNode *parameter = ls_xml_child (ls_xml_child (set, "Parameters"), "Parameter");

      /* Names in a mapping are those of its entries, not of components; a prefix is already part of
       * the names. */
      if (ls_xml_child (node, "ParameterMapping") != NULL)
        continue;
      for (; parameter != NULL; parameter = ls_xml_next (parameter, "Parameter"))
        rename_parameter (parameter, names);
    }
}

static gboolean
is_empty_list (const xmlNode *system, const char *name)
{
  const xmlNode *list = system->_private != NULL ? ls_xml_child (system, name) : NULL;

  return list != NULL && ls_xml_child (list, NULL) == NULL;
}

static void
open_node (LsSspWriter *self, guint id, xmlNode *system)
{
  LsSspNode *node = &self->systems[id];
  const xmlNode *bindings = ls_xml_child (system, "ParameterBindings");

  node->node = system;
  node->has_elements = is_empty_list (system, "Elements");
  node->has_connections = is_empty_list (system, "Connections");
  node->elements = ls_ssp_xml_ensure (system, LS_SSD_HREF, "Elements", ls_ssp_system_order);
  node->connections = ls_ssp_xml_ensure (system, LS_SSD_HREF, "Connections", ls_ssp_system_order);
  node->pieces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (system->_private != NULL)
    return;
  if (bindings != NULL)
    {
      g_autoptr (GHashTable) names = map_names (self->model, id);

      rename_parameters (bindings, names);
    }
  node->last_element = node->elements->last;
  node->last_connection = node->connections->last;
}

static void
write_place (LsSspWriter *self, xmlNode *node, const LsSubsystem *subsystem)
{
  const LsComponent block = { .x = subsystem->x,
                              .y = subsystem->y,
                              .width = subsystem->width,
                              .height = subsystem->height,
                              .rotation = subsystem->rotation,
                              .flip = subsystem->flip };

  if (!(subsystem->width > 0.0))
    return;
  ls_ssp_xml_ensure (node, LS_SSD_HREF, "ElementGeometry", ls_ssp_system_order);
  ls_ssp_write_geometry (self, node, &block);
}

static gboolean
has_moved (const LsSspWriter *self, const LsSubsystem *subsystem)
{
  const LsSubsystem *base = ls_model_find_subsystem (self->base, subsystem->id);

  return subsystem->x != base->x || subsystem->y != base->y || subsystem->width != base->width
         || subsystem->height != base->height || subsystem->rotation != base->rotation
         || subsystem->flip != base->flip;
}

static xmlNode *
make_system (LsSspWriter *self, const LsSubsystem *subsystem)
{
  xmlNode *parent = ls_ssp_write_node (self, subsystem->parent)->elements;
  xmlNode *node = NULL;

  if (subsystem->xml != NULL)
    node = ls_ssp_xml_paste (parent, subsystem->xml, "System");
  if (node == NULL)
    node = ls_ssp_xml_add (parent, LS_SSD_HREF, "System");
  ls_ssp_xml_strip (node);
  ls_ssp_xml_set (node, "name", subsystem->name);
  write_place (self, node, subsystem);
  return node;
}

LsSspNode *
ls_ssp_write_node (LsSspWriter *self, guint id)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (self->model, id);
  xmlNode *node;

  if (self->systems[id].node != NULL || subsystem == NULL)
    return &self->systems[id];
  if ((node = ls_ssp_write_find (self, LS_PLACE_SUBSYSTEM, id)) == NULL)
    node = make_system (self, subsystem);
  else if (has_moved (self, subsystem)
           || (self->is_moved && ls_xml_child (node, "ElementGeometry") == NULL))
    write_place (self, node, subsystem);
  open_node (self, id, node);
  return &self->systems[id];
}

static gboolean
is_moved (const LsSspWriter *self)
{
  const LsModel *model = self->model, *base = self->base;

  if (model->components->len != base->components->len
      || model->subsystems->len != base->subsystems->len)
    return TRUE;
  for (guint i = 0; i < model->components->len; i++)
    {
      const LsComponent *component = model->components->pdata[i];
      const LsComponent *other = ls_model_find_component (base, component->id);

      if (other == NULL || !ls_ssp_same_place (model, component, base, other))
        return TRUE;
    }
  for (guint i = 0; i < model->subsystems->len; i++)
    if (((const LsSubsystem *)model->subsystems->pdata[i])->removed
        || has_moved (self, model->subsystems->pdata[i]))
      return TRUE;
  return FALSE;
}

void
ls_ssp_write_open (LsSspWriter *self)
{
  self->systems = g_new0 (LsSspNode, self->model->subsystems->len + 1);
  self->is_moved = self->base != NULL && is_moved (self);
  open_node (self, 0, self->system);
}
