#include "core/model/arrange.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "core/model/model-impl.h"

void
ls_component_get_placement (const LsComponent *self, LsPlacement *placement)
{
  g_return_if_fail (self != NULL);

  *placement
      = (LsPlacement){ self->x, self->y, self->width, self->height, self->rotation, self->flip };
}

static void
place_component (LsModel *self, guint id, const LsPlacement *placement)
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

/* Coordinates of subsystems are relative to their parent, those of components to a common
 * canvas. */
static void
get_origin (const LsModel *self, const LsSubsystem *subsystem, double *x, double *y)
{
  const LsSubsystem *parent = ls_model_find_subsystem (self, subsystem->parent);

  *x = parent != NULL ? parent->origin_x : 0.0;
  *y = parent != NULL ? parent->origin_y : 0.0;
}

gboolean
ls_model_get_item_placement (const LsModel *self, guint item, LsPlacement *placement)
{
  g_return_val_if_fail (self != NULL, FALSE);

  guint id = LS_ITEM_ID (item);

  if (item & LS_ITEM_SUBSYSTEM)
    {
      const LsSubsystem *subsystem = ls_model_find_subsystem (self, id);
      double x, y;

      if (subsystem == NULL || subsystem->removed)
        return FALSE;
      get_origin (self, subsystem, &x, &y);
      *placement = (LsPlacement){ x + subsystem->x,  y + subsystem->y,    subsystem->width,
                                  subsystem->height, subsystem->rotation, subsystem->flip };
      return TRUE;
    }
  if (item & LS_ITEM_NOTE)
    {
      const LsNote *note = ls_model_find_note (self, id);

      if (note != NULL)
        *placement = (LsPlacement){ note->x, note->y, note->width, note->height, 0, FALSE };
      return note != NULL;
    }
  if (ls_model_find_component (self, item) == NULL)
    return FALSE;
  ls_component_get_placement (ls_model_find_component (self, item), placement);
  return TRUE;
}

void
ls_model_place_item (LsModel *self, guint item, const LsPlacement *placement)
{
  g_return_if_fail (self != NULL);

  guint id = LS_ITEM_ID (item);

  if (item & LS_ITEM_SUBSYSTEM)
    {
      LsSubsystem *subsystem = (LsSubsystem *)ls_model_find_subsystem (self, id);
      double x, y;

      get_origin (self, subsystem, &x, &y);
      ls_model_place_subsystem (self, id, placement->x - x, placement->y - y, placement->width,
                                placement->height);
      subsystem->rotation = placement->rotation;
      subsystem->flip = placement->flip;
    }
  else if (item & LS_ITEM_NOTE)
    ls_model_place_note (self, id, placement->x, placement->y, placement->width, placement->height);
  else
    place_component (self, item, placement);
}

guint
ls_model_get_item_system (const LsModel *self, guint item)
{
  g_return_val_if_fail (self != NULL, 0);

  guint id = LS_ITEM_ID (item);

  if (item & LS_ITEM_SUBSYSTEM)
    return ls_model_find_subsystem (self, id) != NULL ? ls_model_find_subsystem (self, id)->parent
                                                      : 0;
  if (item & LS_ITEM_NOTE)
    return ls_model_find_note (self, id) != NULL ? ls_model_find_note (self, id)->subsystem : 0;
  return ls_model_find_component (self, id) != NULL ? ls_model_find_component (self, id)->subsystem
                                                    : 0;
}

char *
ls_model_get_item_name (const LsModel *self, guint item)
{
  g_return_val_if_fail (self != NULL, NULL);

  guint id = LS_ITEM_ID (item);

  if (item & LS_ITEM_SUBSYSTEM)
    return ls_model_get_subsystem_path (self, id);
  if (item & LS_ITEM_NOTE)
    return g_strdup (_ ("note"));
  return g_strdup (ls_model_find_component (self, id)->name);
}

void
ls_model_put_into (LsModel *self, guint id, guint subsystem)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  g_autofree char *path = ls_model_get_subsystem_path (self, subsystem);
  g_autofree char *wish = NULL;

  g_return_if_fail (component != NULL);
  wish = g_strconcat (path, *path != '\0' ? "." : "", ls_model_get_local_name (self, component),
                      NULL);
  ls_model_free_name (self, component->name);
  g_free (component->name);
  component->subsystem = subsystem;
  component->name = ls_model_find_free_name (self, wish);
  g_hash_table_insert (self->by_name, component->name, component);
}

void
ls_placement_turn (LsPlacement *self, int quarters)
{
  g_return_if_fail (self != NULL);

  self->rotation = ((self->rotation - 90 * quarters) % 360 + 360) % 360;
}

void
ls_placement_flip (LsPlacement *self)
{
  g_return_if_fail (self != NULL);

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
  g_return_if_fail (self != NULL);

  double half = is_sideways (self) ? (self->width - self->height) / 2 : 0;

  *x = self->x + half;
  *y = self->y - half;
  *width = self->width - 2 * half;
  *height = self->height + 2 * half;
}

void
ls_placement_move_box (LsPlacement *self, double x, double y)
{
  g_return_if_fail (self != NULL);

  double half = is_sideways (self) ? (self->width - self->height) / 2 : 0;

  self->x = x - half;
  self->y = y + half;
}

/* A copy of "prey_2" is "prey_3", not "prey_2_2". */
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
  g_return_val_if_fail (self != NULL && component != NULL, 0);

  LsComponent *copy = ls_component_copy (component);
  gboolean taken = ls_model_find_component_by_name (self, component->name) != NULL;
  const char *point = strrchr (component->name, '.');
  const char *local = point != NULL ? point + 1 : component->name;
  g_autofree char *wish = taken ? stem_of (local) : g_strdup (local);
  char *name = ls_model_make_name (self, wish);

  g_free (copy->name);
  copy->name = name;
  copy->id = ls_model_take_id (self);
  copy->x = x;
  copy->y = y;
  copy->subsystem = 0;
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

  g_return_val_if_fail (self != NULL && connection != NULL, 0);
  if (!ls_model_check_connection (self, from, connection->output, to, connection->input, error))
    return 0;
  copy = ls_connection_copy (connection);
  /* The XML element refers to the components of the other model. */
  g_clear_pointer (&copy->xml, g_free);
  g_clear_pointer (&copy->hops, g_array_unref);
  copy->flow = 0;
  copy->id = ls_model_take_id (self);
  copy->from = from;
  copy->to = to;
  for (guint i = 0; i < copy->points->len; i++)
    {
      g_array_index (copy->points, LsPoint, i).x += dx;
      g_array_index (copy->points, LsPoint, i).y += dy;
    }
  ls_model_declare_hops (self, copy);
  ls_model_take_connection (self, copy);
  return copy->id;
}
