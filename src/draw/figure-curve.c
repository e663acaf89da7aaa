/* Long curves as short paths: data below pixel resolution is drawn once. */
#include "draw/figure-impl.h"

#include <math.h>

/* Below this number of rows per pixel column they are drawn unreduced. */
#define ROWS_PER_COLUMN 3.0
/* Maximum segments of a path: Cairo's stroker is superlinear in the length. */
#define PATH_SEGMENTS 800
/* Mean vertical travel per pixel column, px, from which a curve is drawn as a band. */
#define DENSE_TRAVEL 12.0
/* How far beyond what is visible curves are drawn, so that clipped ends are invisible, px. */
#define BEYOND 20.0
/* Minimum distance of orbit points, px. */
#define ORBIT_STEP 0.5

/* A path clipped near the pane, in pieces. */
typedef struct
{
  cairo_t *cr;
  double left, top, right, bottom;
  double x, y; /* last point, clipped or not */
  gboolean down;
  gboolean pieces; /* may be stroked in pieces (a dash pattern would restart) */
  guint n_segments;
} Pen;

static void
pen_init (Pen *self, cairo_t *cr, gboolean pieces)
{
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  *self = (Pen){ .cr = cr,
                 .left = left - BEYOND,
                 .top = top - BEYOND,
                 .right = right + BEYOND,
                 .bottom = bottom + BEYOND,
                 .pieces = pieces };
}

static void
pen_lift (Pen *self)
{
  self->down = FALSE;
}

/* Liang-Barsky: the part of @t0..@t1 with p * t <= q. */
static gboolean
clip_part (double p, double q, double *t0, double *t1)
{
  if (p == 0)
    return q >= 0;
  if (p < 0)
    *t0 = MAX (*t0, q / p);
  else
    *t1 = MIN (*t1, q / p);
  return *t0 <= *t1;
}

static void
pen_segment (Pen *self, double x, double y, double to_x, double to_y)
{
  double t0 = 0, t1 = 1, dx = to_x - x, dy = to_y - y;

  if (!clip_part (-dx, x - self->left, &t0, &t1) || !clip_part (dx, self->right - x, &t0, &t1)
      || !clip_part (-dy, y - self->top, &t0, &t1) || !clip_part (dy, self->bottom - y, &t0, &t1))
    return;
  if (t0 > 0 || !cairo_has_current_point (self->cr))
    cairo_move_to (self->cr, x + t0 * dx, y + t0 * dy);
  cairo_line_to (self->cr, x + t1 * dx, y + t1 * dy);
  if (t1 < 1)
    cairo_new_sub_path (self->cr);
  if (++self->n_segments >= PATH_SEGMENTS && self->pieces)
    {
      cairo_stroke (self->cr);
      self->n_segments = 0;
    }
}

/* Line to the point if the pen is down; a nonfinite value lifts it. */
static void
pen_go (Pen *self, double x, double y)
{
  if (!isfinite (x) || !isfinite (y))
    {
      pen_lift (self);
      return;
    }
  if (self->down)
    pen_segment (self, self->x, self->y, x, y);
  else
    cairo_new_sub_path (self->cr);
  self->x = x;
  self->y = y;
  self->down = TRUE;
}

static gboolean
is_vector (cairo_t *cr)
{
  switch (cairo_surface_get_type (cairo_get_target (cr)))
    {
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_PS:
    case CAIRO_SURFACE_TYPE_SVG:
    case CAIRO_SURFACE_TYPE_RECORDING:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Pixel columns per user unit. */
static double
column_density (cairo_t *cr)
{
  double scale_x = 1, scale_y = 1, dx = 1, dy = 0;

  if (is_vector (cr))
    return 3;
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
  cairo_user_to_device_distance (cr, &dx, &dy);
  return CLAMP (scale_x * hypot (dx, dy), 0.25, 4);
}

static void
set_line (const LsStroke *self, cairo_t *cr)
{
  ls_color_set_source (&self->color, cr);
  cairo_set_line_width (cr, self->line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, self->n_dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_dash (cr, self->dash, self->n_dash, 0);
  cairo_new_path (cr);
}

/* A single finite value between nonfinite ones is a dot. */
static void
draw_rows (const LsStroke *self, cairo_t *cr, guint column, gsize first, gsize last)
{
  const LsTrace *trace = self->source->shown;
  double end;
  Pen pen;

  pen_init (&pen, cr, self->n_dash == 0);
  for (gsize i = first; i < last; i++)
    {
      double value = ls_trace_get (trace, column, i);
      double x = ls_figure_get_px (self->figure, self->pane, ls_trace_get (trace, 0, i));
      gboolean alone
          = !pen.down && (i + 1 >= last || !isfinite (ls_trace_get (trace, column, i + 1)));

      if (self->stairs && pen.down)
        pen_go (&pen, x, pen.y);
      pen_go (&pen, x, isfinite (value) ? ls_pane_get_py (self->pane, value) : NAN);
      if (alone && pen.down)
        pen_go (&pen, x + 0.01, pen.y);
    }
  end = ls_source_get_end (self->source);
  if (self->stairs && pen.down && last == ls_trace_get_n_rows (trace) && isfinite (end))
    pen_go (&pen, ls_figure_get_px (self->figure, self->pane, end), pen.y);
  cairo_stroke (cr);
}

/* Data in one pixel column, px; y grows downwards. */
typedef struct
{
  double first_x, first, last_x, last; /* NaN if not finite */
  double low, high;                    /* of all finite values; NaN if there are none */
} Column;

static void
fill_column (const LsStroke *self, Column *column, guint variable, gsize first, gsize last)
{
  const LsTrace *trace = self->source->shown;
  LsPyramid *pyramid = g_ptr_array_index (self->source->pyramids, variable);
  double a = ls_trace_get (trace, variable, first), b = ls_trace_get (trace, variable, last - 1);
  double min, max;

  column->first_x = ls_figure_get_px (self->figure, self->pane, ls_trace_get (trace, 0, first));
  column->last_x = ls_figure_get_px (self->figure, self->pane, ls_trace_get (trace, 0, last - 1));
  column->first = isfinite (a) ? ls_pane_get_py (self->pane, a) : NAN;
  column->last = isfinite (b) ? ls_pane_get_py (self->pane, b) : NAN;
  column->low = column->high = NAN;
  if (ls_pyramid_get_range (pyramid, first, last, &min, &max))
    {
      column->low = ls_pane_get_py (self->pane, max);
      /* On a logarithmic axis the column extends to the lower edge for values that are not
       * positive. */
      column->high = ls_pane_get_py (self->pane, self->pane->logarithmic ? MAX (min, 0) : min);
    }
}

/* The rows of a curve that are visible, [@first, @last), and their time */
typedef struct
{
  gsize first, last;
  LsSpan x; /* of the axis */
} Part;

/* With the rows before and after, so that curves go on to the edges. */
static void
find_part (const LsStroke *self, cairo_t *cr, Part *part)
{
  const LsTrace *trace = self->source->shown;
  const LsFigure *figure = self->figure;
  const LsPane *pane = self->pane;
  const double scale = (figure->x.max - figure->x.min) / pane->width;
  double left, top, right, bottom;
  gssize before, after;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  left = MAX (left - self->line_width - 2, pane->left);
  right = MIN (right + self->line_width + 2, pane->left + pane->width);
  part->x = (LsSpan){ figure->x.min + (left - pane->left) * scale,
                      figure->x.max - (pane->left + pane->width - right) * scale };
  before = ls_trace_find_row (trace, ls_figure_get_value (figure, part->x.min));
  after = ls_trace_find_row (trace, ls_figure_get_value (figure, part->x.max));
  part->first = before > 0 ? (gsize)before : 0;
  part->last = MIN ((gsize)(after + 2), ls_trace_get_n_rows (trace));
}

/* The visible rows by pixel columns; columns without rows are omitted. */
static GArray *
collect_columns (const LsStroke *self, guint variable, const Part *part, double density)
{
  const LsFigure *figure = self->figure;
  guint n = (guint)ceil (self->pane->width * density);
  GArray *columns = g_array_sized_new (FALSE, FALSE, sizeof (Column), n + 2);
  double width = (figure->x.max - figure->x.min) / n;
  gsize row = part->first;

  for (guint i = (guint)((part->x.min - figure->x.min) / width); i <= n && row < part->last; i++)
    {
      const double edge = ls_figure_get_value (figure, figure->x.min + (i + 1) * width);
      gssize end = ls_trace_find_row (self->source->shown, edge);
      gsize next = i == n ? part->last : MIN ((gsize)(end + 1), part->last);
      Column column;

      if (next <= row)
        continue;
      fill_column (self, &column, variable, row, next);
      g_array_append_val (columns, column);
      row = next;
    }
  return columns;
}

/* Mean vertical travel per column, clipped to the pane. */
static double
measure_travel (const GArray *columns, const LsPane *pane)
{
  double travel = 0;

  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);
      double low = CLAMP (column->low, pane->top, pane->top + pane->height);
      double high = CLAMP (column->high, pane->top, pane->top + pane->height);

      if (isfinite (column->low))
        travel += high - low;
    }
  return columns->len > 0 ? travel / columns->len : 0;
}

static void
draw_column (Pen *pen, const Column *column, gboolean stairs)
{
  double middle = (column->first_x + column->last_x) / 2;
  gboolean rising = column->last <= column->first; /* on the screen */
  double before = rising ? column->high : column->low;
  double after = rising ? column->low : column->high;

  if (stairs && pen->down)
    pen_go (pen, column->first_x, pen->y);
  pen_go (pen, column->first_x, column->first);
  if (isfinite (column->low))
    {
      if (before != column->first)
        pen_go (pen, middle, before);
      if (after != column->last)
        pen_go (pen, middle, after);
    }
  pen_go (pen, column->last_x, column->last);
}

static void
draw_polyline (cairo_t *cr, const LsStroke *self, const GArray *columns)
{
  Pen pen;

  pen_init (&pen, cr, self->n_dash == 0);
  for (guint i = 0; i < columns->len; i++)
    draw_column (&pen, &g_array_index (columns, Column, i), self->stairs);
  cairo_stroke (cr);
}

/* A noisy curve fills its columns: filled boxes are much faster than strokes. */
static void
draw_band (cairo_t *cr, const LsStroke *self, const GArray *columns, double density)
{
  double half = self->line_width / 2, width = 1 / density;
  double top = self->pane->top - 20, bottom = self->pane->top + self->pane->height + 20;
  double previous = NAN;

  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);
      double x = floor (column->first_x * density) / density;
      double low = column->low, high = column->high;

      if (isfinite (low) && isfinite (x))
        {
          if (isfinite (previous) && isfinite (column->first))
            {
              low = MIN (low, previous);
              high = MAX (high, previous);
            }
          low = CLAMP (low - half, top, bottom);
          high = CLAMP (high + half, top, bottom);
          cairo_rectangle (cr, x, low, width, high - low);
        }
      previous = column->last;
    }
  cairo_fill (cr);
}

void
ls_stroke_trajectory (const LsStroke *self, cairo_t *cr, int column)
{
  const double density = column_density (cr);
  const double per_row = ROWS_PER_COLUMN * density * self->pane->width;
  g_autoptr (GArray) columns = NULL;
  Part part;

  find_part (self, cr, &part);
  if (part.first >= part.last)
    return;
  set_line (self, cr);
  if ((double)(part.last - part.first) * (self->figure->x.max - self->figure->x.min)
      < per_row * (part.x.max - part.x.min))
    {
      draw_rows (self, cr, (guint)column, part.first, part.last);
      return;
    }
  ls_source_get_pyramid (self->source, (guint)column);
  columns = collect_columns (self, (guint)column, &part, density);
  if (!is_vector (cr) && measure_travel (columns, self->pane) > DENSE_TRAVEL)
    draw_band (cr, self, columns, density);
  else
    draw_polyline (cr, self, columns);
}

/* Cells of half a pixel visited by an orbit: further rounds add nothing visible. */
typedef struct
{
  guint8 *bits;
  gint64 width, height;
  double left, top;
} Visited;

static void
visited_init (Visited *self, const LsPane *pane)
{
  self->left = pane->left - 20;
  self->top = pane->top - 20;
  self->width = (gint64)ceil ((pane->width + 40) / ORBIT_STEP);
  self->height = (gint64)ceil ((pane->height + 40) / ORBIT_STEP);
  self->bits = g_malloc0 ((gsize)(self->width * self->height / 8 + 1));
}

/* Marks the cell of the point.
 * Returns: whether it was marked before */
static gboolean
visited_mark (Visited *self, double x, double y)
{
  double column = floor ((x - self->left) / ORBIT_STEP),
         line = floor ((y - self->top) / ORBIT_STEP);
  gint64 cell;
  gboolean was;

  if (!(column >= 0 && column < self->width && line >= 0 && line < self->height))
    return FALSE;
  cell = (gint64)line * self->width + (gint64)column;
  was = (self->bits[cell >> 3] >> (cell & 7)) & 1;
  self->bits[cell >> 3] |= (guint8)(1 << (cell & 7));
  return was;
}

static void
orbit_point (Pen *pen, Visited *visited, double x, double y, gboolean *fresh)
{
  double dx = x - pen->x, dy = y - pen->y;
  double way = dx * dx + dy * dy;
  gboolean was;

  if (pen->down && way < ORBIT_STEP * ORBIT_STEP)
    return;
  was = isfinite (x) && isfinite (y) && visited_mark (visited, x, y);
  /* A short move between visited cells: move without drawing. */
  if (was && !*fresh && way < 4 && pen->down)
    {
      pen_lift (pen);
      pen_go (pen, x, y);
      return;
    }
  pen_go (pen, x, y);
  *fresh = !was;
}

/* Distance of two values, px; nonfinite if one is not on its axis. */
static double
x_distance (const LsStroke *self, double from, double to)
{
  return fabs (ls_figure_get_px (self->figure, self->pane, to)
               - ls_figure_get_px (self->figure, self->pane, from));
}

static double
y_distance (const LsStroke *self, double from, double to)
{
  return fabs (ls_pane_get_py (self->pane, to) - ls_pane_get_py (self->pane, from));
}

/* Number of rows from @row that stay within the drawing resolution: one of them suffices. */
static gsize
count_still (const LsStroke *self, LsPyramid *xs, LsPyramid *ys, gsize row, gsize n_rows)
{
  /* Block sizes of the pyramids. */
  for (gsize n = 4096; n >= 64; n /= 8)
    {
      double left, right, bottom, top;

      if (row % n == 0 && row + n <= n_rows
          && ls_pyramid_get_range (xs, row, row + n, &left, &right)
          && ls_pyramid_get_range (ys, row, row + n, &bottom, &top)
          && x_distance (self, left, right) < ORBIT_STEP
          && y_distance (self, bottom, top) < ORBIT_STEP)
        return n;
    }
  return 0;
}

void
ls_stroke_orbit (const LsStroke *self, cairo_t *cr, int x, int y)
{
  const LsTrace *trace = self->source->shown;
  const LsFigure *figure = self->figure;
  const LsPane *pane = self->pane;
  const gboolean linear = !figure->logarithmic_x && !pane->logarithmic;
  const double x_origin = x == 0 ? ls_trace_get_origin (trace) : 0.0;
  gsize n_rows = ls_trace_get_n_rows (trace);
  double x_scale = pane->width / (figure->x.max - figure->x.min);
  double y_scale = pane->height / (pane->y.max - pane->y.min);
  LsPyramid *x_pyramid = ls_source_get_pyramid (self->source, (guint)x);
  LsPyramid *y_pyramid = ls_source_get_pyramid (self->source, (guint)y);
  gboolean fresh = TRUE;
  Visited visited;
  Pen pen;

  set_line (self, cr);
  pen_init (&pen, cr, self->n_dash == 0);
  visited_init (&visited, pane);
  for (gsize i = 0; i < n_rows;)
    {
      const gsize still = count_still (self, x_pyramid, y_pyramid, i, n_rows);
      gsize n, m;
      const double *xs = ls_trace_peek (trace, (guint)x, i, &n);
      const double *ys = ls_trace_peek (trace, (guint)y, i, &m);

      n = still > 0 ? 1 : MIN (MIN (MIN (n, m), n_rows - i), 64 - i % 64);
      for (gsize k = 0; k < n && !linear; k++)
        orbit_point (&pen, &visited, ls_figure_get_px (figure, pane, x_origin + xs[k]),
                     ls_pane_get_py (pane, ys[k]), &fresh);
      for (gsize k = 0; k < n && linear; k++)
        orbit_point (&pen, &visited, pane->left + (x_origin + xs[k] - figure->x.min) * x_scale,
                     pane->top + pane->height - (ys[k] - pane->y.min) * y_scale, &fresh);
      i += MAX (n, still);
    }
  cairo_stroke (cr);
  g_free (visited.bits);
}
