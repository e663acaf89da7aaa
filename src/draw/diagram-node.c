/* A block and the positions of its ports. */
#include "core/model/arrange.h"
#include "core/model/wire.h"
#include "draw/diagram-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
clear_port (gpointer data)
{
  LsPort *self = data;

  g_free (self->name);
  g_clear_object (&self->label);
}

static void
add_port (LsNode *self, const char *name, const LsVariable *variable, gboolean input)
{
  LsPort port
      = { .name = g_strdup (name), .variable = variable, .input = input, .n_inputs = input };

  g_array_append_val (self->ports, port);
}

/* Direction of the inputs: 0 left, 1 up, 2 right, 3 down. */
static int
input_side (const LsPlacement *place)
{
  int quarter = ((place->rotation / 90) % 4 + 4) % 4;

  /* Degrees are counterclockwise: a quarter turn moves the left side down. */
  return (4 - quarter + (place->flip ? 2 : 0)) % 4;
}

/* Ports of a side at equal distances, centred below the header. */
static void
place_side (LsNode *self, gboolean input, int side)
{
  static const int side_x[] = { -1, 0, 1, 0 }, side_y[] = { 0, -1, 0, 1 };
  const LsRect *rect = &self->rect;
  guint n = 0, i = 0;
  double from, length, pitch;

  for (guint k = 0; k < self->ports->len; k++)
    n += g_array_index (self->ports, LsPort, k).input == input;
  from = self->sideways ? rect->x : rect->y + self->header;
  length = self->sideways ? rect->width : rect->height - self->header;
  pitch = n > 0 ? MIN (LS_PORT_PITCH, length / n) : 0;
  for (guint k = 0; k < self->ports->len; k++)
    {
      LsPort *port = &g_array_index (self->ports, LsPort, k);
      double at;

      if (port->input != input)
        continue;
      at = from + length / 2 + (i++ - (n - 1) / 2.0) * pitch;
      port->dx = side_x[side];
      port->dy = side_y[side];
      if (self->sideways)
        port->tip = (LsPoint){ at, side_y[side] < 0 ? rect->y - LS_PORT_LENGTH
                                                    : rect->y + rect->height + LS_PORT_LENGTH };
      else
        port->tip = (LsPoint){ side_x[side] < 0 ? rect->x - LS_PORT_LENGTH
                                                : rect->x + rect->width + LS_PORT_LENGTH,
                               at };
    }
}

static void
place_ports (LsNode *self, const LsPlacement *place)
{
  int side = input_side (place);
  guint n_inputs = 0, n;

  for (guint k = 0; k < self->ports->len; k++)
    n_inputs += g_array_index (self->ports, LsPort, k).input;
  n = MAX (n_inputs, self->ports->len - n_inputs);
  self->sideways = side % 2 == 1;
  /* A block made smaller in another program loses its header before its ports. */
  self->header = LS_NODE_HEADER;
  if (!self->sideways)
    self->header = CLAMP (self->rect.height - n * LS_PORT_PITCH, 0, LS_NODE_HEADER);
  place_side (self, TRUE, side);
  place_side (self, FALSE, (side + 2) % 4);
}

static void
add_elements (LsNode *self, const LsComponent *component, const LsVariable *port)
{
  g_autoptr (GPtrArray) members = ls_component_list_members (component, port);

  if (self->elements == NULL)
    self->elements = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < members->len; i++)
    g_hash_table_insert (self->elements, ((LsVariable *)members->pdata[i])->name, port->name);
}

static void
count_inputs (LsPort *self, const LsComponent *component)
{
  g_autoptr (GPtrArray) sinks = ls_component_list_sinks (component, self->variable);

  if (self->input || ls_variable_is_terminal (self->variable))
    self->n_inputs = sinks->len;
}

static void
add_ports (LsNode *self, const LsComponent *component, GPtrArray *ports, gboolean input)
{
  for (guint i = 0; i < ports->len; i++)
    {
      const LsVariable *port = g_ptr_array_index (ports, i);

      add_port (self, port->name, port, input);
      if (port->n_elements > 0)
        add_elements (self, component, port);
      if (port->n_elements > 0)
        count_inputs (&g_array_index (self->ports, LsPort, self->ports->len - 1), component);
    }
  g_ptr_array_unref (ports);
}

static void
set_title (LsNode *self, const LsModel *model, const LsComponent *component)
{
  const char *name = ls_model_get_local_name (model, component);
  const char *model_name
      = component->fmu != NULL ? ls_fmu_get_description (component->fmu)->model_name : NULL;

  self->title = g_strdup (name);
  if (model_name != NULL && g_strcmp0 (model_name, name) != 0)
    self->subtitle = g_strdup (model_name);
  else if (component->fmu == NULL && component->source != NULL)
    self->subtitle = g_path_get_basename (component->source);
}

static void
fill_component (LsNode *self, const LsModel *model, const LsComponent *component)
{
  self->broken = component->fmu == NULL || component->problem != NULL;
  set_title (self, model, component);
  if (component->fmu == NULL)
    return;
  if (ls_fmu_get_icon (component->fmu) != NULL)
    self->icon = ls_icon_make_surface (ls_fmu_get_icon (component->fmu));
  add_ports (self, component, ls_model_list_side (model, component, TRUE), TRUE);
  add_ports (self, component, ls_model_list_side (model, component, FALSE), FALSE);
}

static void
fill_system (LsNode *self, const LsModel *model, guint id)
{
  const GPtrArray *connectors = ls_model_get_connectors (model, id);

  self->kind = LS_NODE_SYSTEM;
  self->title = g_strdup (ls_model_find_subsystem (model, id)->name);
  self->subtitle = g_strdup (_ ("system"));
  for (guint i = 0; i < connectors->len; i++)
    {
      const LsConnector *connector = connectors->pdata[i];

      if (connector->causality == LS_CAUSALITY_INPUT || connector->causality == LS_CAUSALITY_OUTPUT)
        add_port (self, connector->name, connector->variable,
                  connector->causality == LS_CAUSALITY_INPUT);
    }
}

/* Inside its system, an input connector is a source. */
static void
fill_connector (LsNode *self, const LsModel *model, guint system, guint index, LsPlacement *place)
{
  const LsSubsystem *around = ls_model_find_subsystem (model, system);
  const LsConnector *connector = ls_model_get_connectors (model, system)->pdata[index];

  self->kind = LS_NODE_CONNECTOR;
  self->title = g_strdup (connector->name);
  place->width = CLAMP (24.0 + 7.5 * (double)g_utf8_strlen (connector->name, -1), 50, 160);
  place->height = 24;
  place->x = connector->x - place->width / 2 + (around != NULL ? around->origin_x : 0);
  place->y = connector->y - place->height / 2 + (around != NULL ? around->origin_y : 0);
  add_port (self, connector->name, connector->variable,
            connector->causality == LS_CAUSALITY_OUTPUT);
}

LsNode *
ls_node_new (const LsModel *model, guint system, guint item)
{
  LsNode *self = g_new0 (LsNode, 1);
  LsPlacement place = { 0 };

  self->id = item;
  self->ports = g_array_new (FALSE, TRUE, sizeof (LsPort));
  g_array_set_clear_func (self->ports, clear_port);
  self->wires = g_ptr_array_new ();
  ls_model_get_item_placement (model, item, &place);
  self->place = place;
  if (item & LS_ITEM_SUBSYSTEM)
    fill_system (self, model, LS_ITEM_ID (item));
  else if (item & LS_ITEM_CONNECTOR)
    fill_connector (self, model, system, LS_ITEM_ID (item), &place);
  else if (item & LS_ITEM_NOTE)
    {
      self->kind = LS_NODE_NOTE;
      self->title = g_strdup (ls_model_find_note (model, LS_ITEM_ID (item))->text);
    }
  else
    fill_component (self, model, ls_model_find_component (model, item));
  if (LS_ITEM_IS_COMPONENT (item) && (!(place.width > 0) || !(place.height > 0)))
    ls_component_get_natural_size (ls_model_find_component (model, item), &place.width,
                                   &place.height);
  ls_placement_get_box (&place, &self->rect.x, &self->rect.y, &self->rect.width,
                        &self->rect.height);
  place_ports (self, &place);
  return self;
}

void
ls_node_free (gpointer node)
{
  LsNode *self = node;

  g_free (self->title);
  g_free (self->subtitle);
  g_clear_object (&self->title_label);
  g_clear_object (&self->subtitle_label);
  g_array_unref (self->ports);
  g_ptr_array_unref (self->wires);
  g_clear_pointer (&self->icon, cairo_surface_destroy);
  g_clear_pointer (&self->elements, g_hash_table_unref);
  g_free (self);
}

void
ls_node_add_port (LsNode *self, const LsModel *model, const char *name, gboolean input)
{
  const LsComponent *component = ls_model_find_component (model, self->id);
  const LsVariable *variable = NULL;
  LsPlacement place = { 0 };

  if (component != NULL && component->fmu != NULL)
    variable = ls_description_find (ls_fmu_get_description (component->fmu), name);
  add_port (self, name, variable, input);
  ls_model_get_item_placement (model, self->id, &place);
  if (self->kind != LS_NODE_CONNECTOR)
    place_ports (self, &place);
}

LsPort *
ls_node_find_port (const LsNode *self, const char *name, gboolean input)
{
  const char *whole = self->elements != NULL ? g_hash_table_lookup (self->elements, name) : NULL;

  if (whole != NULL)
    name = whole;
  for (guint i = 0; i < self->ports->len; i++)
    {
      LsPort *port = &g_array_index (self->ports, LsPort, i);

      if ((port->input == input
           || (port->variable != NULL && ls_variable_is_terminal (port->variable)))
          && strcmp (port->name, name) == 0)
        return port;
    }
  return NULL;
}

gboolean
ls_node_is_at (const LsNode *self, const LsNode *other)
{
  const LsRect *a = &self->rect, *b = &other->rect;

  if (a->x != b->x || a->y != b->y || a->width != b->width || a->height != b->height
      || self->ports->len != other->ports->len)
    return FALSE;
  for (guint i = 0; i < self->ports->len; i++)
    {
      const LsPort *p = &g_array_index (self->ports, LsPort, i);
      const LsPort *q = &g_array_index (other->ports, LsPort, i);

      if (p->tip.x != q->tip.x || p->tip.y != q->tip.y)
        return FALSE;
    }
  return TRUE;
}

void
ls_port_connect (LsPort *self, gboolean feeds)
{
  self->n_fed += feeds;
  self->connected = self->variable == NULL || self->n_fed >= self->n_inputs;
}
