/* Sketches: pictures of result curves without axes, from files that keep only their shape. */
#pragma once

#include <cairo.h>
#include "draw/theme.h"

/**
 * LsSketch:
 *
 * Curves in a frame. The file has lines "curve METHOD", each followed by at least two points
 * "X Y": whole numbers, thousandths of the frame from its lower left corner. METHOD is the id of a
 * coupling method, or "reference". data/screenshots/curves.py writes them. Immutable.
 */
typedef struct LsSketch LsSketch;

/* Returns: (transfer full): %NULL with %LS_ERROR_FILE, or with %LS_ERROR_FORMAT naming the line */
LsSketch *ls_sketch_read (const char *path, GError **error);
void      ls_sketch_free (LsSketch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSketch, ls_sketch_free)

/* Returns: (transfer full): the file of the sketch beside a model or a lesson: "two-bodies.curve"
 * for "two-bodies.ssp", "order.curve" for "order.de.md"; it need not exist */
char *ls_sketch_find (const char *path);
guint ls_sketch_get_n_curves (const LsSketch *self);
/* (transfer none): id of the method of a curve. */
const char *ls_sketch_get_method (const LsSketch *self, guint curve);
/* Points of a curve, @n_points pairs of thousandths. */
const int *ls_sketch_get_points (const LsSketch *self, guint curve, guint *n_points);
/* Draws into the rectangle from (0, 0) to (@width, @height); does not paint the background. */
void ls_sketch_draw (const LsSketch *self,
                     cairo_t *cr,
                     double width,
                     double height,
                     const LsTheme *theme);
