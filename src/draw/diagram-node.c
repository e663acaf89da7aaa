/* A block and its ports: where they are. */
#include "core/model/arrange.h"
#include "draw/diagram-impl.h"

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
  LsPort port = { .name = g_strdup (name), .variable = variable, .input = input };

  g_array_append_val (self->ports, port);
}

/* Which way the inputs look: 0 to the left, 1 up, 2 to the right, 3 down. */
static int
input_side (const LsComponent *component)
{
  int quarter = ((component->rotation / 90) % 4 + 4) % 4;

  /* Degrees are counterclockwise: a quarter takes the left side down. */
  return (4 - quarter + (component->flip ? 2 : 0)) % 4;
}

/* Ports of a side at equal distances, in the middle of what the header leaves. */
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
place_ports (LsNode *self, const LsComponent *component)
{
  int side = input_side (component);
  guint n_inputs = 0, n;

  for (guint k = 0; k < self->ports->len; k++)
    n_inputs += g_array_index (self->ports, LsPort, k).input;
  n = MAX (n_inputs, self->ports->len - n_inputs);
  self->sideways = side % 2 == 1;
  /* A block drawn smaller elsewhere gives up the header before its ports. */
  self->header = LS_NODE_HEADER;
  if (!self->sideways)
    self->header = CLAMP (self->rect.height - n * LS_PORT_PITCH, 0, LS_NODE_HEADER);
  place_side (self, TRUE, side);
  place_side (self, FALSE, (side + 2) % 4);
}

static void
add_ports (LsNode *self, GPtrArray *variables, gboolean input)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const LsVariable *variable = g_ptr_array_index (variables, i);

      add_port (self, variable->name, variable, input);
    }
  g_ptr_array_unref (variables);
}

static void
set_title (LsNode *self, const LsComponent *component)
{
  const char *model_name
      = component->fmu != NULL ? ls_fmu_get_description (component->fmu)->model_name : NULL;

  self->title = g_strdup (component->name);
  if (model_name != NULL && g_strcmp0 (model_name, component->name) != 0)
    self->subtitle = g_strdup (model_name);
  else if (component->fmu == NULL && component->source != NULL)
    self->subtitle = g_path_get_basename (component->source);
}

LsNode *
ls_node_new (const LsComponent *component)
{
  LsNode *self = g_new0 (LsNode, 1);
  LsPlacement place;

  self->id = component->id;
  ls_component_get_placement (component, &place);
  if (!(place.width > 0) || !(place.height > 0))
    ls_component_get_natural_size (component, &place.width, &place.height);
  ls_placement_get_box (&place, &self->rect.x, &self->rect.y, &self->rect.width,
                        &self->rect.height);
  self->broken = component->fmu == NULL || component->problem != NULL;
  self->ports = g_array_new (FALSE, TRUE, sizeof (LsPort));
  g_array_set_clear_func (self->ports, clear_port);
  set_title (self, component);
  if (component->fmu != NULL)
    {
      add_ports (self, ls_component_list_inputs (component), TRUE);
      add_ports (self, ls_component_list_outputs (component), FALSE);
    }
  place_ports (self, component);
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
  g_free (self);
}

void
ls_node_add_port (LsNode *self, const LsComponent *component, const char *name, gboolean input)
{
  const LsVariable *variable = NULL;

  if (component->fmu != NULL)
    variable = ls_description_find (ls_fmu_get_description (component->fmu), name);
  add_port (self, name, variable, input);
  place_ports (self, component);
}

LsPort *
ls_node_find_port (const LsNode *self, const char *name, gboolean input)
{
  for (guint i = 0; i < self->ports->len; i++)
    {
      LsPort *port = &g_array_index (self->ports, LsPort, i);

      if (port->input == input && strcmp (port->name, name) == 0)
        return port;
    }
  return NULL;
}
