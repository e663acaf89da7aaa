/* Aligns, distributes, rotates and flips the selected blocks. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-view.h"

/* The selected blocks, in the order of the model. */
typedef struct
{
  guint n;
  GArray *ids;
  LsPlacement *places;
  LsRect *boxes; /* as drawn */
} Blocks;

static GArray *
list_turnable (LsCanvas *canvas)
{
  GArray *ids = ls_canvas_list_selected (canvas);

  for (guint i = ids->len; i-- > 0;)
    if (g_array_index (ids, guint, i) & LS_ITEM_NOTE)
      g_array_remove_index (ids, i);
  return ids;
}

static void
blocks_init (Blocks *self, LsCanvas *canvas, gboolean turn)
{
  /* Notes have no sides and cannot be turned. */
  self->ids = turn ? list_turnable (canvas) : ls_canvas_list_selected (canvas);
  self->n = self->ids->len;
  self->places = g_new0 (LsPlacement, self->n + 1);
  self->boxes = g_new0 (LsRect, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      LsRect *box = &self->boxes[i];

      ls_model_get_item_placement (ls_canvas_get_model (canvas),
                                   g_array_index (self->ids, guint, i), &self->places[i]);
      ls_placement_get_box (&self->places[i], &box->x, &box->y, &box->width, &box->height);
    }
}

static void
blocks_clear (Blocks *self)
{
  g_array_unref (self->ids);
  g_free (self->places);
  g_free (self->boxes);
}

static void
blocks_place (Blocks *self, LsCanvas *canvas, const char *verb)
{
  if (self->n > 0)
    ls_document_place (canvas->document, verb, (const guint *)(void *)self->ids->data, self->places,
                       self->n);
}

static LsRect
blocks_bounds (const Blocks *self)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < self->n; i++)
    {
      left = MIN (left, self->boxes[i].x);
      top = MIN (top, self->boxes[i].y);
      right = MAX (right, self->boxes[i].x + self->boxes[i].width);
      bottom = MAX (bottom, self->boxes[i].y + self->boxes[i].height);
    }
  return (LsRect){ left, top, right - left, bottom - top };
}

void
ls_canvas_align (LsCanvas *self, LsAlign align)
{
  static const char *const verbs[]
      = { N_ ("Align left"), N_ ("Align centers"), N_ ("Align right"),
          N_ ("Align top"),  N_ ("Align middles"), N_ ("Align bottom") };
  double share = (align % 3) / 2.0;
  Blocks blocks;
  LsRect all;

  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  blocks_init (&blocks, self, FALSE);
  all = blocks_bounds (&blocks);
  for (guint i = 0; i < blocks.n; i++)
    {
      LsRect box = blocks.boxes[i];

      if (align <= LS_ALIGN_RIGHT)
        box.x = all.x + share * (all.width - box.width);
      else
        box.y = all.y + share * (all.height - box.height);
      ls_placement_move_box (&blocks.places[i], box.x, box.y);
    }
  if (blocks.n > 1)
    blocks_place (&blocks, self, _ (verbs[align]));
  blocks_clear (&blocks);
}

static int
compare_left (gconstpointer a, gconstpointer b, gpointer boxes)
{
  const LsRect *x = &((const LsRect *)boxes)[*(const guint *)a];
  const LsRect *y = &((const LsRect *)boxes)[*(const guint *)b];

  return x->x + x->width / 2 < y->x + y->width / 2 ? -1 : 1;
}

static int
compare_top (gconstpointer a, gconstpointer b, gpointer boxes)
{
  const LsRect *x = &((const LsRect *)boxes)[*(const guint *)a];
  const LsRect *y = &((const LsRect *)boxes)[*(const guint *)b];

  return x->y + x->height / 2 < y->y + y->height / 2 ? -1 : 1;
}

/* The outermost blocks keep their positions. */
void
ls_canvas_distribute (LsCanvas *self, gboolean vertically)
{
  g_autofree guint *order = NULL;
  double gap, at;
  Blocks blocks;
  LsRect all;

  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  blocks_init (&blocks, self, FALSE);
  all = blocks_bounds (&blocks);
  order = g_new (guint, blocks.n + 1);
  gap = vertically ? all.height : all.width;
  for (guint i = 0; i < blocks.n; i++)
    {
      order[i] = i;
      gap -= vertically ? blocks.boxes[i].height : blocks.boxes[i].width;
    }
  gap /= MAX (blocks.n, 2) - 1;
  g_qsort_with_data (order, (int)blocks.n, sizeof *order, vertically ? compare_top : compare_left,
                     blocks.boxes);
  at = vertically ? all.y : all.x;
  for (guint i = 0; i < blocks.n; i++)
    {
      const LsRect *box = &blocks.boxes[order[i]];

      ls_placement_move_box (&blocks.places[order[i]], vertically ? box->x : at,
                             vertically ? at : box->y);
      at += gap + (vertically ? box->height : box->width);
    }
  if (blocks.n > 2)
    blocks_place (&blocks, self, vertically ? _ ("Distribute downwards") : _ ("Distribute across"));
  blocks_clear (&blocks);
}

void
ls_canvas_rotate (LsCanvas *self, int quarters)
{
  Blocks blocks;

  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  blocks_init (&blocks, self, TRUE);
  for (guint i = 0; i < blocks.n; i++)
    ls_placement_turn (&blocks.places[i], quarters);
  blocks_place (&blocks, self, _ ("Rotate"));
  blocks_clear (&blocks);
}

void
ls_canvas_flip (LsCanvas *self)
{
  Blocks blocks;

  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  blocks_init (&blocks, self, TRUE);
  for (guint i = 0; i < blocks.n; i++)
    ls_placement_flip (&blocks.places[i]);
  blocks_place (&blocks, self, _ ("Flip"));
  blocks_clear (&blocks);
}

/* Removes manual bends of wires between blocks that are laid out anew. */
static void
unbend (LsCanvas *self, const GArray *ids)
{
  LsModel *model = ls_canvas_get_model (self);
  g_autoptr (GHashTable) moved = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (moved, GUINT_TO_POINTER (g_array_index (ids, guint, i)));
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);

      if (wire->points->len > 0
          && (g_hash_table_contains (moved, GUINT_TO_POINTER (wire->from))
              || g_hash_table_contains (moved, GUINT_TO_POINTER (wire->to))))
        ls_document_bend (self->document, wire->id, NULL, 0);
    }
}

void
ls_canvas_arrange (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  gboolean all = ls_canvas_get_n_components_selected (self) < 2;
  g_autoptr (GArray) ids = NULL;
  g_autofree LsPoint *positions = NULL;
  LsPoint corner = { G_MAXDOUBLE, G_MAXDOUBLE };

  ls_canvas_cancel (self);
  ids = all ? g_array_new (FALSE, FALSE, sizeof (guint)) : list_turnable (self);
  for (guint i = 0; all && i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint item = ls_diagram_get_item (self->diagram, i);

      if (!(item & (LS_ITEM_CONNECTOR | LS_ITEM_NOTE)))
        g_array_append_val (ids, item);
    }
  if (ids->len == 0)
    return;
  positions = g_new0 (LsPoint, ids->len);
  for (guint i = 0; i < ids->len; i++)
    {
      LsRect rect;

      if (!ls_diagram_get_component_rect (self->diagram, g_array_index (ids, guint, i), &rect))
        continue;
      corner.x = MIN (corner.x, rect.x);
      corner.y = MIN (corner.y, rect.y);
    }
  ls_diagram_layout (self->diagram, (const guint *)(void *)ids->data, ids->len, positions);
  for (guint i = 0; i < ids->len; i++)
    {
      positions[i].x += round (corner.x / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
      positions[i].y += round (corner.y / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
    }
  ls_document_begin_group (self->document, _ ("Arrange"));
  unbend (self, ids);
  ls_document_move (self->document, (const guint *)(void *)ids->data, positions, ids->len);
  ls_document_end_group (self->document);
  if (all)
    ls_canvas_zoom_fit (self);
}
