/* Wires at right angles around blocks. For the drawing layer only. */
#pragma once

#include <glib.h>

#include "draw/diagram.h"

/* An end of a wire: where it is and which way it leaves the block (one of ±1, 0 and 0, ±1). */
typedef struct
{
  LsPoint tip;
  int dx, dy;
} LsRouteEnd;

/**
 * LsRouter:
 *
 * A grid over the canvas that knows blocks and wires laid so far. A wire is the
 * cheapest way on the grid: short, with few bends, away from blocks, beside
 * and not on top of other wires, crossing as few as possible. The same calls
 * in the same order give the same wires.
 */
typedef struct LsRouter LsRouter;

/* @area: where wires may run */
LsRouter *ls_router_new (const LsRect *area);
void ls_router_free (LsRouter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRouter, ls_router_free)

/* Whether the rectangle and room around it lie within the area. */
gboolean ls_router_has_room (const LsRouter *self, const LsRect *rect);
/* @count: 1 to add, -1 to take away what was added before */
void ls_router_add_block (LsRouter *self, const LsRect *rect, int count);
void ls_router_add_tip (LsRouter *self, const LsPoint *tip, int count);
void ls_router_add_wire (LsRouter *self, const LsPoint points[], guint n, int count);

/* For hundreds of wires at once: shapes that are found fast, and searches that go straight ahead.
 */
void ls_router_set_haste (LsRouter *self, gboolean haste);

/**
 * ls_router_find:
 * @siblings: (nullable): element-type GArray of LsPoint: wires of the same
 *   output, not among the added ones now; the new wire may branch off from them
 *
 * Returns: (transfer full) (element-type LsPoint): corners, both tips included. Where there
 * is no free way the wire runs straight through.
 */
GArray *ls_router_find (LsRouter *self,
                        const LsRouteEnd *from,
                        const LsRouteEnd *to,
                        const GPtrArray *siblings);

/* Whether a wire runs through the rectangle's inside. */
gboolean ls_route_crosses_rect (const LsPoint points[], guint n, const LsRect *rect);
/* Drops points between others of one line, and doubles. */
void ls_route_simplify (GArray *points);
