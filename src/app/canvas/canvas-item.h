/* Accessible objects of items on the canvas: blocks, their ports, wires. */
#pragma once

#include "app/canvas/canvas-private.h"
#include <gtk/gtk-a11y.h>

#define LS_TYPE_CANVAS_ITEM (ls_canvas_item_get_type ())
G_DECLARE_FINAL_TYPE (LsCanvasItem, ls_canvas_item, LS, CANVAS_ITEM, AtkObject)

/**
 * ls_canvas_item_get:
 *
 * The accessible object of an item, created on demand; the same object as long as the item exists. It
 * stores ids and names and no pointers into the model; after the item was removed, it is defunct and has
 * no name.
 *
 * Returns: (transfer none)
 */
AtkObject *ls_canvas_item_get (LsCanvas *canvas, LsHitKind kind, guint id, const char *variable);
AtkObject *ls_canvas_item_get_for_hit (LsCanvas *canvas, const LsHit *hit);
/* The item of the object; %FALSE if it was removed. */
gboolean ls_canvas_item_get_hit (LsCanvasItem *self, LsHit *hit);
/* Key of an item in the tables of the canvas. (transfer full) */
char *ls_canvas_item_key (LsHitKind kind, guint id, const char *variable);
