/* Writes the tree of systems: components and notes at their places in it. */
#include "core/ssp/ssp-write-impl.h"

#include <string.h>

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

static void
remove_empty (xmlNode *node)
{
  if (ls_xml_child (node, NULL) == NULL)
    ls_ssp_xml_remove (node);
}

/* Moves unsupported elements behind the parts of the model. */
static void
move_to_end (xmlNode *parent, xmlNode *first_own)
{
  xmlNode *next;

  for (xmlNode *node = parent->children; node != NULL && node != first_own; node = next)
    {
      next = node->next;
      xmlUnlinkNode (node);
      xmlAddChild (parent, node);
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
is_removed (const LsModel *model, guint id)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (model, id);

  for (; subsystem != NULL; subsystem = ls_model_find_subsystem (model, subsystem->parent))
    if (subsystem->removed)
      return TRUE;
  return FALSE;
}

/* Inner systems are closed first, since this may leave their parents empty. */
static void
close_node (LsSspWriter *self, guint id)
{
  LsSspNode *node = &self->systems[id];

  if (node->last_element != NULL && node->last_element->next != NULL)
    move_to_end (node->elements, node->last_element->next);
  if (node->last_connection != NULL && node->last_connection->next != NULL)
    move_to_end (node->connections, node->last_connection->next);
  if (!node->has_elements)
    remove_empty (node->elements);
  if (!node->has_connections)
    remove_empty (node->connections);
  ls_ssp_write_notes (self, node->node, id);
  g_hash_table_unref (node->pieces);
}

/* A component that was read keeps its place in the document. */
static void
write_component (LsSspWriter *self, const LsComponent *component)
{
  xmlNode *elements = ls_ssp_write_node (self, component->subsystem)->elements;
  const LsComponent *base
      = self->base != NULL ? ls_model_find_component (self->base, component->id) : NULL;
  xmlNode *node = base != NULL ? ls_ssp_write_find (self, LS_PLACE_COMPONENT, component->id) : NULL;

  if (node != NULL)
    ls_ssp_patch_component (self, node, component, base);
  else
    node = ls_ssp_write_component (self, elements, component);
  g_hash_table_insert (self->components, GUINT_TO_POINTER (component->id), node);
}

/* Called when all components in the document have their new names. */
static void
write_values (LsSspWriter *self)
{
  for (guint i = 0; self->base != NULL && i < self->model->components->len; i++)
    {
      const LsComponent *component = self->model->components->pdata[i];
      const LsComponent *base = ls_model_find_component (self->base, component->id);
      xmlNode *node = ls_ssp_write_find (self, LS_PLACE_COMPONENT, component->id);

      if (base != NULL && node != NULL)
        ls_ssp_patch_values (self, node, component, base);
    }
}

/* Removes elements that are no longer in the model. */
static void
drop_elements (LsSspWriter *self)
{
  for (guint i = 0; self->base != NULL && i < self->base->components->len; i++)
    {
      const LsComponent *base = self->base->components->pdata[i];
      xmlNode *node = ls_ssp_write_find (self, LS_PLACE_COMPONENT, base->id);

      if (node == NULL || ls_model_find_component (self->model, base->id) != NULL)
        continue;
      ls_ssp_drop_values (self, base);
      ls_ssp_write_remove (self, node);
    }
  for (guint i = self->base != NULL ? self->base->subsystems->len : 0; i-- > 0;)
    {
      xmlNode *node = ls_ssp_write_find (self, LS_PLACE_SUBSYSTEM, i + 1);

      if (node != NULL && is_removed (self->model, i + 1))
        ls_ssp_write_remove (self, node);
    }
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
ls_ssp_write_systems (LsSspWriter *self)
{
  const LsModel *model = self->model;

  self->systems = g_new0 (LsSspNode, model->subsystems->len + 1);
  self->is_moved = self->base != NULL && is_moved (self);
  open_node (self, 0, self->system);
  ls_ssp_follow_renames (self);
  for (guint i = 0; i < model->components->len; i++)
    write_component (self, model->components->pdata[i]);
  for (guint i = 0; i < model->subsystems->len; i++)
    if (!is_removed (model, i + 1))
      ls_ssp_write_node (self, i + 1);
  write_values (self);
  ls_ssp_write_connections (self);
  drop_elements (self);
  for (guint i = model->subsystems->len + 1; i-- > 0;)
    if (self->systems[i].node != NULL)
      close_node (self, i);
  g_clear_pointer (&self->systems, g_free);
}
