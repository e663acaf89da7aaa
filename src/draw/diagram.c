#include "draw/diagram-impl.h"

#include <string.h>

LsDiagram *
ls_diagram_new (const LsModel *model)
{
  LsDiagram *self = g_new0 (LsDiagram, 1);

  g_return_val_if_fail (model != NULL, NULL);
  self->nodes = g_ptr_array_new_with_free_func (ls_node_free);
  self->wires = g_ptr_array_new_with_free_func (ls_wire_free);
  self->nodes_by_id = g_hash_table_new (NULL, NULL);
  self->wires_by_id = g_hash_table_new (NULL, NULL);
  self->nets = ls_nets_new ();
  self->connections = g_array_new (FALSE, FALSE, sizeof (guint));
  ls_diagram_set_model (self, model);
  return self;
}

void
ls_diagram_free (LsDiagram *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->nodes_by_id);
  g_hash_table_unref (self->wires_by_id);
  g_hash_table_unref (self->nets);
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->wires);
  g_clear_pointer (&self->router, ls_router_free);
  ls_index_clear (&self->index);
  g_array_unref (self->connections);
  g_free (self->label_key);
  g_clear_object (&self->label_context);
  g_free (self);
}

/* Ports of missing FMUs, known from connections only. */
static void
add_missing_ports (LsDiagram *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const LsEdge *edge = &g_array_index (self->edges, LsEdge, i);
      LsNode *from = ls_diagram_find_node (self, ls_diagram_get_source (self, edge));
      LsNode *to = ls_diagram_find_node (self, ls_diagram_get_sink (self, edge));

      if (from == NULL || to == NULL)
        continue;
      if (ls_node_find_port (from, edge->from_connector, FALSE) == NULL)
        ls_node_add_port (from, self->model, edge->from_connector, FALSE);
      if (ls_node_find_port (to, edge->to_connector, TRUE) == NULL)
        ls_node_add_port (to, self->model, edge->to_connector, TRUE);
      ls_port_connect (ls_node_find_port (from, edge->from_connector, FALSE), FALSE);
      ls_port_connect (ls_node_find_port (to, edge->to_connector, TRUE), TRUE);
    }
}

/* Items of the system in drawing order, except text notes, which are below all. */
static GArray *
list_items (const LsDiagram *self)
{
  const LsModel *model = self->model;
  const GPtrArray *connectors = ls_model_get_connectors (model, self->system);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      if (component->subsystem == self->system)
        g_array_append_val (items, component->id);
    }
  for (guint i = 0; i < ls_model_get_n_subsystems (model); i++)
    {
      const LsSubsystem *subsystem = ls_model_get_subsystem (model, i);
      guint item = LS_ITEM_SUBSYSTEM | subsystem->id;

      if (subsystem->parent == self->system && !subsystem->removed)
        g_array_append_val (items, item);
    }
  for (guint i = 0; i < connectors->len; i++)
    {
      LsCausality causality = ((const LsConnector *)connectors->pdata[i])->causality;
      guint item = LS_ITEM_CONNECTOR | i;

      if (causality == LS_CAUSALITY_INPUT || causality == LS_CAUSALITY_OUTPUT)
        g_array_append_val (items, item);
    }
  for (guint i = 0; i < ls_model_get_n_notes (model); i++)
    {
      const LsNote *note = ls_model_get_note (model, i);
      guint item = LS_ITEM_NOTE | note->id;

      if (note->subsystem == self->system)
        g_array_append_val (items, item);
    }
  return items;
}

/* Reuses a node if only another component has changed. */
static LsNode *
steal_node (LsDiagramChange *change, guint i, guint id)
{
  LsNode *node;

  if (i >= change->old_nodes->len)
    return NULL;
  node = g_ptr_array_index (change->old_nodes, i);
  if (node == NULL || node->id != id)
    return NULL;
  g_ptr_array_index (change->old_nodes, i) = NULL;
  return node;
}

static void
build_nodes (LsDiagram *self, guint component, LsDiagramChange *change)
{
  g_autoptr (GArray) items = list_items (self);

  change->old_nodes = self->nodes;
  self->nodes = g_ptr_array_new_with_free_func (ls_node_free);
  g_hash_table_remove_all (self->nodes_by_id);
  for (guint i = 0; i < items->len; i++)
    {
      guint item = g_array_index (items, guint, i);
      LsNode *node = NULL;

      if (component != 0 && item != component)
        node = steal_node (change, i, item);
      if (node == NULL)
        node = ls_node_new (self->model, self->system, item);
      for (guint k = 0; k < node->ports->len; k++)
        {
          LsPort *port = &g_array_index (node->ports, LsPort, k);

          port->connected = FALSE;
          port->n_fed = 0;
        }
      node->index = self->nodes->len;
      g_ptr_array_add (self->nodes, node);
      g_hash_table_insert (self->nodes_by_id, GUINT_TO_POINTER (node->id), node);
    }
  add_missing_ports (self);
}

/* Updates the router with added, moved and removed blocks, and records their areas. */
static void
compare_nodes (LsDiagram *self, LsDiagramChange *change)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < change->old_nodes->len; i++)
    {
      LsNode *old = g_ptr_array_index (change->old_nodes, i);
      const LsNode *now = old != NULL ? ls_diagram_find_node (self, old->id) : NULL;

      if (old == NULL)
        continue;
      if (now != NULL && ls_node_is_at (old, now))
        g_hash_table_add (kept, GUINT_TO_POINTER (old->id));
      else
        ls_diagram_register_node (self, old, -1);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (self->nodes, i);
      /* A reused node has its previous position. */
      gboolean stolen
          = i < change->old_nodes->len && g_ptr_array_index (change->old_nodes, i) == NULL;

      if (stolen || g_hash_table_contains (kept, GUINT_TO_POINTER (node->id)))
        continue;
      ls_diagram_register_node (self, node, 1);
      if (node->kind != LS_NODE_NOTE)
        g_array_append_val (change->occupied, node->rect);
    }
}

/* A new grid if blocks are outside the old one. */
static void
renew_router (LsDiagram *self, LsDiagramChange *change)
{
  LsRect area = ls_nodes_get_area (self->nodes);

  if (self->router != NULL && ls_router_has_room (self->router, &area))
    return;
  ls_diagram_renew_router (self, &area);
  for (guint i = 0; i < change->old_nodes->len; i++)
    if (g_ptr_array_index (change->old_nodes, i) != NULL)
      ls_diagram_register_node (self, g_ptr_array_index (change->old_nodes, i), 1);
  for (guint i = 0; i < self->nodes->len && i < change->old_nodes->len; i++)
    if (g_ptr_array_index (change->old_nodes, i) == NULL)
      ls_diagram_register_node (self, g_ptr_array_index (self->nodes, i), 1);
  for (guint i = 0; i < self->wires->len; i++)
    ls_diagram_register_wire (self, g_ptr_array_index (self->wires, i), 1);
}

/* Frees old nodes or wires; reused ones have been replaced by %NULL. */
static void
free_old (GPtrArray *items, GDestroyNotify free_item)
{
  g_ptr_array_set_free_func (items, NULL);
  for (guint i = 0; i < items->len; i++)
    if (g_ptr_array_index (items, i) != NULL)
      free_item (g_ptr_array_index (items, i));
  g_ptr_array_unref (items);
}

/* Whether all ends of connections exist, so that only one block can have changed. */
static gboolean
knows_all_ports (const LsDiagram *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const LsEdge *edge = &g_array_index (self->edges, LsEdge, i);
      const LsNode *from = ls_diagram_find_node (self, ls_diagram_get_source (self, edge));
      const LsNode *to = ls_diagram_find_node (self, ls_diagram_get_sink (self, edge));

      if (from == NULL || to == NULL
          || ls_node_find_port (from, edge->from_connector, FALSE) == NULL
          || ls_node_find_port (to, edge->to_connector, TRUE) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Hops of wires that are new or cross others, and of those that @gone (with gaps) crossed; all
 * branching points. */
static void
find_crossings (LsDiagram *self, const GPtrArray *gone)
{
  g_autoptr (GPtrArray) crossed = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer net;

  for (guint i = 0; i < gone->len; i++)
    if (g_ptr_array_index (gone, i) != NULL)
      ls_diagram_find_crossed (self, g_ptr_array_index (gone, i), crossed);
  for (guint i = 0; i < self->wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (self->wires, i);

      if (wire->fresh)
        ls_diagram_find_crossed (self, wire, crossed);
      wire->fresh = FALSE;
    }
  ls_diagram_find_hops (self, crossed);
  g_hash_table_iter_init (&iter, self->nets);
  while (g_hash_table_iter_next (&iter, NULL, &net))
    ls_diagram_find_dots (net);
}

/* @component: the only one that may have been changed, or 0 */
static void
update_all (LsDiagram *self, guint component)
{
  LsDiagramChange change = { .occupied = g_array_new (FALSE, FALSE, sizeof (LsRect)) };

  self->edges = ls_model_list_edges (self->model, self->system);
  if (component != 0 && !knows_all_ports (self))
    component = 0;
  build_nodes (self, component, &change);
  renew_router (self, &change);
  compare_nodes (self, &change);
  ls_diagram_build_wires (self, &change);
  ls_diagram_lay_wires (self, self->wires);
  ls_diagram_find_extents (self);
  ls_index_build (self);
  find_crossings (self, change.old_wires);
  g_array_unref (change.occupied);
  free_old (change.old_nodes, ls_node_free);
  free_old (change.old_wires, ls_wire_free);
  g_clear_pointer (&self->edges, g_array_unref);
}

void
ls_diagram_update (LsDiagram *self, guint component)
{
  g_return_if_fail (self != NULL);

  if (component == 0 || !ls_diagram_move_item (self, component))
    update_all (self, component);
}

void
ls_diagram_update_places (LsDiagram *self)
{
  g_return_if_fail (self != NULL);

  if (!ls_diagram_move_items (self))
    update_all (self, 0);
}

void
ls_diagram_update_wires (LsDiagram *self)
{
  g_return_if_fail (self != NULL);

  if (!ls_diagram_change_wires (self))
    update_all (self, 0);
}

static void
forget (LsDiagram *self)
{
  g_ptr_array_set_size (self->nodes, 0);
  g_ptr_array_set_size (self->wires, 0);
  g_hash_table_remove_all (self->nodes_by_id);
  g_hash_table_remove_all (self->wires_by_id);
  g_hash_table_remove_all (self->nets);
  g_clear_pointer (&self->router, ls_router_free);
}

void
ls_diagram_set_model (LsDiagram *self, const LsModel *model)
{
  g_return_if_fail (self != NULL);

  self->model = model;
  self->system = 0;
  forget (self);
  ls_diagram_update (self, 0);
}

void
ls_diagram_set_system (LsDiagram *self, guint subsystem)
{
  g_return_if_fail (self != NULL);

  if (self->system == subsystem)
    return;
  self->system = subsystem;
  forget (self);
  ls_diagram_update (self, 0);
}

guint
ls_diagram_get_system (const LsDiagram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->system;
}

GArray *
ls_diagram_list_bundle (const LsDiagram *self, guint connection)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsWire *wire = ls_diagram_find_wire (self, connection);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  if (wire == NULL)
    return ids;
  g_array_append_val (ids, wire->id);
  if (wire->others != NULL)
    g_array_append_vals (ids, wire->others->data, wire->others->len);
  return ids;
}

guint
ls_diagram_get_n_items (const LsDiagram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->nodes->len;
}

guint
ls_diagram_get_item (const LsDiagram *self, guint index)
{
  g_return_val_if_fail (self != NULL, 0);

  return ((const LsNode *)g_ptr_array_index (self->nodes, index))->id;
}

guint
ls_diagram_get_n_connections (const LsDiagram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->connections->len;
}

guint
ls_diagram_get_connection (const LsDiagram *self, guint index)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_array_index (self->connections, guint, index);
}

LsRect
ls_diagram_get_extents (const LsDiagram *self)
{
  g_return_val_if_fail (self != NULL, (LsRect){ 0 });

  return self->extents;
}

gboolean
ls_diagram_get_component_rect (const LsDiagram *self, guint component, LsRect *rect)
{
  g_return_val_if_fail (self != NULL && rect != NULL, FALSE);

  const LsNode *node = ls_diagram_find_node (self, component);

  if (node != NULL)
    *rect = node->rect;
  return node != NULL;
}

gboolean
ls_diagram_get_port (const LsDiagram *self,
                     guint component,
                     const char *variable,
                     LsPoint *tip,
                     double *dx,
                     double *dy)
{
  g_return_val_if_fail (self != NULL && tip != NULL, FALSE);

  const LsNode *node = ls_diagram_find_node (self, component);
  const LsPort *port = NULL;

  if (node != NULL && (port = ls_node_find_port (node, variable, FALSE)) == NULL)
    port = ls_node_find_port (node, variable, TRUE);
  if (port == NULL)
    return FALSE;
  *tip = port->tip;
  if (dx != NULL)
    *dx = port->dx;
  if (dy != NULL)
    *dy = port->dy;
  return TRUE;
}

const LsPoint *
ls_diagram_get_wire (const LsDiagram *self, guint connection, guint *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  const LsWire *wire = ls_diagram_find_wire (self, connection);

  *n = wire != NULL ? wire->points->len : 0;
  return wire != NULL ? (const LsPoint *)(void *)wire->points->data : NULL;
}
