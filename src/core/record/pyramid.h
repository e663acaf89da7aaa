/* Least and greatest values over blocks of a trace's column, for drawing long curves. */
#pragma once

#include "core/record/trace.h"

/* Belongs to one reader (one thread). Keeps the trace by reference. */
typedef struct LsPyramid LsPyramid;

LsPyramid *ls_pyramid_new (LsTrace *trace, guint column);
void       ls_pyramid_free (LsPyramid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPyramid, ls_pyramid_free)

/* Takes in rows appended since; returns how many rows are covered now. */
gsize ls_pyramid_update (LsPyramid *self);

/* How many were covered then. */
gsize ls_pyramid_get_n_rows (const LsPyramid *self);

/* Least and greatest finite value of rows [@first, @last); %FALSE when there is
 * none. O(log n). Rows not taken in yet count as not there. */
gboolean ls_pyramid_get_range (const LsPyramid *self, gsize first, gsize last, double *min, double *max);
