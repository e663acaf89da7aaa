/* Connections added and removed: only their wires are routed. */
#include "core/model/subsystem-links.h"
#include "draw/diagram-impl.h"

/* More changed connections than these are left to a whole update. */
#define MANY_CHANGES 100

/* Whether each connection is a wire of its own between two components. */
static gboolean
is_plain (const LsDiagram *self)
{
  g_autoptr (GPtrArray) pieces = ls_model_copy_pieces (self->model);

  return self->system == 0 && self->is_plain && pieces->len == 0
         && ls_model_get_n_subsystems (self->model) == 0;
}

/* Whether the ports of a component are those of its FMU, one for each variable. */
static gboolean
has_plain_ports (const LsDiagram *self, guint item)
{
  const LsNode *node = ls_diagram_find_node (self, item);

  if (node == NULL || node->elements != NULL)
    return FALSE;
  for (guint i = 0; i < node->ports->len; i++)
    if (g_array_index (node->ports, LsPort, i).variable == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
can_insert (const LsDiagram *self, const LsConnection *connection)
{
  return connection->hops == NULL && has_plain_ports (self, connection->from)
         && has_plain_ports (self, connection->to)
         && ls_node_find_port (ls_diagram_find_node (self, connection->from), connection->output,
                               FALSE)
                != NULL
         && ls_node_find_port (ls_diagram_find_node (self, connection->to), connection->input, TRUE)
                != NULL;
}

/* @gone: LsWire without a connection; @come: guint, places of connections without a wire, in order
 */
typedef struct
{
  GPtrArray *gone;
  GArray *come;
} Difference;

/* Returns: %FALSE if the order has changed, or too much */
static gboolean
find_difference (const LsDiagram *self, Difference *result)
{
  const guint n_wires = self->wires->len, n = ls_model_get_n_connections (self->model);
  guint i = 0, k = 0;

  while ((i < n_wires || k < n) && result->gone->len + result->come->len <= MANY_CHANGES)
    {
      LsWire *wire = i < n_wires ? g_ptr_array_index (self->wires, i) : NULL;
      const LsConnection *connection = k < n ? ls_model_get_connection (self->model, k) : NULL;

      if (wire != NULL && connection != NULL && wire->id == connection->id)
        {
          i++;
          k++;
        }
      else if (wire != NULL && ls_model_find_connection (self->model, wire->id) == NULL)
        {
          g_ptr_array_add (result->gone, wire);
          i++;
        }
      else if (connection != NULL && ls_diagram_find_wire (self, connection->id) == NULL)
        {
          g_array_append_val (result->come, k);
          k++;
        }
      else
        return FALSE;
    }
  return i == n_wires && k == n;
}

static gboolean
can_change (const LsDiagram *self, const Difference *difference)
{
  for (guint i = 0; i < difference->gone->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (difference->gone, i);

      if (!has_plain_ports (self, wire->from) || !has_plain_ports (self, wire->to))
        return FALSE;
    }
  for (guint i = 0; i < difference->come->len; i++)
    if (!can_insert (self, ls_model_get_connection (self->model,
                                                    g_array_index (difference->come, guint, i))))
      return FALSE;
  return TRUE;
}

/* Finds out again which ports of the component have wires. */
static void
connect_ports (const LsDiagram *self, guint item)
{
  const LsNode *node = ls_diagram_find_node (self, item);

  for (guint i = 0; i < node->ports->len; i++)
    {
      LsPort *port = &g_array_index (node->ports, LsPort, i);

      port->connected = FALSE;
      port->n_fed = 0;
    }
  for (guint i = 0; i < node->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (node->wires, i);

      if (wire->from == item)
        ls_port_connect (ls_node_find_port (node, wire->output, FALSE), FALSE);
      if (wire->to == item)
        ls_port_connect (ls_node_find_port (node, wire->input, TRUE), TRUE);
    }
}

static void
remove_wires (LsTouch *self, const GPtrArray *wires)
{
  /* None of them is listed as crossed. */
  for (guint i = 0; i < wires->len; i++)
    ((LsWire *)g_ptr_array_index (wires, i))->crossed = TRUE;
  for (guint i = 0; i < wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (wires, i);

      ls_touch_take_up (self, wire);
      ls_touch_net (self, wire);
      ls_diagram_remove_wire (self->diagram, wire);
      connect_ports (self->diagram, wire->from);
      connect_ports (self->diagram, wire->to);
      ls_wire_free (wire);
    }
}

static void
insert_wires (LsTouch *self, const GArray *places)
{
  LsDiagram *diagram = self->diagram;

  for (guint i = 0; i < places->len; i++)
    {
      const guint place = g_array_index (places, guint, i);
      LsWire *wire = ls_diagram_insert_wire (
          diagram, ls_model_get_connection (diagram->model, place), place);

      g_ptr_array_add (self->wires, wire);
      connect_ports (diagram, wire->from);
      connect_ports (diagram, wire->to);
    }
}

gboolean
ls_diagram_change_wires (LsDiagram *self)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  g_autoptr (GArray) come = g_array_new (FALSE, FALSE, sizeof (guint));
  Difference difference = { gone, come };
  LsTouch local;

  if (!is_plain (self) || !find_difference (self, &difference) || !can_change (self, &difference))
    return FALSE;
  ls_touch_init (&local, self);
  remove_wires (&local, gone);
  insert_wires (&local, come);
  ls_touch_lay (&local);
  ls_touch_clear (&local);
  return TRUE;
}
