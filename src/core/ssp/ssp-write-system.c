/* Writes the tree of systems: components and notes at their places in it. */
#include "core/ssp/ssp-write-impl.h"

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

      if (node != NULL && ls_ssp_is_removed (self->model, i + 1))
        ls_ssp_write_remove (self, node);
    }
}

void
ls_ssp_write_systems (LsSspWriter *self)
{
  const LsModel *model = self->model;

  ls_ssp_write_open (self);
  ls_ssp_follow_renames (self);
  for (guint i = 0; i < model->components->len; i++)
    write_component (self, model->components->pdata[i]);
  for (guint i = 0; i < model->subsystems->len; i++)
    if (!ls_ssp_is_removed (model, i + 1))
      ls_ssp_write_node (self, i + 1);
  write_values (self);
  ls_ssp_write_connections (self);
  drop_elements (self);
  for (guint i = model->subsystems->len + 1; i-- > 0;)
    if (self->systems[i].node != NULL)
      close_node (self, i);
  g_clear_pointer (&self->systems, g_free);
}
