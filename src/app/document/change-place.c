/* Blocks moved, turned or arranged; bends of wires between them move along. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/document/change-impl.h"

/* @from, @to: places in the list of blocks */
typedef struct
{
  guint id;
  guint from, to;
  GArray *points; /* LsPoint, before */
} Wire;

typedef struct
{
  LsChange base;
  guint n;
  guint *ids;
  LsPlacement *before, *after;
  GArray *wires; /* Wire: bent by hand, both ends among the blocks */
} Place;

static void
shift_wire (const Wire *wire, LsModel *model, double dx, double dy)
{
  guint n = wire->points->len;
  g_autofree LsPoint *points = g_memdup2 (wire->points->data, n * sizeof *points);

  for (guint i = 0; i < n; i++)
    {
      points[i].x += dx;
      points[i].y += dy;
    }
  ls_model_set_connection_points (model, wire->id, points, n);
}

static void
place_apply (LsChange *base, LsModel *model)
{
  Place *self = (Place *)base;

  for (guint i = 0; i < self->n; i++)
    ls_model_place_item (model, self->ids[i], &self->after[i]);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const Wire *wire = &g_array_index (self->wires, Wire, i);
      double dx = self->after[wire->from].x - self->before[wire->from].x;
      double dy = self->after[wire->from].y - self->before[wire->from].y;

      /* If the two ends move by different distances, the bends stay. */
      if (dx == self->after[wire->to].x - self->before[wire->to].x
          && dy == self->after[wire->to].y - self->before[wire->to].y)
        shift_wire (wire, model, dx, dy);
    }
}

static void
place_revert (LsChange *base, LsModel *model)
{
  Place *self = (Place *)base;

  for (guint i = 0; i < self->n; i++)
    ls_model_place_item (model, self->ids[i], &self->before[i]);
  for (guint i = 0; i < self->wires->len; i++)
    shift_wire (&g_array_index (self->wires, Wire, i), model, 0, 0);
}

static gboolean
place_merge (LsChange *base, const LsChange *next_base)
{
  Place *self = (Place *)base;
  const Place *next = (const Place *)next_base;

  if (self->n != next->n || !g_str_equal (base->name, next_base->name)
      || memcmp (self->ids, next->ids, self->n * sizeof *self->ids) != 0)
    return FALSE;
  memcpy (self->after, next->after, self->n * sizeof *self->after);
  return TRUE;
}

static void
place_clear (LsChange *base)
{
  Place *self = (Place *)base;

  g_free (self->ids);
  g_free (self->before);
  g_free (self->after);
  g_array_unref (self->wires);
}

static const LsChangeClass place_class = { place_apply, place_revert, place_merge, place_clear };

static void
wire_clear (gpointer data)
{
  g_array_unref (((Wire *)data)->points);
}

static GArray *
list_wires (const LsModel *model, const guint ids[], guint n)
{
  GArray *wires = g_array_new (FALSE, FALSE, sizeof (Wire));
  g_autoptr (GHashTable) indices = g_hash_table_new (NULL, NULL);

  g_array_set_clear_func (wires, wire_clear);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (indices, GUINT_TO_POINTER (ids[i]), GUINT_TO_POINTER (i + 1));
  for (guint i = 0; n > 1 && i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      guint from, to;
      Wire wire;

      if (connection->points->len == 0)
        continue;
      from = GPOINTER_TO_UINT (g_hash_table_lookup (indices, GUINT_TO_POINTER (connection->from)));
      to = GPOINTER_TO_UINT (g_hash_table_lookup (indices, GUINT_TO_POINTER (connection->to)));
      if (from == 0 || to == 0)
        continue;
      wire = (Wire){ connection->id, from - 1, to - 1,
                     g_array_sized_new (FALSE, FALSE, sizeof (LsPoint), connection->points->len) };
      g_array_append_vals (wire.points, connection->points->data, connection->points->len);
      g_array_append_val (wires, wire);
    }
  return wires;
}

LsChange *
ls_change_new_place (
    const LsModel *model, const char *verb, const guint ids[], const LsPlacement places[], guint n)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autofree char *single = n == 1 ? ls_model_get_item_name (model, ids[0]) : NULL;
  g_autofree char *name
      = n == 1 ? g_strdup_printf ("%s %s", verb, single)
               : g_strdup_printf (g_dngettext (NULL, "%s %u component", "%s %u components", n),
                                  verb, n);
  Place *self
      = ls_change_alloc (sizeof *self, &place_class, name, LS_EDIT_GEOMETRY, n == 1 ? ids[0] : 0);

  self->n = n;
  self->ids = g_memdup2 (ids, n * sizeof *ids);
  self->after = g_memdup2 (places, n * sizeof *places);
  self->before = g_new0 (LsPlacement, n);
  for (guint i = 0; i < n; i++)
    ls_model_get_item_placement (model, ids[i], &self->before[i]);
  self->wires = list_wires (model, ids, n);
  return &self->base;
}
