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
ls_change_new_insert_connection (G_GNUC_UNUSED const LsModel *model,
                                 const LsConnection *connection,
                                 guint index)
{
  Presence *self
      = ls_change_alloc (sizeof *self, &insert_class, _ ("Connect"), LS_PART_CONNECTIONS, 0);

  self->connection = ls_connection_copy (connection);
  self->index = index;
  return &self->base;
}

LsChange *
ls_change_new_remove_connection (const LsModel *model, guint id)
{
  Presence *self
      = ls_change_alloc (sizeof *self, &remove_class, _ ("Disconnect"), LS_PART_CONNECTIONS, 0);

  self->connection = ls_connection_copy (ls_model_find_connection (model, id));
  self->index = ls_model_get_connection_index (model, id);
  return &self->base;
}
