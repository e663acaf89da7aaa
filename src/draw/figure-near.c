/* Search of the orbit point nearest to a pixel. Blocks farther away than the best point so far are
 * skipped, so that ten million rows do not delay the pointer. */
#include "draw/figure-impl.h"

#include <math.h>

/* Maximum distance of a point from the pointer, px. */
#define REACH 20.0
/* Rows of the largest and smallest blocks; ratio of consecutive sizes. */
#define MOST 262144u
#define LEAST 64u
#define FAN 8u

typedef struct
{
  const LsFigure *figure;
  const LsPane *pane;
  double px, py;
  LsTrace *trace;
  guint x, y;
  LsPyramid *xs, *ys;
  double best; /* square of a distance, px */
  gsize row;
  gboolean found;
} Search;

/* Distance of a value from an interval; 0 if an end is not on its axis. */
static double
distance (double at, double a, double b)
{
  const double low = MIN (a, b), high = MAX (a, b);

  if (!isfinite (a) || !isfinite (b))
    return 0;
  return at < low ? low - at : at > high ? at - high : 0;
}

/* Whether a row of the block may be nearer than the best point so far. */
static gboolean
may_hold (const Search *self, gsize first, gsize last)
{
  double left, right, bottom, top, dx, dy;

  if (!ls_pyramid_get_range (self->xs, first, last, &left, &right)
      || !ls_pyramid_get_range (self->ys, first, last, &bottom, &top))
    return FALSE;
  dx = distance (self->px, ls_figure_get_px (self->figure, self->pane, left),
                 ls_figure_get_px (self->figure, self->pane, right));
  dy = distance (self->py, ls_pane_get_py (self->pane, bottom), ls_pane_get_py (self->pane, top));
  return dx * dx + dy * dy < self->best;
}

static void
look_at_rows (Search *self, gsize first, gsize last)
{
  for (gsize k = first; k < last; k++)
    {
      const double dx
          = ls_figure_get_px (self->figure, self->pane, ls_trace_get (self->trace, self->x, k))
            - self->px;
      const double dy
          = ls_pane_get_py (self->pane, ls_trace_get (self->trace, self->y, k)) - self->py;

      if (dx * dx + dy * dy < self->best)
        {
          self->best = dx * dx + dy * dy;
          self->row = k;
          self->found = TRUE;
        }
    }
}

static void
look_at (Search *self, gsize first, gsize last, gsize size)
{
  for (gsize k = first; k < last; k += size)
    {
      const gsize end = MIN (k + size, last);

      if (!may_hold (self, k, end))
        continue;
      if (size <= LEAST)
        look_at_rows (self, k, end);
      else
        look_at (self, k, end, size / FAN);
    }
}

const LsSource *
ls_figure_find_point (const LsFigure *self, const LsPane *pane, double px, double py, gsize *row)
{
  Search search = { .figure = self, .pane = pane, .px = px, .py = py, .best = REACH * REACH };
  const LsSource *nearest = NULL;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      LsSource *source = ls_figure_get_source (self, i);
      const int x = ls_source_find (source, self->names[0]);
      const int y = ls_source_find (source, self->names[1]);

      if (!ls_figure_shows (self, source) || x < 0 || y < 0)
        continue;
      search.trace = source->shown;
      search.x = (guint)x;
      search.y = (guint)y;
      search.xs = ls_source_get_pyramid (source, search.x);
      search.ys = ls_source_get_pyramid (source, search.y);
      search.found = FALSE;
      look_at (&search, 0,
               MIN (ls_pyramid_get_n_rows (search.xs), ls_pyramid_get_n_rows (search.ys)), MOST);
      if (search.found)
        {
          nearest = source;
          *row = search.row;
        }
    }
  return nearest;
}
