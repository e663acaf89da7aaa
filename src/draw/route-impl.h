/* What the files of the router share: the grid and its prices. */
#pragma once

#include <math.h>

#include "draw/route.h"

/* Lines of the grid are this far apart, canvas units, unless the area is vast. */
#define PITCH LS_DIAGRAM_GRID
#define MAX_CELLS 2e6
/* Nearer than HARD to a block no wire runs; nearer than SOFT none does without need. */
#define HARD 5.0
#define SOFT 20.0

/* What a way costs: per cell, per bend, and on top of that per cell ... */
#define COST_STEP 10u
#define COST_BEND 30u
#define COST_SOFT 8u     /* ... near a block */
#define COST_TIP 80u     /* ... at a foreign port */
#define COST_OVERLAP 90u /* ... on top of another wire */
#define COST_CROSSING 14u
#define COST_TOUCH 50u /* bending on another wire */
#define COST_SHARED 3u /* cell of the sibling that is branched off from */

enum
{
  HORIZONTAL,
  VERTICAL
};

/* @in_haste: ls_router_set_haste() */
struct LsRouter
{
  gboolean in_haste;
  double left, top, pitch;
  int n_x, n_y;
  guint8 *hard, *soft, *tips; /* per cell: blocks that close it, come near it, ports on it */
  guint16 *along[2];          /* per cell: wires through it, by orientation */
  /* Of the search under way; valid where the stamp is the present one. */
  guint32 *stamp, *cost;
  guint8 *came; /* direction of arrival, and whether it bent there */
  guint32 now;
  GArray *open;   /* Open, a heap */
  GArray *starts; /* Start */
};

static inline int
column_of (const LsRouter *self, double x)
{
  return (int)CLAMP (lround ((x - self->left) / self->pitch), 0, self->n_x - 1);
}

static inline int
line_of (const LsRouter *self, double y)
{
  return (int)CLAMP (lround ((y - self->top) / self->pitch), 0, self->n_y - 1);
}

static inline guint32
cell_of (const LsRouter *self, int column, int line)
{
  return (guint32)line * (guint32)self->n_x + (guint32)column;
}

static inline LsPoint
point_of (const LsRouter *self, guint32 cell)
{
  guint32 n_x = (guint32)self->n_x;

  return (LsPoint){ self->left + (cell % n_x) * self->pitch,
                    self->top + (cell / n_x) * self->pitch };
}

/* The cell of a tip: on the grid line through it, or next to it on the outside. */
static inline guint32
tip_cell (const LsRouter *self, const LsRouteEnd *end)
{
  double x = (end->tip.x - self->left) / self->pitch, y = (end->tip.y - self->top) / self->pitch;
  int column = end->dx > 0 ? (int)ceil (x - 1e-6) : (int)floor (x + 1e-6);
  int line = end->dy > 0 ? (int)ceil (y - 1e-6) : (int)floor (y + 1e-6);

  if (end->dx == 0)
    column = (int)lround (x);
  if (end->dy == 0)
    line = (int)lround (y);
  return cell_of (self, CLAMP (column, 0, self->n_x - 1), CLAMP (line, 0, self->n_y - 1));
}

/* route-shape.c */
/* Returns: (transfer full) (nullable): the wire most wires are, when nothing is in its way. */
GArray *ls_router_find_simple (const LsRouter *self, const LsRouteEnd *from, const LsRouteEnd *to);
/* Returns: (transfer full) (nullable): the cheapest of the shapes most wires have. */
GArray *ls_router_find_shape (const LsRouter *self, const LsRouteEnd *from, const LsRouteEnd *to);
/* Puts the ends of a way on grid cells onto the tips, which need not be on the grid; the bend next
 * to an end moves along. */
void ls_route_attach (GArray *points, const LsRouteEnd *from, const LsRouteEnd *to);
