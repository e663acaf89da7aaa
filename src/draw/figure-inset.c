/* Inset: an enlarged part of a figure, with a frame at its original position. */
#include "draw/figure-impl.h"

#include <math.h>

#include "draw/text.h"

/* Size of the inset relative to its pane; distance from the frame, px. */
#define SHARE 0.42
#define DISTANCE 10.0
/* Samples per curve for choosing the corner with the least overlap. */
#define N_SAMPLES 200

typedef struct
{
  double x, y, width, height; /* px */
} Box;

/* The framed part in the pane. */
static Box
get_zone (const LsFigure *self, const LsPane *pane)
{
  double scale = pane->height / (pane->y.max - pane->y.min);
  double left = ls_figure_get_px (self, pane, ls_figure_get_value (self, self->inset.x.min));
  double right = ls_figure_get_px (self, pane, ls_figure_get_value (self, self->inset.x.max));
  double bottom = pane->top + pane->height;
  double top = MAX (bottom - (self->inset.y.max - pane->y.min) * scale, pane->top);

  bottom = MIN (bottom - (self->inset.y.min - pane->y.min) * scale, bottom);
  left = MAX (left, pane->left);
  right = MIN (right, pane->left + pane->width);
  return (Box){ left, top, right - left, bottom - top };
}

static Box
get_corner (const LsPane *pane, guint corner, double s)
{
  Box box = { .width = SHARE * pane->width, .height = SHARE * pane->height };

  box.x = corner % 2 == 0 ? pane->left + pane->width - box.width - DISTANCE * s
                          : pane->left + (DISTANCE + 30) * s;
  box.y = corner < 2 ? pane->top + DISTANCE * s
                     : pane->top + pane->height - box.height - (DISTANCE + 14) * s;
  return box;
}

static gboolean
contains (const Box *self, double x, double y)
{
  return x >= self->x && x <= self->x + self->width && y >= self->y && y <= self->y + self->height;
}

static gboolean
overlap (const Box *a, const Box *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

/* Number of curve samples that the box would cover; rows have none. */
static guint
count_covered (const LsFigure *self, const LsPane *pane, const Box *box)
{
  guint n = 0;

  if (pane->signals->len == 0)
    return 0;
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      const char *x_name = self->kind->x_is_signal ? self->names[0] : NULL;
      const char *y_name = self->names[g_array_index (pane->signals, guint, 0)];
      int y = ls_source_find (source, y_name);
      int x = x_name != NULL ? ls_source_find (source, x_name) : 0;
      gsize n_rows;

      if (!ls_figure_shows (self, source) || x < 0 || y < 0)
        continue;
      n_rows = ls_trace_get_n_rows (source->shown);
      for (guint k = 0; k < N_SAMPLES; k++)
        {
          gsize row = (gsize)((double)(n_rows - 1) * k / (N_SAMPLES - 1));

          n += contains (box,
                         ls_figure_get_px (self, pane, ls_trace_get (source->shown, (guint)x, row)),
                         ls_pane_get_py (pane, ls_trace_get (source->shown, (guint)y, row)));
        }
    }
  return n;
}

static Box
choose_corner (const LsFigure *self, const LsPane *pane, const Box *zone, double s)
{
  Box best = get_corner (pane, 0, s);
  guint least = G_MAXUINT;

  for (guint corner = 0; corner < 4; corner++)
    {
      Box box = get_corner (pane, corner, s);
      guint covered = count_covered (self, pane, &box);

      if (overlap (&box, zone))
        covered += 10000;
      if (covered < least)
        {
          least = covered;
          best = box;
        }
    }
  return best;
}

static void
stroke_box (cairo_t *cr, const Box *box)
{
  cairo_rectangle (cr, floor (box->x) + 0.5, floor (box->y) + 0.5, ceil (box->width),
                   ceil (box->height));
  cairo_stroke (cr);
}

/* Lines between the facing sides of frame and inset. */
static void
draw_ties (cairo_t *cr, const Box *zone, const Box *box)
{
  gboolean right = box->x > zone->x;
  double from = right ? zone->x + zone->width : zone->x;
  double to = right ? box->x : box->x + box->width;

  cairo_move_to (cr, from, zone->y);
  cairo_line_to (cr, to, box->y);
  cairo_move_to (cr, from, zone->y + zone->height);
  cairo_line_to (cr, to, box->y + box->height);
  cairo_stroke (cr);
}

static void
draw_ticks (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  double s = theme->scale;
  LsTicks x, y;

  if (self->logarithmic_x)
    ls_ticks_logarithmic (&x, pow (10, self->x.min), pow (10, self->x.max), 3);
  else
    ls_ticks_linear (&x, self->x.min, self->x.max, 3);
  if (pane->logarithmic)
    ls_ticks_logarithmic (&y, pow (10, pane->y.min), pow (10, pane->y.max), 3);
  else if (ls_figure_get_rows (self) != NULL)
    y.n = 0; /* their y axis counts rows */
  else
    ls_ticks_linear (&y, pane->y.min, pane->y.max, 3);
  for (guint i = 0; i < x.n; i++)
    {
      g_autofree char *markup = ls_text_markup_power (x.labels[i]);
      g_autoptr (PangoLayout) layout = ls_text_new (cr, theme, 0.75, markup);

      ls_text_show (cr, layout, ls_figure_get_px (self, pane, x.values[i]),
                    pane->top + pane->height + s, 0.5, 0);
    }
  for (guint i = 0; i < y.n; i++)
    {
      g_autofree char *markup = ls_text_markup_power (y.labels[i]);
      g_autoptr (PangoLayout) layout = ls_text_new (cr, theme, 0.75, markup);

      ls_text_show (cr, layout, pane->left - 3 * s, ls_pane_get_py (pane, y.values[i]), 1, 0.5);
    }
}

void
ls_figure_draw_inset (const LsFigure *self, cairo_t *cr, const LsTheme *theme)
{
  LsFigure figure = *self; /* shallow copy with other axis ranges */
  LsPane part;
  const LsPane *pane;
  Box zone, box;
  LsColor background = theme->background;

  if (!self->inset.shown || self->inset.pane >= self->panes->len || ls_figure_is_zoomed (self))
    return;
  pane = g_ptr_array_index (self->panes, self->inset.pane);
  zone = get_zone (self, pane);
  if (zone.width <= 0 || zone.height <= 0)
    return;
  box = choose_corner (self, pane, &zone, theme->scale);
  cairo_save (cr);
  background.a = 0.94;
  ls_color_set_source (&background, cr);
  cairo_rectangle (cr, box.x - 34 * theme->scale, box.y - 6 * theme->scale,
                   box.width + 40 * theme->scale, box.height + 22 * theme->scale);
  cairo_fill (cr);
  ls_color_set_source (&theme->foreground, cr);
  cairo_set_line_width (cr, theme->scale);
  cairo_set_dash (cr, NULL, 0, 0);
  stroke_box (cr, &zone);
  cairo_set_line_width (cr, 0.6 * theme->scale);
  draw_ties (cr, &zone, &box);
  part = *pane;
  part.left = box.x;
  part.top = box.y;
  part.width = box.width;
  part.height = box.height;
  part.y = self->inset.y;
  figure.x = self->inset.x;
  ls_figure_draw_curves (&figure, &part, cr, theme);
  ls_color_set_source (&theme->foreground, cr);
  cairo_set_line_width (cr, theme->scale);
  cairo_set_dash (cr, NULL, 0, 0);
  stroke_box (cr, &box);
  draw_ticks (&figure, &part, cr, theme);
  cairo_restore (cr);
}
