/* Minimum and maximum over blocks of a trace's column, for drawing long curves. */
#pragma once

#include "core/record/trace.h"

/* Used by one reader (one thread). Holds a reference to the trace. */
typedef struct LsPyramid LsPyramid;

LsPyramid *ls_pyramid_new (LsTrace *trace, guint column);
void       ls_pyramid_free (LsPyramid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPyramid, ls_pyramid_free)

/* Processes the rows appended since; returns the number of rows covered. */
gsize ls_pyramid_update (LsPyramid *self);

/* Number of rows covered by the last update. */
gsize ls_pyramid_get_n_rows (const LsPyramid *self);

/* Minimum and maximum finite value of rows [@first, @last); %FALSE if there is none. O(log n). Rows
 * not covered yet are ignored. */
gboolean ls_pyramid_get_range (const LsPyramid *self, gsize first, gsize last, double *min, double *max);

/* Adds the numbers of finite values below @min and above @max to @n_below and @n_above. Only blocks that
 * are partly outside are read. Rows not covered yet are ignored. */
void ls_pyramid_count_outside (const LsPyramid *self, double min, double max, gsize *n_below, gsize *n_above);
