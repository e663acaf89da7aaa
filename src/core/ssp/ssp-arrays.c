/* Arrays in the connections of an SSP: a Connection of SSP 2.0 may be of whole arrays or, by
 * indices, of their elements; the model has a connection for each pair of elements. */
#include "core/ssp/ssp-read-impl.h"

#include <string.h>

/* Maximum number of passes that hand shapes on from connector to connector through nested systems.
 */
#define MAX_PASSES 256u

static guint
port_hash (gconstpointer key)
{
  const LsSspPort *port = key;

  return g_direct_hash (port->element) * 31u ^ g_str_hash (port->declared);
}

static gboolean
port_equal (gconstpointer a, gconstpointer b)
{
  const LsSspPort *x = a, *y = b;

  return x->element == y->element && g_str_equal (x->declared, y->declared);
}

static void
port_clear (LsSspPort *port)
{
  g_free (port->declared);
  g_free (port->written);
  g_free (port->connector);
}

void
ls_ssp_edge_free (gpointer data)
{
  LsSspEdge *edge = data;

  port_clear (&edge->from);
  port_clear (&edge->to);
  g_free (edge);
}

static LsSspPort
read_port (const LsSspElement *system, const xmlNode *node, const char *const names[3])
{
  g_autofree char *element = ls_xml_get (node, names[0]);
  g_autofree char *indices = ls_xml_get (node, names[2]);
  LsSspPort port = { .element = system, .declared = ls_xml_get (node, names[1]) };

  /* An empty element name refers to the system itself, too. */
  if (element != NULL && *element != '\0')
    port.element = g_hash_table_lookup (system->children, element);
  if (port.declared == NULL)
    port.declared = g_strdup ("");
  port.written = ls_ssp_add_indices (port.declared, indices != NULL ? indices : "");
  port.connector = g_strdup (port.written);
  return port;
}

GPtrArray *
ls_ssp_list_edges (const LsSspReader *self)
{
  static const char *const start[] = { "startElement", "startConnector", "startIndices" };
  static const char *const end[] = { "endElement", "endConnector", "endIndices" };
  GPtrArray *edges = g_ptr_array_new_with_free_func (ls_ssp_edge_free);

  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *system = self->elements->pdata[i];
      const xmlNode *list
          = system->children != NULL ? ls_xml_child (system->node, "Connections") : NULL;

      for (xmlNode *node = ls_xml_child (list, "Connection"); node != NULL;
           node = ls_xml_next (node, "Connection"))
        {
          LsSspEdge *edge = g_new0 (LsSspEdge, 1);

          edge->node = node;
          edge->system = system;
          edge->from = read_port (system, node, start);
          edge->to = read_port (system, node, end);
          g_ptr_array_add (edges, edge);
        }
    }
  return edges;
}

/* Returns: (transfer full) (nullable): the sizes in the FMU, "" of a scalar; %NULL: it has no such
 * variable. */
static char *
get_variable_shape (const LsComponent *component, const char *name)
{
  const LsVariable *port = ls_component_find_whole (component, name);
  const LsArray *array;
  GString *shape;

  if (port == NULL || port->n_elements == 0)
    return port != NULL ? g_strdup ("") : NULL;
  array = &ls_fmu_get_description (component->fmu)->arrays[port->array - 1];
  shape = g_string_new (NULL);
  for (guint i = 0; i < array->n_dimensions; i++)
    g_string_append_printf (shape, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "", array->dimensions[i]);
  return g_string_free (shape, FALSE);
}

/* Returns: (transfer full) (nullable): the sizes of a connector in the FMU, without one in the
 * document. */
static char *
get_declared_shape (const LsSspPort *port)
{
  const LsComponent *component = port->element->component;
  const xmlNode *node;

  if (component != NULL && component->fmu != NULL)
    return get_variable_shape (component, port->declared);
  node = ls_xml_child (ls_xml_child (port->element->node, "Connectors"), "Connector");
  while (node != NULL && !ls_ssp_xml_has (node, "name", port->declared))
    node = ls_xml_next (node, "Connector");
  return node != NULL ? ls_ssp_read_shape (node) : NULL;
}

static const char *
get_shape (const LsSspPort *port, GHashTable *shapes)
{
  return g_hash_table_lookup (shapes, port);
}

static void
learn (const LsSspPort *port, GHashTable *shapes)
{
  char *shape = port->element != NULL && !g_hash_table_contains (shapes, port)
                    ? get_declared_shape (port)
                    : NULL;

  if (shape != NULL)
    g_hash_table_insert (shapes, (gpointer)port, shape);
}

/* Gives an end of unknown shape that of the other one. Returns: whether it did. */
static gboolean
hand_on (const LsSspPort *known, const LsSspPort *open, GHashTable *shapes)
{
  const char *shape = get_shape (known, shapes);

  if (shape == NULL || get_shape (open, shapes) != NULL || open->element == NULL
      || strcmp (known->declared, known->written) != 0
      || strcmp (open->declared, open->written) != 0)
    return FALSE;
  g_hash_table_insert (shapes, (gpointer)open, g_strdup (shape));
  return TRUE;
}

GHashTable *
ls_ssp_find_shapes (const GPtrArray *edges)
{
  GHashTable *shapes = g_hash_table_new_full (port_hash, port_equal, NULL, g_free);
  gboolean more = TRUE;

  for (guint i = 0; i < edges->len; i++)
    {
      const LsSspEdge *edge = edges->pdata[i];

      learn (&edge->from, shapes);
      learn (&edge->to, shapes);
    }
  for (guint pass = 0; more && pass < MAX_PASSES; pass++)
    {
      more = FALSE;
      for (guint i = 0; i < edges->len; i++)
        {
          const LsSspEdge *edge = edges->pdata[i];

          more |= hand_on (&edge->from, &edge->to, shapes)
                  || hand_on (&edge->to, &edge->from, shapes);
        }
    }
  return shapes;
}

/* Whether the indices are those of an element of @shape. */
static gboolean
is_within (const char *shape, const char *const indices[], guint n)
{
  g_auto (GStrv) sizes = g_strsplit (shape, ",", -1);

  if (g_strv_length (sizes) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const guint64 size = g_ascii_strtoull (sizes[i], NULL, 10);

      if (!g_ascii_string_to_unsigned (indices[i], 10, 1, size, NULL, NULL))
        return FALSE;
    }
  return TRUE;
}

GPtrArray *
ls_ssp_list_ends (const LsSspPort *port, GHashTable *shapes)
{
  const char *shape = get_shape (port, shapes);
  g_auto (GStrv) indices = NULL;
  g_autofree char *text = NULL;
  GPtrArray *names;

  if (strcmp (port->declared, port->written) == 0)
    return ls_ssp_name_elements (port->declared, shape != NULL ? shape : "");
  text = g_strdup (port->written + strlen (port->declared) + 1);
  text[strlen (text) - 1] = '\0';
  indices = g_strsplit (text, ",", -1);
  if (shape != NULL && !is_within (shape, (const char *const *)indices, g_strv_length (indices)))
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (names, g_strdup (port->written));
  return names;
}

gboolean
ls_ssp_fit (const LsSspPort *from, const LsSspPort *to, GHashTable *shapes)
{
  const char *a = get_shape (from, shapes), *b = get_shape (to, shapes);

  /* With indices only the numbers of elements have to be equal. */
  return strcmp (from->declared, from->written) != 0 || strcmp (to->declared, to->written) != 0
         || a == NULL || b == NULL || *a == '\0' || *b == '\0' || strcmp (a, b) == 0;
}
