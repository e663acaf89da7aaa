/* Contents that need SSP 2.0: connections of whole arrays and of their elements, sizes of
 * connectors; and the version that a document needs. */
#include "core/base/xml-keep.h"
#include "core/ssp/ssp-schema.h"
#include "core/ssp/ssp-write-impl.h"

#include "core/model/wire.h"

#include <string.h>

/* Maximum number of faults counted. */
#define MAX_FAULTS 100u

static const LsVariable *
find_end (const LsModel *model, guint component, const char *name)
{
  return ls_component_find_variable (ls_model_find_component (model, component), name);
}

static gboolean
is_of_2 (const LsVariable *variable)
{
  return variable != NULL && (variable->clock != NULL || variable->array != 0);
}

gboolean
ls_ssp_write_needs_2 (const LsSspWriter *self)
{
  g_autofree char *version = ls_xml_get (xmlDocGetRootElement (self->doc), "version");

  if (version != NULL && g_str_has_prefix (version, "2."))
    return TRUE;
  for (guint i = 0; i < self->model->connections->len; i++)
    {
      const LsConnection *wire = self->model->connections->pdata[i];

      if (is_of_2 (find_end (self->model, wire->from, wire->output))
          || is_of_2 (find_end (self->model, wire->to, wire->input)))
        return TRUE;
    }
  return FALSE;
}

char *
ls_ssp_strip_indices (const char *name)
{
  const char *bracket = strrchr (name, '[');

  return bracket != NULL ? g_strndup (name, (gsize)(bracket - name)) : g_strdup (name);
}

/* ---- Whole arrays ------------------------------------------------------------------------ */

/* Whether both pass the same connectors, of which those of @b are elements with @indices. */
static gboolean
pass_alike (const LsModel *model, const LsConnection *a, const LsConnection *b, const char *indices)
{
  g_autoptr (GArray) x = ls_connection_make_hops (model, a);
  g_autoptr (GArray) y = ls_connection_make_hops (model, b);

  if (x->len != y->len)
    return FALSE;
  for (guint i = 0; i < x->len; i++)
    {
      const LsHop *p = &g_array_index (x, LsHop, i), *q = &g_array_index (y, LsHop, i);
      g_autofree char *first = ls_ssp_strip_indices (p->connector);
      g_autofree char *wanted = g_strconcat (first, indices, NULL);

      if (p->subsystem != q->subsystem || strcmp (q->connector, wanted) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
transform_alike (const LsConnection *a, const LsConnection *b)
{
  return a->factor == b->factor && a->offset == b->offset && a->keep_units == b->keep_units
         && ls_maps_equal (a->map, b->map) && g_strcmp0 (a->transformation, b->transformation) == 0;
}

/* Returns: (transfer full): ids of the connections between the two arrays that @connection is
 * between; a wire of terminals may have others. */
static GArray *
list_connections (const LsModel *model, const LsConnection *connection)
{
  GArray *ids = ls_model_list_wire (model, connection->id);
  const LsVariable *output = find_end (model, connection->from, connection->output);
  const LsVariable *input = find_end (model, connection->to, connection->input);

  for (guint i = ids->len; i-- > 0;)
    {
      const LsConnection *other = ls_model_find_connection (model, g_array_index (ids, guint, i));
      const LsVariable *x = find_end (model, other->from, other->output);
      const LsVariable *y = find_end (model, other->to, other->input);

      if (other->from != connection->from || x->array != output->array || y->array != input->array)
        g_array_remove_index (ids, i);
    }
  return ids;
}

/* @ids: of all connections between two ports. Whether they connect the same element of both,
 * all of them, and alike. */
static gboolean
are_whole (const LsModel *model, const GArray *ids)
{
  const LsConnection *first = ls_model_find_connection (model, g_array_index (ids, guint, 0));
  const LsComponent *source = ls_model_find_component (model, first->from);
  const LsComponent *sink = ls_model_find_component (model, first->to);
  const LsVariable *output
      = ls_component_get_whole (source, ls_component_find_variable (source, first->output));
  const LsVariable *input
      = ls_component_get_whole (sink, ls_component_find_variable (sink, first->input));
  g_autofree char *out_size = ls_component_describe_size (source, output);
  g_autofree char *in_size = ls_component_describe_size (sink, input);
  gboolean good = ids->len == output->n_elements && g_strcmp0 (out_size, in_size) == 0;

  for (guint i = 0; good && i < ids->len; i++)
    {
      const LsConnection *wire = ls_model_find_connection (model, g_array_index (ids, guint, i));
      const LsVariable *x = ls_component_find_variable (source, wire->output);
      const LsVariable *y = ls_component_find_variable (sink, wire->input);

      good = x->element == y->element && transform_alike (first, wire)
             && pass_alike (model, first, wire, strrchr (wire->output, '['));
    }
  return good;
}

guint
ls_ssp_write_find_whole (LsSspWriter *self, const LsConnection *connection)
{
  const LsVariable *output = find_end (self->model, connection->from, connection->output);
  const LsVariable *input = find_end (self->model, connection->to, connection->input);
  g_autoptr (GArray) ids = NULL;
  guint first;
  gpointer known;

  if (output == NULL || input == NULL || output->array == 0 || input->array == 0)
    return 0;
  if (g_hash_table_lookup_extended (self->wires, GUINT_TO_POINTER (connection->id), NULL, &known))
    return GPOINTER_TO_UINT (known);
  ids = list_connections (self->model, connection);
  first = are_whole (self->model, ids) ? g_array_index (ids, guint, 0) : 0;
  for (guint i = 0; i < ids->len; i++)
    g_hash_table_insert (self->wires, GUINT_TO_POINTER (g_array_index (ids, guint, i)),
                         GUINT_TO_POINTER (first));
  return first;
}

/* ---- Elements of the document ------------------------------------------------------------ */

void
ls_ssp_write_end (xmlNode *node, gboolean is_start, const char *name, gboolean is_array)
{
  const char *connector = is_start ? "startConnector" : "endConnector";
  const char *indices = is_start ? "startIndices" : "endIndices";
  g_autofree char *plain = is_array ? ls_ssp_strip_indices (name) : g_strdup (name);
  g_autofree char *list = g_strdup (name + strlen (plain));

  ls_ssp_xml_set (node, connector, plain);
  g_strdelimit (list, "[,]", ' ');
  g_strstrip (list);
  ls_ssp_xml_set (node, indices, *list != '\0' ? list : NULL);
}

char *
ls_ssp_read_end (const xmlNode *node, gboolean is_start)
{
  g_autofree char *name = ls_xml_get (node, is_start ? "startConnector" : "endConnector");
  g_autofree char *indices = ls_xml_get (node, is_start ? "startIndices" : "endIndices");

  return ls_ssp_add_indices (name != NULL ? name : "", indices != NULL ? indices : "");
}

/* ---- Version ----------------------------------------------------------------------------- */

static guint
count_faults (const xmlDoc *doc)
{
  g_autoptr (GPtrArray) faults = ls_ssp_check_document (doc, "", 0, MAX_FAULTS);

  return faults != NULL ? faults->len : 0;
}

/* Of the document that was read. */
static guint
count_faults_before (const LsModel *model)
{
  g_autoptr (xmlDoc) document = ls_xml_take_out (model->origin->document);

  return count_faults (document);
}

void
ls_ssp_write_version (LsSspWriter *self)
{
  xmlNode *root = xmlDocGetRootElement (self->doc);
  g_autofree char *version = ls_xml_get (root, "version");
  guint n, n_before;

  if (version == NULL || !g_str_has_prefix (version, "1."))
    return;
  n = count_faults (self->doc);
  n_before = self->base != NULL ? count_faults_before (self->model) : 0;
  /* Faults that the document had when it was read are left to its author. */
  if (n <= n_before)
    return;
  ls_ssp_xml_set (root, "version", "2.0");
  if (count_faults (self->doc) >= n)
    ls_ssp_xml_set (root, "version", version);
}
