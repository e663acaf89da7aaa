/* Shared by the source files of the router: the grid and its costs. */
#pragma once

#include <math.h>

#include "draw/route.h"

/* Distance of grid lines, canvas units; larger for very large areas. */
#define PITCH LS_DIAGRAM_GRID
#define MAX_CELLS 8e6
/* Minimum distance of wires from blocks, and preferred distance. */
#define HARD 5.0
#define SOFT 20.0

/* Costs of a route: per cell, per bend, and additionally per cell ... */
#define COST_STEP 10u
#define COST_BEND 30u
#define COST_SOFT 8u     /* ... near a block */
#define COST_TIP 80u     /* ... at a foreign port */
#define COST_OVERLAP 90u /* ... on top of another wire */
#define COST_CROSSING 14u
#define COST_TOUCH 50u /* bend on another wire */
#define COST_SHARED 3u /* cell of the sibling wire to branch from */

enum
{
  HORIZONTAL,
  VERTICAL
};

/* Numbers of blocks that cover a cell and that are near it, of ports on it, and of wires through it by
 * orientation. What is known of a cell lies together: a search looks at cells all over the grid. */
typedef struct
{
  guint8 hard, soft, tips;
  guint16 along[2];
} LsRouteCell;

/* A state in the current search; valid if @stamp is that of the search. @came: direction of arrival, and
 * whether there was a bend */
typedef struct
{
  guint32 stamp, cost;
  guint8 came;
} LsRouteState;

/* @in_haste: ls_router_set_haste() */
struct LsRouter
{
  gboolean in_haste;
  double left, top, pitch;
  int n_x, n_y;
  LsRouteCell *cells;
  LsRouteState *states; /* two per cell */
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

/* The cell of a tip: on its grid line, or the next one outside. */
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
/* Returns: (transfer full) (nullable): the most frequent shape, if it is free */
GArray *ls_router_find_simple (const LsRouter *self, const LsRouteEnd *from, const LsRouteEnd *to);
/* @overlaps: the wire may lie on others. Returns: (transfer full) (nullable): the cheapest of the
 * frequent shapes */
GArray *ls_router_find_shape (const LsRouter *self, const LsRouteEnd *from, const LsRouteEnd *to,
                              gboolean overlaps);
/* Moves the ends of a route from grid cells to the tips, which need not be on the grid, together
 * with the adjacent bend. */
void ls_route_attach (GArray *points, const LsRouteEnd *from, const LsRouteEnd *to);
