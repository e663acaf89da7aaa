/* Accessible objects of the things on the canvas: blocks, their ports, wires. */
#pragma once

#include "app/canvas/canvas-private.h"
#include <gtk/gtk-a11y.h>

#define LS_TYPE_CANVAS_ITEM (ls_canvas_item_get_type ())
G_DECLARE_FINAL_TYPE (LsCanvasItem, ls_canvas_item, LS, CANVAS_ITEM, AtkObject)

/**
 * ls_canvas_item_get:
 *
 * The object of a thing, made on first demand; the same one for as long as the
 * thing exists. It knows ids and names, no pointers into the model; the object
 * of a thing that is gone is defunct and nameless.
 *
 * Returns: (transfer none)
 */
AtkObject *ls_canvas_item_get (LsCanvas *canvas, LsHitKind kind, guint id, const char *variable);
AtkObject *ls_canvas_item_get_for_hit (LsCanvas *canvas, const LsHit *hit);
/* What it stands for; %FALSE when that is gone. */
gboolean ls_canvas_item_get_hit (LsCanvasItem *self, LsHit *hit);
/* Key of a block or wire, as kept in the canvas' tables. (transfer full) */
char *ls_canvas_item_key (LsHitKind kind, guint id, const char *variable);
