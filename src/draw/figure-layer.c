/* Legend and curves of a figure as an image. Pointing at a figure leaves it as it is; panning moves
 * it by whole pixels, and only strips that come into sight are drawn. */
#include "draw/figure-impl.h"

#include <math.h>
#include <string.h>

/* Sizes of spans that differ by less are the same: a hundredth of a pixel in 10 000. */
#define SAME_SIZE 1e-6
/* At the seam of a strip curves are drawn again: ends of the old ones are round, px. */
#define SEAM 6
/* Maximum room that labels may leave unused while panning, line heights. */
#define SPARE_ROOM 3.0

static gboolean
is_same_theme (const LsLayer *self, const LsTheme *theme)
{
  const LsTheme *own = &self->theme;

  return g_strcmp0 (self->font, theme->font) == 0 && own->scale == theme->scale
         && own->dark == theme->dark
         && memcmp (&own->background, &theme->background,
                    offsetof (LsTheme, font) - offsetof (LsTheme, background))
                == 0;
}

/* An image surface whose pixels are those of the figure. */
static gboolean
can_buffer (cairo_t *cr, double *scale)
{
  cairo_surface_t *target = cairo_get_target (cr);
  cairo_matrix_t matrix;
  double scale_y;

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (target, scale, &scale_y);
  return cairo_surface_get_type (target) == CAIRO_SURFACE_TYPE_IMAGE && *scale == scale_y
         && *scale == floor (*scale) && matrix.xx == 1 && matrix.yy == 1 && matrix.xy == 0
         && matrix.yx == 0 && matrix.x0 == 0 && matrix.y0 == 0;
}

gboolean
ls_figure_layer_begin (LsFigurePlan *self)
{
  LsLayer *layer = self->figure->layer;
  double scale;

  if (layer == NULL || !can_buffer (self->cr, &scale))
    return FALSE;
  if (layer->image == NULL || layer->width != self->width || layer->height != self->height
      || layer->scale != scale)
    {
      g_clear_pointer (&layer->image, cairo_surface_destroy);
      layer->image = cairo_image_surface_create (
          CAIRO_FORMAT_ARGB32, (int)ceil (self->width * scale), (int)ceil (self->height * scale));
      cairo_surface_set_device_scale (layer->image, scale, scale);
      layer->width = self->width;
      layer->height = self->height;
      layer->scale = scale;
      ls_figure_layer_drop (self->figure);
    }
  if (layer->em != self->em || !is_same_theme (layer, self->theme)
      || layer->title_height != self->title_height
      || layer->entry_focus != self->figure->entry_focus)
    ls_figure_layer_drop (self->figure);
  if (!layer->valid)
    return FALSE;
  self->legend_height = layer->legend_height;
  self->legend_width = layer->legend_width;
  return TRUE;
}

/* By how many device pixels the curves have moved when the axis shows @to instead of @from;
 * @length: of the axis, device pixels. %FALSE if none of them remains. */
static gboolean
find_shift (const LsSpan *from, const LsSpan *to, double length, int *shift, gboolean *exact)
{
  const double size = from->max - from->min;
  const double moved = (from->min - to->min) / size * length;

  if (!(fabs (to->max - to->min - size) <= SAME_SIZE * size) || !(fabs (moved) < length))
    return FALSE;
  *shift = (int)lround (moved);
  *exact = *exact && *shift == 0 && from->min == to->min && from->max == to->max;
  return TRUE;
}

/* What does not move with the axes, or is not drawn in parts. */
static gboolean
has_fixtures (const LsFigure *self)
{
  if (ls_figure_get_rows (self) != NULL || self->time_marks > 0)
    return TRUE;
  for (guint i = 0; i < self->sources->len; i++)
    if (((const LsSource *)g_ptr_array_index (self->sources, i))->late != NULL)
      return TRUE;
  return FALSE;
}

static const LsPlaced *
get_placed (const LsLayer *self, guint i)
{
  return &g_array_index (self->panes, LsPlaced, i);
}

/* Whether the axes have been moved, but not scaled, since the image was drawn. */
static gboolean
is_moved (const LsFigurePlan *self)
{
  const LsFigure *figure = self->figure;
  const LsLayer *layer = figure->layer;
  gboolean exact = TRUE;
  int shift;

  if (!layer->valid || layer->panes->len != figure->panes->len
      || !find_shift (&layer->x, &figure->x, get_placed (layer, 0)->width, &shift, &exact))
    return FALSE;
  for (guint i = 0; i < figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (figure->panes, i);
      const LsPlaced *placed = get_placed (layer, i);

      if (!find_shift (&placed->y, &pane->y, placed->height, &shift, &exact))
        return FALSE;
    }
  return !exact || layer->kept_edges;
}

void
ls_figure_layer_keep_edges (LsFigurePlan *self)
{
  LsLayer *layer = self->figure->layer;
  const double room = SPARE_ROOM * self->em;
  const LsPlaced *placed;
  double right;

  if (layer == NULL || !layer->valid || !is_moved (self))
    return;
  placed = get_placed (layer, 0);
  right = placed->left + placed->width;
  if (placed->left < self->left || placed->left > self->left + room || right > self->right
      || right < self->right - room)
    return;
  layer->kept_edges |= placed->left != self->left || right != self->right;
  self->left = placed->left;
  self->right = right;
}

/* Pixels that the curves of a pane may cover, device pixels. */
static cairo_rectangle_int_t
get_area (const LsLayer *self, const LsPane *pane)
{
  const int scale = (int)self->scale;

  return (cairo_rectangle_int_t){ (int)pane->left * scale, ((int)pane->top - 1) * scale,
                                  ((int)pane->width + 1) * scale, ((int)pane->height + 2) * scale };
}

static gboolean
is_placed (const LsLayer *self, guint i, const LsPane *pane)
{
  const LsPlaced *placed = get_placed (self, i);

  return placed->left == pane->left && placed->top == pane->top && placed->width == pane->width
         && placed->height == pane->height;
}

static void
move_pixels (cairo_surface_t *image, const cairo_rectangle_int_t *area, int dx, int dy)
{
  const int stride = cairo_image_surface_get_stride (image);
  const int n = area->height - ABS (dy), columns = area->width - ABS (dx);
  unsigned char *data;

  if (n <= 0 || columns <= 0)
    return;
  cairo_surface_flush (image);
  data = cairo_image_surface_get_data (image);
  for (int i = 0; i < n; i++)
    {
      /* From the end at which nothing is overwritten that is still to be moved. */
      const int line = area->y + MAX (dy, 0) + (dy > 0 ? n - 1 - i : i);
      unsigned char *to = data + (gsize)line * (gsize)stride;

      memmove (to + 4 * (area->x + MAX (dx, 0)),
               to - (gssize)dy * stride + 4 * (area->x + MAX (-dx, 0)), 4 * (gsize)columns);
    }
  cairo_surface_mark_dirty (image);
}

/* Whether the pane is the right axis of the one before. */
static gboolean
is_twin (const LsFigure *self, guint i)
{
  return i < self->panes->len && ((const LsPane *)g_ptr_array_index (self->panes, i))->twin;
}

/* Draws the curves in the place of a pane anew in @part, device pixels. */
static void
draw_part (const LsFigurePlan *self, guint pane, const cairo_rectangle_int_t *part)
{
  LsFigure *figure = self->figure;
  const double scale = figure->layer->scale;
  cairo_t *cr;

  if (part->width <= 0 || part->height <= 0)
    return;
  cr = cairo_create (figure->layer->image);
  cairo_rectangle (cr, part->x / scale, part->y / scale, part->width / scale, part->height / scale);
  cairo_clip (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  ls_figure_draw_curves (figure, g_ptr_array_index (figure->panes, pane), cr, self->theme);
  if (is_twin (figure, pane + 1))
    ls_figure_draw_curves (figure, g_ptr_array_index (figure->panes, pane + 1), cr, self->theme);
  cairo_destroy (cr);
}

/* Moves the curves of a pane in the image, and draws the strips at the edges. */
static void
move_pane (const LsFigurePlan *self, guint i, int dx, int dy)
{
  const LsLayer *layer = self->figure->layer;
  const int seam = SEAM * (int)layer->scale;
  const cairo_rectangle_int_t area = get_area (layer, g_ptr_array_index (self->figure->panes, i));
  cairo_rectangle_int_t side = area, end = area;

  move_pixels (layer->image, &area, dx, dy);
  side.width = dx != 0 ? MIN (ABS (dx) + seam, area.width) : 0;
  side.x += dx < 0 ? area.width - side.width : 0;
  end.height = dy != 0 ? MIN (ABS (dy) + seam, area.height) : 0;
  end.y += dy < 0 ? area.height - end.height : 0;
  draw_part (self, i, &side);
  draw_part (self, i, &end);
}

/* @self moved by @shift of @length device pixels */
static LsSpan
shift_span (const LsSpan *self, int shift, double length)
{
  const double by = -shift / length * (self->max - self->min);

  return (LsSpan){ self->min + by, self->max + by };
}

/* @shifts: (out): of x, and of the y axis of each pane
 * Returns: whether the image moved by that has what the axes show; @exact: it need not be moved */
static gboolean
find_shifts (const LsFigure *self, int shifts[], gboolean *exact)
{
  const LsLayer *layer = self->layer;

  *exact = !layer->kept_edges;
  if (!layer->valid || layer->panes->len != self->panes->len
      || !find_shift (&layer->x, &self->x, get_placed (layer, 0)->width * layer->scale, &shifts[0],
                      exact))
    return FALSE;
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);

      if (!is_placed (layer, i, pane)
          || !find_shift (&get_placed (layer, i)->y, &pane->y, pane->height * layer->scale,
                          &shifts[i + 1], exact)
          || (pane->twin && shifts[i + 1] != shifts[i]))
        return FALSE;
    }
  return *exact || !has_fixtures (self);
}

/* Brings the image to the ranges of the axes, as far as whole pixels do.
 * Returns: %FALSE if all must be drawn */
static gboolean
move (LsFigurePlan *self)
{
  LsFigure *figure = self->figure;
  LsLayer *layer = figure->layer;
  g_autofree int *shifts = g_new (int, figure->panes->len + 1);
  g_autofree LsSpan *spans = g_new (LsSpan, figure->panes->len);
  const LsSpan x = figure->x;
  gboolean exact;

  if (!find_shifts (figure, shifts, &exact))
    return FALSE;
  if (exact)
    return TRUE;
  /* The curves are drawn for ranges that are whole pixels away. */
  figure->x = layer->x
      = shift_span (&layer->x, shifts[0], get_placed (layer, 0)->width * layer->scale);
  for (guint i = 0; i < figure->panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (figure->panes, i);
      LsPlaced *placed = &g_array_index (layer->panes, LsPlaced, i);

      spans[i] = pane->y;
      pane->y = placed->y = shift_span (&placed->y, shifts[i + 1], pane->height * layer->scale);
    }
  for (guint i = 0; i < figure->panes->len; i++)
    if (!is_twin (figure, i) && (shifts[0] != 0 || shifts[i + 1] != 0))
      move_pane (self, i, shifts[0], -shifts[i + 1]); /* y grows downwards */
  for (guint i = 0; i < figure->panes->len; i++)
    ((LsPane *)g_ptr_array_index (figure->panes, i))->y = spans[i];
  figure->x = x;
  layer->settled = FALSE;
  return TRUE;
}

/* Whether the drawing that was interrupted can go on: it was for the same places and ranges. */
static gboolean
can_go_on (const LsFigurePlan *self)
{
  const LsFigure *figure = self->figure;
  const LsLayer *layer = figure->layer;

  if (!layer->is_part || layer->panes->len != figure->panes->len || layer->x.min != figure->x.min
      || layer->x.max != figure->x.max)
    return FALSE;
  for (guint i = 0; i < figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (figure->panes, i);
      const LsPlaced *placed = get_placed (layer, i);

      if (!is_placed (layer, i, pane) || placed->y.min != pane->y.min
          || placed->y.max != pane->y.max)
        return FALSE;
    }
  return TRUE;
}

static void
begin_anew (LsFigurePlan *self, cairo_t *cr)
{
  const LsFigure *figure = self->figure;
  LsLayer *layer = figure->layer;

  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  g_array_set_size (layer->panes, 0);
  for (guint i = 0; i < figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (figure->panes, i);
      const LsPlaced placed = { pane->left, pane->top, pane->width, pane->height, pane->y };

      g_array_append_val (layer->panes, placed);
    }
  layer->theme = *self->theme;
  g_free (layer->font);
  layer->font = g_strdup (self->theme->font);
  layer->em = self->em;
  layer->title_height = self->title_height;
  layer->entry_focus = figure->entry_focus;
  layer->x = figure->x;
  layer->next_pane = layer->next_curve = 0;
}

/* At least one curve, and others until the deadline. Returns: whether all are drawn */
static gboolean
draw_panes (const LsFigurePlan *self, cairo_t *cr)
{
  const LsFigure *figure = self->figure;
  LsLayer *layer = figure->layer;

  while (layer->next_pane < figure->panes->len)
    {
      if (!ls_figure_draw_curves_until (figure, g_ptr_array_index (figure->panes, layer->next_pane),
                                        cr, self->theme, &layer->next_curve, self->deadline))
        return FALSE;
      layer->next_curve = 0;
      if (++layer->next_pane < figure->panes->len && g_get_monotonic_time () >= self->deadline)
        return FALSE;
    }
  return TRUE;
}

static void
end_whole (LsFigurePlan *self, cairo_t *cr)
{
  LsFigure *figure = self->figure;
  LsLayer *layer = figure->layer;
  cairo_t *target = self->cr;

  g_array_set_size (figure->hits, 0);
  self->cr = cr;
  ls_figure_legend_draw (self);
  self->cr = target;
  layer->n_hits = figure->hits->len;
  layer->legend_height = self->legend_height;
  layer->legend_width = self->legend_width;
  layer->valid = layer->settled = TRUE;
  layer->kept_edges = FALSE;
}

static void
draw_whole (LsFigurePlan *self)
{
  LsLayer *layer = self->figure->layer;
  cairo_t *cr = cairo_create (layer->image);

  layer->valid = FALSE;
  if (!can_go_on (self))
    begin_anew (self, cr);
  self->is_part = layer->is_part = !draw_panes (self, cr);
  if (!layer->is_part)
    end_whole (self, cr);
  cairo_destroy (cr);
}

gboolean
ls_figure_layer_draw (LsFigurePlan *self)
{
  LsLayer *layer = self->figure->layer;
  double scale;

  if (layer == NULL || !can_buffer (self->cr, &scale))
    return FALSE;
  if (!move (self))
    draw_whole (self);
  if (self->is_part)
    return TRUE;
  g_array_set_size (self->figure->hits, layer->n_hits);
  cairo_set_source_surface (self->cr, layer->image, 0, 0);
  cairo_paint (self->cr);
  return TRUE;
}
