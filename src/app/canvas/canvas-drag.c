#include "app/canvas/canvas-drag.h"
#include <string.h>
#include "app/canvas/canvas-guides.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"

void
ls_canvas_wire_clear (LsWire *wire)
{
  g_clear_pointer (&wire->variable, g_free);
  g_clear_pointer (&wire->shown_port, g_free);
  g_clear_pointer (&wire->through, ls_subsystem_path_free);
  g_clear_pointer (&wire->verdicts, g_hash_table_unref);
  memset (wire, 0, sizeof *wire);
}

void
ls_canvas_wire_cancel (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_wire_clear (&self->wire);
  ls_canvas_set_hint (self, "");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ls_canvas_set_cursor (LsCanvas *self, const char *name)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  GdkWindow *window = gtk_widget_get_window (GTK_WIDGET (self));
  g_autoptr (GdkCursor) cursor = NULL;

  if (name != NULL)
    cursor = gdk_cursor_new_from_name (gdk_window_get_display (window), name);
  gdk_window_set_cursor (window, cursor);
}

void
ls_canvas_hold_space (LsCanvas *self, gboolean held)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  if (self->drag.space_held == held)
    return;
  self->drag.space_held = held;
  if (self->drag.kind == LS_DRAG_NONE && gtk_widget_get_realized (GTK_WIDGET (self)))
    ls_canvas_set_cursor (self, held ? "grab" : NULL);
}

/* Escape: reverts the drag. Returns: whether there was something to cancel */
gboolean
ls_canvas_cancel (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), FALSE);

  LsDragKind drag = self->drag.kind;
  gboolean wire = self->wire.active;

  self->drag.kind = LS_DRAG_NONE;
  ls_canvas_clear_guides (self);
  if (drag == LS_DRAG_MOVE || drag == LS_DRAG_BEND)
    ls_document_cancel_group (self->document);
  if (wire)
    ls_canvas_wire_cancel (self);
  if (drag == LS_DRAG_NONE && !wire)
    return FALSE;
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    ls_canvas_set_cursor (self, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}
