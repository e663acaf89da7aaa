/* The contents of a pane: curves with their looks, tubes, beginnings of orbits. */
#include "draw/figure-impl.h"

#include <math.h>

#define LINE_WIDTH 1.5
#define REFERENCE_WIDTH 2.2
/* An estimate is a wide, pale curve below that of the error. */
#define ESTIMATE_WIDTH 4.0
#define ESTIMATE_ALPHA 0.45
/* Of the mark of a late step. */
#define LATE_HEIGHT 8.0

/* Whether any pane has several signals, which then differ in dashes. */
static gboolean
has_shared_pane (const LsFigure *self)
{
  for (guint i = 0; i < self->panes->len; i++)
    if (ls_figure_count_in_place (self, i) > 1)
      return TRUE;
  return FALSE;
}

void
ls_figure_style (const LsFigure *self,
                 const LsSource *source,
                 guint position,
                 const LsTheme *theme,
                 LsStroke *stroke)
{
  gboolean reference = source != NULL && source == self->reference;
  gboolean shared = !self->kind->x_is_signal && has_shared_pane (self);

  stroke->stairs = FALSE;
  stroke->figure = self;
  stroke->source = (LsSource *)source;
  stroke->line_width = (reference ? REFERENCE_WIDTH : LINE_WIDTH) * theme->scale;
  if (source == NULL)
    stroke->color = theme->foreground;
  else
    stroke->color = ls_palette_get_method_color (theme, source->method, source->variant);
  if (source != NULL && source->estimate_of >= 0)
    {
      stroke->line_width = ESTIMATE_WIDTH * theme->scale;
      stroke->color.a *= ESTIMATE_ALPHA;
    }
  stroke->dash = ls_palette_get_dash (shared || source == NULL ? position : source->variant,
                                      reference, &stroke->n_dash);
}

static void
clip_to_pane (cairo_t *cr, const LsPane *pane)
{
  cairo_rectangle (cr, pane->left, pane->top - 1, pane->width + 1, pane->height + 2);
  cairo_clip (cr);
}

static void
draw_start (const LsStroke *stroke, cairo_t *cr, int x, int y)
{
  const LsTrace *trace = stroke->source->shown;
  double px = ls_figure_get_px (stroke->figure, stroke->pane, ls_trace_get (trace, (guint)x, 0));
  double py = ls_pane_get_py (stroke->pane, ls_trace_get (trace, (guint)y, 0));

  if (!isfinite (px) || !isfinite (py) || fabs (px) > 1e6 || fabs (py) > 1e6)
    return;
  cairo_new_path (cr);
  cairo_arc (cr, px, py, 2.6 * stroke->line_width, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
draw_orbit (const LsFigure *self, LsStroke *stroke, cairo_t *cr)
{
  int x = ls_source_find (stroke->source, self->names[0]);
  int y = ls_source_find (stroke->source, self->names[1]);

  if (x < 0 || y < 0)
    return;
  ls_stroke_orbit (stroke, cr, x, y);
  draw_start (stroke, cr, x, y);
}

/* The tolerance tube of a difference. */
static void
draw_tube (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  double range = 0, top, bottom;
  LsColor color = theme->success;

  if (self->kind->against != LS_AGAINST_BASE || self->tube <= 0)
    return;
  for (guint j = 0; j < pane->signals->len; j++)
    {
      const char *name = self->names[g_array_index (pane->signals, guint, j)];

      range = MAX (range, ls_figure_get_tube (self, name));
    }
  top = MAX (ls_pane_get_py (pane, range), pane->top);
  bottom = MIN (ls_pane_get_py (pane, -range), pane->top + pane->height);
  if (!(bottom > top))
    return;
  color.a = 0.18;
  ls_color_set_source (&color, cr);
  cairo_rectangle (cr, pane->left, top, pane->width, bottom - top);
  cairo_fill (cr);
}

static void
draw_source (
    const LsFigure *self, const LsPane *pane, LsSource *source, cairo_t *cr, const LsTheme *theme)
{
  for (guint j = 0; ls_figure_shows (self, source) && j < pane->signals->len; j++)
    {
      const char *name = self->names[g_array_index (pane->signals, guint, j)];
      int column = ls_source_find (source, name);
      LsStroke stroke;

      if (column < 0)
        continue;
      ls_figure_style (self, source, pane->position + j, theme, &stroke);
      stroke.pane = pane;
      stroke.stairs = ls_figure_is_stairs (self, name);
      if (self->kind->x_is_signal)
        draw_orbit (self, &stroke, cr);
      else
        ls_stroke_trajectory (&stroke, cr, column);
    }
}

/* Marks at the time axis where steps began late: at most one per pixel. */
static void
draw_late (
    const LsFigure *self, const LsPane *pane, LsTrace *late, cairo_t *cr, const LsTheme *theme)
{
  const double bottom = pane->top + pane->height;
  double last = -INFINITY;

  for (gsize i = 0; i < ls_trace_get_n_rows (late); i++)
    {
      const double at = floor (ls_figure_get_px (self, pane, ls_trace_get (late, 0, i))) + 0.5;

      if (at == last || at < pane->left || at > pane->left + pane->width)
        continue;
      last = at;
      cairo_move_to (cr, at, bottom);
      cairo_line_to (cr, at, bottom - LATE_HEIGHT);
    }
  ls_color_set_source (&theme->warning, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* The curves of a pane in the order in which they are drawn. The reference is on top, dashed:
 * curves that coincide with it show between the dashes; below them it would be invisible. */
static LsSource *
get_curve (const LsFigure *self, guint i)
{
  if (i < self->estimates->len)
    return g_ptr_array_index (self->estimates, i);
  i -= self->estimates->len;
  return i < self->sources->len ? g_ptr_array_index (self->sources, i) : self->reference;
}

static void
draw_below (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  draw_tube (self, pane, cr, theme);
  if (ls_figure_get_rows (self) != NULL)
    ls_figure_get_rows (self)->draw (self, pane, cr, theme);
}

static void
draw_above (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LsSource *source = self->sources->pdata[i];

      if (source->late != NULL && source->visible && !self->kind->x_is_signal)
        draw_late (self, pane, source->late, cr, theme);
    }
  if (self->kind->x_is_signal && self->time_marks > 0)
    ls_figure_draw_marks (self, pane, cr, theme);
}

gboolean
ls_figure_draw_curves_until (const LsFigure *self,
                             const LsPane *pane,
                             cairo_t *cr,
                             const LsTheme *theme,
                             guint *next,
                             gint64 deadline)
{
  const guint n = self->estimates->len + self->sources->len + (self->reference != NULL);
  gboolean in_time = TRUE;

  cairo_save (cr);
  clip_to_pane (cr, pane);
  if (*next == 0)
    draw_below (self, pane, cr, theme);
  for (; *next < n && in_time; in_time = g_get_monotonic_time () < deadline)
    draw_source (self, pane, get_curve (self, (*next)++), cr, theme);
  if (*next == n)
    draw_above (self, pane, cr, theme);
  cairo_restore (cr);
  return *next == n;
}

void
ls_figure_draw_curves (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  guint next = 0;

  ls_figure_draw_curves_until (self, pane, cr, theme, &next, G_MAXINT64);
}
