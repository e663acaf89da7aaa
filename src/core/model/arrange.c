#include "core/model/arrange.h"

#include <string.h>

#include "core/model/model-impl.h"

void
ls_component_get_placement (const LsComponent *self, LsPlacement *placement)
{
  *placement
      = (LsPlacement){ self->x, self->y, self->width, self->height, self->rotation, self->flip };
}

void
ls_model_place_component (LsModel *self, guint id, const LsPlacement *placement)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_if_fail (component != NULL);
  component->x = placement->x;
  component->y = placement->y;
  component->width = placement->width;
  component->height = placement->height;
  component->rotation = placement->rotation;
  component->flip = placement->flip;
}

void
ls_placement_turn (LsPlacement *self, int quarters)
{
  self->rotation = ((self->rotation - 90 * quarters) % 360 + 360) % 360;
}

void
ls_placement_flip (LsPlacement *self)
{
  self->flip = !self->flip;
}

static gboolean
is_sideways (const LsPlacement *self)
{
  return (self->rotation / 90) % 2 != 0;
}

void
ls_placement_get_box (const LsPlacement *self, double *x, double *y, double *width, double *height)
{
  double half = is_sideways (self) ? (self->width - self->height) / 2 : 0;

  *x = self->x + half;
  *y = self->y - half;
  *width = self->width - 2 * half;
  *height = self->height + 2 * half;
}

void
ls_placement_move_box (LsPlacement *self, double x, double y)
{
  double half = is_sideways (self) ? (self->width - self->height) / 2 : 0;

  self->x = x - half;
  self->y = y + half;
}

/* "prey_2" copied is "prey_3", not "prey_2_2". */
static char *
stem_of (const char *name)
{
  gsize length = strlen (name), digits = 0;

  while (digits < length && g_ascii_isdigit (name[length - digits - 1]))
    digits++;
  if (digits == 0 || digits > 4 || length < digits + 2 || name[length - digits - 1] != '_')
    return g_strdup (name);
  return g_strndup (name, length - digits - 1);
}

guint
ls_model_add_copy (LsModel *self, const LsComponent *component, double x, double y)
{
  LsComponent *copy = ls_component_copy (component);
  gboolean taken = ls_model_find_component_by_name (self, component->name) != NULL;
  g_autofree char *wish = taken ? stem_of (component->name) : g_strdup (component->name);
  char *name = ls_model_make_name (self, wish);

  g_free (copy->name);
  copy->name = name;
  copy->id = ls_model_take_id (self);
  copy->x = x;
  copy->y = y;
  ls_model_take_component (self, copy);
  return copy->id;
}

guint
ls_model_add_connection_copy (LsModel *self,
                              const LsConnection *connection,
                              guint from,
                              guint to,
                              double dx,
                              double dy,
                              GError **error)
{
  LsConnection *copy;

  if (!ls_model_check_connection (self, from, connection->output, to, connection->input, error))
    return 0;
  copy = ls_connection_copy (connection);
  /* The element names the components of the other model. */
  g_clear_pointer (&copy->xml, g_free);
  copy->id = ls_model_take_id (self);
  copy->from = from;
  copy->to = to;
  for (guint i = 0; i < copy->points->len; i++)
    {
      g_array_index (copy->points, LsPoint, i).x += dx;
      g_array_index (copy->points, LsPoint, i).y += dy;
    }
  ls_model_take_connection (self, copy);
  return copy->id;
}
