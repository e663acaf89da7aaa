/* Writes connections, in pieces from system to system. In a document that was read, pieces that
 * still belong to a connection are not changed. */
#include "core/model/wire.h"
#include "core/ssp/ssp-write-impl.h"

#include <math.h>
#include <string.h>

/* End of a piece: a component, or a connector of the system @subsystem. */
typedef struct
{
  const LsComponent *component;
  guint subsystem;
  const char *connector;
} End;

static guint
get_place (const End *end)
{
  return end->component != NULL ? end->component->subsystem : end->subsystem;
}

/* Returns: (transfer full): name of the element of @end in @system in the file, or %NULL for a
 * connector of @system itself. */
static char *
name_end (const LsSspWriter *self, const LsModel *model, const End *end, guint system)
{
  const xmlNode *node;

  if (end->component == NULL && end->subsystem == system)
    return NULL;
  if (end->component != NULL)
    node = g_hash_table_lookup (self->components, GUINT_TO_POINTER (end->component->id));
  else
    node = end->subsystem <= self->model->subsystems->len ? self->systems[end->subsystem].node
                                                          : NULL;
  /* A removed component keeps its old name. */
  if (node == NULL)
    node = end->component != NULL ? ls_ssp_write_find (self, LS_PLACE_COMPONENT, end->component->id)
                                  : ls_ssp_write_find (self, LS_PLACE_SUBSYSTEM, end->subsystem);
  if (node != NULL)
    return ls_xml_get (node, "name");
  return g_strdup (end->component != NULL ? ls_model_get_local_name (model, end->component) : "");
}

/* A piece of a connection: attributes of its element. */
typedef struct
{
  guint system;
  char *start, *end; /* (nullable) */
  const char *output, *input;
} Piece;

static Piece
make_piece (const LsSspWriter *self, const LsModel *model, const End *from, const End *to)
{
  guint id = ls_edge_find_system (model, get_place (from), from->component != NULL, get_place (to),
                                  to->component != NULL);

  return (Piece){ id, name_end (self, model, from, id), name_end (self, model, to, id),
                  from->connector, to->connector };
}

static void
piece_clear (Piece *self)
{
  g_free (self->start);
  g_free (self->end);
}

static char *
join_ends (const char *start, const char *output, const char *end, const char *input)
{
  return g_strjoin ("\n", start != NULL ? start : "", output != NULL ? output : "",
                    end != NULL ? end : "", input != NULL ? input : "", NULL);
}

static char *
make_key (const Piece *piece)
{
  return join_ends (piece->start, piece->output, piece->end, piece->input);
}

static void
index_connection (GHashTable *index, xmlNode *node)
{
  g_autofree char *start = ls_xml_get (node, "startElement");
  g_autofree char *output = ls_ssp_read_end (node, TRUE);
  g_autofree char *end = ls_xml_get (node, "endElement");
  g_autofree char *input = ls_ssp_read_end (node, FALSE);
  char *key = join_ends (start, output, end, input);
  GPtrArray *nodes = g_hash_table_lookup (index, key);

  if (nodes == NULL)
    {
      nodes = g_ptr_array_new ();
      g_hash_table_insert (index, key, nodes);
    }
  else
    g_free (key);
  g_ptr_array_add (nodes, node);
}

/* Index of the existing pieces by their ends. */
static GHashTable *
get_index (LsSspNode *system)
{
  xmlNode *node = ls_xml_child (system->connections, "Connection");

  if (system->index != NULL)
    return system->index;
  system->index
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (; node != NULL; node = ls_xml_next (node, "Connection"))
    index_connection (system->index, node);
  return system->index;
}

/* Returns: (nullable): elements of the piece in either direction, since some programs write the
 * ends in the order in which they were drawn. */
static GPtrArray *
find_pieces (LsSspNode *system, const Piece *piece)
{
  g_autofree char *key = make_key (piece);
  g_autofree char *turned = join_ends (piece->end, piece->input, piece->start, piece->output);
  GPtrArray *nodes = g_hash_table_lookup (get_index (system), key);

  if (nodes == NULL || nodes->len == 0)
    nodes = g_hash_table_lookup (get_index (system), turned);
  return nodes != NULL && nodes->len > 0 ? nodes : NULL;
}

/* Whether the name of @end is that of an element of an array that is declared there. */
static gboolean
is_of_array (LsSspWriter *self, const End *end)
{
  const xmlNode *connectors, *array;
  g_autofree char *name = NULL;

  if (end->component != NULL)
    {
      const LsVariable *variable = ls_component_find_variable (end->component, end->connector);

      return variable != NULL && variable->array != 0;
    }
  connectors = ls_xml_child (ls_ssp_write_node (self, end->subsystem)->node, "Connectors");
  name = ls_ssp_strip_indices (end->connector);
  array = ls_ssp_find_connector (connectors, name);
  return array != NULL && ls_xml_child (array, "Dimension") != NULL
         && ls_ssp_find_connector (connectors, end->connector) == NULL;
}

/* Declares a connector that a connection passes through. @variable: (nullable): of @source, the
 * variable passed on */
static void
declare_connector (LsSspWriter *self,
                   const End *end,
                   const LsComponent *source,
                   const LsVariable *variable,
                   LsCausality causality)
{
  xmlNode *system = ls_ssp_write_node (self, end->subsystem)->node;
  xmlNode *connectors = ls_ssp_xml_ensure (system, LS_SSD_HREF, "Connectors", ls_ssp_system_order);
  xmlNode *child;

  if (ls_ssp_find_connector (connectors, end->connector) != NULL || is_of_array (self, end))
    return;
  child = ls_ssp_xml_add (connectors, LS_SSD_HREF, "Connector");
  ls_ssp_xml_set (child, "name", end->connector);
  ls_ssp_xml_set (child, "kind", ls_causality_name (causality));
  if (variable != NULL && variable->type != LS_TYPE_ENUMERATION)
    ls_ssp_write_type (self, child, source, variable, NULL);
}

/* @xml: (nullable): initial content of a new element. Returns: the piece; @is_new: (out): whether
 * it was created */
static xmlNode *
write_piece (LsSspWriter *self, const End *from, const End *to, const char *xml, gboolean *is_new)
{
  Piece piece = make_piece (self, self->model, from, to);
  LsSspNode *system = ls_ssp_write_node (self, piece.system);
  g_autofree char *key = make_key (&piece);
  const GPtrArray *present = find_pieces (system, &piece);
  xmlNode *node = present != NULL ? present->pdata[0] : NULL;

  *is_new = FALSE;
  if (node == NULL)
    {
      *is_new = TRUE;
      if (xml != NULL)
        node = ls_ssp_xml_paste (system->connections, xml, "Connection");
      if (node == NULL)
        node = ls_ssp_xml_add (system->connections, LS_SSD_HREF, "Connection");
      ls_ssp_xml_set (node, "startElement", piece.start);
      ls_ssp_write_end (node, TRUE, piece.output, is_of_array (self, from));
      ls_ssp_xml_set (node, "endElement", piece.end);
      ls_ssp_write_end (node, FALSE, piece.input, is_of_array (self, to));
      index_connection (system->index, node);
      if (from->component != NULL)
        ls_ssp_declare_port (self, from->component, from->connector);
      if (to->component != NULL)
        ls_ssp_declare_port (self, to->component, to->connector);
    }
  g_hash_table_add (system->pieces, g_steal_pointer (&key));
  piece_clear (&piece);
  return node;
}

/* Transformation left for the last piece of a connection, after those of the pieces before. */
static void
subtract_transform (LsConnection *left, const LsConnection *before)
{
  if (before->factor == 0.0 || (before->factor == 1.0 && before->offset == 0.0))
    return;
  left->factor /= before->factor;
  left->offset -= left->factor * before->offset;
  if (fabs (left->factor - 1.0) < 1e-12 && fabs (left->offset) < 1e-12)
    {
      left->factor = 1.0;
      left->offset = 0.0;
    }
}

static gboolean
has_same_points (const LsSspWriter *self, const LsConnection *a, const LsConnection *b)
{
  const LsComponent *x = ls_model_find_component (self->model, a->from);
  const LsComponent *y = ls_model_find_component (self->base, b->from);
  const LsSubsystem *p = ls_model_find_subsystem (self->model, x->subsystem);
  const LsSubsystem *q = ls_model_find_subsystem (self->base, y->subsystem);

  if (a->points->len != b->points->len)
    return FALSE;
  for (guint i = 0; i < a->points->len; i++)
    {
      const LsPoint *m = &g_array_index (a->points, LsPoint, i);
      const LsPoint *n = &g_array_index (b->points, LsPoint, i);

      if (m->x - (p != NULL ? p->origin_x : 0.0) != n->x - (q != NULL ? q->origin_x : 0.0)
          || m->y - (p != NULL ? p->origin_y : 0.0) != n->y - (q != NULL ? q->origin_y : 0.0))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_same_transform (const LsConnection *a, const LsConnection *b)
{
  return a->factor == b->factor && a->offset == b->offset && a->keep_units == b->keep_units
         && ls_maps_equal (a->map, b->map) && g_strcmp0 (a->transformation, b->transformation) == 0;
}

/* Ends of the pieces of a connection. @names: keeps names; @ends: element-type End */
static GArray *
list_ends (const LsModel *model, const LsConnection *connection, gboolean whole, GPtrArray *names)
{
  const LsComponent *source = ls_model_find_component (model, connection->from);
  const LsComponent *sink = ls_model_find_component (model, connection->to);
  g_autoptr (GArray) hops = ls_connection_make_hops (model, connection);
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (End));
  End end = { source, 0, connection->output };

  if (whole)
    end.connector
        = ls_component_get_whole (source, ls_component_find_variable (source, connection->output))
              ->name;
  g_array_append_val (ends, end);
  for (guint i = 0; i < hops->len; i++)
    {
      const LsHop *hop = &g_array_index (hops, LsHop, i);

      g_ptr_array_add (names,
                       whole ? ls_ssp_strip_indices (hop->connector) : g_strdup (hop->connector));
      end = (End){ NULL, hop->subsystem, names->pdata[i] };
      g_array_append_val (ends, end);
    }
  end = (End){ sink, 0, connection->input };
  if (whole)
    end.connector
        = ls_component_get_whole (sink, ls_component_find_variable (sink, connection->input))->name;
  g_array_append_val (ends, end);
  return ends;
}

/* Whether the connection stands by itself in the document, as an element of an array. */
static gboolean
is_alone (LsSspWriter *self, const LsConnection *connection)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) ends = list_ends (self->model, connection, FALSE, names);
  const End *last = &g_array_index (ends, End, ends->len - 1);
  Piece piece = make_piece (self, self->model, last - 1, last);
  const gboolean found
      = self->base != NULL && find_pieces (ls_ssp_write_node (self, piece.system), &piece) != NULL;

  piece_clear (&piece);
  return found;
}

static void
write_connection (LsSspWriter *self, const LsConnection *connection)
{
  const LsConnection *base
      = self->base != NULL ? ls_model_find_connection (self->base, connection->id) : NULL;
  const LsComponent *source = ls_model_find_component (self->model, connection->from);
  const LsComponent *sink = ls_model_find_component (self->model, connection->to);
  const guint first = ls_ssp_write_find_whole (self, connection);
  const gboolean whole = first != 0 && !is_alone (self, connection);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) ends = list_ends (self->model, connection, whole, names);
  g_autoptr (GArray) hops = ls_connection_make_hops (self->model, connection);
  const LsVariable *variable
      = whole ? ls_component_find_whole (source, g_array_index (ends, End, 0).connector)
              : ls_component_find_variable (source, connection->output);
  LsConnection left = *connection, before = { .factor = 1.0 };
  const End *end = (const End *)ends->data;
  gboolean is_new;
  xmlNode *node;

  if (whole && first != connection->id)
    return;
  for (guint i = 0; i < hops->len; i++, end++)
    {
      const LsHop *hop = &g_array_index (hops, LsHop, i);
      gboolean inside = ls_model_is_within (self->model, sink->subsystem, hop->subsystem);

      write_piece (self, end, end + 1, hop->xml, &is_new);
      if (is_new)
        declare_connector (self, end + 1, source, variable,
                           inside ? LS_CAUSALITY_INPUT : LS_CAUSALITY_OUTPUT);
      if (hop->xml != NULL)
        ls_ssp_add_transform (&before, hop->xml);
    }
  node = write_piece (self, end, end + 1, connection->xml, &is_new);
  subtract_transform (&left, &before);
  if (base == NULL || is_new || !has_same_transform (connection, base))
    ls_ssp_write_transform (self, node, &left);
  if (hops->len == 0 && (base == NULL || is_new || !has_same_points (self, connection, base)))
    ls_ssp_write_points (self, node, connection->points,
                         ls_model_find_subsystem (self->model, source->subsystem));
}

gboolean
ls_ssp_is_removed (const LsModel *model, guint id)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (model, id);

  for (; subsystem != NULL; subsystem = ls_model_find_subsystem (model, subsystem->parent))
    if (subsystem->removed)
      return TRUE;
  return FALSE;
}

/* Ends of a piece that belongs to no connection; %FALSE when one of them no longer exists. */
static gboolean
get_ends (const LsModel *model, const LsPiece *piece, End *from, End *to)
{
  *from = (End){ ls_model_find_component (model, piece->from_component), piece->from_subsystem,
                 piece->from_connector };
  *to = (End){ ls_model_find_component (model, piece->to_component), piece->to_subsystem,
               piece->to_connector };
  return (piece->from_component == 0 || from->component != NULL)
         && (piece->to_component == 0 || to->component != NULL)
         && !ls_ssp_is_removed (model, piece->from_subsystem)
         && !ls_ssp_is_removed (model, piece->to_subsystem);
}

/* Removes a piece that is no longer part of the model. */
static void
drop_piece (LsSspWriter *self, const End *from, const End *to)
{
  Piece piece = make_piece (self, self->base, from, to);
  LsSspNode *system
      = piece.system <= self->model->subsystems->len ? &self->systems[piece.system] : NULL;
  g_autofree char *key = make_key (&piece);
  GPtrArray *nodes = NULL;

  if (system != NULL && system->node != NULL && !g_hash_table_contains (system->pieces, key))
    nodes = find_pieces (system, &piece);
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    ls_ssp_write_remove (self, nodes->pdata[i]);
  if (nodes != NULL)
    g_ptr_array_set_size (nodes, 0);
  piece_clear (&piece);
}

/* Whether it stands there as itself or in that of whole arrays. */
static void
drop_connection (LsSspWriter *self, const LsConnection *base)
{
  for (int whole = 0; whole <= 1; whole++)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GArray) ends = list_ends (self->base, base, whole, names);
      const End *end = (const End *)ends->data;

      for (guint i = 0; i + 1 < ends->len; i++)
        drop_piece (self, end + i, end + i + 1);
    }
}

/* Removes connections that are not part of the model and refer to a removed component. */
static void
drop_dangling (LsSspWriter *self, const LsComponent *base)
{
  const xmlNode *element = ls_ssp_write_find (self, LS_PLACE_COMPONENT, base->id);
  const LsSspNode *system = &self->systems[base->subsystem];
  g_autofree char *name = element != NULL ? ls_xml_get (element, "name") : NULL;
  xmlNode *next;

  if (name == NULL || system->node == NULL)
    return;
  for (xmlNode *node = ls_xml_child (system->connections, "Connection"); node != NULL; node = next)
    {
      next = ls_xml_next (node, "Connection");
      if (ls_ssp_xml_has (node, "startElement", name) || ls_ssp_xml_has (node, "endElement", name))
        ls_ssp_write_remove (self, node);
    }
}

static void
drop_gone (LsSspWriter *self)
{
  const LsModel *base = self->base;

  for (guint i = 0; i < base->connections->len; i++)
    drop_connection (self, base->connections->pdata[i]);
  for (guint i = 0; i < base->pieces->len; i++)
    {
      End from, to;

      if (get_ends (base, base->pieces->pdata[i], &from, &to))
        drop_piece (self, &from, &to);
    }
  for (guint i = 0; i < base->components->len; i++)
    if (ls_model_find_component (self->model, ((LsComponent *)base->components->pdata[i])->id)
        == NULL)
      drop_dangling (self, base->components->pdata[i]);
}

/* Pieces that are part of a connection already exist. */
static void
write_loose_piece (LsSspWriter *self, const LsPiece *piece)
{
  End from, to;
  gboolean is_new;

  if (get_ends (self->model, piece, &from, &to))
    write_piece (self, &from, &to, piece->xml, &is_new);
}

/* @names: old name of an element in @system -> new one */
static void
rename_ends (const LsSspNode *system, GHashTable *names)
{
  static const char *const ends[] = { "startElement", "endElement" };
  xmlNode *node = ls_xml_child (system->connections, "Connection");

  for (; node != NULL; node = ls_xml_next (node, "Connection"))
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      {
        g_autofree char *old = ls_xml_get (node, ends[i]);
        const char *name = old != NULL ? g_hash_table_lookup (names, old) : NULL;

        if (name != NULL && !g_str_equal (name, old))
          ls_ssp_xml_set (node, ends[i], name);
      }
}

/* Maps the old names of the components of @system to the new ones. All at once, because two
 * components may have exchanged names. */
static GHashTable *
list_renames (LsSspWriter *self, guint system)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint n_renamed = 0;

  for (guint i = 0; i < self->base->components->len; i++)
    {
      const LsComponent *base = self->base->components->pdata[i];
      const LsComponent *now = ls_model_find_component (self->model, base->id);
      const xmlNode *node = ls_ssp_write_find (self, LS_PLACE_COMPONENT, base->id);
      char *old = base->subsystem == system && node != NULL ? ls_xml_get (node, "name") : NULL;

      if (old == NULL || g_hash_table_contains (names, old))
        {
          g_free (old);
          continue;
        }
      if (now != NULL && !g_str_equal (now->name, base->name))
        {
          g_hash_table_insert (names, old, g_strdup (ls_model_get_local_name (self->model, now)));
          n_renamed++;
        }
      else
        g_hash_table_insert (names, old, g_strdup (old));
    }
  if (n_renamed == 0)
    g_hash_table_remove_all (names);
  return names;
}

void
ls_ssp_follow_renames (LsSspWriter *self)
{
  for (guint i = 0; self->base != NULL && i <= self->base->subsystems->len; i++)
    {
      g_autoptr (GHashTable) names = NULL;

      if (i > 0 && ls_ssp_is_removed (self->model, i))
        continue;
      names = list_renames (self, i);
      if (g_hash_table_size (names) > 0)
        rename_ends (ls_ssp_write_node (self, i), names);
    }
}

/* Whether the element that a connection refers to exists in the system, which is written anew. */
static gboolean
has_element (const LsSspNode *system, const char *name)
{
  const xmlNode *node = ls_xml_child (system->elements, NULL);

  while (node != NULL && !ls_ssp_xml_has (node, "name", name))
    node = ls_xml_next (node, NULL);
  return name == NULL || *name == '\0' || node != NULL;
}

/* Removes connections of a copied system that are not part of the model and refer to missing
 * elements. */
static void
check_kept (LsSspNode *system)
{
  xmlNode *next;

  if (system->node == NULL || system->node->_private != NULL)
    return;
  for (xmlNode *node = ls_xml_child (system->connections, "Connection"); node != NULL; node = next)
    {
      g_autofree char *start = ls_xml_get (node, "startElement");
      g_autofree char *end = ls_xml_get (node, "endElement");

      next = ls_xml_next (node, "Connection");
      if (!has_element (system, start) || !has_element (system, end))
        ls_ssp_xml_remove (node);
    }
}

void
ls_ssp_write_connections (LsSspWriter *self)
{
  const LsModel *model = self->model;

  for (guint i = 0; i <= model->subsystems->len; i++)
    check_kept (&self->systems[i]);
  for (guint i = 0; i < model->connections->len; i++)
    write_connection (self, model->connections->pdata[i]);
  for (guint i = 0; i < model->pieces->len; i++)
    write_loose_piece (self, model->pieces->pdata[i]);
  if (self->base != NULL)
    drop_gone (self);
  for (guint i = 0; i <= model->subsystems->len; i++)
    g_clear_pointer (&self->systems[i].index, g_hash_table_unref);
}
