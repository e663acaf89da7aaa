#include "app/canvas/canvas-move.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas-bend.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-guides.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-view.h"

static void
begin_group (LsCanvas *self)
{
  g_autofree char *first = ls_model_get_item_name (ls_canvas_get_model (self), self->move.ids[0]);
  g_autofree char *name = self->move.n == 1
                              ? g_strdup_printf (_ ("Move %s"), first)
                              : g_strdup_printf (g_dngettext (NULL, "Move %u component",
                                                              "Move %u components", self->move.n),
                                                 self->move.n);

  ls_document_begin_group (self->document, name);
}

/* Returns: how many; @ids and @places have room for all selected items. */
static guint
list_selected (LsCanvas *self, guint ids[], LsPoint places[])
{
  guint n = 0;

  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint id = ls_diagram_get_item (self->diagram, i);
      LsRect rect;

      if (!ls_canvas_is_component_selected (self, id)
          || !ls_diagram_get_component_rect (self->diagram, id, &rect))
        continue;
      ids[n] = id;
      places[n++] = (LsPoint){ rect.x, rect.y };
    }
  return n;
}

void
ls_canvas_move_start (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_free (self->move.ids);
  g_free (self->move.from);
  self->move.ids = g_new0 (guint, g_hash_table_size (self->selection.items));
  self->move.from = g_new0 (LsPoint, g_hash_table_size (self->selection.items));
  self->move.n = list_selected (self, self->move.ids, self->move.from);
  begin_group (self);
  ls_canvas_set_cursor (self, "grabbing");
}

static void
queue_moved (LsCanvas *self)
{
  for (guint i = 0; i < self->move.n; i++)
    ls_canvas_queue_component (self, self->move.ids[i]);
}

/* Moves all blocks by the same distance. With Alt they do not snap. */
void
ls_canvas_move_to_pointer (LsCanvas *self, guint state)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  double dx = (self->drag.pointer_x - self->drag.press_x) / self->view.zoom;
  double dy = (self->drag.pointer_y - self->drag.press_y) / self->view.zoom;
  LsRect first;
  g_autofree LsPoint *positions = NULL;

  ls_canvas_snap (self, &dx, &dy, (state & GDK_MOD1_MASK) != 0);
  if (!ls_diagram_get_component_rect (self->diagram, self->move.ids[0], &first)
      || (first.x == self->move.from[0].x + dx && first.y == self->move.from[0].y + dy))
    return;
  positions = g_new (LsPoint, self->move.n);
  for (guint i = 0; i < self->move.n; i++)
    positions[i] = (LsPoint){ self->move.from[i].x + dx, self->move.from[i].y + dy };
  queue_moved (self);
  ls_document_move (self->document, self->move.ids, positions, self->move.n);
  queue_moved (self);
}

void
ls_canvas_nudge (LsCanvas *self, double dx, double dy)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  guint n;
  g_autofree guint *ids = g_new (guint, g_hash_table_size (self->selection.items) + 1);
  g_autofree LsPoint *positions = g_new (LsPoint, g_hash_table_size (self->selection.items) + 1);

  if (ls_canvas_get_n_selected (self) == 0)
    {
      ls_canvas_pan (self, -4 * dx, -4 * dy);
      return;
    }
  if (ls_canvas_get_selected_connection (self) != 0)
    {
      ls_canvas_bend_nudge (self, ls_canvas_get_selected_connection (self), dx, dy);
      return;
    }
  n = list_selected (self, ids, positions);
  for (guint i = 0; i < n; i++)
    positions[i] = (LsPoint){ positions[i].x + dx, positions[i].y + dy };
  ls_document_move (self->document, ids, positions, n);
}
