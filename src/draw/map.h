/* Maps of where errors grow: one pane per method, a colour for every pair of two quantities. */
#pragma once

#include <cairo.h>
#include "core/base/status.h"
#include "draw/theme.h"

/**
 * LsMap:
 *
 * Panes beside each other over the same two axes. Every cell shows by what factor an error grows in
 * one step: below 1 it decays, in blue, above it grows, in orange; a line parts the two. One thread
 * (the one that draws).
 */
typedef struct LsMap LsMap;

/**
 * ls_map_new:
 * @x, @y: @n_x and @n_y values at the middles of the cells, at least two each, increasing; copied
 * @x_logarithmic, @y_logarithmic: whether they lie evenly on a logarithmic axis; else on a linear one
 */
LsMap *ls_map_new (const double x[],
                   guint n_x,
                   gboolean x_logarithmic,
                   const double y[],
                   guint n_y,
                   gboolean y_logarithmic);
void ls_map_free (LsMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMap, ls_map_free)

/* @margin: factors beyond 1 by as much, by rounding, still are no growth; 0 when not set */
void ls_map_set_margin (LsMap *self, double margin);
/* With their units, translated. */
void ls_map_set_titles (LsMap *self, const char *title, const char *x_title, const char *y_title);
/* @label: of the method; @factors: n_y x n_x, row-major; NaN where nothing is known; copied. Returns:
 * index of the pane */
guint ls_map_add_pane (LsMap *self, const char *label, const double factors[]);
/* A mark in every pane, where the model is now. */
void ls_map_set_mark (LsMap *self, double x, double y);
void ls_map_draw (LsMap *self, cairo_t *cr, double width, double height, const LsTheme *theme);
/* What is at a point of the last drawing, in px: @ix, @iy: of the cell. %FALSE outside of all panes. */
gboolean ls_map_find (const LsMap *self, double px, double py, guint *pane, guint *ix, guint *iy);
/* Where the middle of a cell is, in the last drawing, px. */
void ls_map_locate (const LsMap *self, guint pane, guint ix, guint iy, double *px, double *py);
/* Returns: (transfer full): what it shows, in sentences (for screen readers). */
char *ls_map_describe (const LsMap *self);
