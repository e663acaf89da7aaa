/* Layout and drawing of a figure: measured first, so that labels do not overlap. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/text.h"
#include "draw/ticks.h"

/* Least height for curves, and for those of each pane, px. */
#define LEAST_CURVES 80.0
#define LEAST_PANE 40.0

static void
choose_y_ticks (LsFigurePlan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  guint wanted = (guint)CLAMP (pane->height / (self->em * 1.8), 2, 9);

  self->y_ticks[i].n = 0;
  self->y_ticks[i].exponent = 0;
  if (ls_figure_get_rows (self->figure) != NULL)
    return;
  if (pane->logarithmic)
    ls_ticks_logarithmic (&self->y_ticks[i], pow (10, pane->y.min), pow (10, pane->y.max), wanted);
  else
    ls_ticks_linear (&self->y_ticks[i], pane->y.min, pane->y.max, wanted);
  ls_ticks_thin (&self->y_ticks[i], pane->logarithmic,
                 self->em * (pane->y.max - pane->y.min) / pane->height);
  if (self->y_ticks[i].exponent != 0)
    self->exponent_height = self->em * 1.3;
}

/* The largest number of ticks whose labels do not overlap. */
static void
choose_x_ticks (LsFigurePlan *self)
{
  const LsSpan *x = &self->figure->x;
  double width = self->right - self->left;
  guint wanted = (guint)CLAMP (width / (self->em * 4), 2, 12);

  for (; wanted > 0; wanted--)
    {
      double distance = INFINITY;

      if (self->figure->logarithmic_x)
        ls_ticks_logarithmic (&self->x_ticks, pow (10, x->min), pow (10, x->max), wanted);
      else
        ls_ticks_linear (&self->x_ticks, x->min, x->max, wanted);
      for (guint i = 1; i < self->x_ticks.n; i++)
        distance = MIN (distance, (ls_figure_get_axis (self->figure, self->x_ticks.values[i])
                                   - ls_figure_get_axis (self->figure, self->x_ticks.values[i - 1]))
                                      / (x->max - x->min) * width);
      if (ls_figure_measure_labels (self, &self->x_ticks) + self->em <= distance)
        return;
    }
}

static guint
count_places (const GPtrArray *panes)
{
  guint n = 0;

  for (guint i = 0; i < panes->len; i++)
    n += !((const LsPane *)g_ptr_array_index (panes, i))->twin;
  return n;
}

/* Of what is written above a pane: @title: height of a line of titles */
static double
measure_above (const LsFigurePlan *self, double title)
{
  const double line = MAX (self->exponent_height, self->titles_above ? title : 0);

  if (!self->marks_above)
    return line;
  return self->titles_above ? line + self->em : MAX (line, 1.1 * self->em);
}

/* A right axis has the same area as the pane before it. Edges are whole pixels, so that an image of
 * the curves can be moved. */
static void
place_panes (LsFigurePlan *self)
{
  GPtrArray *panes = self->figure->panes;
  double s = self->theme->scale;
  double gap = MAX (12 * s, measure_above (self, self->em) + 4 * s);
  guint n = count_places (panes), place = 0;
  double height = floor ((self->bottom - self->top - gap * (n - 1)) / n);

  for (guint i = 0; i < panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (panes, i);

      place += i > 0 && !pane->twin;
      pane->left = ceil (self->left);
      pane->width = MAX (floor (self->right) - pane->left, 10);
      pane->height = MAX (height, 10);
      pane->top = round (self->top + place * (pane->height + gap));
    }
}

/* What is above each pane is as in the last drawing, or as it has to be in the next one; numbers
 * and a title are below the last. */
static double
get_least_frame (const LsFigurePlan *self)
{
  const double s = self->theme->scale, n = MAX (count_places (self->figure->panes), 1);
  const double curves = MAX (LEAST_CURVES, n * LEAST_PANE); /* in lectures, too */
  const gboolean above
      = ls_figure_get_rows (self->figure) == NULL && ls_figure_cuts_titles (self, curves / n);
  const double line = MAX (self->figure->exponent_height, (above ? 1.1 : 0.4) * self->em);

  return (2 * LS_FIGURE_PAD + 8 + LS_FIGURE_TICK + 8) * s + self->title_height + 2 * self->em + line
         + (n - 1) * MAX (12 * s, line + 4 * s) + curves;
}

static void
plan_rows (LsFigurePlan *self)
{
  double s = self->theme->scale;
  double top = LS_FIGURE_PAD * s + self->title_height;

  if (self->legend_height > 0)
    top += self->legend_height + 8 * s;
  self->top = top + MAX (measure_above (self, 1.1 * self->em), 0.4 * self->em);
  self->bottom = self->height - LS_FIGURE_PAD * s - 2 * self->em - (LS_FIGURE_TICK + 8) * s;
  place_panes (self);
}

static void
plan (LsFigurePlan *self)
{
  LsFigure *figure = self->figure;
  double s = self->theme->scale, labels = 0, right_labels = 0, title;

  self->marks_above = ls_figure_has_outlying (figure);
  if (!ls_figure_layer_begin (self))
    ls_figure_legend_place (self);
  self->width -= self->legend_width;
  self->left = LS_FIGURE_PAD * s;
  self->right = self->width - LS_FIGURE_PAD * s - self->em;
  plan_rows (self);
  for (guint i = 0; i < figure->panes->len; i++)
    choose_y_ticks (self, i);
  plan_rows (self); /* repeated: exponents need room */
  self->titles_above = ls_figure_get_rows (figure) == NULL
                       && ls_figure_cuts_titles (
                           self, ((const LsPane *)g_ptr_array_index (figure->panes, 0))->height);
  if (self->titles_above)
    plan_rows (self);
  for (guint i = 0; i < figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (figure->panes, i);
      double *side = pane->twin ? &right_labels : &labels;

      choose_y_ticks (self, i);
      *side = MAX (*side, ls_figure_measure_labels (self, &self->y_ticks[i]));
    }
  title = self->titles_above ? 0 : self->em + 6 * s;
  self->left = LS_FIGURE_PAD * s + title + labels + (LS_FIGURE_TICK + 4) * s;
  if (count_places (figure->panes) < figure->panes->len)
    self->right = self->width - LS_FIGURE_PAD * s - title - right_labels - (LS_FIGURE_TICK + 4) * s;
  if (ls_figure_get_rows (figure) != NULL)
    {
      ls_figure_get_rows (figure)->measure (self, &labels, &right_labels);
      self->left = LS_FIGURE_PAD * s + labels + (LS_FIGURE_TICK + 4) * s;
      self->right = self->width - LS_FIGURE_PAD * s - MAX (right_labels, self->em) - 6 * s;
    }
  self->left = ceil (self->left);
  self->right = floor (self->right);
  figure->exponent_height = self->exponent_height;
  ls_figure_layer_keep_edges (self);
  place_panes (self);
  choose_x_ticks (self);
}

static void
draw_placeholder (const LsFigurePlan *self)
{
  g_autoptr (PangoLayout) layout
      = ls_text_new_plain (self->cr, self->theme, 1.1, ls_figure_get_placeholder (self->figure));
  double width = MAX (self->width - 4 * LS_FIGURE_PAD * self->theme->scale, 20);

  pango_layout_set_width (layout, (int)(width * PANGO_SCALE));
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  ls_color_set_source (&self->theme->muted, self->cr);
  ls_text_show (self->cr, layout, self->width / 2, self->height / 2, 0.5, 0.5);
}

static void
draw_curves (LsFigurePlan *self)
{
  LsFigure *figure = self->figure;

  if (ls_figure_layer_draw (self))
    return;
  for (guint i = 0; i < figure->panes->len; i++)
    ls_figure_draw_curves (figure, g_ptr_array_index (figure->panes, i), self->cr, self->theme);
  g_array_set_size (figure->hits, 0);
  ls_figure_legend_draw (self);
}

static void
draw_all (LsFigurePlan *self)
{
  LsFigure *figure = self->figure;
  double s = self->theme->scale;

  plan (self);
  if (self->title_height > 0)
    ls_text_draw (self->cr, self->theme, 1.15, &self->theme->foreground, figure->title,
                  self->width / 2, LS_FIGURE_PAD * s, 0.5, 0);
  for (guint i = 0; i < figure->panes->len; i++)
    ls_figure_draw_grid (self, i);
  draw_curves (self);
  if (self->is_part)
    return;
  for (guint i = 0; i < figure->panes->len; i++)
    {
      ls_figure_draw_frame (self, i);
      ls_figure_draw_y_labels (self, i);
    }
  ls_figure_draw_x_labels (self);
  ls_figure_draw_outlying (self);
  ls_figure_draw_inset (figure, self->cr, self->theme);
  ls_figure_draw_cursor (figure, self->cr, self->theme);
}

static LsFigurePlan
make_draft (LsFigure *figure, cairo_t *cr, const LsTheme *theme)
{
  LsFigurePlan draft = { .figure = figure, .cr = cr, .theme = theme };
  g_autoptr (PangoLayout) layout = ls_text_new_plain (cr, theme, 1, "0");

  ls_text_get_size (layout, NULL, &draft.em);
  draft.title_height = figure->title != NULL && figure->title[0] != '\0' ? draft.em * 1.7 : 0;
  draft.least_frame = get_least_frame (&draft);
  return draft;
}

double
ls_figure_measure_least_height (const LsFigure *self, cairo_t *cr, const LsTheme *theme)
{
  g_return_val_if_fail (self != NULL && theme != NULL, 0);

  const LsFigurePlan draft = make_draft ((LsFigure *)self, cr, theme);

  return ceil (draft.least_frame + ls_figure_legend_get_least (&draft));
}

gboolean
ls_figure_draw_until (
    LsFigure *self, cairo_t *cr, double width, double height, const LsTheme *theme, gint64 deadline)
{
  g_return_val_if_fail (self != NULL && theme != NULL, TRUE);

  LsFigurePlan draft;

  if (self->changed)
    ls_figure_update (self);
  draft = make_draft (self, cr, theme);
  cairo_save (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  draft.width = width;
  draft.height = height;
  draft.deadline = deadline;
  self->drawn = self->panes->len > 0 && ls_figure_has_data (self);
  if (self->drawn)
    {
      ls_figure_choose_ranges (self);
      ls_figure_count_outlying (self);
      draft.y_ticks = g_new (LsTicks, self->panes->len);
      draw_all (&draft);
      g_free (draft.y_ticks);
    }
  else
    {
      g_array_set_size (self->hits, 0);
      ls_figure_layer_drop (self);
      draw_placeholder (&draft);
    }
  cairo_restore (cr);
  return !draft.is_part;
}

void
ls_figure_draw (LsFigure *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  g_return_if_fail (self != NULL && theme != NULL);

  ls_figure_draw_until (self, cr, width, height, theme, G_MAXINT64);
}
