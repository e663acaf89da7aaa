/* Routing of wires at right angles around blocks. For the drawing layer only. */
#pragma once

#include <glib.h>

#include "draw/shape.h"

/* End of a wire: position and direction away from the block (one of ±1, 0 and 0, ±1). */
typedef struct
{
  LsPoint tip;
  int dx, dy;
} LsRouteEnd;

/**
 * LsRouter:
 *
 * A grid over the canvas with the blocks and wires so far. A wire is the cheapest path on the grid:
 * short, with few bends and crossings, away from blocks, beside and not on top of other wires.
 * Deterministic: the same calls in the same order produce the same wires.
 */
typedef struct LsRouter LsRouter;

/* @area: available for wires */
LsRouter *ls_router_new (const LsRect *area);
void ls_router_free (LsRouter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRouter, ls_router_free)

/* Whether the rectangle and the space around it are inside the area. */
gboolean ls_router_has_room (const LsRouter *self, const LsRect *rect);
/* @count: 1 to add, -1 to remove a block added before */
void ls_router_add_block (LsRouter *self, const LsRect *rect, int count);
void ls_router_add_tip (LsRouter *self, const LsPoint *tip, int count);
void ls_router_add_wire (LsRouter *self, const LsPoint points[], guint n, int count);

/* For hundreds of wires: predefined shapes first, and a faster, less exhaustive search. */
void ls_router_set_haste (LsRouter *self, gboolean haste);

/**
 * ls_router_find:
 * @siblings: (nullable): element-type GArray of LsPoint: wires of the same output, currently not
 * added; the new wire may branch off from them
 *
 * Returns: (transfer full) (element-type LsPoint): corners, both tips included. Without free path
 * the wire is a straight line.
 */
GArray *ls_router_find (LsRouter *self,
                        const LsRouteEnd *from,
                        const LsRouteEnd *to,
                        const GPtrArray *siblings);

/* Whether a wire crosses the interior of the rectangle. */
gboolean ls_route_crosses_rect (const LsPoint points[], guint n, const LsRect *rect);
/* Removes collinear and duplicate points. */
void ls_route_simplify (GArray *points);
