/* Stability maps: one pane per method, a colour for every pair of two quantities. */
#pragma once

#include <cairo.h>
#include "core/base/status.h"
#include "draw/theme.h"

/**
 * LsMap:
 *
 * Panes beside each other over the same two axes. Every cell shows the growth factor of an error in
 * one step: blue below 1 (decay), orange above 1 (growth), with a separating line. Use on the
 * drawing thread only.
 */
typedef struct LsMap LsMap;

/**
 * ls_map_new:
 * @x, @y: @n_x and @n_y values at the middles of the cells, at least two each, increasing; copied
 * @x_logarithmic, @y_logarithmic: whether they are equidistant on a logarithmic axis; else on a
 * linear one
 */
LsMap *ls_map_new (const double x[],
                   guint n_x,
                   gboolean x_logarithmic,
                   const double y[],
                   guint n_y,
                   gboolean y_logarithmic);
void ls_map_free (LsMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMap, ls_map_free)

/* @margin: rounding tolerance: factors up to 1 + @margin are no growth; default 0 */
void ls_map_set_margin (LsMap *self, double margin);
/* Titles with units, translated. */
void ls_map_set_titles (LsMap *self, const char *title, const char *x_title, const char *y_title);
/* @label: of the method; @factors: n_y x n_x, row-major; NaN if unknown; copied.
 * Returns: index of the pane */
guint ls_map_add_pane (LsMap *self, const char *label, const double factors[]);
/* Marks the current point of the model in every pane. */
void ls_map_set_mark (LsMap *self, double x, double y);
void ls_map_draw (LsMap *self, cairo_t *cr, double width, double height, const LsTheme *theme);
/* Finds the cell at a point of the last drawing, px. %FALSE outside all panes. */
gboolean ls_map_find (const LsMap *self, double px, double py, guint *pane, guint *ix, guint *iy);
/* Position of the centre of a cell in the last drawing, px. */
void ls_map_locate (const LsMap *self, guint pane, guint ix, guint iy, double *px, double *py);
/* Returns: (transfer full): description in sentences (for screen readers) */
char *ls_map_describe (const LsMap *self);
