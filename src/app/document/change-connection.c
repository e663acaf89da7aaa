#include <glib/gi18n-lib.h>
#include "app/document/change-impl.h"

typedef struct
{
  LsChange base;
  LsConnection *connection;
  guint index;
} Presence;

static void
presence_insert (LsChange *base, LsModel *model)
{
  Presence *self = (Presence *)base;

  ls_model_insert_connection (model, self->connection, self->index);
}

static void
presence_remove (LsChange *base, LsModel *model)
{
  Presence *self = (Presence *)base;

  ls_model_disconnect (model, self->connection->id);
}

static void
presence_clear (LsChange *base)
{
  ls_connection_free (((Presence *)base)->connection);
}

static const LsChangeClass insert_class
    = { presence_insert, presence_remove, NULL, presence_clear };
static const LsChangeClass remove_class
    = { presence_remove, presence_insert, NULL, presence_clear };

LsChange *
ls_change_new_insert_connection (const LsModel *model, const LsConnection *connection, guint index)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autofree char *wire = ls_model_describe_connection (model, connection);
  g_autofree char *name = g_strdup_printf (_ ("Connect %s"), wire);
  Presence *self = ls_change_alloc (sizeof *self, &insert_class, name, LS_EDIT_CONNECTIONS, 0);

  self->connection = ls_connection_copy (connection);
  self->index = index;
  return &self->base;
}

LsChange *
ls_change_new_remove_connection (const LsModel *model, guint id)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsConnection *connection = ls_model_find_connection (model, id);
  g_autofree char *wire = ls_model_describe_connection (model, connection);
  g_autofree char *name = g_strdup_printf (_ ("Disconnect %s"), wire);
  Presence *self = ls_change_alloc (sizeof *self, &remove_class, name, LS_EDIT_CONNECTIONS, 0);

  self->connection = ls_connection_copy (connection);
  self->index = ls_model_get_connection_index (model, id);
  return &self->base;
}

typedef struct
{
  LsChange base;
  guint id;
  GArray *before, *after; /* LsPoint */
} Bends;

static void
set_points (LsModel *model, guint id, const GArray *points)
{
  ls_model_set_connection_points (model, id, (const LsPoint *)(void *)points->data, points->len);
}

static void
bends_apply (LsChange *base, LsModel *model)
{
  set_points (model, ((Bends *)base)->id, ((Bends *)base)->after);
}

static void
bends_revert (LsChange *base, LsModel *model)
{
  set_points (model, ((Bends *)base)->id, ((Bends *)base)->before);
}

static gboolean
bends_merge (LsChange *base, const LsChange *next)
{
  Bends *self = (Bends *)base;
  const Bends *other = (const Bends *)next;

  if (self->id != other->id || !g_str_equal (self->base.name, other->base.name))
    return FALSE;
  g_array_set_size (self->after, 0);
  g_array_append_vals (self->after, other->after->data, other->after->len);
  return TRUE;
}

static void
bends_clear (LsChange *base)
{
  g_array_unref (((Bends *)base)->before);
  g_array_unref (((Bends *)base)->after);
}

static const LsChangeClass bends_class = { bends_apply, bends_revert, bends_merge, bends_clear };

LsChange *
ls_change_new_bends (const LsModel *model, guint id, const LsPoint points[], guint n)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsConnection *connection = ls_model_find_connection (model, id);
  g_autofree char *wire = ls_model_describe_connection (model, connection);
  g_autofree char *name = g_strdup_printf (n > 0 ? _ ("Bend %s") : _ ("Reset route of %s"), wire);
  Bends *self
      = ls_change_alloc (sizeof *self, &bends_class, name, LS_EDIT_GEOMETRY, connection->from);

  self->id = id;
  self->before = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  self->after = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  g_array_append_vals (self->before, connection->points->data, connection->points->len);
  if (n > 0)
    g_array_append_vals (self->after, points, n);
  return &self->base;
}
